import { describe, expect, test } from 'vitest';
import {
  nextSorting,
  type RowOptions,
  scrollTopShowing,
  selectRows,
  visibleRows,
} from '../../src/check/rows.js';

const VERDICTS = {
  urls: ['/b', '/A', '/c', '/a'],
  productTokens: ['x', 'y'],
  allowed: Uint8Array.of(...[1, 1], ...[0, 1], ...[0, 0], ...[1, 0]),
};
const ALL: RowOptions = { shown: 'all', filter: '', sorting: undefined };

function rows(options: Partial<RowOptions>): number[] {
  return [...selectRows(VERDICTS, { ...ALL, ...options })];
}

describe('the rows that are shown', () => {
  test('are filtered by verdict and by what the URL holds, capitals aside', () => {
    expect(rows({})).toEqual([0, 1, 2, 3]);
    expect(rows({ shown: 'disallowed' })).toEqual([1, 2, 3]);
    expect(rows({ shown: 'allowed' })).toEqual([0]);
    expect(rows({ shown: 'differing' })).toEqual([1, 3]);
    expect(rows({ filter: ' /a ' })).toEqual([1, 3]);
  });

  test('are sorted by URL or by verdict, those that are equal as the list has them', () => {
    expect(rows({ sorting: { column: 'url', descending: false } })).toEqual([1, 3, 0, 2]);
    expect(rows({ sorting: { column: 'url', descending: true } })).toEqual([2, 0, 3, 1]);
    expect(rows({ sorting: { column: 0, descending: false } })).toEqual([1, 2, 0, 3]);
    expect(rows({ sorting: { column: 1, descending: true } })).toEqual([0, 1, 2, 3]);
  });

  test('a column sorts up, then down, then not', () => {
    const up = nextSorting(undefined, 'url');
    expect(up).toEqual({ column: 'url', descending: false });
    expect(nextSorting(up, 0)).toEqual({ column: 0, descending: false });
    const down = nextSorting(up, 'url');
    expect(down?.descending).toBe(true);
    expect(nextSorting(down, 'url')).toBeUndefined();
  });
});

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
