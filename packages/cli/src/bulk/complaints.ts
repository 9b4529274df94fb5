/** Bad rows: all of them to a file, and with their line numbers to standard error. */
import type { OutputFile } from '../io.js';
import { clipped, visible } from '../render/visible.js';
import type { BadRow } from './block-filter.js';
import { octetsOf, utf8Text } from './blocks.js';

/** On a terminal millions of them would bury whatever else is said. */
const MOST_ON_TERMINAL = 10;
const MOST_CHARACTERS = 100;

export class Complaints {
  readonly #rejects: OutputFile | undefined;
  readonly #most: number;
  readonly #say: (text: string) => void;
  #shown = 0;

  constructor(rejects: OutputFile | undefined, isTerminal: boolean, say: (text: string) => void) {
    this.#rejects = rejects;
    this.#most = isTerminal ? MOST_ON_TERMINAL : Number.POSITIVE_INFINITY;
    this.#say = say;
  }

  /** Takes the bad rows of a block that stands behind so many lines; gives how many octets were written to the file. */
  take(bad: readonly BadRow[], linesBefore: number): number {
    if (bad.length === 0) return 0;
    const left = Math.max(0, this.#most - this.#shown);
    const shown = bad.slice(0, left).map((row) => sentence(row, linesBefore));
    if (this.#shown <= this.#most && bad.length > left) {
      shown.push('further bad lines are counted; standard error in a file has them all.');
    }
    this.#shown += bad.length;
    if (shown.length > 0) this.#say(shown.map((text) => `repkit filter: ${text}\n`).join(''));
    if (this.#rejects === undefined) return 0;
    const octets = octetsOf(bad.map(({ text }) => `${text}\n`).join(''));
    this.#rejects.write(octets);
    return octets.length;
  }
}

function sentence({ line, why, text }: BadRow, linesBefore: number): string {
  const start = text.slice(0, 4 * MOST_CHARACTERS);
  const shown = clipped(visible(utf8Text(start) ?? start), MOST_CHARACTERS);
  return `line ${linesBefore + line}: ${why}: "${shown}".`;
}
