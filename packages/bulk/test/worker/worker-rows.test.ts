import { expect, test } from 'vitest';
import { byteText } from '../../src/bytes/bytes.js';
import { ndjsonWorker, tsvValue, tsvWorker } from '../../src/worker/worker-rows.js';

const NONE = { robotsTxt: undefined, url: undefined, productToken: undefined };

test.each([
  [
    'User-agent: *\\nDisallow: /\t/é\tGPTBot',
    { robotsTxt: 'User-agent: *\\nDisallow: /', url: '/é', productToken: 'GPTBot' },
  ],
  ['\t/a', { robotsTxt: '', url: '/a', productToken: '' }],
  ['x\t/a\tb\tc', { robotsTxt: 'x', url: '/a', productToken: 'b' }],
  ['x\t', { ...NONE, robotsTxt: 'x', url: '', productToken: '' }],
  ['x\t\\N\t\\N', { ...NONE, robotsTxt: 'x' }],
  ['x', undefined],
  ['', undefined],
])('tsv with robotsTxt: %s', (line, row) => {
  expect(tsvWorker(true).read(byteText(line))).toEqual(row);
});

test('tsv without robotsTxt', () => {
  expect(tsvWorker(false).read('/a\tb\tc')).toEqual({ ...NONE, url: '/a', productToken: 'b' });
});

test.each([
  [
    '{"robotsTxt":"x\\ny","url":"/é","token":"b","more":1}',
    { robotsTxt: 'x\ny', url: '/é', productToken: 'b' },
  ],
  ['{"url":1,"token":null}', NONE],
  ['[]', undefined],
  ['null', undefined],
  ['{', undefined],
  ['', undefined],
])('ndjson: %s', (line, row) => {
  expect(ndjsonWorker.read(byteText(line))).toEqual(row);
});

test('requires UTF-8 in URL and product token, but not in robots.txt', () => {
  expect(tsvWorker(true).read('x\t/\xff')).toBeUndefined();
  expect(tsvWorker(true).read('x\t/\t\xff')).toBeUndefined();
  expect(tsvWorker(true).read('\xff\t/')?.robotsTxt).toBe('\xff');
  expect(tsvWorker(true).read('x\t/\tb\t\xff')?.url).toBe('/');
  expect(ndjsonWorker.read('{"url":"\xff"}')).toBeUndefined();
});

test('formats a result as a line', () => {
  expect(tsvWorker(true).result('allowed')).toBe('allowed\n');
  expect(ndjsonWorker.result('allowed')).toBe('{"verdict":"allowed"}\n');
});

test('decodes the robots.txt of a row', () => {
  expect(tsvWorker(true).body('a\\nb\xff')).toEqual(Buffer.from('a\nb\xff', 'latin1'));
  expect(tsvWorker(true).body('\\N')).toBeUndefined();
  expect(ndjsonWorker.body('a\nb')).toBe('a\nb');
});

test.each([
  ['plain', 'plain'],
  ['a\\nb\\tc\\r\\0\\b\\f', 'a\nb\tc\r\0\b\f'],
  ["\\\\n \\' \\/", "\\n ' /"],
  ['\\', '\\'],
  ['a\\\\', 'a\\'],
  ['\\n\\', '\n\\'],
  ['\\N', undefined],
  ['a\\N', 'aN'],
])('ClickHouse TabSeparated: decodes %s', (column, value) => {
  expect(tsvValue(column)).toBe(value);
});
