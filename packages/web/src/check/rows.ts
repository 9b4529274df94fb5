/** Filters and sorts the rows of the verdict table. */

import type { VerdictsResult } from '../analysis/analyze.js';
import type { Traffic } from '../state/app-state.js';
import { requestsBy, requestsFor } from './traffic.js';

export const SHOWN = ['all', 'disallowed', 'allowed', 'differing', 'blocked-traffic'] as const;

/**
 * All rows, rows with a disallowed verdict, rows without one, rows with both verdicts, or rows with a disallowed verdict for a
 * crawler that requested the URL.
 */
export type Shown = (typeof SHOWN)[number];

/** Index of a product token, the URL column, or the column of requests. */
export type Column = number | 'url' | 'requests';

export interface Sorting {
  readonly column: Column;
  readonly descending: boolean;
}

export interface RowOptions {
  readonly shown: Shown;
  /** Substring of the URLs to show, case-insensitive. */
  readonly filter: string;
  /** undefined: the order of the list. */
  readonly sorting: Sorting | undefined;
  readonly traffic?: Traffic | undefined;
}

type Verdicts = Pick<VerdictsResult, 'urls' | 'productTokens' | 'allowed'>;

/** Returns the indexes of the rows to show. Sorting is stable. */
export function selectRows(
  verdicts: Verdicts,
  { shown, filter, sorting, traffic }: RowOptions,
): Uint32Array {
  const { urls, productTokens, allowed } = verdicts;
  const width = productTokens.length;
  const wanted = filter.trim().toLowerCase();
  const rows: number[] = [];
  urls.forEach((url, row) => {
    if (wanted !== '' && !url.toLowerCase().includes(wanted)) return;
    const cells = allowed.subarray(row * width, (row + 1) * width);
    const isWanted =
      shown === 'blocked-traffic'
        ? requestsBy(traffic, url, productTokens).some((count, at) => count > 0 && cells[at] === 0)
        : isShown(cells, shown);
    if (isWanted) rows.push(row);
  });
  if (sorting !== undefined) {
    const sign = sorting.descending ? -1 : 1;
    const { column } = sorting;
    rows.sort((one, other) => {
      if (column === 'requests') {
        return (
          sign * (requestsFor(traffic, urls[one] ?? '') - requestsFor(traffic, urls[other] ?? ''))
        );
      }
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

function isShown(verdicts: Uint8Array, shown: Exclude<Shown, 'blocked-traffic'>): boolean {
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
export function nextSorting(sorting: Sorting | undefined, column: Column): Sorting | undefined {
  if (sorting?.column !== column) return { column, descending: false };
  return sorting.descending ? undefined : { column, descending: true };
}
