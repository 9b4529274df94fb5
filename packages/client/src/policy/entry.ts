/**
 * The entry of one origin's robots.txt, as stores hold it, and the state at a given time that follows from it: the rules of a
 * copy, or one outcome for all URLs. Pure. Times are in milliseconds since 1970.
 */

import {
  type BodyCharset,
  FAILURE_KINDS,
  type FailureKind,
  type FetchedHeaders,
  type Hop,
  type Validators,
} from './fetch-outcome.js';
import { CLOCK_TOLERANCE } from './limits.js';
import type { Policy } from './policy.js';

/** Why a robots.txt is unreachable (RFC 9309 2.3.1.4). */
export type UnreachableReason = FailureKind | (typeof UNUSABLE_RESPONSES)[number];

const UNUSABLE_RESPONSES = [
  'status',
  'partial-content',
  'not-modified-unasked',
  'too-many-redirects',
  'redirect-loop',
  'ftp-reply',
] as const;

export const UNREACHABLE_REASONS: readonly UnreachableReason[] = [...FAILURE_KINDS, ...UNUSABLE_RESPONSES];

/** Why there are no rules (RFC 9309 2.3.1.3). */
export type UnavailableReason =
  | 'status'
  /** A status from 500 to 599 whose page says that it was not found, under a policy with `softNotFound`. */
  | 'soft-not-found'
  | 'too-many-redirects'
  | 'redirect-loop'
  | 'ftp-reply';

/** Facts of an attempt, for the provenance. */
interface AttemptFacts {
  readonly at: number;
  /** The HTTP status or FTP reply; undefined if there was none. */
  readonly status: number | undefined;
  /** The URL of the last response. */
  readonly url: string;
  readonly hops: readonly Hop[];
  /** The headers that determine the lifetime, so that other policies can compute their own. */
  readonly caching: CachingHeaders;
}

/** The last good copy. `at` is when it was received or last renewed. */
export interface Copy extends AttemptFacts {
  readonly kind: 'copy';
  readonly freshUntil: number;
  /** UTF-8, at most one byte longer than the parsing limit. */
  readonly body: Uint8Array;
  /** Whether the body continued past `maxBytes`. */
  readonly truncated: boolean;
  /** The parsing limit under which the body was read, in bytes. */
  readonly maxBytes: number;
  readonly charset: BodyCharset;
  readonly mediaType: string | undefined;
  readonly validators: Validators;
}

export type CachingHeaders = Pick<FetchedHeaders, 'age' | 'cache-control' | 'date' | 'expires' | 'pragma'>;

/** There is no robots.txt: everything is allowed. */
export interface Unavailable extends AttemptFacts {
  readonly kind: 'unavailable';
  readonly freshUntil: number;
  readonly reason: UnavailableReason;
}

/** Koster 1996 3.1: status 401 or 403 restricts the whole site. */
export interface Forbidden extends AttemptFacts {
  readonly kind: 'forbidden';
  readonly freshUntil: number;
}

export type Settled = Copy | Unavailable | Forbidden;

/** An unbroken run of inconclusive attempts. `at` and the facts are those of the last one. */
export interface Failing extends AttemptFacts {
  /**
   * How long the run was observed: the sum of the gaps between its attempts, each from 0 to 7 days, so that a clock
   * that was wrong for one attempt does not end the unreachable period.
   */
  readonly observedMs: number;
  /** Number of attempts in the run. */
  readonly count: number;
  readonly reason: UnreachableReason;
  /** Reason to embed in a sentence: in lower case, without a period. */
  readonly detail: string;
}

export interface Entry {
  /** The result of the last conclusive attempt; undefined if there was none. */
  readonly settled: Settled | undefined;
  /** Undefined if the last attempt was conclusive. */
  readonly failing: Failing | undefined;
  /** When the next request is due: a background refresh, a renewal, or a retry. */
  readonly refreshAt: number;
}

/**
 * Returns when the last attempt ended, in milliseconds since 1970. A failure is always later than the result before it.
 */
export function lastAttemptAt({ settled, failing }: Entry): number {
  return (failing ?? settled)?.at ?? 0;
}

/** Returns the entry with the later attempt; the first one if both are equally late. */
export function laterEntry(a: Entry | undefined, b: Entry | undefined): Entry | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return lastAttemptAt(b) > lastAttemptAt(a) ? b : a;
}

/** Returns when a run of failures began, as far as it was observed, in milliseconds since 1970. */
export function failingSince({ at, observedMs }: Failing): number {
  return at - observedMs;
}

/** Returns whether a time is in the future because a clock was set back. Times derived from it may be years off. */
export function isAhead(at: number, now: number): boolean {
  return at > now + CLOCK_TOLERANCE;
}

/** What an origin permits, and the attempt that decides. */
export type State = { readonly reason: UnavailableReason | UnreachableReason | undefined } & (
  | {
      /** The rules of the copy decide. */
      readonly kind: 'copy';
      readonly facts: Copy;
      /** Whether it has expired and is used because the file is unreachable. */
      readonly stale: boolean;
    }
  | { readonly kind: 'unavailable' | 'forbidden'; readonly facts: Unavailable | Forbidden }
  /** `unreachable`: nothing may be fetched. `given-up`: unreachable for long enough to count as unavailable. */
  | { readonly kind: 'unreachable' | 'given-up'; readonly facts: Failing }
);

/** The access results (RFC 9309 2.3.1). */
export const ACCESS_OF_STATE = {
  copy: 'successful',
  unavailable: 'unavailable',
  forbidden: 'forbidden',
  unreachable: 'unreachable',
  'given-up': 'unreachable',
} as const satisfies Readonly<Record<State['kind'], string>>;

/**
 * Returns the state at `now`; undefined if a request is needed first. The stage of the unreachable policy depends on how
 * long failures were observed (RFC 9309 2.3.1.4, Koster 1996 3.1).
 */
export function stateAt(entry: Entry, policy: Policy, now: number): State | undefined {
  const { settled, failing } = entry;
  if (settled !== undefined && isFresh(settled, now)) return stateOf(settled);
  if (failing === undefined) return undefined;
  const { reason, observedMs } = failing;
  // The server responds, so neither an old copy nor the end of the unreachable period opens the site.
  if (reason === 'unreadable') return { kind: 'unreachable', facts: failing, reason };
  const { stages } = policy;
  const stage = stages.find(({ untilMs }) => observedMs < untilMs) ?? stages.at(-1);
  const usesCopy = stage?.decision === 'copy-or-allow' || stage?.decision === 'copy-or-disallow';
  if (usesCopy && settled?.kind === 'copy') {
    return { kind: 'copy', facts: settled, stale: true, reason };
  }
  const isOpen = stage?.decision === 'copy-or-allow' || stage?.decision === 'allow';
  return { kind: isOpen ? 'given-up' : 'unreachable', facts: failing, reason };
}

/** Returns the state while a result is fresh. */
function stateOf(settled: Settled): State {
  if (settled.kind === 'copy') {
    return { kind: 'copy', facts: settled, stale: false, reason: undefined };
  }
  const reason = settled.kind === 'unavailable' ? settled.reason : undefined;
  return { kind: settled.kind, facts: settled, reason };
}

/** Returns the state at `now`. If a request is overdue, returns the state before it became due. */
export function lastState(entry: Entry, policy: Policy, now: number): State {
  const state = stateAt(entry, policy, now) ?? (entry.settled && stateOf(entry.settled));
  if (state !== undefined) return state;
  throw new Error('The entry has neither a result nor a failure.');
}

function isFresh({ at, freshUntil }: Settled, now: number): boolean {
  return now < freshUntil && !isAhead(at, now);
}

/**
 * Returns whether a client with this parsing limit has to fetch the body again, because it was cut at a smaller one.
 * While the origin fails, the partial body is used until the next try.
 */
export function needsLongerCopy({ settled, failing }: Entry, maxBytes: number): boolean {
  return settled?.kind === 'copy' && failing === undefined && isCutBelow(settled, maxBytes);
}

/** Returns whether a copy was cut at a smaller parsing limit than this. */
export function isCutBelow(copy: Copy, maxBytes: number): boolean {
  return copy.truncated && copy.maxBytes < maxBytes;
}

/** Returns whether a URL may be checked at `now` without waiting for a request. */
export function isCurrent({ settled, failing, refreshAt }: Entry, now: number): boolean {
  if (settled !== undefined && isFresh(settled, now)) return true;
  // No request is made between retries of an unreachable origin.
  return failing !== undefined && !isAhead(failing.at, now) && now < refreshAt;
}
