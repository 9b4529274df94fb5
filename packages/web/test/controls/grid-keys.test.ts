import { describe, expect, test } from 'vitest';
import { gridTarget } from '../../src/controls/grid.js';
import { scrollTopShowing, visibleRows } from '../../src/controls/use-row-window.js';

const SIZE = { rows: 100, columns: 3, page: 10 };

test('gridTarget stays within the grid', () => {
  const press = (key: string, row: number, column: number, ctrlKey = false) => {
    const target = gridTarget({ key, ctrlKey }, { row, column }, SIZE);
    return target && [target.row, target.column];
  };
  expect(press('ArrowDown', 0, 0)).toEqual([1, 0]);
  expect(press('ArrowUp', 0, 0)).toEqual([0, 0]);
  expect(press('ArrowRight', 0, 2)).toEqual([0, 2]);
  expect(press('ArrowLeft', 0, 2)).toEqual([0, 1]);
  expect(press('PageDown', 95, 1)).toEqual([99, 1]);
  expect(press('PageUp', 95, 1)).toEqual([85, 1]);
  expect(press('Home', 5, 2)).toEqual([5, 0]);
  expect(press('End', 5, 0)).toEqual([5, 2]);
  expect(press('Home', 5, 2, true)).toEqual([0, 0]);
  expect(press('End', 5, 0, true)).toEqual([99, 2]);
  expect(press('Enter', 5, 1)).toEqual([5, 1]);
  expect(press(' ', 5, 1)).toEqual([5, 1]);
  expect(press('a', 5, 1)).toBeUndefined();
});

describe('visibleRows', () => {
  test('returns a bounded range that contains all visible rows', () => {
    for (const scrollTop of [0, 27, 28, 5_000, 279_990, 1e9]) {
      const { first, end } = visibleRows(10_000, { scrollTop, height: 340 });
      const seen = Math.min(Math.floor(scrollTop / 28), 9_999);
      expect([first <= seen, seen < end, end - first <= 42]).toEqual([...[true, true, true]]);
    }
    expect(visibleRows(0, { scrollTop: 0, height: 340 })).toEqual({
      first: 0,
      end: 0,
    });
  });
});

test('scrollTopShowing scrolls to hidden rows only', () => {
  const view = { scrollTop: 280, height: 340 };
  expect(scrollTopShowing(2, view)).toBe(56);
  expect(scrollTopShowing(12, view)).toBe(280);
  expect(scrollTopShowing(30, view)).toBe(30 * 28 + 28 + 48 - 340);
});
