import { expect, test } from 'vitest';
import { SectionReport, WHOLE } from '../../src/archive/entry.js';

test('a report begins with nothing', () => {
  const { began, ended, skipped, faults } = new SectionReport();
  expect([began, ended, skipped, faults]).toEqual([undefined, undefined, 0, []]);
});

test('the whole begins at the beginning', () => {
  expect(WHOLE).toEqual({ from: 0, to: Number.POSITIVE_INFINITY, exact: true });
});

test('of faults the first are kept, and all are counted', () => {
  const report = new SectionReport();
  for (let offset = 0; offset < 1000; offset += 1) report.fault({ file: 'a', offset, why: 'b' });
  expect([report.faultCount, report.faults.length]).toEqual([1000, 100]);
});
