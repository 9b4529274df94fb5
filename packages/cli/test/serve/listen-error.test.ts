import { expect, test } from 'vitest';
import { CommandError } from '../../src/command-error.js';
import { notListening } from '../../src/serve/listen-error.js';

test.each([
  ['EADDRINUSE', 'port 80 of localhost is in use'],
  ['EACCES', 'port 80 may not be used'],
  ['EADDRNOTAVAIL', "localhost is none of this machine's addresses"],
  ['ENOTFOUND', "localhost is none of this machine's addresses"],
])('%s is one sentence', (code, sentence) => {
  const told = notListening(Object.assign(new Error('x'), { code }), 'localhost', 80);
  expect(told).toBeInstanceOf(CommandError);
  expect((told as CommandError).message).toContain(sentence);
});

test('a fault of our own stays what it is', () => {
  const fault = new TypeError('x');
  expect(notListening(fault, 'localhost', 80)).toBe(fault);
});
