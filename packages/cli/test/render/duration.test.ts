import { expect, test } from 'vitest';
import { ago, duration } from '../../src/program/terminal.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

test.each([
  [-5, '0 s'],
  [0, '0 s'],
  [1500, '2 s'],
  [89 * SECOND, '89 s'],
  [90 * SECOND, '2 min'],
  [59 * MINUTE, '59 min'],
  [3 * HOUR - 1, '3 h'],
  [24 * HOUR, '24 h'],
  [48 * HOUR, '2 days'],
  [400 * 24 * HOUR, '400 days'],
])('%i ms: %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

test.each([
  [0, 'just now'],
  [999, 'just now'],
  [1000, '1 s ago'],
  [3 * HOUR, '3 h ago'],
])('%i ms: %s', (ms, text) => {
  expect(ago(ms)).toBe(text);
});
