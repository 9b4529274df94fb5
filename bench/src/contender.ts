/** What the bench asks of a robots.txt library. */
import type { Input } from './inputs.js';

/** How many of `count` questions about `urls`, the first of them at `from` (taken round), are allowed. */
export type Asker = (urls: readonly string[], from: number, count: number) => number;

/** One file with the URLs that are asked of it. */
export interface Question {
  readonly input: Input;
  readonly urls: readonly string[];
}

/**
 * Each contender writes its own loops: with one loop for all, the engine would find several callees
 * in one place and inline none, at the cost of the fastest.
 */
export interface Contender {
  readonly name: string;
  /** Parses and asks one question, `count` times, going round the files and their URLs; how many were allowed. */
  readonly oneShot?: (
    questions: readonly Question[],
    from: number,
    count: number,
  ) => number | Promise<number>;
  /** Parses once and then answers. */
  readonly prepare?: (body: string, token: string) => Asker | Promise<Asker>;
  /** Parses and returns everything that a user would keep. */
  readonly keep?: (file: Pick<Input, 'body' | 'bytes'>) => unknown;
}

/** The file and the URL of the turn-th one-shot question: all the files in turn, then all of them with their next URL. */
export function questionAt(
  questions: readonly Question[],
  turn: number,
): { input: Input; url: string } {
  const { input, urls } = questions[turn % questions.length] as Question;
  const url = urls[Math.floor(turn / questions.length) % urls.length] as string;
  return { input, url };
}
