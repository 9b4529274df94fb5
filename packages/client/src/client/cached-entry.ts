/** An entry cached in this process, with its rules parsed on first use, and the provenance of what it decides. */
import { type Access, type Crawler, type Decider, decider, type Overrides, robotsFile } from '@repkit/core';
import { accessUnder } from '../policy/access-under.js';
import { ACCESS_OF_STATE, type Copy, type Entry, failingSince, lastAttemptAt, lastState, type State } from '../policy/entry.js';
import { robotsTxtUrl } from '../policy/origin.js';
import type { Policy } from '../policy/policy.js';
import { encodeFacts } from '../store/stored-entry.js';
import type { Provenance } from './decision.js';

export type EntrySource = Pick<Provenance, 'source' | 'store' | 'storeError'>;

/** Approximate memory of the objects of one origin in bytes: entry, map, parsed records. Measured and rounded up. */
const FIXED_BYTES = 1500;
/** Approximate memory of a parsed body and the matcher of one token, per byte of the body. */
const BYTES_PER_BODY_BYTE = 4;

export class CachedEntry {
  readonly entry: Entry;
  readonly from: EntrySource;
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
  constructor(entry: Entry, from: EntrySource, maxBytes: number) {
    this.entry = entry;
    this.from = from;
    this.attemptedAt = lastAttemptAt(entry);
    this.#maxBytes = maxBytes;
  }

  /** Returns what a state permits. Reuses the file while the body is the same, so that it is parsed once per dialect. */
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
  deciderFor(state: State, crawler: Crawler, overrides: Overrides): Decider {
    const access = this.accessOf(state);
    const permits = access.kind === 'file' ? access : access.kind;
    if (this.#latest?.permits !== permits || this.#latest.crawler !== crawler) {
      this.#latest = { permits, crawler, decider: decider(access, crawler, overrides) };
    }
    return this.#latest.decider;
  }

  /** Returns whether only a part of the file was parsed. */
  isCut(copy: Copy): boolean {
    return copy.truncated || copy.body.length > this.#maxBytes;
  }

  /** Approximate memory in bytes. Includes the facts besides the body, because redirect targets may be long. */
  get memoryBytes(): number {
    const { settled } = this.entry;
    const bodyBytes = settled?.kind === 'copy' ? settled.body.length : 0;
    // Two bytes per character, because long texts may contain characters outside Latin-1.
    return FIXED_BYTES + 2 * encodeFacts(this.entry).length + BYTES_PER_BODY_BYTE * bodyBytes;
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
export function viewOf(situation: Situation, policy: Policy = situation.policy): View {
  const { cached, now } = situation;
  const { entry } = cached;
  if (policy === situation.policy) return { policy, entry, state: lastState(entry, policy, now) };
  return { policy, ...accessUnder(entry, policy, now) };
}

/** Returns how the access of an origin was determined. */
export function provenanceOf(situation: Situation, { policy, entry, state }: View): Provenance {
  const { origin, cached, now, remembered } = situation;
  const { from } = cached;
  const { facts } = state;
  const failing = entry.failing;
  return {
    origin,
    robotsTxtUrl: robotsTxtUrl(origin),
    policy: policy.name,
    access: ACCESS_OF_STATE[state.kind],
    reason: state.reason,
    detail: failing?.detail,
    status: facts.status,
    url: facts.url,
    hops: facts.hops,
    fetchedAt: facts.at,
    ageMs: Math.max(0, now - facts.at),
    freshUntil: 'freshUntil' in facts ? facts.freshUntil : undefined,
    stale: state.kind === 'copy' && state.stale,
    nextRequestAt: entry.refreshAt,
    unreachableSince: failing && failingSince(failing),
    source: remembered ? 'memory' : from.source,
    store: from.store,
    storeError: from.storeError,
    body: state.kind === 'copy' ? bodyProvenance(state.facts, cached) : undefined,
  };
}

function bodyProvenance(copy: Copy, cached: CachedEntry): Provenance['body'] {
  const { body, charset, mediaType } = copy;
  return {
    bytes: body.length,
    charset,
    truncated: cached.isCut(copy),
    mediaType,
    // RFC 9309 2.3: "The file MUST be UTF-8 encoded … and Internet Media Type 'text/plain'".
    wrongMediaType: mediaType !== undefined && mediaType !== 'text/plain',
  };
}
