import { policies } from '@repkit/client';
import { dialects } from '@repkit/core';
import { describe, expect, test } from 'vitest';
import { Arguments } from '../src/arguments.js';
import { CommandError } from '../src/command-error.js';
import { readingOf } from '../src/reading.js';

function reading(given: Readonly<Record<string, string>>) {
  const values = Object.entries(given).map(([name, value]) => [name, [value]] as const);
  return readingOf(new Arguments([], new Map(values)));
}

test('RFC 9309 where nothing is said', () => {
  expect(reading({})).toEqual({ policy: 'rfc9309', dialect: 'rfc9309' });
});

describe('--policy', () => {
  test('each policy of the client, with the dialect that it has there', () => {
    for (const [policy, { dialect }] of Object.entries(policies)) {
      expect(reading({ policy })).toEqual({ policy, dialect });
    }
  });

  test.each([
    ['gogle', 'there is no policy "gogle": was google meant?'],
    [
      'yandex',
      'there is no policy "yandex": choose one of rfc9309, google, google-2026, koster1996.',
    ],
  ])('%s is a mistake', (policy, message) => {
    expect(() => reading({ policy })).toThrow(new CommandError(message));
  });
});

describe('--dialect', () => {
  test('each dialect of the core, and nothing else is changed', () => {
    for (const dialect of Object.keys(dialects)) {
      expect(reading({ dialect })).toEqual({ policy: 'rfc9309', dialect });
      expect(reading({ policy: 'koster1996', dialect })).toEqual({ policy: 'koster1996', dialect });
    }
  });

  test.each([
    ['gogle', 'there is no dialect "gogle": was google meant?'],
    [
      'yandex',
      'there is no dialect "yandex": choose one of rfc9309, draft-koster-rep-00, google, koster1996.',
    ],
    [
      'constructor',
      'there is no dialect "constructor": choose one of rfc9309, draft-koster-rep-00, google, koster1996.',
    ],
  ])('%s is a mistake', (dialect, message) => {
    expect(() => reading({ dialect })).toThrow(new CommandError(message));
  });
});
