import { InputError } from '@repkit/bulk';
import { expect, test } from 'vitest';
import { listenError } from '../../src/commands/serve.js';

test.each([
  ['EADDRINUSE', 'Port 80 of localhost is in use. Stop the program that uses it, or run "npm start -- --port 0"'],
  ['EACCES', 'Not allowed to listen on port 80.'],
  ['EADDRNOTAVAIL', 'localhost is not an address of this machine.'],
  ['EMFILE', 'Too many files are open. Raise the limit, such as with: ulimit -n 65536.'],
  ['ENOTFOUND', 'localhost is not an address of this machine.'],
])('%s is reported with a correction', (code, sentence) => {
  const error = listenError(Object.assign(new Error('x'), { code }), 'localhost', 80, 'npm start --');
  expect(error).toBeInstanceOf(InputError);
  expect((error as InputError).message).toContain(sentence);
});

test('other errors are returned unchanged', () => {
  const fault = new TypeError('x');
  expect(listenError(fault, 'localhost', 80, 'repkit serve')).toBe(fault);
});
