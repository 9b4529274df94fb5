import { expect, test } from 'vitest';
import { fileText } from '../../src/program/terminal.js';

const text = 'User-agent: a\r\n# \x1b]0;title\x07\n';

test('a pipe gets the file unchanged', () => {
  expect(fileText(text, { isTerminal: false })).toBe(text);
});

test('a terminal gets escaped lines', () => {
  expect(fileText(text, { isTerminal: true })).toBe('User-agent: a\n# \\x1b]0;title\\x07\n');
});
