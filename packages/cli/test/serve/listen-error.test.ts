import { InputError } from '@repkit/bulk';
import { expect, test } from 'vitest';
import { notListening } from '../../src/options/serve-options.js';

test.each([
  [
    'EADDRINUSE',
    'port 80 of localhost is in use: stop the program that uses it, or run "npm start -- --port 0"',
  ],
  ['EACCES', 'port 80 may not be used'],
  ['EADDRNOTAVAIL', "localhost is none of this machine's addresses"],
  ['ENOTFOUND', "localhost is none of this machine's addresses"],
])('%s is one sentence', (code, sentence) => {
  const told = notListening(
    Object.assign(new Error('x'), { code }),
    'localhost',
    80,
    'npm start --',
  );
  expect(told).toBeInstanceOf(InputError);
  expect((told as InputError).message).toContain(sentence);
});

test('a fault of our own stays what it is', () => {
  const fault = new TypeError('x');
  expect(notListening(fault, 'localhost', 80, 'repkit serve')).toBe(fault);
});
