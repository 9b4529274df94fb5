/** Rows in Parquet, written as they come. */
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { COLUMN_NAMES, COLUMNS, type Row } from './columns.js';
import type { ColumnData } from './section-survey.js';

const TYPES = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  flag: { type: 'BOOLEAN' },
} as const;

/** Rows of one group: so many are held until they are written. */
const ROWS_A_GROUP = 50_000;

export class ParquetRows {
  readonly #write: (octets: Uint8Array) => void;
  readonly #octets = new ByteWriter();
  readonly #parquet: ParquetWriter;
  #columns: Row[keyof Row][][] = COLUMN_NAMES.map(() => []);

  constructor(write: (octets: Uint8Array) => void) {
    this.#write = write;
    this.#parquet = new ParquetWriter({
      writer: this.#octets,
      createdBy: 'repkit',
      schema: [
        { name: 'root', num_children: COLUMN_NAMES.length },
        ...COLUMN_NAMES.map((name) => ({
          name,
          repetition_type: 'OPTIONAL' as const,
          ...TYPES[COLUMNS[name]],
        })),
      ],
    });
  }

  add(columns: ColumnData): void {
    for (const [index, values] of columns.entries()) {
      const column = this.#columns[index];
      for (const value of values) column?.push(value);
    }
    if ((this.#columns[0]?.length ?? 0) >= ROWS_A_GROUP) this.#writeGroup();
  }

  /** Writes what is left, and the end. */
  finish(): void {
    this.#writeGroup();
    this.#parquet.finish();
    this.#flush();
  }

  #writeGroup(): void {
    const rows = this.#columns[0]?.length ?? 0;
    if (rows === 0) return;
    const columnData = COLUMN_NAMES.map((name, index) => {
      const values = this.#columns[index] ?? [];
      const data = COLUMNS[name] === 'integer' ? values.map(bigInteger) : values;
      return { name, data };
    });
    this.#parquet.write({ columnData, rowGroupSize: rows });
    this.#columns = COLUMN_NAMES.map(() => []);
    this.#flush();
  }

  /** The places of what was written count on; the octets themselves are gone. */
  #flush(): void {
    this.#write(this.#octets.getBytes().slice());
    this.#octets.index = 0;
  }
}

function bigInteger(value: Row[keyof Row]): bigint | undefined {
  return typeof value === 'number' ? BigInt(value) : undefined;
}
