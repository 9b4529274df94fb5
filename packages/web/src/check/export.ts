/** Verdicts as files. */
import type { RobotsTxt } from '@repkit/core';

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
