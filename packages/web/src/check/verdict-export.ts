/** Exports verdicts as CSV and JSON; loaded on demand. */
import { isGoverned, matcherFor, parseRobotsTxt, type RobotsTxt } from '@repkit/core';
import type { Traffic } from '../state/app-state.js';
import { crawlerOf } from './crawlers.js';
import { requestsBy } from './traffic.js';

export interface ExportedVerdict {
  readonly url: string;
  readonly productToken: string;
  readonly verdict: 'allowed' | 'disallowed' | 'not-governed';
  readonly reason: string;
  /** The deciding rule and its line. */
  readonly rule?: string;
  readonly line?: number;
  /** Requests of the crawler for the URL, if an access log was opened. */
  readonly requests?: number;
}

/** Returns every verdict with its reason, row by row. Without a file, the robots.txt is unreachable. */
export function exportedVerdicts(
  file: RobotsTxt | undefined,
  urls: readonly string[],
  productTokens: readonly string[],
  traffic?: Traffic,
): ExportedVerdict[] {
  const rules = file ?? parseRobotsTxt('');
  const matchers = productTokens.map((token) => {
    const crawler = crawlerOf(token);
    return [token, matcherFor(rules, crawler), isGoverned(crawler)] as const;
  });
  return urls.flatMap((url) => {
    const requests = requestsBy(traffic, url, productTokens);
    return matchers.map(([productToken, matcher, governed], column) => {
      const { allowed, reason, rule } = matcher.explain(url);
      const isUnreachable = file === undefined && reason !== 'robots-txt';
      return {
        url,
        productToken,
        verdict: !governed ? 'not-governed' : allowed && !isUnreachable ? 'allowed' : 'disallowed',
        reason: isUnreachable ? 'unreachable' : reason,
        ...(rule && { rule: `${rule.kind}: ${rule.pattern}`, line: rule.line }),
        ...(traffic && { requests: requests[column] ?? 0 }),
      } as const;
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
