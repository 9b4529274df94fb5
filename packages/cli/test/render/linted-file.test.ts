import { expect, test } from 'vitest';
import { locationName, tallyOf } from '../../src/render/lint-report.js';
import { linted } from '../support/linted.js';

test('diagnostics are counted by severity over all files', () => {
  const doubtful = linted(
    'User-agent: *\nDisallow: a\nDisallow: b\nDissalow: /x\nHost: é\n# \nPriority: 1\n',
  );
  expect(tallyOf([doubtful, linted(''), doubtful])).toEqual({ error: 4, warning: 2, info: 4 });
  expect(tallyOf([])).toEqual({ error: 0, warning: 0, info: 0 });
});

test('omitted diagnostics count', () => {
  expect(tallyOf([linted('x\n'.repeat(5_010))])).toEqual({ error: 0, warning: 5_010, info: 0 });
});

test('standard input is named <stdin>', () => {
  expect(locationName({ name: '-', kind: 'stdin' })).toBe('<stdin>');
  expect(locationName({ name: './-', kind: 'file' })).toBe('./-');
});
