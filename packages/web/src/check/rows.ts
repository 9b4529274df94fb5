/** The rows of the verdict table: filtered, sorted, and exported as CSV or JSON. */

import type { RobotsTxt } from '@repkit/core';
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

export interface ExportedVerdict {
  readonly url: string;
  readonly productToken: string;
  readonly verdict: 'allowed' | 'disallowed';
  readonly reason: string;
  /** The rule that decides and its line, where one does. */
  readonly rule?: string;
  readonly line?: number;
}

/** Every verdict with its reason, row by row. */
export function exportedVerdicts(
  file: RobotsTxt,
  urls: readonly string[],
  productTokens: readonly string[],
): ExportedVerdict[] {
  const matchers = productTokens.map((token) => [token, file.matcher(token)] as const);
  return urls.flatMap((url) =>
    matchers.map(([productToken, matcher]) => {
      const { allowed, reason, rule } = matcher.explain(url);
      return {
        url,
        productToken,
        verdict: allowed ? 'allowed' : 'disallowed',
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

/** By RFC 4180: CRLF, a head, quotes around what needs them. */
export function toCsv(verdicts: readonly ExportedVerdict[]): string {
  const rows = verdicts.map((verdict) => COLUMNS.map((column) => String(verdict[column] ?? '')));
  return [COLUMNS, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

function csvCell(text: string): string {
  // What begins like this, a spreadsheet takes for a formula.
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Gives the reader a file that was made in the browser. */
export function download(name: string, mediaType: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
