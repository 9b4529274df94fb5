/** Determines the state of an origin at a given time: the rules of a copy, or one outcome for all URLs. Pure. */
import {
  type Copy,
  type Entry,
  type Failing,
  type Forbidden,
  isAhead,
  type Settled,
  type Unavailable,
  type UnavailableReason,
  type UnreachableReason,
} from './entry.js';
import type { Policy } from './policy.js';

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
