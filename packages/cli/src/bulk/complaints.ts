/** Bad rows: all of them to a file, and the first few to standard error. */
import type { OutputFile } from '../io.js';
import { clipped, visible } from '../render/visible.js';
import type { BadRow } from './block-filter.js';
import { octetsOf, utf8Text } from './blocks.js';

/** Millions of them would bury whatever else standard error says. */
const MOST_SHOWN = 10;
const MOST_CHARACTERS = 100;

export class Complaints {
  readonly #rejects: OutputFile | undefined;
  readonly #say: (sentence: string) => void;
  #shown = 0;

  constructor(rejects: OutputFile | undefined, say: (sentence: string) => void) {
    this.#rejects = rejects;
    this.#say = say;
  }

  /** Gives how many octets were written to the file. */
  take(bad: readonly BadRow[]): number {
    for (const { line, why, text } of bad) {
      if (this.#shown === MOST_SHOWN) this.#say('further bad lines are counted, and not shown.');
      if (this.#shown++ >= MOST_SHOWN) break;
      const start = text.slice(0, 4 * MOST_CHARACTERS);
      this.#say(
        `line ${line}: ${why}: "${clipped(visible(utf8Text(start) ?? start), MOST_CHARACTERS)}".`,
      );
    }
    if (this.#rejects === undefined || bad.length === 0) return 0;
    const octets = octetsOf(bad.map(({ text }) => `${text}\n`).join(''));
    this.#rejects.write(octets);
    return octets.length;
  }
}
