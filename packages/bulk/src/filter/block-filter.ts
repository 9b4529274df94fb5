/** Blocks of rows -> blocks of answered rows. Rows stay bytes from one to the other, unless their format needs a string. */
import { Buffer, isUtf8 } from 'node:buffer';
import type { Chunks } from '../file-bytes.js';
import { lineBlocks } from '../input/blocks.js';
import type { RowFormat } from '../rows/row-format.js';
import { RowOutput } from '../rows/row-output.js';
import { RowReader } from '../rows/row-reader.js';
import { tsvRows } from '../rows/rows.js';
import { OUTCOMES, type Outcome, type Rules } from '../rules/rules.js';

/** Which rows are printed, and how. */
export interface Selection {
  readonly format: RowFormat;
  readonly productTokens: readonly string[];
  /** Where it is given, bare URLs are printed, and only those with this outcome for any of the tokens. */
  readonly only?: Outcome | undefined;
}

/** A row without an answer. */
export interface BadRow {
  /** Of its first line, from 1 in its block. */
  readonly line: number;
  readonly why: string;
  /** The row as it was, one character per byte, without its line end. */
  readonly text: string;
}

export interface Filtered {
  /** In memory of their own. */
  readonly bytes: Buffer;
  readonly bad: readonly BadRow[];
  /** Lines there were. */
  readonly lines: number;
}

/** Returns the rules for a URL, which is in the bytes from `start` up to `end`. Throws a TypeError if it has no origin. */
export type RulesFor = (bytes: Uint8Array, start: number, end: number) => Rules;

/** Longer URLs are rejected as damaged input: servers accept far less. */
const LONGEST_URL = 1024 * 1024;
const LINE_FEED = Uint8Array.of(0x0a);

/** The answers of a product token by outcome. */
/** Each with the end of the row, which most rows have right after it. */
type Answers = Readonly<Record<Outcome, Uint8Array>>;

export class BlockFilter {
  readonly #selection: Selection;
  readonly #answers: readonly Answers[];
  readonly #end: Uint8Array;
  readonly #separator: Uint8Array;
  readonly #rows: RowReader;
  readonly #output = new RowOutput();

  constructor(selection: Selection) {
    const { format, productTokens } = selection;
    this.#selection = selection;
    this.#answers = productTokens.map((token) => answersOf(format, token));
    this.#end = latin1Bytes(format.end);
    this.#separator = Uint8Array.of(format.plain?.separator ?? 0);
    this.#rows = new RowReader(format);
  }

  /** Answers each row of a block, in order. */
  filter(bytes: Uint8Array, rulesFor: RulesFor): Filtered {
    const rows = this.#rows;
    const isValid = isUtf8(bytes);
    const bad: BadRow[] = [];
    this.#output.begin(bytes);
    rows.begin(this.#output.bytes, bytes.length);
    while (rows.next()) {
      const why = problemOf(rows, isValid) ?? this.#answer(rulesFor);
      if (why === undefined) continue;
      this.#writeInvalid();
      bad.push({ line: rows.line, why, text: rows.written });
    }
    return { bytes: this.#output.take(), bad, lines: rows.lines };
  }

  /** Writes the rows of a URL; returns what is wrong with it, if anything is. */
  #answer(rulesFor: RulesFor): string | undefined {
    const { only } = this.#selection;
    const { bytes, urlStart, urlEnd } = this.#rows;
    const { end } = this.#output;
    try {
      const rules = rulesFor(bytes, urlStart, urlEnd);
      for (let token = 0; token < this.#answers.length; token++) {
        const outcome = rules.outcome(bytes, urlStart, urlEnd, token);
        if (only === undefined) this.#write((this.#answers[token] as Answers)[outcome]);
        else if (outcome === only) {
          this.#copy(bytes, urlStart, urlEnd);
          this.#copy(LINE_FEED, 0, 1);
          break;
        }
      }
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      this.#output.end = end;
      return 'not a URL';
    }
    return undefined;
  }

  #write(answer: Uint8Array): void {
    const { bytes, headStart, headEnd, missing, tailStart, tailEnd } = this.#rows;
    this.#copy(bytes, headStart, headEnd);
    for (let count = 0; count < missing; count++) this.#copy(this.#separator, 0, 1);
    if (tailStart === tailEnd) {
      this.#copy(answer, 0, answer.length);
      return;
    }
    this.#copy(answer, 0, answer.length - this.#end.length);
    this.#copy(bytes, tailStart, tailEnd);
    this.#copy(this.#end, 0, this.#end.length);
  }

  #copy(bytes: Uint8Array, start: number, end: number): void {
    const output = this.#output;
    const before = output.bytes;
    // The first part of a row may be in the memory that is full.
    output.copy(bytes, start, end);
    if (output.bytes !== before) this.#rows.moveTo(output.bytes);
  }

  #writeInvalid(): void {
    if (this.#selection.only !== undefined) return;
    for (const { invalid } of this.#answers) this.#write(invalid);
  }
}

function answersOf(format: RowFormat, productToken: string): Answers {
  const answer = (outcome: Outcome) =>
    [outcome, latin1Bytes(format.answer(productToken, outcome) + format.end)] as const;
  return Object.fromEntries(OUTCOMES.map(answer)) as Record<Outcome, Uint8Array>;
}

/** A plain array: all bytes of rows are read and written by the same machine code. */
function latin1Bytes(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'latin1'));
}

/** The URL of each line of a list, which is the first column; undefined for a line without one. */
export async function* listedUrls(chunks: Chunks): AsyncGenerator<string | undefined> {
  const rows = new RowReader(tsvRows);
  for await (const bytes of lineBlocks(chunks)) {
    const isValid = isUtf8(bytes);
    rows.begin(bytes, bytes.length);
    while (rows.next()) yield problemOf(rows, isValid) === undefined ? rows.url : undefined;
  }
}

/** Says why a row has no URL that could be checked; `isValid` if the whole block is UTF-8. */
function problemOf(rows: RowReader, isValid: boolean): string | undefined {
  const { bytes, urlStart, urlEnd } = rows;
  if (!rows.hasUrl || urlStart === urlEnd) return 'contains no URL';
  if (!isValid && !isUtf8(bytes.subarray(urlStart, urlEnd))) return 'the URL is not UTF-8';
  const isLong = urlEnd - urlStart > LONGEST_URL && rows.url.length > LONGEST_URL;
  return isLong ? 'the URL is longer than 1 MiB' : undefined;
}
