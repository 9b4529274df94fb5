import { expect, test } from 'vitest';
import { clipped, padded, visible, visibleJson, visibleName, width } from '../../src/program/terminal.js';

test.each([
  ['/plain?a=b#c~', '/plain?a=b#c~'],
  ['/caf\u00e9/日本', '/caf\u00e9/日本'],
  ['a\tb\r\n', 'a\\tb\\r\\n'],
  ['\x1b]0;title\x07', '\\x1b]0;title\\x07'],
  ['\x00\x7f\x9b31m', '\\x00\\x7f\\x9b31m'],
  ['\u202egnp.exe', '\\u{202e}gnp.exe'],
  ['\u2028\ufeff\u{e0001}', '\\u{2028}\\u{feff}\\u{e0001}'],
  ['\ud800', '\\u{d800}'],
])('%j is shown as %j', (text, expected) => {
  expect(visible(text)).toBe(expected);
});

test('visibleName', () => {
  expect(['-', 'a\tb'].map(visibleName)).toEqual(['standard input', 'a\\tb']);
});

test('visibleJson escapes characters that JSON.stringify does not, and preserves the value', () => {
  const value = { text: '\x1b[2J\x7f\x9b\u202e\u2028\u{e0001}é' };
  const json = visibleJson(JSON.stringify(value));
  expect(json).toMatch(/^[ -~é]*$/);
  expect(JSON.parse(json)).toEqual(value);
});

test.each([
  ['', 0],
  ['abc', 3],
  ['日本', 4],
  ['ｆｕｌｌ', 8],
  ['e\u0301', 1],
  ['👍', 2],
])('%j is %i columns wide', (text, columns) => {
  expect(width(text)).toBe(columns);
});

test('padding counts columns', () => {
  expect(padded('日', 4)).toBe('日  ');
  expect(padded('long', 2)).toBe('long');
});

test('clipped text ends with an ellipsis', () => {
  expect(clipped('abcdef', 6)).toBe('abcdef');
  expect(clipped('abcdefg', 6)).toBe('abcde…');
});
