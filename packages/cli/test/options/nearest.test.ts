import { expect, test } from 'vitest';
import { nearest } from '../../src/options/arguments.js';

const words = ['--agent', '--dialect', '--robots', '--json', '--explain'];

test.each([
  ['--agnet', '--agent'],
  ['--agents', '--agent'],
  ['--JSON', '--json'],
  ['--explian', '--explain'],
  ['--user-agent', undefined],
  ['--verbose', undefined],
  ['', undefined],
  ['x'.repeat(100_000), undefined],
])('nearest to %j is %j', (word, expected) => {
  expect(nearest(word, words)).toBe(expected);
});
