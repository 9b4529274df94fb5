import { describe, expect, test } from 'vitest';
import { scrollTopShowing, visibleRows } from '../../src/grid/row-window.js';

describe('the rows that are drawn', () => {
  test('hold all that can be seen, and are few however many there are', () => {
    for (const scrollTop of [0, 33, 34, 5_000, 339_990, 1e9]) {
      const { first, end } = visibleRows(10_000, { scrollTop, height: 340, rowHeight: 34 });
      const seen = Math.min(Math.floor(scrollTop / 34), 9_999);
      expect([first <= seen, seen < end, end - first <= 36]).toEqual([...[true, true, true]]);
    }
    expect(visibleRows(0, { scrollTop: 0, height: 340, rowHeight: 34 })).toEqual({
      first: 0,
      end: 0,
    });
  });
});

test('a row is brought into view, and one that is seen stays where it is', () => {
  const view = { scrollTop: 340, height: 340, rowHeight: 34 };
  expect(scrollTopShowing(2, view, 34)).toBe(68);
  expect(scrollTopShowing(12, view, 34)).toBe(340);
  expect(scrollTopShowing(30, view, 34)).toBe(30 * 34 + 68 - 340);
  expect(scrollTopShowing(30, view, 0)).toBe(30 * 34 + 34 - 340);
});
