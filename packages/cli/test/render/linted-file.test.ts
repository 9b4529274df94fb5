import { expect, test } from 'vitest';
import { type LintedFile, locationName, Tally } from '../../src/render/lint-report.js';
import { linted } from '../support/linted.js';

function tallyOf(files: readonly LintedFile[]) {
  const tally = new Tally();
  for (const file of files) tally.add(file);
  return { ...tally };
}

test('diagnostics are counted by severity over all files', () => {
  const doubtful = linted('User-agent: *\nDisallow: a\nDisallow: b\nDissalow: /x\nHost: é\n# \nPriority: 1\n');
  expect(tallyOf([doubtful, linted(''), doubtful])).toEqual({ error: 4, warning: 2, info: 2 });
  expect(tallyOf([])).toEqual({ error: 0, warning: 0, info: 0 });
});

test('omitted diagnostics count', () => {
  expect(tallyOf([linted('x\n'.repeat(5_010))])).toEqual({ error: 0, warning: 5_010, info: 0 });
});

test('standard input is named <stdin>', () => {
  expect(locationName({ name: '-', kind: 'stdin' })).toBe('<stdin>');
  expect(locationName({ name: './-', kind: 'file' })).toBe('./-');
});
