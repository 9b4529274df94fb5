/** The work of a bulk run: blocks of rows in octets -> their answers in octets. One thread has one of these. */
import { Buffer } from 'node:buffer';
import type { Io } from '../io.js';
import type { Runner } from '../threads/pool.js';
import { type BadRow, BlockFilter } from './block-filter.js';
import { blockOf } from './blocks.js';
import { type RowShape, rowFormat } from './rows.js';
import { type FixedRules, openFixed, type RulesSource } from './rules-source.js';

export interface Answered {
  readonly octets: Uint8Array;
  readonly bad: readonly BadRow[];
  /** Lines there were. */
  readonly lines: number;
}

/** Takes blocks. */
export type Answering = Runner<Uint8Array, Answered>;

/** How rows are answered, whatever the rules; plain data. */
export interface AnswerShape {
  readonly format: RowShape;
  readonly productTokens: readonly string[];
  readonly only: 'allowed' | 'disallowed' | undefined;
}

/** All that a thread has to know. */
export interface FixedWork {
  readonly rules: FixedRules;
  readonly shape: AnswerShape;
}

/** `warn` is told what of the rules cannot be read: one thread of a run says it for all. */
export async function fixedAnswering(
  { rules, shape }: FixedWork,
  io: Pick<Io, 'openFile'>,
  warn: (sentence: string) => void = () => {},
): Promise<Answering> {
  return answeringBy(await openFixed(rules, shape.productTokens, io, warn), shape);
}

/** One block after the other. */
export function answeringBy(source: RulesSource, shape: AnswerShape): Answering {
  const filter = new BlockFilter({ ...shape, format: rowFormat(shape.format) });
  return {
    ahead: 1,
    async run(octets) {
      const { text, bad, lines } = await source.answer(blockOf(octets), filter);
      // Not of a pool: it may go to another thread.
      const written = Buffer.allocUnsafeSlow(text.length);
      written.write(text, 'latin1');
      return { octets: written, bad, lines };
    },
    close: () => source.close(),
  };
}
