/** Exports verdicts as CSV and JSON; loaded on demand. */
import { type Access, decider, type Outcome } from '@repkit/core';
import type { AppState } from '../state/app-state.js';
import { crawlerOf } from './crawlers.js';
import { requestsBy } from './traffic.js';

export interface ExportedVerdict {
  readonly url: string;
  readonly productToken: string;
  readonly verdict: Outcome;
  readonly reason: string;
  /** The deciding rule and its line. */
  readonly rule?: string;
  readonly line?: number;
  /** Requests of the crawler for the URL, if an access log was opened. */
  readonly requests?: number;
}

/** Returns every verdict with its reason, row by row. */
export function exportedVerdicts(
  access: Access,
  urls: readonly string[],
  productTokens: readonly string[],
  { dialect, traffic }: Partial<Pick<AppState, 'dialect' | 'traffic'>> = {},
): ExportedVerdict[] {
  const deciders = productTokens.map(
    (token) => [token, decider(access, crawlerOf(token), { dialect })] as const,
  );
  return urls.flatMap((url) => {
    const requests = requestsBy(traffic, url, productTokens);
    return deciders.map(([productToken, decider], column) => {
      const { outcome, reason, verdict } = decider.decide(url);
      const rule = verdict?.rule;
      return {
        ...{ url, productToken, verdict: outcome, reason: verdict?.reason ?? reason },
        ...(rule && { rule: `${rule.kind}: ${rule.pattern}`, line: rule.line }),
        ...(traffic && { requests: requests[column] ?? 0 }),
      };
    });
  });
}

export function toJson(verdicts: readonly ExportedVerdict[]): string {
  return `${JSON.stringify(verdicts, null, 2)}\n`;
}

const COLUMNS = ['url', 'productToken', 'verdict', 'reason', 'rule', 'line'] as const;

/** RFC 4180: a header, CRLF line ends, and quotes if needed. */
export function toCsv(verdicts: readonly ExportedVerdict[]): string {
  const columns = verdicts.some(({ requests }) => requests !== undefined)
    ? ([...COLUMNS, 'requests'] as const)
    : COLUMNS;
  const rows = verdicts.map((verdict) => columns.map((column) => String(verdict[column] ?? '')));
  return [columns, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
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
