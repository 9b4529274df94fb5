/** Exports the table of verdicts as CSV and JSON; loaded on demand. */
import { download } from '../controls/download.js';
import type { PageState } from '../state/page-state.js';
import { siteOf } from '../state/results.js';
import type { WorkerClient } from '../worker/client.js';
import type { ExportedVerdict, Traffic } from '../worker/requests.js';
import { type Shown, tokenOf } from './rows.js';
import { requestsBy } from './traffic.js';

/** A verdict with the requests of its crawler for its URL, if an access log was opened. */
type ExportedRow = ExportedVerdict & { readonly requests?: number };

/** Downloads the verdicts of some URLs: for all crawlers of the table, or for the one whose rows are shown. */
export async function exportTable(
  format: 'csv' | 'json',
  state: PageState,
  worker: WorkerClient,
  urls: readonly string[],
  shown: Shown,
): Promise<void> {
  const token = tokenOf(shown);
  const productTokens = token === undefined ? state.productTokens.value : [token];
  const verdicts = await worker.ask({ kind: 'export', ...siteOf(state), urls, productTokens });
  const rows = withRequests(verdicts, productTokens, state.traffic.value);
  if (format === 'csv') download('verdicts.csv', 'text/csv', toCsv(rows));
  else download('verdicts.json', 'application/json', toJson(rows));
}

export function withRequests(
  verdicts: readonly ExportedVerdict[],
  productTokens: readonly string[],
  traffic: Traffic | undefined,
): ExportedRow[] {
  if (traffic === undefined) return [...verdicts];
  return verdicts.map((verdict) => {
    const requests = requestsBy(traffic, verdict.url, productTokens);
    return { ...verdict, requests: requests[productTokens.indexOf(verdict.productToken)] ?? 0 };
  });
}

export function toJson(rows: readonly ExportedRow[]): string {
  return `${JSON.stringify(rows, null, 2)}\n`;
}

const COLUMNS = ['url', 'productToken', 'verdict', 'reason', 'rule', 'line'] as const;

/** RFC 4180: a header, CRLF line ends, and quotes if needed. */
export function toCsv(verdicts: readonly ExportedRow[]): string {
  const columns = verdicts.some(({ requests }) => requests !== undefined) ? ([...COLUMNS, 'requests'] as const) : COLUMNS;
  const rows = verdicts.map((verdict) => columns.map((column) => String(verdict[column] ?? '')));
  return [columns, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

function csvCell(text: string): string {
  // Spreadsheets would run such a cell as a formula.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
