import { expect, test } from 'vitest';
import { CommandError } from '../src/command-error.js';
import { fileError, isSystemError } from '../src/file-error.js';

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: it failed`), { code });
}

test.each([
  ['ENOENT', 'there is no such file; check the path'],
  ['EISDIR', 'it is a folder; name the file in it'],
  ['EACCES', 'that is not permitted; check its mode and owner'],
  ['EIO', 'EIO: it failed; check the file'],
])('%s is said with its mend', (code, reason) => {
  const error = systemError(code);
  expect(fileError('"a"', error)).toEqual(new CommandError(`"a" cannot be read: ${reason}.`));
  const message = `"a" cannot be written: ${reason}.`;
  expect(fileError('"a"', error, 'written')).toEqual(new CommandError(message));
});

test('a mistake of our own stays what it is', () => {
  const error = new RangeError('oops');
  expect(isSystemError(error)).toBe(false);
  expect(fileError('"a"', error)).toBe(error);
  expect(isSystemError(systemError('EIO'))).toBe(true);
});
