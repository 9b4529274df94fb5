import { Check } from 'typebox/value';
import { expect, test } from 'vitest';
import { DiffAnswer, FormatRequest, LintRequest } from '../../src/schema/file.js';

test('a file is a text; the rest may be left out', () => {
  expect(Check(LintRequest, { robotsTxt: '' })).toBe(true);
  expect(Check(LintRequest, {})).toBe(false);
  expect(Check(FormatRequest, { robotsTxt: '', lineEnd: 'cr' })).toBe(false);
});

test('two files are the same, are not, or it is undecided', () => {
  for (const equivalent of [true, false, 'undecided']) {
    expect(Check(DiffAnswer, { equivalent, changes: [], complete: false })).toBe(true);
  }
  expect(Check(DiffAnswer, { equivalent: 'maybe', changes: [], complete: false })).toBe(false);
});
