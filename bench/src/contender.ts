/** The interface between the bench and a robots.txt library. */
import type { Input } from './inputs.js';

/** Checks `count` URLs, starting at index `from` and wrapping around, and returns how many are allowed. */
type CountAllowed = (urls: readonly string[], from: number, count: number) => number;

/** A file and the URLs to check against it. */
export interface FileWithUrls {
  readonly input: Input;
  readonly urls: readonly string[];
}

/**
 * Each contender has its own loops: with a shared loop, the engine would inline none of the calls,
 * which slows down the fastest contenders most.
 */
export interface Contender {
  readonly name: string;
  /** Parses a file and checks one URL, `count` times, rotating through the files and URLs. Returns how many are allowed. */
  readonly oneShot?: (
    files: readonly FileWithUrls[],
    from: number,
    count: number,
  ) => number | Promise<number>;
  /** Parses once and returns a function that checks URLs. */
  readonly prepare?: (body: string, token: string) => CountAllowed | Promise<CountAllowed>;
  /** Parses and returns everything that a user would hold on to. */
  readonly keep?: (file: Pick<Input, 'body' | 'bytes'>) => unknown;
}

/** Returns the file and URL of a one-shot check: all files in turn, then all of them with their next URL. */
export function checkAt(
  files: readonly FileWithUrls[],
  turn: number,
): { input: Input; url: string } {
  const { input, urls } = files[turn % files.length] as FileWithUrls;
  const url = urls[Math.floor(turn / files.length) % urls.length] as string;
  return { input, url };
}
