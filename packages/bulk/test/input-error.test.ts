import { expect, test } from 'vitest';
import { diskFullError, fileError, InputError, isSystemError } from '../src/bytes/input-error.js';

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: it failed`), { code });
}

test.each([
  ['ENOENT', 'no such file or folder; check the path'],
  ['EISDIR', 'it is a folder; name a file in it'],
  ['EACCES', 'permission denied; check its mode and owner'],
  ['ENOSPC', 'the disk is full; free some space and try again'],
  ['EIO', 'EIO: it failed; check the file'],
])('%s: the message says what to do', (code, reason) => {
  const error = systemError(code);
  expect(fileError('"a"', error)).toEqual(new InputError(`"a" cannot be read: ${reason}.`));
  const wanted = code === 'ENOENT' ? 'its folder does not exist; create it or check the path' : reason;
  const message = `"a" cannot be written: ${wanted}.`;
  expect(fileError('"a"', error, 'written')).toEqual(new InputError(message));
});

test('a full disk is an InputError', () => {
  expect(diskFullError(systemError('ENOSPC'))).toBeInstanceOf(InputError);
  expect(diskFullError(systemError('EIO'))).toBe(undefined);
});

test('other errors are unchanged', () => {
  const error = new RangeError('oops');
  expect(isSystemError(error)).toBe(false);
  expect(fileError('"a"', error)).toBe(error);
  expect(isSystemError(systemError('EIO'))).toBe(true);
});
