import { expect, test } from 'vitest';
import { CommandError } from '../src/command-error.js';
import { givenStore } from '../src/given-store.js';

const given = (url: string, by: '--store' | 'REPKIT_STORE' = '--store') =>
  givenStore({ kind: 'given', url, by });

test('what names a store', () => {
  expect(given('redis://db')).toEqual({ kind: 'redis', url: 'redis://db' });
  expect(given('./redis')).toEqual({ kind: 'sqlite', path: './redis' });
});

test.each(['--store', 'REPKIT_STORE'] as const)(
  'what names none is a mistake, told without its secret: %s',
  (by) => {
    const told = () => given('mysql://root:secret@db', by);
    expect(told).toThrow(CommandError);
    expect(told).toThrow(
      `${by}: there is no store of the scheme "mysql": write a path, sqlite:PATH, memory or redis://HOST:PORT.`,
    );
  },
);
