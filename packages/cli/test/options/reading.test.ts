import { InputError } from '@repkit/bulk';
import { policies } from '@repkit/client';
import { dialects } from '@repkit/core';
import { describe, expect, test } from 'vitest';
import { Arguments } from '../../src/options/arguments.js';
import { interpretationOf } from '../../src/options/shared-options.js';

function interpretation(given: Readonly<Record<string, string>>) {
  const values = Object.entries(given).map(([name, value]) => [name, [value]] as const);
  return interpretationOf(new Arguments([], new Map(values)));
}

test('RFC 9309 where nothing is said', () => {
  expect(interpretation({})).toEqual({ policy: 'rfc9309', dialect: 'rfc9309' });
});

describe('--policy', () => {
  test('each policy of the client, with the dialect that it has there', () => {
    for (const [policy, { dialect }] of Object.entries(policies)) {
      expect(interpretation({ policy })).toEqual({ policy, dialect });
    }
  });

  test.each([
    ['gogle', 'there is no policy "gogle": was google meant?'],
    [
      'yandex',
      'there is no policy "yandex": choose one of rfc9309, google, google-2026, koster1996.',
    ],
  ])('%s is a mistake', (policy, message) => {
    expect(() => interpretation({ policy })).toThrow(new InputError(message));
  });
});

describe('--dialect', () => {
  test('each dialect of the core, and nothing else is changed', () => {
    for (const dialect of Object.keys(dialects)) {
      expect(interpretation({ dialect })).toEqual({ policy: 'rfc9309', dialect });
      expect(interpretation({ policy: 'koster1996', dialect })).toEqual({
        policy: 'koster1996',
        dialect,
      });
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
    expect(() => interpretation({ dialect })).toThrow(new InputError(message));
  });
});
