/** Checks the lines of a piece and returns the rows of its part. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { BlockFilter, bytesOf, type LoadRules, OriginRules, utf8Text } from '@repkit/bulk/blocks';
import { partRows } from './part-rows.js';
import { urlOf } from './pieces.js';

/** The lock of the job can be renewed between blocks. */
const LINES_PER_BLOCK = 250;

/** Rules cached per job. Others are parsed again from the cache of the client. */
const MAX_ORIGINS = 10_000;

export interface PieceCheckerOptions {
  readonly load: LoadRules;
  readonly productTokens: readonly string[];
  /** Maximum number of sites fetched in parallel. */
  readonly concurrency: number;
}

export class PieceChecker {
  readonly #filter: BlockFilter;
  readonly #origins: OriginRules;

  /** Create one per job: it caches the rules of the job's origins. */
  constructor({ load, productTokens, concurrency }: PieceCheckerOptions) {
    this.#filter = new BlockFilter({ format: partRows, crawlers: productTokens });
    this.#origins = new OriginRules(load, { concurrency, maxOrigins: MAX_ORIGINS });
  }

  /** Returns rows with one character per byte. Rejects with the reason of the signal. */
  async rows(lines: readonly string[], signal?: AbortSignal): Promise<string> {
    // Fetching all sites of the piece in parallel, because a block has only a few.
    await this.#origins.prepare(urlsIn(lines));
    let rows = '';
    for (let at = 0; at < lines.length; at += LINES_PER_BLOCK) {
      signal?.throwIfAborted();
      const block = bytesOf(`${lines.slice(at, at + LINES_PER_BLOCK).join('\n')}\n`);
      const { bytes } = await this.#origins.filterBlock(block, this.#filter);
      rows += bytes.toString('latin1');
      await yieldToEventLoop();
    }
    return rows;
  }
}

function* urlsIn(lines: readonly string[]): Generator<string> {
  for (const line of lines) {
    const url = utf8Text(urlOf(line));
    if (url !== undefined) yield url;
  }
}
