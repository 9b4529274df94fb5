import { policies } from '@repkit/client';
import { dialects } from '@repkit/core';
import { expect, test } from 'vitest';
import { Code, DIALECTS, POLICIES, VerdictReason } from '../../src/schema/names.js';

test('the dialects and the policies are those there are', () => {
  expect([...DIALECTS].sort()).toEqual(Object.keys(dialects).sort());
  expect([...POLICIES].sort()).toEqual(Object.keys(policies).sort());
});

test('they are told as the enumerations that validate', () => {
  expect(JSON.parse(JSON.stringify(VerdictReason)).enum).toContain('given-up');
  expect(JSON.parse(JSON.stringify(Code)).enum).toContain('crawlers-disagree');
});
