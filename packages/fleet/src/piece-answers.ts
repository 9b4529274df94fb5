/** The lines of a piece -> the rows of its part. */

import { setImmediate as letOthersRun } from 'node:timers/promises';
import { BlockFilter, bytesOf, type LoadRules, OriginRules, utf8Text } from '@repkit/bulk/blocks';
import { partRows } from './part-rows.js';
import { urlOf } from './pieces.js';

/** Lines that are answered in one go: between them the lock of the job is renewed. */
const A_BLOCK = 250;

/** Sites whose rules are kept while a job lasts; more are read anew from what the client keeps. */
const MOST_ORIGINS = 10_000;

export interface PieceAnswersOptions {
  readonly load: LoadRules;
  readonly productTokens: readonly string[];
  /** Sites that are asked at once. */
  readonly concurrency: number;
}

export class PieceAnswers {
  readonly #filter: BlockFilter;
  readonly #origins: OriginRules;

  /** For one job: what is kept of its origins goes with it. */
  constructor({ load, productTokens, concurrency }: PieceAnswersOptions) {
    this.#filter = new BlockFilter({ format: partRows, productTokens });
    this.#origins = new OriginRules(load, { concurrency, most: MOST_ORIGINS });
  }

  /** One character a byte. Rejects with the reason of the signal. */
  async rows(lines: readonly string[], signal?: AbortSignal): Promise<string> {
    // All sites of the piece at once: a block has but a few of them.
    await this.#origins.prepare(urlsIn(lines));
    let rows = '';
    for (let at = 0; at < lines.length; at += A_BLOCK) {
      signal?.throwIfAborted();
      const block = bytesOf(`${lines.slice(at, at + A_BLOCK).join('\n')}\n`);
      const { bytes } = await this.#origins.answer(block, this.#filter);
      rows += bytes.toString('latin1');
      await letOthersRun();
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
