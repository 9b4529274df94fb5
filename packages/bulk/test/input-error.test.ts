import { expect, test } from 'vitest';
import { fileError, fullDisk, InputError, isSystemError } from '../src/input-error.js';

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: it failed`), { code });
}

test.each([
  ['ENOENT', 'no such file or folder; check the path'],
  ['EISDIR', 'it is a folder; name the file in it'],
  ['EACCES', 'permission denied; check its mode and owner'],
  ['ENOSPC', 'the disk is full; free some space, then run it again'],
  ['EIO', 'EIO: it failed; check the file'],
])('the message about %s says what to do', (code, reason) => {
  const error = systemError(code);
  expect(fileError('"a"', error)).toEqual(new InputError(`"a" cannot be read: ${reason}.`));
  const wanted =
    code === 'ENOENT' ? 'its folder does not exist; create it or check the path' : reason;
  const message = `"a" cannot be written: ${wanted}.`;
  expect(fileError('"a"', error, 'written')).toEqual(new InputError(message));
});

test('a full disk is an ordinary error, whatever was written', () => {
  expect(fullDisk(systemError('ENOSPC'))).toBeInstanceOf(InputError);
  expect(fullDisk(systemError('EIO'))).toBe(undefined);
});

test('a mistake of our own stays what it is', () => {
  const error = new RangeError('oops');
  expect(isSystemError(error)).toBe(false);
  expect(fileError('"a"', error)).toBe(error);
  expect(isSystemError(systemError('EIO'))).toBe(true);
});
