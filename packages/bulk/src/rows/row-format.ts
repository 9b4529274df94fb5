/** The interface of row formats. All text has one character per byte. */

import type { Outcome } from '@repkit/core';

/** The result for a row: that of its URL, or `invalid` if it has none. */
export const OUTCOMES = [
  'allowed',
  'disallowed',
  'unreachable',
  'not-governed',
  'invalid',
] as const satisfies (Outcome | 'invalid')[];

export type RowOutcome = Outcome | 'invalid';

/** A parsed row. The verdict is inserted between its head and its tail. */
interface Row {
  /** Undefined if the row has none. */
  readonly url: string | undefined;
  readonly head: string;
  /** Without the row end. */
  readonly tail: string;
}

export interface RowFormat {
  /**
   * Ends the URL in rows whose first column it is, and which the verdict follows. Such rows are read as bytes, without
   * creating strings. Undefined if rows are read as text.
   */
  readonly separator?: number | undefined;
  /**
   * Returns a function from the start of a row to its end, after the line end. Called from the first row to the last.
   * Default: a row is a line.
   */
  readonly rowEnds?: (text: string) => (start: number) => number;
  /** A row that is skipped, because concatenated files repeat their header. */
  readonly header?: string | undefined;
  /** Parses a row without its line end; never throws. */
  read(row: string): Row;
  /** Formats a product token and its outcome as part of a row. */
  verdict(name: string, verdict: RowOutcome): string;
  /** Terminates each row of the output. */
  readonly end: string;
}
