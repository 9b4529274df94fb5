/** Filters, sorts and exports the rows of the verdict table. */

import type { RobotsTxt } from '@repkit/core';
import type { VerdictsResult } from '../analysis/analyze.js';
import { crawlerOf } from './crawler-picker.js';

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

export interface ExportedVerdict {
  readonly url: string;
  readonly productToken: string;
  readonly verdict: 'allowed' | 'disallowed' | 'not-governed';
  readonly reason: string;
  /** The deciding rule and its line. */
  readonly rule?: string;
  readonly line?: number;
}

/** Returns every verdict with its reason, row by row. */
export function exportedVerdicts(
  file: RobotsTxt,
  urls: readonly string[],
  productTokens: readonly string[],
): ExportedVerdict[] {
  const matchers = productTokens.map((token) => [token, file.matcher(crawlerOf(token))] as const);
  return urls.flatMap((url) =>
    matchers.map(([productToken, matcher]) => {
      const { allowed, governed, reason, rule } = matcher.explain(url);
      return {
        url,
        productToken,
        verdict: governed === false ? 'not-governed' : allowed ? 'allowed' : 'disallowed',
        reason,
        ...(rule && { rule: `${rule.kind}: ${rule.pattern}`, line: rule.line }),
      } as const;
    }),
  );
}

export function toJson(verdicts: readonly ExportedVerdict[]): string {
  return `${JSON.stringify(verdicts, null, 2)}\n`;
}

const COLUMNS = ['url', 'productToken', 'verdict', 'reason', 'rule', 'line'] as const;

/** RFC 4180: a header, CRLF line ends, and quotes if needed. */
export function toCsv(verdicts: readonly ExportedVerdict[]): string {
  const rows = verdicts.map((verdict) => COLUMNS.map((column) => String(verdict[column] ?? '')));
  return [COLUMNS, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

function csvCell(text: string): string {
  // Spreadsheets would run such a cell as a formula.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Downloads a text as a file. */
export function download(name: string, mediaType: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
