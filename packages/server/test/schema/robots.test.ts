import { Check } from 'typebox/value';
import { expect, test } from 'vitest';
import { ForgetQuery, RobotsQuery } from '../../src/schema/robots.js';

test('a query is text: a boolean is one of two words', () => {
  expect(Check(RobotsQuery, { origin: 'https://a.example', refresh: 'true' })).toBe(true);
  expect(Check(RobotsQuery, { origin: 'https://a.example', refresh: '' })).toBe(false);
  expect(Check(ForgetQuery, { origin: 'https://a.example', policy: 'google' })).toBe(false);
});
