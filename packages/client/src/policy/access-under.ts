/** What an entry permits under another policy than the one under which it was fetched. Pure. */

import { type Entry, type Failing, lastState, type Settled, type State, stateAt } from './entry.js';
import type { FetchOutcome } from './fetch-outcome.js';
import type { Policy } from './policy.js';
import { nextEntry } from './settle.js';
import { cacheLifetimeMs } from './times.js';

/** What an origin permits under a policy. */
export interface PolicyAccess {
  /** The entry that the same attempts would have produced under the policy. */
  readonly entry: Entry;
  /** If a request is overdue, the state before it became due. */
  readonly state: State;
  /** Whether a request is needed first. */
  readonly isOverdue: boolean;
}

/** Entries never change, so each is translated once per policy. */
const translated = new WeakMap<Entry, Map<Policy, Entry>>();

/**
 * Returns what `policy` makes of an entry that was created under another policy, given the same responses at the same times.
 *
 * @param now milliseconds since 1970
 */
export function accessUnder(entry: Entry, policy: Policy, now: number): PolicyAccess {
  const known = translated.get(entry) ?? new Map<Policy, Entry>();
  translated.set(entry, known);
  const under = known.get(policy) ?? entryUnder(entry, policy);
  known.set(policy, under);
  return {
    entry: under,
    state: lastState(under, policy, now),
    isOverdue: stateAt(under, policy, now) === undefined,
  };
}

function entryUnder(entry: Entry, policy: Policy): Entry {
  const { settled, failing } = entry;
  const before = settled && settledUnder(settled, policy, entry.refreshAt);
  if (failing === undefined) return before ?? entry;
  const earlier: Entry = { ...entry, settled: before?.settled };
  const outcome = outcomeOf(failing, policy);
  // A failure under every policy stays as it is.
  if (outcome === undefined) return earlier;
  const after = nextEntry(earlier, { key: '', policy, now: failing.at, outcome, maxBytes: 0 });
  return { ...after, refreshAt: entry.refreshAt };
}

function settledUnder(settled: Settled, policy: Policy, refreshAt: number): Entry {
  const outcome = outcomeOf(settled, policy);
  if (outcome !== undefined) {
    const after = nextEntry(undefined, { key: '', policy, now: settled.at, outcome, maxBytes: 0 });
    return { ...after, refreshAt };
  }
  const freshUntil = settled.at + cacheLifetimeMs(settled.caching, policy.cacheLifetime, settled.at);
  return { settled: { ...settled, freshUntil }, failing: undefined, refreshAt: freshUntil };
}

/** The last hop was not followed. */
const ENDED_BY_REDIRECT: ReadonlySet<string> = new Set(['too-many-redirects', 'redirect-loop', 'bad-redirect']);

/** Returns the outcome of an attempt that policies may treat differently; undefined for copies and other failures. */
function outcomeOf(attempted: Settled | Failing, { maxRedirects }: Policy): FetchOutcome | undefined {
  const { url, hops, status = 0, caching } = attempted;
  const reason = 'reason' in attempted ? attempted.reason : 'status';
  const followed = ENDED_BY_REDIRECT.has(reason) ? hops.length - 1 : hops.length;
  const lastHop = hops[maxRedirects];
  // A policy that follows fewer redirects would have stopped there.
  if (followed > maxRedirects && lastHop !== undefined) {
    return { kind: 'too-many-redirects', url: lastHop.url, hops: hops.slice(0, maxRedirects + 1) };
  }
  if ('kind' in attempted && attempted.kind === 'copy') return undefined;
  switch (reason) {
    case 'status':
    case 'soft-not-found': {
      const headers = caching;
      const saysNotFound = reason === 'soft-not-found';
      const body = undefined;
      return { kind: 'http', url, hops, status, headers, body, saysNotFound, conditional: false };
    }
    case 'ftp-reply':
      return { kind: 'ftp', url, hops, code: status, detail: '', body: undefined };
    case 'too-many-redirects':
    case 'redirect-loop':
      return { kind: reason, url, hops };
    default:
      return undefined;
  }
}
