/** What the parts of the bench share: each measures something, prints a table, and returns the figures that have a target. */
import type { RaceOptions } from './race.ts';
import { table } from './statistics.ts';
import type { Figures } from './targets.ts';

interface Settings {
  readonly quick: boolean;
  readonly race: RaceOptions;
  /** A folder of robots.txt files. */
  readonly corpus: string | undefined;
  /** The program of google-corpus.cc. */
  readonly google: string | undefined;
}

export type Part = (settings: Settings) => Figures | Promise<Figures>;

/** Prints a table with a blank line after it. */
export function printTable(rows: readonly (readonly string[])[]): void {
  process.stdout.write(`${table(rows)}\n\n`);
}
