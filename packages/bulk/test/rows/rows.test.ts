import { expect, test } from 'vitest';
import { byteText, utf8Text } from '../../src/bytes/bytes.js';
import { ndjsonRows } from '../../src/rows/ndjson.js';
import type { RowFormat } from '../../src/rows/row-format.js';
import { rowFormat, tsvRows } from '../../src/rows/rows.js';

function answered(format: RowFormat, line: string, token = 'GPTBot') {
  const row = format.read(byteText(line));
  const text = row.head + format.verdict(token, 'allowed') + row.tail + format.end;
  return { url: row.url && utf8Text(row.url), row: utf8Text(text) };
}

test.each([
  ['https://a.example/', 'https://a.example/', 'https://a.example/\tGPTBot\tallowed\n'],
  ['/é\tx\t', '/é', '/é\tGPTBot\tallowed\tx\t\n'],
  ['', '', '\tGPTBot\tallowed\n'],
])('tsv: %j', (line, url, row) => {
  expect(answered(tsvRows, line)).toEqual({ url, row });
});

test.each([
  ['{"url":"/a"}', '/a', '{"url":"/a","token":"GPTBot","verdict":"allowed"}\n'],
  [
    ' { "url" : "/\\u00e9", "id": 12345678901234567890 } ',
    '/é',
    ' { "url" : "/\\u00e9", "id": 12345678901234567890,"token":"GPTBot","verdict":"allowed"}\n',
  ],
  [
    '{"verdict":1,"url":"/a","x":{"token":1}}',
    '/a',
    '{"url":"/a","x":{"token":1},"token":"GPTBot","verdict":"allowed"}\n',
  ],
  ['{"url":7}', undefined, '{"url":7,"token":"GPTBot","verdict":"allowed"}\n'],
  ['{}', undefined, '{"token":"GPTBot","verdict":"allowed"}\n'],
  ['{"token":1}', undefined, '{"token":"GPTBot","verdict":"allowed"}\n'],
  [
    '{"__proto__":{"url":"/a"}}',
    undefined,
    '{"__proto__":{"url":"/a"},"token":"GPTBot","verdict":"allowed"}\n',
  ],
  ['no "JSON"', undefined, '{"row":"no \\"JSON\\"","token":"GPTBot","verdict":"allowed"}\n'],
  ['["/a"]', undefined, '{"row":"[\\"/a\\"]","token":"GPTBot","verdict":"allowed"}\n'],
  ['', undefined, '{"row":"","token":"GPTBot","verdict":"allowed"}\n'],
])('ndjson: %s', (line, url, row) => {
  expect(answered(ndjsonRows('url'), line)).toEqual({ url, row });
  expect(() => JSON.parse(row)).not.toThrow();
});

const AS_WRITTEN =
  '{"url":"/é","b":12345678901234567890,"a":[1.10, 1e400 ,-0],"10":1,"2":"\\u0041","b":1}';

test('ndjson: replaces the verdict of a row and leaves the rest unchanged', () => {
  const once = answered(ndjsonRows('url'), AS_WRITTEN, 'One').row ?? '';
  const twice = answered(ndjsonRows('url'), once.trimEnd(), 'Two');
  expect(once).toBe(`${AS_WRITTEN.slice(0, -1)},"token":"One","verdict":"allowed"}\n`);
  expect(twice).toEqual({ url: '/é', row: once.replace('One', 'Two') });
});

test('ndjson: reads deeply nested rows', () => {
  const deep = `"x":${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const { row } = answered(ndjsonRows('url'), `{"token":1,${deep}}`);
  expect(row === `{${deep},"token":"GPTBot","verdict":"allowed"}\n`).toBe(true);
});

test('ndjson: reads the URL from the given member', () => {
  expect(ndjsonRows('link').read('{"link":"/a","url":"/b"}').url).toBe('/a');
});

test('ndjson: a row that is not UTF-8 is written as valid JSON', () => {
  const format = ndjsonRows('url');
  const row = format.read('{"url":"\xff"}');
  expect(row.url).toBeUndefined();
  expect(() => JSON.parse(`${row.head}"token":"x"}`)).not.toThrow();
});

test('writes a non-ASCII token as UTF-8', () => {
  expect(answered(tsvRows, '/', 'Bötchen').row).toBe('/\tBötchen\tallowed\n');
});

test('creates formats from plain data', () => {
  expect(rowFormat({ name: 'tsv' })).toBe(tsvRows);
  expect(rowFormat({ name: 'ndjson', column: 'u' }).read('{"u":"/x"}').url).toBe('/x');
  const csv = { name: 'csv', column: 1, header: undefined, lineEnd: '\n' } as const;
  expect(rowFormat(csv).read('1,/x').url).toBe('/x');
});

test('rejects a URL with line ends', () => {
  expect(ndjsonRows('url').read('{"url":"/a\\n/b"}').url).toBeUndefined();
});
