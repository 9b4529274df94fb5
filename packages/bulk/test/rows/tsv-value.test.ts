import { expect, test } from 'vitest';
import { tsvValue } from '../../src/worker/worker-rows.js';

test.each([
  ['plain', 'plain'],
  ['a\\nb\\tc\\r\\0\\b\\f', 'a\nb\tc\r\0\b\f'],
  ["\\\\n \\' \\/", "\\n ' /"],
  ['\\', '\\'],
  ['a\\\\', 'a\\'],
  ['\\n\\', '\n\\'],
  ['\\N', undefined],
  ['a\\N', 'aN'],
])('ClickHouse, TabSeparated: %s', (column, value) => {
  expect(tsvValue(column)).toBe(value);
});
