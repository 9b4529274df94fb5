/** Verdicts for millions of rows: blocks of rows in, blocks of rows with their verdicts out, in the same order. */

import { inOrder } from '@repkit/client/in-order';
import type { Chunks } from '../file-bytes.js';
import { bytesOf, lineBlocks } from '../input/blocks.js';
import { withoutFirst, withoutMark } from '../input/input.js';
import { answeredHeader, csvBlocks, csvShape, splitHeader } from '../rows/csv.js';
import type { RowShape, RowsOptions } from '../rows/rows.js';
import { type FixedRules, type LiveRules, openLive } from '../rules/rules-source.js';
import { nodeSystem, type System } from '../system.js';
import { answeringBy } from './answering.js';
import type { BadRow } from './block-filter.js';
import { answeringWith } from './threaded-answering.js';

export interface FilterOptions {
  /** The rows, decompressed. */
  readonly input: Chunks;
  readonly rows: RowsOptions;
  readonly rules: FixedRules | LiveRules;
  readonly productTokens: readonly string[];
  /** Yields bare URLs instead of rows, and only those with this verdict for at least one product token. */
  readonly only?: 'allowed' | 'disallowed' | undefined;
  /** Default: 1 for the first 8 MiB of input, then one per core, at most 8. Live rules use one. */
  readonly threads?: number | undefined;
  /** Where an earlier run ended. The input must be the same. */
  readonly from?: FilterPosition | undefined;
  /** Receives a sentence for each part of an archive that cannot be read. */
  readonly warn?: ((sentence: string) => void) | undefined;
}

/** How far a run has come. A run with the same options can continue from it. */
export interface FilterPosition {
  /** Bytes of the input, always up to the end of a row. */
  readonly inputBytes: number;
  readonly lines: number;
  /** Rows without a valid URL. */
  readonly invalid: number;
}

export interface FilteredBlock {
  readonly bytes: Uint8Array;
  readonly invalidRows: readonly BadRow[];
  /** Lines of the input before this block. */
  readonly linesBefore: number;
  /** After this block. */
  readonly position: FilterPosition;
}

export const FILTER_START: FilterPosition = { inputBytes: 0, lines: 0, invalid: 0 };

/** Throws an InputError for rules or input that cannot be read. The input is closed if the consumer stops. */
export async function* filterUrls(
  options: FilterOptions,
  system: System = nodeSystem,
): AsyncGenerator<FilteredBlock> {
  const { rules, productTokens, only, threads, from = FILTER_START, warn } = options;
  const { format, header, blocks } = await readRows(options.rows, options.input);
  const shape = { format, productTokens, only };
  const answering =
    rules.kind === 'live'
      ? answeringBy(openLive(rules, productTokens), shape)
      : await answeringWith({ rules, shape }, threads, system, warn);
  let position = from;
  try {
    if (header !== '' && position.inputBytes === 0) {
      const lines = header.split('\n').length - (header.endsWith('\n') ? 1 : 0);
      position = { inputBytes: header.length, lines, invalid: 0 };
      const bytes = bytesOf(only === undefined ? answeredHeader(header) : '');
      yield { bytes, invalidRows: [], linesBefore: 0, position };
    }
    const passed = position.inputBytes - header.length;
    const left = passed === 0 ? blocks : withoutFirst(passed, blocks);
    const answers = inOrder(left, answering.ahead, async (block) => {
      // The block may be transferred to another thread, which leaves it empty.
      const inputBytes = block.length;
      return { ...(await answering.run(block)), inputBytes };
    });
    for await (const { bytes, bad, lines, inputBytes } of answers) {
      const linesBefore = position.lines;
      position = {
        inputBytes: position.inputBytes + inputBytes,
        lines: linesBefore + lines,
        invalid: position.invalid + bad.length,
      };
      yield { bytes: bytes, invalidRows: bad, linesBefore, position };
    }
  } finally {
    await answering.close();
  }
}

interface Rows {
  readonly format: RowShape;
  /** The first row of csv, with its line end. */
  readonly header: string;
  readonly blocks: AsyncGenerator<Uint8Array>;
}

async function readRows(rows: RowsOptions, input: Chunks): Promise<Rows> {
  if (rows.name !== 'csv') {
    return { format: rows, header: '', blocks: lineBlocks(withoutMark(input)) };
  }
  const blocks = csvBlocks(input);
  if (!rows.hasHeader) return { format: csvShape(undefined, rows.column), header: '', blocks };
  const { header, rest } = await splitHeader(blocks);
  // An empty input has no columns to look for.
  const column = header === '' ? undefined : rows.column;
  return { format: csvShape(header || undefined, column), header, blocks: rest };
}
