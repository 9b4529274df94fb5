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

export type State =
  /** The rules of the copy decide. `stale` if it has expired and is used because the file is unreachable. */
  | {
      readonly kind: 'copy';
      readonly copy: Copy;
      readonly failing: Failing | undefined;
      readonly stale: boolean;
    }
  | { readonly kind: 'unavailable'; readonly settled: Unavailable }
  | { readonly kind: 'forbidden'; readonly settled: Forbidden }
  /** Unreachable: nothing may be fetched. */
  | { readonly kind: 'unreachable'; readonly failing: Failing }
  /** Unreachable for long enough to count as unavailable. */
  | { readonly kind: 'given-up'; readonly failing: Failing };

/** Returns the state at `now`; undefined if a request has to be made first. */
export function stateAt(entry: Entry, policy: Policy, now: number): State | undefined {
  const { settled, failing } = entry;
  if (settled !== undefined && isFresh(settled, now)) {
    switch (settled.kind) {
      case 'copy':
        return { kind: 'copy', copy: settled, failing, stale: false };
      case 'unavailable':
        return { kind: 'unavailable', settled };
      case 'forbidden':
        return { kind: 'forbidden', settled };
    }
  }
  if (failing === undefined) return undefined;
  const copy = settled?.kind === 'copy' ? settled : undefined;
  switch (unreachableEffect(policy, failing.observedMs, copy !== undefined)) {
    case 'copy':
      return copy && { kind: 'copy', copy, failing, stale: true };
    case 'allow':
      return { kind: 'given-up', failing };
    case 'disallow':
      return { kind: 'unreachable', failing };
  }
}

/** Returns the state at `now`. If a request is overdue, returns the state when it became due. */
export function lastState(entry: Entry, policy: Policy, now: number): State {
  const state = stateAt(entry, policy, now) ?? stateAt(entry, policy, entry.refreshAt);
  if (state !== undefined) return state;
  throw new Error('The entry has neither a result nor a failure.');
}

/** Returns the facts of the attempt that decides, and its access result (RFC 9309 2.3.1) with the reason. */
export function accessOfState(state: State): {
  readonly access: 'successful' | 'unavailable' | 'forbidden' | 'unreachable';
  readonly reason: UnavailableReason | UnreachableReason | undefined;
  readonly facts: Settled | Failing;
  /** Undefined while unreachable. */
  readonly freshUntil: number | undefined;
} {
  switch (state.kind) {
    case 'copy': {
      const { copy, stale, failing } = state;
      const reason = stale ? failing?.reason : undefined;
      return { access: 'successful', reason, facts: copy, freshUntil: copy.freshUntil };
    }
    case 'unavailable':
    case 'forbidden': {
      const { kind, settled } = state;
      const reason = settled.kind === 'unavailable' ? settled.reason : undefined;
      return { access: kind, reason, facts: settled, freshUntil: settled.freshUntil };
    }
    case 'unreachable':
    case 'given-up': {
      const { failing } = state;
      return {
        access: 'unreachable',
        reason: failing.reason,
        facts: failing,
        freshUntil: undefined,
      };
    }
  }
}

/** Returns what applies after `forMs` milliseconds of observed failures (RFC 9309 2.3.1.4, Google's page, Koster 1996 3.1). */
function unreachableEffect(
  { stages }: Policy,
  forMs: number,
  hasCopy: boolean,
): 'disallow' | 'allow' | 'copy' {
  const stage = stages.find(({ untilMs }) => forMs < untilMs) ?? stages.at(-1);
  switch (stage?.decision) {
    case 'copy-or-allow':
      return hasCopy ? 'copy' : 'allow';
    case 'copy-or-disallow':
      return hasCopy ? 'copy' : 'disallow';
    case 'allow':
      return 'allow';
    default:
      return 'disallow';
  }
}

function isFresh({ at, freshUntil }: Settled, now: number): boolean {
  return now < freshUntil && !isAhead(at, now);
}

/**
 * Returns whether a client with this parsing limit has to fetch the body again, because it was cut at a smaller one.
 * While the origin fails, the partial body is used until the next try.
 */
export function isCutShort({ settled, failing }: Entry, maxBytes: number): boolean {
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
