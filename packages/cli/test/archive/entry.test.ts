import { expect, test } from 'vitest';
import { SectionReport, WHOLE } from '../../src/archive/entry.js';

test('a report begins with nothing', () => {
  const { began, ended, skipped, faults } = new SectionReport();
  expect([began, ended, skipped, faults]).toEqual([undefined, undefined, 0, []]);
});

test('the whole begins at the beginning', () => {
  expect(WHOLE).toEqual({ from: 0, to: Number.POSITIVE_INFINITY, exact: true });
});
