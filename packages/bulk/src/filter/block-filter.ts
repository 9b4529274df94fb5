/** Adds verdicts to blocks of rows. Rows stay bytes throughout, unless their format needs strings. */
import { type Buffer, isUtf8 } from 'node:buffer';
import type { Crawler } from '@repkit/core';
import { bufferOf } from '../bytes/bytes.js';
import { type Row, readRows } from '../rows/read-rows.js';
import { RowOutput } from '../rows/row-output.js';
import { type RowShape, rowFormat } from '../rows/rows.js';
import { urlProblem } from '../rows/url-problem.js';
import { crawlersNamed, remembered } from './row-crawlers.js';
import { type RowWriter, rowWriter } from './row-writers.js';
import type { Rules } from './rules.js';

/** What a filter reads and prints, as plain data. */
export interface FilterSpec {
  readonly format: RowShape;
  /** With a column of product tokens or crawlers, these are for rows that name none. */
  readonly crawlers: readonly Crawler[];
}

export interface InvalidRow {
  /** Number of its first line in the block, from 1. */
  readonly line: number;
  readonly reason: string;
  /** The row without its line end, one character per byte. */
  readonly text: string;
}

export interface FilterResult {
  /** In separate memory, which can be transferred. */
  readonly bytes: Buffer;
  readonly invalid: readonly InvalidRow[];
  /** Number of lines in the block. */
  readonly lines: number;
}

/**
 * Returns the rules for a row, a decider per crawler; undefined if they are not loaded yet, after which the block is filtered
 * again. Throws a TypeError if the URL of the row has no origin.
 */
export type RulesFor = (row: Row, crawlers: readonly Crawler[]) => Rules | undefined;

export class BlockFilter {
  readonly crawlers: readonly Crawler[];
  /** Decodes the robots.txt of a row. */
  readonly bodyOf: (written: string) => string | Uint8Array;
  readonly #format: ReturnType<typeof rowFormat>;
  readonly #hasRobotsTxt: boolean;
  readonly #crawlersNamed: (cell: string) => readonly Crawler[];
  readonly #writer: RowWriter;
  readonly #output = new RowOutput();

  constructor({ format, crawlers }: FilterSpec) {
    const { columns, print } = format;
    this.crawlers = crawlers;
    this.#format = rowFormat(format);
    this.bodyOf = this.#format.body;
    this.#hasRobotsTxt = columns.robotsTxt !== undefined;
    const isKnown = columns.crawler !== undefined;
    this.#crawlersNamed = remembered((cell) => crawlersNamed(cell, isKnown));
    this.#writer = rowWriter(this.#format, print, crawlers);
  }

  /** Filters the rows of a block, in order. */
  filter(block: Uint8Array, rulesFor: RulesFor): FilterResult {
    const isTextUtf8 = isUtf8(block);
    const invalid: InvalidRow[] = [];
    const rows = readRows(block, this.#format);
    for (const row of rows) {
      const crawlers = row.text?.crawler ? this.#crawlersNamed(row.text.crawler) : this.crawlers;
      const reason = this.#write(row, crawlers, rulesFor, isTextUtf8);
      if (reason === undefined) continue;
      this.#writer.writeInvalid(row, crawlers, this.#output);
      const { line, start, end } = row;
      invalid.push({ line, reason, text: bufferOf(block).toString('latin1', start, end) });
    }
    return { bytes: this.#output.take(), invalid, lines: rows.lines };
  }

  /** Writes the output for a row. Returns the reason if it is invalid. */
  #write(
    row: Row,
    crawlers: readonly Crawler[],
    rulesFor: RulesFor,
    isTextUtf8: boolean,
  ): string | undefined {
    const problem = urlProblem(row, isTextUtf8);
    if (problem !== undefined) return problem;
    if (this.#hasRobotsTxt && row.text?.robotsTxt === undefined) return 'contains no robots.txt';
    if (crawlers.length === 0) return 'names no valid crawler';
    const { length } = this.#output;
    try {
      const rules = rulesFor(row, crawlers);
      if (rules !== undefined) this.#writer.write(row, rules, crawlers, this.#output);
      return undefined;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      this.#output.length = length;
      return 'not a URL';
    }
  }
}
