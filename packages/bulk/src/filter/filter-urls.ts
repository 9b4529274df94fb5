/** Adds verdicts to millions of rows: blocks of rows in, blocks of rows with their verdicts out, in the same order. */

import type { Crawler } from '@repkit/core';
import { bytesOf } from '../bytes/bytes.js';
import type { Chunks } from '../bytes/file-bytes.js';
import { lineBlocks } from '../input/blocks.js';
import { stripByteOrderMark } from '../input/input.js';
import { csvBlocks, csvShape, outputHeader, splitHeader } from '../rows/csv.js';
import type { RowShape, RowsOptions } from '../rows/rows.js';
import { inOrder } from '../threads/in-order.js';
import { nodeSystem, type System } from '../threads/system.js';
import type { InvalidRow } from './block-filter.js';
import { openFilterPool } from './filter-pool.js';
import { blockFilter } from './filter-runner.js';
import { type FixedRules, type LiveRules, openLive } from './rules-source.js';

export interface FilterOptions {
  /** The rows, decompressed. */
  readonly input: Chunks;
  readonly rows: RowsOptions;
  readonly rules: FixedRules | LiveRules;
  readonly crawlers: readonly Crawler[];
  /** Yields bare URLs instead of rows, and only those with this verdict for at least one product token. */
  readonly only?: 'allowed' | 'disallowed' | undefined;
  /** Default: 1 for the first 8 MiB of input, then one per core, at most 8. Live rules use one. */
  readonly threads?: number | undefined;
  /** Receives a message for each part of an archive that cannot be read. */
  readonly warn?: ((message: string) => void) | undefined;
}

export interface FilteredBlock {
  readonly bytes: Uint8Array;
  /** Rows without a valid URL. */
  readonly invalidRows: readonly InvalidRow[];
  /** Lines of the input before this block. */
  readonly linesBefore: number;
  /** Number of lines in this block. */
  readonly lines: number;
}

/** Throws an InputError if rules or input cannot be read. Closes the input when the consumer stops. */
export async function* filterUrls(
  options: FilterOptions,
  system: System = nodeSystem,
): AsyncGenerator<FilteredBlock> {
  const { rules, crawlers, only, threads, warn } = options;
  const { format, header, blocks } = await readRows(options.rows, options.input);
  const spec = { format, crawlers, only };
  const runner =
    rules.kind === 'live'
      ? openLive(rules, blockFilter(spec))
      : await openFilterPool({ rules, spec }, threads, system, warn);
  let linesBefore = 0;
  try {
    if (header !== '') {
      const lines = header.split('\n').length - (header.endsWith('\n') ? 1 : 0);
      const bytes = bytesOf(only === undefined ? outputHeader(header) : '');
      yield { bytes, invalidRows: [], linesBefore, lines };
      linesBefore += lines;
    }
    const results = inOrder(blocks, runner.ahead, (block) => runner.run(block));
    for await (const { bytes, invalid, lines } of results) {
      yield { bytes, invalidRows: invalid, linesBefore, lines };
      linesBefore += lines;
    }
  } finally {
    await runner.close();
  }
}

interface Rows {
  readonly format: RowShape;
  /** The first row of CSV, with its line end; otherwise empty. */
  readonly header: string;
  readonly blocks: AsyncGenerator<Uint8Array>;
}

async function readRows(rows: RowsOptions, input: Chunks): Promise<Rows> {
  if (rows.name !== 'csv') {
    return { format: rows, header: '', blocks: lineBlocks(stripByteOrderMark(input)) };
  }
  const blocks = csvBlocks(input);
  if (!rows.hasHeader) return { format: csvShape(undefined, rows.column), header: '', blocks };
  const { header, rest } = await splitHeader(blocks);
  // Empty input has no columns.
  const column = header === '' ? undefined : rows.column;
  return { format: csvShape(header || undefined, column), header, blocks: rest };
}
