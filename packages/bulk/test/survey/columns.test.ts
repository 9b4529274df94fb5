import { expect, test } from 'vitest';
import { COLUMN_NAMES, CSV_HEADER, csvRow, ndjsonLine, type Row } from '../../src/survey/columns.js';

const EMPTY = Object.fromEntries(COLUMN_NAMES.map((name) => [name, undefined])) as unknown as Row;
const row: Row = { ...EMPTY, site: 'a"b,c\nd', status: 200, truncated: false };

test('RFC 4180 2: quotes CSV fields', () => {
  expect(CSV_HEADER.startsWith('site,url,token,status,')).toBe(true);
  expect(csvRow(row)).toMatch(/^"a""b,c\nd",,,200,,false,,.*\r\n$/s);
  expect(csvRow(EMPTY).split(',')).toHaveLength(COLUMN_NAMES.length);
});

test('NDJSON omits undefined values', () => {
  expect(ndjsonLine(row)).toBe('{"site":"a\\"b,c\\nd","status":200,"truncated":false}\n');
});
