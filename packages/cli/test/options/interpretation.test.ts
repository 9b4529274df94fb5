import { InputError } from '@repkit/bulk';
import { policies } from '@repkit/client';
import { dialects } from '@repkit/core';
import { describe, expect, test } from 'vitest';
import { Arguments } from '../../src/options/arguments.js';
import { dialectOf } from '../../src/options/shared-options.js';

function dialectFor(given: Readonly<Record<string, string>>) {
  const values = Object.entries(given).map(([name, value]) => [name, [value]] as const);
  return dialectOf(new Arguments([], new Map(values)));
}

test('the default is RFC 9309', () => {
  expect(dialectFor({})).toBe('rfc9309');
});

describe('--policy', () => {
  test('each policy implies its dialect', () => {
    for (const [policy, { dialect }] of Object.entries(policies)) {
      expect(dialectFor({ policy })).toBe(dialect);
    }
  });

  test.each([
    ['gogle', 'Unknown value for --policy: "gogle". Did you mean "google"?'],
    ['bing', 'Unknown value for --policy: "bing". Use one of rfc9309, google, google-2026, koster1996, amazon, yandex.'],
  ])('%s is rejected', (policy, message) => {
    expect(() => dialectFor({ policy })).toThrow(new InputError(message));
  });
});

describe('--dialect', () => {
  test('each dialect overrides that of the policy', () => {
    for (const dialect of Object.keys(dialects)) {
      expect(dialectFor({ dialect })).toBe(dialect);
      expect(dialectFor({ policy: 'koster1996', dialect })).toBe(dialect);
    }
  });

  test.each([
    ['gogle', 'Unknown value for --dialect: "gogle". Did you mean "google"?'],
    ['bing', 'Unknown value for --dialect: "bing". Use one of rfc9309, draft-koster-rep-00, google, koster1996, yandex.'],
    [
      'constructor',
      'Unknown value for --dialect: "constructor". Use one of rfc9309, draft-koster-rep-00, google, koster1996, yandex.',
    ],
  ])('%s is rejected', (dialect, message) => {
    expect(() => dialectFor({ dialect })).toThrow(new InputError(message));
  });
});
