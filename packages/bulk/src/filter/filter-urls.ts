/** Adds verdicts to millions of rows: blocks of rows in, blocks of rows with their verdicts out, in the same order. */

import type { Crawler } from '@repkit/core';
import { bytesOf } from '../bytes/bytes.js';
import type { Chunks } from '../bytes/file-bytes.js';
import { lineBlocks, MAX_LINE_BYTES, truncateLines } from '../input/blocks.js';
import { stripByteOrderMark } from '../input/input.js';
import { csvBlocks, csvShape, outputHeader, splitHeader } from '../rows/csv.js';
import type { Print } from '../rows/row-format.js';
import { lineShape, type RowShape, type RowsOptions } from '../rows/rows.js';
import { inOrder } from '../threads/in-order.js';
import { nodeSystem, type System } from '../threads/system.js';
import { BlockFilter, type InvalidRow } from './block-filter.js';
import { openFilterPool } from './filter-pool.js';
import type { Warn } from './rules.js';
import { type FixedRules, type LiveRules, openLive } from './rules-source.js';

export interface FilterOptions {
  /** The rows, decompressed. */
  readonly input: Chunks;
  readonly rows: RowsOptions;
  readonly rules: FixedRules | LiveRules;
  readonly crawlers: readonly Crawler[];
  /** Default: `rows`. With `verdicts`, the run has one crawler, and a line of TSV or NDJSON over 16 MiB is invalid. */
  readonly print?: Print | undefined;
  /**
   * Default: 1 for the first 8 MiB of input, or as many bytes as the archive has, then one per core, at most 8. Live rules
   * use one.
   */
  readonly threads?: number | undefined;
  /** Receives a message for each part of an archive that cannot be read, and about input that ends within a row. */
  readonly warn?: Warn | undefined;
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

/** With many crawlers, the output of a block is many times as large. */
const MAX_OPEN_BYTES = 64 * 1024 * 1024;
const ROWS_PER_CRAWLER: ReadonlySet<Print> = new Set<Print>(['rows', 'explained-rows']);

/** Throws an InputError if rules or input cannot be read. Closes the input when the consumer stops. */
export async function* filterUrls(options: FilterOptions, system: System = nodeSystem): AsyncGenerator<FilteredBlock> {
  const { rules, crawlers, print = 'rows', threads, warn } = options;
  const { format, header, blocks } = await readFormat(options, print);
  const spec = { format, crawlers };
  const runner =
    rules.kind === 'live' ? openLive(rules, new BlockFilter(spec)) : await openFilterPool({ rules, spec }, threads, system, warn);
  let linesBefore = 0;
  try {
    if (header !== '') {
      const lines = header.split('\n').length - (header.endsWith('\n') ? 1 : 0);
      const bytes = format.name === 'csv' ? outputHeader(format) : '';
      yield { bytes: bytesOf(bytes), invalidRows: [], linesBefore, lines };
      linesBefore += lines;
    }
    /** Approximate output of the blocks that are being filtered or wait for the consumer. */
    let openBytes = 0;
    const outputPerByte = ROWS_PER_CRAWLER.has(print) ? crawlers.length : 1;
    const filterBlock = async (block: Uint8Array) => {
      const outputBytes = block.length * outputPerByte;
      openBytes += outputBytes;
      return { ...(await runner.run(block)), outputBytes };
    };
    const hasRoom = () => openBytes < MAX_OPEN_BYTES;
    const results = inOrder(blocks, runner.ahead, filterBlock, hasRoom);
    for await (const { bytes, invalid, lines, outputBytes } of results) {
      yield { bytes, invalidRows: invalid, linesBefore, lines };
      linesBefore += lines;
      openBytes -= outputBytes;
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

async function readFormat({ input, rows, warn }: FilterOptions, print: Print): Promise<Rows> {
  const { name, columns = {}, hasHeader = true } = rows;
  const bytes = stripByteOrderMark(input);
  if (name !== 'csv') {
    // A cut line ends with one additional byte.
    const lines = print === 'verdicts' ? truncateLines(MAX_LINE_BYTES - 1, bytes) : bytes;
    return { format: lineShape(name, columns, print), header: '', blocks: lineBlocks(lines) };
  }
  const blocks = csvBlocks(bytes, () => warn?.('The csv input ends within a quoted cell, so it is incomplete.', 'incomplete'));
  const { header, rest } = hasHeader ? await splitHeader(blocks) : { header: '', rest: blocks };
  // Empty input has no columns.
  if (hasHeader && header === '') return { format: csvShape(undefined, {}, print), header, blocks: rest };
  return { format: csvShape(header || undefined, columns, print), header, blocks: rest };
}
