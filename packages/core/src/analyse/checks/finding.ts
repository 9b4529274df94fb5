/** What the checks of a whole file have in common. */
import type { RobotsTxt } from '../../robots-txt.js';
import type { RobotsTxtRecord } from '../../syntax/record.js';
import type { Rule, Span } from '../../verdict.js';
import type { Audiences } from '../audience.js';
import type { Budget } from '../budget.js';
import type { Diagnostic, TextEdit } from '../diagnostic.js';

/** A file and who there is in it. */
export interface FileContext {
  readonly robotsTxt: RobotsTxt;
  readonly audiences: Audiences;
  readonly budget: Budget;
  /** Notes that something was left undecided. */
  readonly leaveUndecided: () => void;
  /** URLs of style sheets and scripts that the site's own pages need. */
  readonly assets: readonly (string | URL)[];
}

/** A pure function from a file to what there is to say about it. */
export type FileCheck = (context: FileContext) => readonly Diagnostic[];

/** Any origin will do: the host plays no part in a verdict. */
export const ORIGIN = 'https://example.com';

/** The record that stands on a line; the last one where another reading counts more lines. */
export function recordOn({ records }: RobotsTxt, line: number): RobotsTxtRecord {
  return records[Math.min(line, records.length) - 1];
}

/** The place of what a record says. */
export function spanOf(record: RobotsTxtRecord): Span {
  return (record.value ?? record).span;
}

/** Whether the rule forbids what it matches. */
export function restricts({ kind, usable }: Rule): boolean {
  return kind === 'disallow' && usable;
}

/** Lines in a sentence: `line 3`, `lines 3, 5 and 7`. */
export function linesInWords(rules: readonly { readonly line: number }[]): string {
  const lines = [...new Set(rules.map(({ line }) => line))].sort((a, b) => a - b);
  const shown = lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), 'others'] : lines;
  return lines.length === 1
    ? `line ${lines[0]}`
    : `lines ${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

const MOST_LINES = 5;

/** A rule in a sentence: `Disallow: /a`. */
export function ruleInWords({ kind, pattern }: Rule): string {
  const title = kind === 'allow' ? 'Allow' : 'Disallow';
  const shown = pattern.length > 60 ? `${pattern.slice(0, 60)}…` : pattern;
  return JSON.stringify(`${title}: ${shown}`);
}

/**
 * The edit that takes a record away: its whole line, or all but its comment. None where the octets are not UTF-8, or
 * the file is cut at the parsing limit: every octet less would then let in another one.
 */
export function removal(
  { encoding, truncated }: RobotsTxt,
  { span, comment }: RobotsTxtRecord,
): TextEdit | undefined {
  if (encoding !== 'utf-8' || truncated) return undefined;
  if (comment === undefined) return { span, replacement: '' };
  const { start, column } = comment.span;
  return { span: { ...span, end: start, endColumn: column }, replacement: '' };
}
