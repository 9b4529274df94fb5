import { expect, test } from 'vitest';
import { placeName, tallyOf } from '../../src/render/lint-report.js';
import { linted } from '../support/linted.js';

test('what was found is counted over all files by its severity', () => {
  const doubtful = linted('User-agent: *\nDisallow: a\nDisallow: b\nDissalow: /x\n');
  expect(tallyOf([doubtful, linted(''), doubtful])).toEqual({ error: 4, warning: 2, info: 2 });
  expect(tallyOf([])).toEqual({ error: 0, warning: 0, info: 0 });
});

test('diagnostics that are omitted count, too', () => {
  expect(tallyOf([linted('x\n'.repeat(5_010))])).toEqual({ error: 0, warning: 5_010, info: 0 });
});

test('standard input has a name that no file is taken for', () => {
  expect(placeName({ name: '-', kind: 'stdin' })).toBe('<stdin>');
  expect(placeName({ name: './-', kind: 'file' })).toBe('./-');
});
