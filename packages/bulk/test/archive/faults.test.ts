import { expect, test } from 'vitest';
import { faultSentence } from '../../src/archive/entry.js';

test('a fault has its place', () => {
  const fault = { file: 'a', offset: 7, why: 'it is damaged' };
  expect(faultSentence(fault)).toBe('"a", byte 7: it is damaged.');
  expect(faultSentence({ ...fault, line: 2 })).toBe('"a", line 2: it is damaged.');
  expect(faultSentence({ ...fault, name: 'b' })).toBe('"a", b: it is damaged.');
});
