/** Filters and sorts the rows of the verdict table. */

import { ALLOWED, type CheckResult, DISALLOWED, type Traffic, UNREACHABLE } from '../worker/requests.js';
import { requestsBy, requestsFor } from './traffic.js';

/** Whether a row is shown, by its verdicts and by the requests of each crawler for its URL. */
const IS_SHOWN = {
  all: () => true,
  disallowed: (cells) => cells.includes(DISALLOWED),
  allowed: (cells) => !cells.includes(DISALLOWED) && !cells.includes(UNREACHABLE),
  differing: (cells) => cells.includes(DISALLOWED) && cells.includes(ALLOWED),
  'blocked-traffic': (cells, requests) => requests().some((count, column) => count > 0 && cells[column] === DISALLOWED),
} as const satisfies Readonly<Record<string, (cells: Uint8Array, requests: () => readonly number[]) => boolean>>;

export const SHOWN = Object.keys(IS_SHOWN) as (keyof typeof IS_SHOWN)[];

/** A name of `SHOWN`, or the rows that are disallowed for a product token. */
export type Shown = keyof typeof IS_SHOWN | `disallowed for ${string}`;

const FOR_TOKEN = 'disallowed for ';

export function shownFor(productToken: string): Shown {
  return `${FOR_TOKEN}${productToken}`;
}

/** Returns the product token whose disallowed rows are shown; undefined for all others. */
export function tokenOf(shown: Shown): string | undefined {
  return shown.startsWith(FOR_TOKEN) ? shown.slice(FOR_TOKEN.length) : undefined;
}

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

type Verdicts = Pick<CheckResult, 'urls' | 'productTokens' | 'outcomes'>;

/** Returns the indexes of the rows to show. Sorting is stable. */
export function selectRows(verdicts: Verdicts, { shown, filter, sorting, traffic }: RowOptions): Uint32Array {
  const { urls, productTokens, outcomes } = verdicts;
  const width = productTokens.length;
  const wanted = filter.trim().toLowerCase();
  const rows: number[] = [];
  const token = tokenOf(shown);
  const tokenColumn = token === undefined ? -1 : productTokens.indexOf(token);
  const isShown =
    token === undefined ? IS_SHOWN[shown as keyof typeof IS_SHOWN] : (cells: Uint8Array) => cells[tokenColumn] === DISALLOWED;
  urls.forEach((url, row) => {
    if (wanted !== '' && !url.toLowerCase().includes(wanted)) return;
    const cells = outcomes.subarray(row * width, (row + 1) * width);
    if (isShown(cells, () => requestsBy(traffic, url, productTokens))) rows.push(row);
  });
  const { column = width, descending } = sorting ?? {};
  // A crawler may be removed after the table was sorted by it.
  if (typeof column === 'string' || column < width) {
    const keyOf = (row: number) => {
      const url = urls[row] ?? '';
      if (column === 'url') return url;
      return column === 'requests' ? requestsFor(traffic, url) : (outcomes[row * width + column] ?? 0);
    };
    const sign = descending ? -1 : 1;
    rows.sort((row, otherRow) => {
      const [a, b] = [keyOf(row), keyOf(otherRow)];
      if (a === b) return 0;
      return a < b ? -sign : sign;
    });
  }
  return Uint32Array.from(rows);
}

/** Returns the sorting after a click on a column head: ascending, descending, then none. */
export function nextSorting(sorting: Sorting | undefined, column: Column): Sorting | undefined {
  if (sorting?.column !== column) return { column, descending: false };
  return sorting.descending ? undefined : { column, descending: true };
}
