/** Writes rows as Parquet. */
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { SurveyedBatch } from './batch-survey.js';
import { COLUMN_NAMES, COLUMNS, type Row } from './columns.js';

const TYPES = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  flag: { type: 'BOOLEAN' },
} as const;

/** Rows are held in memory until a group is complete. */
const ROWS_PER_GROUP = 50_000;

export class ParquetRows {
  readonly #bytes = new ByteWriter();
  readonly #parquet: ParquetWriter;
  #columns: Row[keyof Row][][] = COLUMN_NAMES.map(() => []);

  constructor() {
    this.#parquet = new ParquetWriter({
      writer: this.#bytes,
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

  add({ columns }: Pick<SurveyedBatch, 'columns'>): Uint8Array {
    for (const [index, values] of columns.entries()) {
      const column = this.#columns[index];
      for (const value of values) column?.push(value);
    }
    if ((this.#columns[0]?.length ?? 0) >= ROWS_PER_GROUP) this.#writeGroup();
    return this.#written();
  }

  finish(): Uint8Array {
    this.#writeGroup();
    this.#parquet.finish();
    return this.#written();
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
  }

  /** Empties the buffer. The writer keeps counting its file offset separately. */
  #written(): Uint8Array {
    const bytes = this.#bytes.getBytes().slice();
    this.#bytes.index = 0;
    return bytes;
  }
}

function bigInteger(value: Row[keyof Row]): bigint | undefined {
  return typeof value === 'number' ? BigInt(value) : undefined;
}
