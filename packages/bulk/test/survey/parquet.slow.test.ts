import { Buffer } from 'node:buffer';
import { parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { COLUMN_NAMES, type Row } from '../../src/survey/columns.js';
import { ParquetRows } from '../../src/survey/parquet.js';

const EMPTY = Object.fromEntries(COLUMN_NAMES.map((name) => [name, undefined])) as unknown as Row;

test('rows in several groups survive a round trip', async () => {
  const rows = Array.from(
    { length: 60_000 },
    (_, index): Row => ({
      ...EMPTY,
      site: `https://é${index}.example`,
      status: index % 3 === 0 ? undefined : 200,
      crawlDelay: index / 2,
      truncated: index % 2 === 0,
      offset: 2 ** 40 + index,
    }),
  );
  const written: Uint8Array[] = [];
  const parquet = new ParquetRows();
  for (let at = 0; at < rows.length; at += 7000) {
    const some = rows.slice(at, at + 7000);
    const columns = COLUMN_NAMES.map((name) => some.map((row) => row[name]));
    written.push(parquet.add({ columns }));
  }
  written.push(parquet.finish());
  expect(written.filter(({ length }) => length > 0).length).toBeGreaterThan(1);
  const whole = Buffer.concat(written);
  const file = whole.buffer.slice(whole.byteOffset, whole.byteOffset + whole.length);
  const columns = ['site', 'status', 'crawlDelay', 'truncated', 'offset', 'url'];
  const read = await parquetReadObjects({ file, columns });
  expect(read).toHaveLength(rows.length);
  for (const index of [0, 1, 49_999, 50_000, 59_999]) {
    const { site, status, crawlDelay, truncated, offset, url } = read[index] ?? {};
    const row = rows[index];
    expect({ site, crawlDelay, truncated, offset: Number(offset), url: url ?? undefined }).toEqual({
      site: row?.site,
      crawlDelay: row?.crawlDelay,
      truncated: row?.truncated,
      offset: row?.offset,
      url: undefined,
    });
    expect(status == null ? undefined : Number(status)).toBe(row?.status);
  }
});

test('a file without rows is valid', async () => {
  const whole = Buffer.from(new ParquetRows().finish());
  const file = whole.buffer.slice(whole.byteOffset, whole.byteOffset + whole.length);
  expect(await parquetReadObjects({ file })).toEqual([]);
});
