import { expect, test } from 'vitest';
import { faultMessage, SectionReport, sectionsOf } from '../../src/archive/entry.js';

test('counts all faults and stores the first 100', () => {
  const report = new SectionReport();
  for (let offset = 0; offset < 1000; offset += 1) report.fault({ file: 'a', offset, reason: 'b' });
  expect([report.faultCount, report.faults.length]).toEqual([1000, 100]);
});

test('a fault message contains the position', () => {
  const fault = { file: 'a', offset: 7, reason: 'it is damaged' };
  expect(faultMessage(fault)).toBe('"a", byte 7: it is damaged.');
  expect(faultMessage({ ...fault, line: 2 })).toBe('"a", line 2: it is damaged.');
  expect(faultMessage({ ...fault, name: 'b' })).toBe('"a", b: it is damaged.');
});

test('sections have no gaps, and only the first starts at an entry', () => {
  expect(sectionsOf(25, 10)).toEqual([
    { from: 0, to: 10, exact: true },
    { from: 10, to: 20, exact: false },
    { from: 20, to: Number.POSITIVE_INFINITY, exact: false },
  ]);
});

test('an empty file has one section', () => {
  expect(sectionsOf(0, 10)).toHaveLength(1);
});
