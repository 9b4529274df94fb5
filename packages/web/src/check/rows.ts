/** Which rows of the verdicts are shown, and in which order. */
import type { VerdictsAnswer } from '../analysis/answer.js';

export const SHOWN = ['all', 'disallowed', 'allowed', 'differing'] as const;

/** All rows; those with a disallowed verdict; those without one; those whose verdicts differ. */
export type Shown = (typeof SHOWN)[number];

export interface Sorting {
  /** The number of a product token, or the URL. */
  readonly column: number | 'url';
  readonly descending: boolean;
}

export interface RowOptions {
  readonly shown: Shown;
  /** What the URLs must hold, capitals aside. */
  readonly filter: string;
  /** As the list has them where it is undefined. */
  readonly sorting: Sorting | undefined;
}

type Verdicts = Pick<VerdictsAnswer, 'urls' | 'productTokens' | 'allowed'>;

/** The numbers of the rows to show. Linear in the rows, and what sorting takes; equal rows keep their order. */
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

/** What follows a click on the head of a column: up, down, and as the list has it. */
export function nextSorting(
  sorting: Sorting | undefined,
  column: number | 'url',
): Sorting | undefined {
  if (sorting?.column !== column) return { column, descending: false };
  return sorting.descending ? undefined : { column, descending: true };
}
