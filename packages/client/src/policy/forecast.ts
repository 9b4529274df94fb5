/** Forecasts how each policy treats an origin, now and over time. Pure. */

import { cacheLifetimeMs } from './cache-lifetime.js';
import {
  type Entry,
  type Failing,
  failingSince,
  type Settled,
  type UnavailableReason,
  type UnreachableReason,
} from './entry.js';
import type { FetchOutcome } from './outcome.js';
import type { Policy } from './policy.js';
import { nextEntry } from './settle.js';
import { ACCESS_OF_STATE, freshUntilOf, lastState, type State } from './state.js';

/** What may be fetched: according to the rules of a copy, everything, or nothing. */
export type Effect = 'rules' | 'allow-all' | 'disallow-all';

export interface PolicyForecast {
  readonly access: 'successful' | 'unavailable' | 'forbidden' | 'unreachable';
  readonly reason: UnavailableReason | UnreachableReason | undefined;
  readonly effect: Effect;
  /** When the result expires; undefined while unreachable. */
  readonly freshUntil: number | undefined;
  /**
   * The stages over time if all requests keep failing, from the first failure of the current run of failures, or of a run
   * that begins with the next request. Ordered by `at`; adjacent stages differ.
   */
  readonly stages: readonly { readonly at: number; readonly state: Effect }[];
}

/**
 * Returns how `policy` treats an entry that was created under `own`, given the same responses at the same times.
 *
 * @param now milliseconds since 1970
 */
export function forecast(entry: Entry, own: Policy, policy: Policy, now: number): PolicyForecast {
  const translated = policy.name === own.name ? entry : entryUnder(entry, policy);
  const state = lastState(translated, policy, now);
  return {
    access: ACCESS_OF_STATE[state.kind],
    reason: state.reason,
    effect: effectOf(state),
    freshUntil: freshUntilOf(state),
    stages: stagesOf(translated, policy),
  };
}

function effectOf({ kind }: State): Effect {
  if (kind === 'copy') return 'rules';
  return kind === 'unavailable' || kind === 'given-up' ? 'allow-all' : 'disallow-all';
}

/** Returns the entry that the same attempts would have produced under a policy. */
export function entryUnder(entry: Entry, policy: Policy): Entry {
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
  const freshUntil =
    settled.at + cacheLifetimeMs(settled.caching, policy.cacheLifetime, settled.at);
  return { settled: { ...settled, freshUntil }, failing: undefined, refreshAt: freshUntil };
}

/** The last hop was not followed. */
const ENDED_BY_REDIRECT: ReadonlySet<string> = new Set([
  'too-many-redirects',
  'redirect-loop',
  'bad-redirect',
]);

/** Returns the outcome of an attempt that policies may treat differently; undefined for copies and other failures. */
function outcomeOf(
  attempted: Settled | Failing,
  { maxRedirects }: Policy,
): FetchOutcome | undefined {
  const { url, hops, status = 0, caching } = attempted;
  const reason = 'reason' in attempted ? attempted.reason : 'status';
  const followed = ENDED_BY_REDIRECT.has(reason) ? hops.length - 1 : hops.length;
  const lastHop = hops[maxRedirects];
  // A policy that follows fewer redirects would have ended there.
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

function stagesOf(entry: Entry, policy: Policy): PolicyForecast['stages'] {
  const { settled, refreshAt } = entry;
  const failing = entry.failing ?? assumedFailing(entry);
  const from = failingSince(failing);
  const begins = settled === undefined ? from : Math.min(settled.at, from);
  const stageStarts = policy.stages.map(({ untilMs }) => from + untilMs);
  const times = [begins, from, settled?.freshUntil ?? from, ...stageStarts]
    .filter((at) => Number.isFinite(at))
    .sort((one, other) => one - other);
  const steps: { at: number; state: Effect }[] = [];
  for (const at of times) {
    const until = { ...failing, at, observedMs: Math.max(0, at - from) };
    const state = effectOf(lastState({ settled, failing: until, refreshAt }, policy, at));
    if (state !== steps.at(-1)?.state) steps.push({ at, state });
  }
  return steps;
}

/** Returns the run of failures that would begin with the next request. */
function assumedFailing({ refreshAt }: Entry): Failing {
  const facts = { at: refreshAt, status: undefined, url: '', hops: [], caching: {} };
  return { ...facts, observedMs: 0, count: 1, reason: 'connect', detail: '' };
}
