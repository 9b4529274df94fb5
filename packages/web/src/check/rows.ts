/** Filters and sorts the rows of the verdict table. */

import type { VerdictsResult } from '../analysis/analyze.js';

export const SHOWN = ['all', 'disallowed', 'allowed', 'differing'] as const;

/** All rows, rows with a disallowed verdict, rows without one, or rows with both verdicts. */
export type Shown = (typeof SHOWN)[number];

export interface Sorting {
  /** Index of a product token, or the URL column. */
  readonly column: number | 'url';
  readonly descending: boolean;
}

export interface RowOptions {
  readonly shown: Shown;
  /** Substring of the URLs to show, case-insensitive. */
  readonly filter: string;
  /** undefined: the order of the list. */
  readonly sorting: Sorting | undefined;
}

type Verdicts = Pick<VerdictsResult, 'urls' | 'productTokens' | 'allowed'>;

/** Returns the indexes of the rows to show. Sorting is stable. */
export function selectRows(
  verdicts: Verdicts,
  { shown, filter, sorting }: RowOptions,
): Uint32Array {
  const { urls, productTokens, allowed } = verdicts;
  const width = productTokens.length;
  const wanted = filter.trim().toLowerCase();
  const rows: number[] = [];
  urls.forEach((url, row) => {
    if (wanted !== '' && !url.toLowerCase().includes(wanted)) return;
    if (isShown(allowed.subarray(row * width, (row + 1) * width), shown)) rows.push(row);
  });
  if (sorting !== undefined) {
    const sign = sorting.descending ? -1 : 1;
    const { column } = sorting;
    rows.sort((one, other) => {
      if (column !== 'url') {
        return (
          sign * ((allowed[one * width + column] ?? 0) - (allowed[other * width + column] ?? 0))
        );
      }
      const [a = '', b = ''] = [urls[one], urls[other]];
      return a === b ? 0 : a < b ? -sign : sign;
    });
  }
  return Uint32Array.from(rows);
}

function isShown(verdicts: Uint8Array, shown: Shown): boolean {
  switch (shown) {
    case 'all':
      return true;
    case 'disallowed':
      return verdicts.includes(0);
    case 'allowed':
      return !verdicts.includes(0);
    case 'differing':
      return verdicts.includes(0) && verdicts.includes(1);
  }
}

/** Returns the sorting after a click on a column head: ascending, descending, then none. */
export function nextSorting(
  sorting: Sorting | undefined,
  column: number | 'url',
): Sorting | undefined {
  if (sorting?.column !== column) return { column, descending: false };
  return sorting.descending ? undefined : { column, descending: true };
}
