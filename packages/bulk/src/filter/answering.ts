/** The work of a bulk run: blocks of rows in bytes -> their answers in bytes. One thread has one of these. */
import type { FileOpener } from '../file-bytes.js';
import { type RowShape, rowFormat } from '../rows/rows.js';
import { type FixedRules, openFixed, type RulesSource } from '../rules/rules-source.js';
import type { Runner } from '../threads/thread-port.js';
import { type BadRow, BlockFilter } from './block-filter.js';

export interface Answered {
  readonly bytes: Uint8Array;
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
  io: FileOpener,
  warn: (sentence: string) => void = () => {},
): Promise<Answering> {
  return answeringBy(await openFixed(rules, shape.productTokens, io, warn), shape);
}

/** One block after the other. */
export function answeringBy(source: RulesSource, shape: AnswerShape): Answering {
  const filter = new BlockFilter({ ...shape, format: rowFormat(shape.format) });
  return {
    ahead: 1,
    run: async (block) => source.answer(block, filter),
    close: () => source.close(),
  };
}
