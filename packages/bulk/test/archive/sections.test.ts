import { expect, test } from 'vitest';
import { sectionsOf } from '../../src/archive/entry.js';

test('sections have no gap, and the first one alone begins where something begins', () => {
  expect(sectionsOf(25, 10)).toEqual([
    { from: 0, to: 10, exact: true },
    { from: 10, to: 20, exact: false },
    { from: 20, to: Number.POSITIVE_INFINITY, exact: false },
  ]);
});

test('a file without bytes has one', () => {
  expect(sectionsOf(0, 10)).toHaveLength(1);
});
