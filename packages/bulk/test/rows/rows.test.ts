import { expect, test } from 'vitest';
import { byteText, utf8Text } from '../../src/bytes/bytes.js';
import { csvRows, csvShape, outputHeader } from '../../src/rows/csv.js';
import { ndjsonRows } from '../../src/rows/ndjson.js';
import type { RowFormat } from '../../src/rows/row-format.js';
import { rowFormat } from '../../src/rows/rows.js';
import { tsvRows } from '../../src/rows/tsv.js';

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
  expect(answered(tsvRows(), line)).toEqual({ url, row });
});

test.each([
  ['{"url":"/a"}', '/a', '{"url":"/a","token":"GPTBot","verdict":"allowed"}\n'],
  [
    ' { "url" : "/\\u00e9", "id": 12345678901234567890 } ',
    '/é',
    ' { "url" : "/\\u00e9", "id": 12345678901234567890,"token":"GPTBot","verdict":"allowed"}\n',
  ],
  ['{"verdict":1,"url":"/a","x":{"token":1}}', '/a', '{"url":"/a","x":{"token":1},"token":"GPTBot","verdict":"allowed"}\n'],
  ['{"url":7}', undefined, '{"url":7,"token":"GPTBot","verdict":"allowed"}\n'],
  ['{}', undefined, '{"token":"GPTBot","verdict":"allowed"}\n'],
  ['{"token":1}', undefined, '{"token":"GPTBot","verdict":"allowed"}\n'],
  ['{"__proto__":{"url":"/a"}}', undefined, '{"__proto__":{"url":"/a"},"token":"GPTBot","verdict":"allowed"}\n'],
  ['no "JSON"', undefined, '{"row":"no \\"JSON\\"","token":"GPTBot","verdict":"allowed"}\n'],
  ['["/a"]', undefined, '{"row":"[\\"/a\\"]","token":"GPTBot","verdict":"allowed"}\n'],
  ['', undefined, '{"row":"","token":"GPTBot","verdict":"allowed"}\n'],
])('ndjson: %s', (line, url, row) => {
  expect(answered(ndjsonRows({ url: 'url' }), line)).toEqual({ url, row });
  expect(() => JSON.parse(row)).not.toThrow();
});

const AS_WRITTEN = '{"url":"/é","b":12345678901234567890,"a":[1.10, 1e400 ,-0],"10":1,"2":"\\u0041","b":1}';

test('ndjson: replaces the verdict of a row and leaves the rest unchanged', () => {
  const once = answered(ndjsonRows({ url: 'url' }), AS_WRITTEN, 'One').row ?? '';
  const twice = answered(ndjsonRows({ url: 'url' }), once.trimEnd(), 'Two');
  expect(once).toBe(`${AS_WRITTEN.slice(0, -1)},"token":"One","verdict":"allowed"}\n`);
  expect(twice).toEqual({ url: '/é', row: once.replace('One', 'Two') });
});

test('ndjson: reads deeply nested rows', () => {
  const deep = `"x":${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const { row } = answered(ndjsonRows({ url: 'url' }), `{"token":1,${deep}}`);
  expect(row === `{${deep},"token":"GPTBot","verdict":"allowed"}\n`).toBe(true);
});

test('ndjson: reads the URL from the given member', () => {
  expect(ndjsonRows({ url: 'link' }).read('{"link":"/a","url":"/b"}').url).toBe('/a');
});

test('ndjson: a row that is not UTF-8 is written as valid JSON', () => {
  const format = ndjsonRows({ url: 'url' });
  const row = format.read('{"url":"\xff"}');
  expect(row.url).toBeUndefined();
  expect(() => JSON.parse(`${row.head}"token":"x"}`)).not.toThrow();
});

test('writes a non-ASCII token as UTF-8', () => {
  expect(answered(tsvRows(), '/', 'Bötchen').row).toBe('/\tBötchen\tallowed\n');
});

test('creates formats from plain data', () => {
  const print = 'rows';
  expect(rowFormat({ name: 'tsv', print, columns: { url: 1 } }).read('1\t/x').url).toBe('/x');
  const ndjson = { name: 'ndjson', print, columns: { url: 'u' } } as const;
  expect(rowFormat(ndjson).read('{"u":"/x"}').url).toBe('/x');
  const csv = {
    name: 'csv',
    print,
    columns: { url: 1 },
    header: undefined,
    lineEnd: '\n',
  } as const;
  expect(rowFormat(csv).read('1,/x').url).toBe('/x');
});

test('tsv: a robots.txt is unescaped as ClickHouse writes it, and not printed', () => {
  const format = tsvRows({ robotsTxt: 1, url: 2, agent: 0 });
  const row = format.read("a\tx\\ny\\\\\\'\\tz\t/it\\'s\tmore");
  expect(row).toMatchObject({ url: "/it's", crawler: 'a', head: "a\t/it\\'s", tail: '\tmore' });
  expect(format.body(row.robotsTxt ?? '').toString()).toBe("x\ny\\'\tz");
  expect(format.read('a\t\\N\t/').robotsTxt).toBeUndefined();
  expect(format.read('a\t\t\\N')).toMatchObject({ robotsTxt: '', url: undefined });
  expect(format.read('a')).toMatchObject({ robotsTxt: undefined, url: undefined, head: 'a' });
});

test('csv: a robots.txt is not printed', () => {
  const shape = csvShape('url,body,x\n', { robotsTxt: 'body' }, 'rows');
  expect(outputHeader(shape)).toBe('url,x,token,verdict\n');
  const row = csvRows(shape).read('/p,"User-agent: *\nDisallow: /p",1');
  expect(row).toMatchObject({ robotsTxt: 'User-agent: *\nDisallow: /p', head: '/p,1,' });
});

test('ndjson: a robots.txt is not printed, whatever its name', () => {
  const format = ndjsonRows({ url: 'url', robotsTxt: 'é' });
  const row = format.read(byteText('{"é":"x","url":"/","\\u00e9":"y"}'));
  expect(row).toMatchObject({ robotsTxt: 'y', head: '{"url":"/",' });
});

test('rejects a URL with line ends', () => {
  expect(ndjsonRows({ url: 'url' }).read('{"url":"/a\\n/b"}').problem).toBe('the URL has several lines');
});
