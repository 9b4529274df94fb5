/** An entry in this process. Its rules are parsed on first use. */
import { type Dialect, type DialectName, parseRobotsTxt, type RobotsTxt } from '@repkit/core';
import { type Copy, type Entry, lastAttemptAt } from '../policy/entry.js';
import type { Policy } from '../policy/policy.js';
import { lastState, type State } from '../policy/state.js';
import type { Source } from './decision.js';

export interface EntryOrigin {
  readonly source: Source;
  readonly store: string;
  readonly storeError: string | undefined;
}

export interface ParseSettings {
  readonly dialect: DialectName | Dialect;
  readonly maxBytes: number;
}

/** Approximate memory of the objects of one origin in bytes: entry, map, parsed records. Measured and rounded up. */
const FIXED_BYTES = 1500;
/** Approximate memory of a parsed body and the matcher of one token, per byte of the body. */
const BYTES_PER_BODY_BYTE = 4;

export class CachedEntry {
  readonly entry: Entry;
  readonly from: EntryOrigin;
  /** When the last attempt ended, in milliseconds since 1970. */
  readonly attemptedAt: number;
  /** The client's epoch when it began to obtain the entry. */
  readonly epoch: number;
  readonly #settings: ParseSettings;
  #parsed: { readonly copy: Copy; readonly robotsTxt: RobotsTxt } | undefined;

  constructor(entry: Entry, from: EntryOrigin, settings: ParseSettings, epoch = 0) {
    this.entry = entry;
    this.from = from;
    this.attemptedAt = lastAttemptAt(entry);
    this.epoch = epoch;
    this.#settings = settings;
  }

  /** Returns the rules of a copy of this entry. Parses the copy once. */
  rulesOf(copy: Copy): RobotsTxt {
    if (this.#parsed?.copy !== copy) {
      const settings = { ...this.#settings, maxBytes: this.#limitOf(copy) };
      this.#parsed = { copy, robotsTxt: parseRobotsTxt(copy.body, settings) };
    }
    return this.#parsed.robotsTxt;
  }

  /** Returns whether only a part of the file was parsed. */
  isCut(copy: Copy): boolean {
    return copy.truncated || copy.body.length > this.#settings.maxBytes;
  }

  /** A body cut at a smaller limit ends in a partial line, which the parser drops only under that limit. */
  #limitOf({ truncated, maxBytes }: Copy): number {
    return truncated ? Math.min(maxBytes, this.#settings.maxBytes) : this.#settings.maxBytes;
  }

  /** Approximate memory in bytes. Includes the facts besides the body, because redirect targets may be long. */
  get bytes(): number {
    const { settled } = this.entry;
    const body = settled?.kind === 'copy' ? BYTES_PER_BODY_BYTE * settled.body.length : 0;
    const facts = JSON.stringify(this.entry, (name, value) =>
      name === 'body' ? undefined : value,
    );
    // Two bytes per character, because long texts may contain characters outside Latin-1.
    return FIXED_BYTES + 2 * facts.length + body;
  }
}

/** The state of an origin when a URL is checked. */
export interface Situation {
  readonly origin: string;
  readonly cached: CachedEntry;
  readonly policy: Policy;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** True if the entry was cached in this process before the check. */
  readonly remembered: boolean;
}

export function stateOf({ cached: { entry }, policy, now }: Situation): State {
  return lastState(entry, policy, now);
}
