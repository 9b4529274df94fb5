/** What a format of rows is. All text has one character per byte. */
import type { Outcome } from '../rules/rules.js';

/** A row that was read; the answer is written between its head and its tail, and the rest of it passes through. */
interface Row {
  /** Undefined where the row has none. */
  readonly url: string | undefined;
  readonly head: string;
  /** Without the end of the row; mostly empty. */
  readonly tail: string;
}

/** How rows of separated columns are read as bytes, without a string for any of them. */
export type PlainColumns =
  /** The URL is the first column, and the answer is written after it. */
  | { readonly answer: 'after-url'; readonly separator: number; readonly quote?: undefined }
  | {
      /** The answer is written after the last of at least this many columns. */
      readonly answer: { readonly afterColumns: number };
      /** The byte between two columns. */
      readonly separator: number;
      /** Of the URL, from 0. */
      readonly column: number;
      /** A row with this byte, or with a carriage return before its end, is left to `read`. */
      readonly quote: number;
    };

export interface RowFormat {
  /** Undefined for a format whose rows are all left to `read`. */
  readonly plain?: PlainColumns | undefined;
  /** Where a row of a text ends, behind its line end, by where it begins; asked from the first to the last. Without it a row is a line. */
  readonly rowEnds?: (text: string) => (start: number) => number;
  /** A row that holds the names of the columns once more, and so has no answer. */
  readonly header?: string | undefined;
  /** Reads a row without its line end; never throws. */
  read(row: string): Row;
  /** A product token and an outcome as they stand in a row. */
  answer(productToken: string, outcome: Outcome): string;
  /** What every row that is written ends with. */
  readonly end: string;
}
