import { expect, test } from 'vitest';
import { ArchiveReport, faultMessage } from '../../src/archive/entry.js';

test('counts all faults and stores the first 100', () => {
  const report = new ArchiveReport();
  for (let offset = 0; offset < 1000; offset += 1) report.fault({ file: 'a', offset, reason: 'b' });
  expect([report.faultCount, report.faults.length]).toEqual([1000, 100]);
  expect(report.take()).toMatchObject({ faultCount: 1000, skipped: 0 });
  expect(report.take()).toEqual({ faultCount: 0, skipped: 0, isCut: false, faults: [] });
});

test('a fault message contains the position', () => {
  const fault = { file: 'a', offset: 7, reason: 'it is damaged' };
  expect(faultMessage(fault)).toBe('"a", byte 7: it is damaged.');
  expect(faultMessage({ ...fault, line: 2 })).toBe('"a", line 2: it is damaged.');
  expect(faultMessage({ ...fault, name: 'b' })).toBe('"a", b: it is damaged.');
});
