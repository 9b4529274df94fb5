/** Adds verdicts to blocks of rows. Rows stay bytes throughout, unless their format needs strings. */
import { Buffer } from 'node:buffer';
import { type Crawler, crawlerName } from '@repkit/core';
import { LF } from '../bytes/bytes.js';
import { OUTCOMES, type RowFormat, type RowOutcome } from '../rows/row-format.js';
import { RowOutput } from '../rows/row-output.js';
import { RowReader } from '../rows/row-reader.js';
import type { Rules } from './rules.js';

export interface BlockFilterOptions {
  readonly format: RowFormat;
  readonly crawlers: readonly Crawler[];
  /** Writes bare URLs instead of rows, and only those with this outcome for at least one crawler. */
  readonly only?: 'allowed' | 'disallowed' | undefined;
}

export interface InvalidRow {
  /** Number of its first line in the block, from 1. */
  readonly line: number;
  readonly reason: string;
  /** The row without its line end, one character per byte. */
  readonly text: string;
}

export interface FilterResult<Bytes extends Uint8Array = Uint8Array> {
  /** In separate memory, which can be transferred. */
  readonly bytes: Bytes;
  readonly invalid: readonly InvalidRow[];
  /** Number of lines in the block. */
  readonly lines: number;
}

/** Returns the rules for the URL in the bytes [`start`, `end`). Throws a TypeError if it has no origin. */
export type RulesFor = (bytes: Uint8Array, start: number, end: number) => Rules;

const LINE_END = Uint8Array.of(LF);

/** The name of a crawler and each outcome, formatted for the end of a row and including the row end. */
type Verdicts = Readonly<Record<RowOutcome, Uint8Array>>;

export class BlockFilter {
  readonly crawlers: readonly Crawler[];
  readonly #only: 'allowed' | 'disallowed' | undefined;
  readonly #verdicts: readonly Verdicts[];
  readonly #end: Uint8Array;
  readonly #rows: RowReader;
  readonly #output = new RowOutput();

  constructor({ format, crawlers, only }: BlockFilterOptions) {
    this.crawlers = crawlers;
    this.#only = only;
    this.#verdicts = crawlers.map((crawler) => verdictsOf(format, crawler));
    this.#end = latin1Bytes(format.end);
    this.#rows = new RowReader(format);
  }

  /** Filters the rows of a block, in order. */
  filter(bytes: Uint8Array, rulesFor: RulesFor): FilterResult<Buffer> {
    const rows = this.#rows;
    const invalid: InvalidRow[] = [];
    this.#output.begin(bytes);
    rows.begin(this.#output.bytes, bytes.length);
    while (rows.next()) {
      const reason = rows.urlProblem() ?? this.#writeVerdicts(rulesFor);
      if (reason === undefined) continue;
      if (this.#only === undefined)
        for (const verdicts of this.#verdicts) this.#write(verdicts.invalid);
      invalid.push({ line: rows.line, reason, text: rows.written });
    }
    return { bytes: this.#output.take(), invalid, lines: rows.lines };
  }

  /** Writes the output rows of an input row. Returns the reason if its URL is invalid. */
  #writeVerdicts(rulesFor: RulesFor): string | undefined {
    const only = this.#only;
    const { bytes, urlStart, urlEnd } = this.#rows;
    const { end } = this.#output;
    try {
      const rules = rulesFor(bytes, urlStart, urlEnd);
      for (let token = 0; token < this.#verdicts.length; token++) {
        const outcome = (rules[token] as Rules[number]).outcomeAt(bytes, urlStart, urlEnd);
        if (only === undefined) this.#write((this.#verdicts[token] as Verdicts)[outcome]);
        else if (outcome === only) {
          this.#copy(bytes, urlStart, urlEnd);
          this.#copy(LINE_END, 0, 1);
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

  #write(verdict: Uint8Array): void {
    const { bytes, headStart, headEnd, tailStart, tailEnd } = this.#rows;
    this.#copy(bytes, headStart, headEnd);
    if (tailStart === tailEnd) {
      this.#copy(verdict, 0, verdict.length);
      return;
    }
    this.#copy(verdict, 0, verdict.length - this.#end.length);
    this.#copy(bytes, tailStart, tailEnd);
    this.#copy(this.#end, 0, this.#end.length);
  }

  #copy(bytes: Uint8Array, start: number, end: number): void {
    const output = this.#output;
    const before = output.bytes;
    output.copy(bytes, start, end);
    // The row being read may be in the memory that was replaced.
    if (output.bytes !== before) this.#rows.moveTo(output.bytes);
  }
}

function verdictsOf(format: RowFormat, crawler: Crawler): Verdicts {
  const name = crawlerName(crawler);
  const entries = OUTCOMES.map((outcome) => {
    return [outcome, latin1Bytes(format.verdict(name, outcome) + format.end)] as const;
  });
  return Object.fromEntries(entries) as Record<RowOutcome, Uint8Array>;
}

/** Returns a plain Uint8Array like all others here, which keeps the code that copies bytes monomorphic. */
function latin1Bytes(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'latin1'));
}
