/** Adds verdicts to blocks of rows. Rows stay bytes throughout, unless their format needs strings. */
import { type Buffer, isUtf8 } from 'node:buffer';
import type { Crawler } from '@repkit/core';
import { bufferOf } from '../bytes/bytes.js';
import { type Row, readRows } from '../rows/read-rows.js';
import type { TextRow } from '../rows/row-format.js';
import { RowOutput } from '../rows/row-output.js';
import { type RowShape, rowFormat } from '../rows/rows.js';
import { urlProblem } from '../rows/url-problem.js';
import type { Runner } from '../threads/pool.js';
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

/** Filters one block after the other. */
export type FilterRunner = Runner<Uint8Array, FilterResult>;

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
    const output = this.#output;
    const invalid: InvalidRow[] = [];
    const { rows, lines } = readRows(block, this.#format);
    for (const row of rows) {
      const crawlers = row.text?.crawler ? this.#crawlersNamed(row.text.crawler) : this.crawlers;
      let reason = urlProblem(row, isTextUtf8) ?? (row.text && this.#columnProblem(row.text, crawlers));
      if (reason === undefined) {
        const { length } = output;
        try {
          const rules = rulesFor(row, crawlers);
          if (rules !== undefined) this.#writer.write(row, rules, crawlers, output);
          continue;
        } catch (error) {
          if (!(error instanceof TypeError)) throw error;
          output.length = length;
          reason = 'not a URL';
        }
      }
      // A row that names no valid crawler is printed, too.
      this.#writer.writeInvalid(row, crawlers.length === 0 ? this.crawlers : crawlers, output);
      const { line, start, end } = row;
      invalid.push({ line, reason, text: bufferOf(block).toString('latin1', start, end) });
    }
    return { bytes: output.take(), invalid, lines };
  }

  /** Returns why a row with a URL is invalid. */
  #columnProblem({ robotsTxt, problem }: TextRow, crawlers: readonly Crawler[]): string | undefined {
    if (problem !== undefined) return problem;
    if (this.#hasRobotsTxt && robotsTxt === undefined) return 'contains no robots.txt';
    return crawlers.length === 0 ? 'names no valid crawler' : undefined;
  }
}

/** Returns a runner for rules that need not be loaded. */
export function blockRunner(filter: BlockFilter, rulesFor: RulesFor): FilterRunner {
  return { ahead: 1, run: async (block) => filter.filter(block, rulesFor), close: async () => {} };
}
