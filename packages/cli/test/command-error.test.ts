import { expect, test } from 'vitest';
import { CommandError } from '../src/command-error.js';

test('carries its sentence and is told apart from other errors', () => {
  const error = new CommandError('the file is gone: bring it back.');
  expect(error).toBeInstanceOf(Error);
  expect(error.name).toBe('CommandError');
  expect(error.message).toBe('the file is gone: bring it back.');
});
