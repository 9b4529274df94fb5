/** An entry in this process. Its rules are parsed on first use. */
import {
  type Access,
  type Crawler,
  type Decider,
  decider,
  type Given,
  robotsFile,
} from '@repkit/core';
import { accessUnder } from '../policy/access-under.js';
import { type Copy, type Entry, lastAttemptAt } from '../policy/entry.js';
import type { Policy } from '../policy/policy.js';
import { lastState, type State } from '../policy/state.js';
import { factsOf } from '../store/stored-entry.js';
import type { Provenance } from './decision.js';

export type EntryOrigin = Pick<Provenance, 'source' | 'store' | 'storeError'>;

/** Approximate memory of the objects of one origin in bytes: entry, map, parsed records. Measured and rounded up. */
const FIXED_BYTES = 1500;
/** Approximate memory of a parsed body and the matcher of one token, per byte of the body. */
const BYTES_PER_BODY_BYTE = 4;

export class CachedEntry {
  readonly entry: Entry;
  readonly from: EntryOrigin;
  /** When the last attempt ended, in milliseconds since 1970. */
  readonly attemptedAt: number;
  readonly #maxBytes: number;
  #parsed: { readonly copy: Copy; readonly access: Access & { readonly kind: 'file' } } | undefined;
  #latest:
    | {
        readonly permits: Access | Access['kind'];
        readonly crawler: Crawler;
        readonly decider: Decider;
      }
    | undefined;

  /** @param maxBytes the parsing limit */
  constructor(entry: Entry, from: EntryOrigin, maxBytes: number) {
    this.entry = entry;
    this.from = from;
    this.attemptedAt = lastAttemptAt(entry);
    this.#maxBytes = maxBytes;
  }

  /** Returns what a state permits. The body of the same copy is the same file, so that it is parsed once per dialect. */
  accessOf(state: State): Access {
    if (state.kind !== 'copy') return state;
    const copy = state.facts;
    if (this.#parsed?.copy.body !== copy.body) {
      // A body cut at a smaller limit ends in a partial line, which the parser drops only under that limit.
      const maxBytes = copy.truncated ? Math.min(copy.maxBytes, this.#maxBytes) : this.#maxBytes;
      const file = robotsFile(copy.body, { maxBytes });
      this.#parsed = { copy, access: { kind: 'file', file } };
    }
    return this.#parsed.access;
  }

  /** Returns the decider for a crawler. The latest is cached, because most clients check one crawler. */
  deciderFor(state: State, crawler: Crawler, given: Given): Decider {
    const access = this.accessOf(state);
    const permits = access.kind === 'file' ? access : access.kind;
    if (this.#latest?.permits !== permits || this.#latest.crawler !== crawler) {
      this.#latest = { permits, crawler, decider: decider(access, crawler, given) };
    }
    return this.#latest.decider;
  }

  /** Returns whether only a part of the file was parsed. */
  isCut(copy: Copy): boolean {
    return copy.truncated || copy.body.length > this.#maxBytes;
  }

  /** Approximate memory in bytes. Includes the facts besides the body, because redirect targets may be long. */
  get bytes(): number {
    const { settled } = this.entry;
    const bodyBytes = settled?.kind === 'copy' ? settled.body.length : 0;
    // Two bytes per character, because long texts may contain characters outside Latin-1.
    return FIXED_BYTES + 2 * factsOf(this.entry).length + BYTES_PER_BODY_BYTE * bodyBytes;
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

/** An origin as a policy treats it. */
export interface View {
  readonly policy: Policy;
  readonly entry: Entry;
  readonly state: State;
}

/** Returns the origin as a policy treats it (default: the policy under which it was fetched). */
export function viewOf({ cached, policy: own, now }: Situation, policy: Policy = own): View {
  const { entry } = cached;
  if (policy === own) return { policy, entry, state: lastState(entry, policy, now) };
  return { policy, ...accessUnder(entry, policy, now) };
}
