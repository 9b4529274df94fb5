/** What each policy makes of what is known of one origin, now and in time. Pure. */
import type { FetchOutcome } from '../transport/outcome.js';
import { copyLifeMs } from './copy-life.js';
import type { Entry, Failing, Settled, UnavailableReason, UnreachableReason } from './entry.js';
import type { Policy } from './policy.js';
import { nextEntry } from './settle.js';
import { type Standing, standing } from './standing.js';

/** What may be fetched: what the rules of a copy say, everything, or nothing. */
export type Meaning = 'rules' | 'allow-all' | 'disallow-all';

export interface PolicyOutlook {
  readonly access: 'successful' | 'unavailable' | 'forbidden' | 'unreachable';
  readonly reason: UnavailableReason | UnreachableReason | undefined;
  readonly meaning: Meaning;
  /** Until when the answer holds without another request; undefined while unreachable. */
  readonly freshUntil: number | undefined;
  /**
   * What holds from when on, if no request succeeds from the first failure on: that of the run of failures that goes on, or
   * else of one that would begin with the next request. In order of `at`, no two neighbours with the same state.
   */
  readonly ladder: readonly { readonly at: number; readonly state: Meaning }[];
}

const MEANING: Readonly<Record<Standing['kind'], Meaning>> = {
  copy: 'rules',
  unavailable: 'allow-all',
  'given-up': 'allow-all',
  forbidden: 'disallow-all',
  unreachable: 'disallow-all',
};

/**
 * What `policy` makes of an entry that was made under `own`. It has the same facts: what the origin answered, and when.
 *
 * @param now milliseconds since 1970
 */
export function outlook(entry: Entry, own: Policy, policy: Policy, now: number): PolicyOutlook {
  const seen = policy.name === own.name ? entry : entryUnder(entry, policy);
  const stands = standing(seen, policy, now) ?? standing(seen, policy, seen.refreshAt);
  if (stands === undefined) throw new Error('An entry holds neither a result nor a failure.');
  return {
    ...accessOf(stands),
    meaning: MEANING[stands.kind],
    freshUntil: freshUntilOf(stands),
    ladder: ladderOf(seen, policy),
  };
}

/** The entry that the same attempts would have come to. */
function entryUnder(entry: Entry, policy: Policy): Entry {
  const { settled, failing } = entry;
  const before = settled && settledUnder(settled, policy);
  if (failing === undefined) return before ?? entry;
  const again = outcomeOf(failing);
  // What fails under each policy goes on as it is.
  if (again === undefined) return { ...entry, settled: before?.settled };
  const earlier: Entry = { settled: before?.settled, failing, refreshAt: entry.refreshAt };
  const after = nextEntry(earlier, { key: '', policy, now: failing.at, outcome: again });
  return { ...after, refreshAt: entry.refreshAt };
}

function settledUnder(settled: Settled, policy: Policy): Entry {
  if (settled.kind === 'copy') {
    const freshUntil = settled.at + copyLifeMs(settled.caching, policy.copyLife);
    return { settled: { ...settled, freshUntil }, failing: undefined, refreshAt: freshUntil };
  }
  const outcome = outcomeOf(settled) ?? emptyFile(settled);
  return nextEntry(undefined, { key: '', policy, now: settled.at, outcome });
}

type Attempted = Exclude<Settled, { kind: 'copy' }> | Failing;

/** What was met, where policies may judge it differently. */
function outcomeOf(attempted: Attempted): FetchOutcome | undefined {
  const { url, hops, status = 0 } = attempted;
  const reason = 'reason' in attempted ? attempted.reason : 'status';
  switch (reason) {
    case 'status':
      return { kind: 'http', url, hops, status, headers: {}, body: undefined, conditional: false };
    case 'ftp-reply':
      return { kind: 'ftp', url, hops, code: status, detail: '', body: undefined };
    case 'too-many-redirects':
    case 'redirect-loop':
      return { kind: reason, url, hops };
    default:
      return undefined;
  }
}

/** An empty file says nothing under each policy. */
function emptyFile({ url, hops, status = 0 }: Attempted): FetchOutcome {
  const charset = { name: 'utf-8', from: 'default' } as const;
  const body = { octets: new Uint8Array(), truncated: false, charset, wireOctets: 0 };
  return { kind: 'http', url, hops, status, headers: {}, body, conditional: false };
}

function accessOf(stands: Standing): Pick<PolicyOutlook, 'access' | 'reason'> {
  switch (stands.kind) {
    case 'copy':
      return {
        access: 'successful',
        reason: stands.stale ? stands.failing?.reason : undefined,
      };
    case 'unavailable':
      return { access: 'unavailable', reason: stands.settled.reason };
    case 'forbidden':
      return { access: 'forbidden', reason: undefined };
    case 'unreachable':
    case 'given-up':
      return { access: 'unreachable', reason: stands.failing.reason };
  }
}

function freshUntilOf(stands: Standing): number | undefined {
  if (stands.kind === 'copy') return stands.copy.freshUntil;
  return 'settled' in stands ? stands.settled.freshUntil : undefined;
}

function ladderOf(entry: Entry, policy: Policy): PolicyOutlook['ladder'] {
  const { settled, refreshAt } = entry;
  const failing = entry.failing ?? assumedFailing(entry);
  const from = failing.firstAt;
  const begins = settled === undefined ? from : Math.min(settled.at, from);
  const turns = policy.ladder.map(({ untilMs }) => from + untilMs);
  const places = [begins, from, settled?.freshUntil ?? from, ...turns]
    .filter((at) => at >= begins && Number.isFinite(at))
    .sort((one, other) => one - other);
  const steps: { at: number; state: Meaning }[] = [];
  for (const at of places) {
    const stands = standing({ settled, failing, refreshAt }, policy, at);
    const state = stands && MEANING[stands.kind];
    if (state !== undefined && state !== steps.at(-1)?.state) steps.push({ at, state });
  }
  return steps;
}

/** The run of failures that would begin with the next request. */
function assumedFailing({ refreshAt }: Entry): Failing {
  const facts = { at: refreshAt, status: undefined, url: '', hops: [] };
  return { ...facts, firstAt: refreshAt, count: 1, reason: 'connect', detail: '' };
}
