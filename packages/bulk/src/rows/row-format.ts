/**
 * The interface of row formats. All text has one character per byte.
 *
 * To add a format: a file like `tsv.ts`, or like `csv.ts` if its rows may contain line ends; its shape and lines in `rows.ts`;
 * its name in `ROW_FORMATS` of the command (`packages/cli/src/bulk/filter-options.ts`), and next to `csv` and `ndjson` in
 * `../filter/filter-urls.ts` and the command's `filter-inputs.ts` if it has headers or needs complete input. Tests: `test/rows/`,
 * and `FORMATS` in `test/filter/naive-filter.test.ts`. Docs: `docs/commands/filter.md` and `docs/guides/engines.md`.
 */
import type { Outcome } from '@repkit/core';

/** The result for a row: that of its URL, or `invalid` if it has none. */
export const OUTCOMES = ['allowed', 'disallowed', 'unreachable', 'not-governed', 'unstated', 'invalid'] as const satisfies (
  | Outcome
  | 'invalid'
)[];

export type RowOutcome = Outcome | 'invalid';

/**
 * What a run prints: a row per URL and crawler, the same with the rule that decides, a row per URL with the crawlers that may
 * not fetch it, only the verdict of each row, or only the URLs with a verdict.
 */
export const PRINTS = ['rows', 'explained-rows', 'groups', 'verdicts', 'allowed-urls', 'disallowed-urls'] as const;

export type Print = (typeof PRINTS)[number];

/** The cells of a row that a run reads: by number, from 0, in TSV and CSV, and by name in NDJSON. */
export interface Columns<Column> {
  readonly url: Column;
  /** The robots.txt of the row. It is not printed. */
  readonly robotsTxt?: Column | undefined;
  /** The product token of the row. */
  readonly agent?: Column | undefined;
  /** The known crawler of the row. */
  readonly crawler?: Column | undefined;
}

/** Columns as a caller names them. */
export type NamedColumns = { readonly [Name in keyof Columns<string>]?: string | undefined };

/** A row that was read as text. What is added to it is inserted between its head and its tail. */
export interface TextRow {
  /** Why the row is invalid, if the format knows it. */
  readonly problem?: string | undefined;
  /** Undefined if the row has none. */
  readonly url: string | undefined;
  /** The cell of the robots.txt, which `body` decodes; undefined if the row has none. */
  readonly robotsTxt?: string | undefined;
  /** The cell of the product token or known crawler; undefined or empty if the row has none. */
  readonly crawler?: string | undefined;
  readonly head: string;
  /** Without the row end. */
  readonly tail: string;
}

/** The rule that decides. Both are undefined if there is none. */
export interface DecidingRule {
  /** For example `Disallow: /private/`. */
  readonly rule: string | undefined;
  readonly line: number | undefined;
}

/** Returns why the URL of a row cannot be written as one line, as bare URLs are. */
export function lineProblem(url: string | undefined): string | undefined {
  return url !== undefined && /[\r\n]/.test(url) ? 'the URL has several lines' : undefined;
}

export interface RowFormat {
  /** Whether rows are lines that start with the URL, which ends at a tab. They are read without creating strings. */
  readonly isPlain?: boolean;
  /**
   * Returns a function from the start of a row to its end, after the line end. Called from the first row to the last.
   * Default: a row is a line.
   */
  readonly rowEnds?: (text: string) => (start: number) => number;
  /** A row that is skipped, because concatenated files repeat their header. */
  readonly header?: string | undefined;
  /** Parses a row without its line end; never throws. */
  read(row: string): TextRow;
  /** Decodes the robots.txt of a row. */
  body(written: string): string | Uint8Array;
  /** Formats what is added to a row: a crawler and its outcome, with `explained` also the rule that decides (not in TSV). */
  verdict(name: string, outcome: RowOutcome, explained?: DecidingRule): string;
  /** Formats what is added to a row: the crawlers that may not fetch its URL, and those whose result is unknown. */
  group(blocked: readonly string[], unknown: readonly string[]): string;
  /** Terminates each row of the output. */
  readonly end: string;
  /** Formats an outcome as a whole row. */
  verdictRow(outcome: RowOutcome): string;
}
