import { InputError } from '@repkit/bulk';
import { expect, test } from 'vitest';
import { bearerToken } from '../../src/commands/serve.js';

test('RFC 6750 2.1: a valid bearer token is accepted without its line break', () => {
  expect(bearerToken('0123456789abcdef\n')).toBe('0123456789abcdef');
  expect(bearerToken('A-Za-z0-9._~+/-0==')).toBe('A-Za-z0-9._~+/-0==');
});

test.each(['short', '', 'with a space in the middle', 'secret-with-a-"quote"', 'x'.repeat(1025)])(
  '%s is rejected and not echoed',
  (token) => {
    const refused = (() => {
      try {
        return bearerToken(token);
      } catch (error) {
        return error;
      }
    })();
    expect(refused).toBeInstanceOf(InputError);
    if (token !== '') expect((refused as InputError).message).not.toContain(token);
  },
);
