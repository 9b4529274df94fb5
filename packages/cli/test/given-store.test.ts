import { expect, test } from 'vitest';
import { CommandError } from '../src/command-error.js';
import { givenStore } from '../src/given-store.js';

test('what names a store', () => {
  expect(givenStore('redis://db')).toEqual({ kind: 'redis', url: 'redis://db' });
  expect(givenStore('./redis')).toEqual({ kind: 'sqlite', path: './redis' });
});

test('what names none is a mistake, told without its secret', () => {
  const told = () => givenStore('mysql://root:secret@db');
  expect(told).toThrow(CommandError);
  expect(told).toThrow(
    'there is no store of the scheme "mysql": write a path, sqlite:PATH, memory or redis://HOST:PORT.',
  );
});
