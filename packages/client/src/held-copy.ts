/** An entry in this process, with its rules parsed once they are asked for. */
import { type Dialect, type DialectName, parseRobotsTxt, type RobotsTxt } from '@repkit/core';
import type { Source } from './decision.js';
import type { Copy, Entry } from './policy/entry.js';
import { factsOctets } from './policy/facts-octets.js';
import { lastAttemptAt } from './policy/last-attempt.js';

/** Where an entry came from, for the provenance. */
export interface EntryOrigin {
  readonly source: Source;
  readonly store: string;
  readonly storeError: string | undefined;
}

export interface ParseSettings {
  readonly dialect: DialectName | Dialect;
  readonly maxBytes: number;
}

/** What one origin costs beside its body and what its server said: entry, map, parsed records. Measured and rounded up. */
const FIXED_OCTETS = 1024;
/** A parsed body and the automaton of one token take about so many octets for each octet of the body. */
const OCTETS_PER_OCTET = 4;

export class HeldCopy {
  readonly entry: Entry;
  readonly from: EntryOrigin;
  /** When the origin was asked last, in milliseconds since 1970. */
  readonly askedAt: number;
  readonly #settings: ParseSettings;
  #parsed: { readonly copy: Copy; readonly robotsTxt: RobotsTxt } | undefined;

  constructor(entry: Entry, from: EntryOrigin, settings: ParseSettings) {
    this.entry = entry;
    this.from = from;
    this.askedAt = lastAttemptAt(entry);
    this.#settings = settings;
  }

  /** The rules of a copy of this entry, parsed once. */
  rulesOf(copy: Copy): RobotsTxt {
    if (this.#parsed?.copy !== copy) {
      this.#parsed = { copy, robotsTxt: parseRobotsTxt(copy.body, this.#settings) };
    }
    return this.#parsed.robotsTxt;
  }

  /** About how much memory this takes, in octets. */
  get octets(): number {
    const { settled } = this.entry;
    const body = settled?.kind === 'copy' ? OCTETS_PER_OCTET * settled.body.length : 0;
    return FIXED_OCTETS + factsOctets(this.entry) + body;
  }
}
