/** What an entry says at a time: the last step before the rules of a copy are asked. Pure. */
import type { Copy, Entry, Failing, Forbidden, Settled, Unavailable } from './entry.js';
import { ladderAnswer } from './ladder.js';
import { isAhead } from './last-attempt.js';
import type { Policy } from './policy.js';

export type Standing =
  /** The rules of the copy decide; `stale` where only the ladder lets it live on. */
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
  /** Unreachable for so long that it counts as unavailable. */
  | { readonly kind: 'given-up'; readonly failing: Failing };

/** What holds at `now`; undefined where nothing does, so that a request has to be made first. */
export function standing(entry: Entry, policy: Policy, now: number): Standing | undefined {
  const { settled, failing } = entry;
  if (settled !== undefined && isFresh(settled, now)) {
    return settled.kind === 'copy'
      ? { kind: 'copy', copy: settled, failing, stale: false }
      : fixed(settled);
  }
  if (failing === undefined) return undefined;
  const copy = settled?.kind === 'copy' ? settled : undefined;
  switch (ladderAnswer(policy, now - failing.firstAt, copy !== undefined)) {
    case 'copy':
      return copy && { kind: 'copy', copy, failing, stale: true };
    case 'allow':
      return { kind: 'given-up', failing };
    case 'disallow':
      return { kind: 'unreachable', failing };
  }
}

function fixed(settled: Unavailable | Forbidden): Standing {
  return settled.kind === 'unavailable'
    ? { kind: 'unavailable', settled }
    : { kind: 'forbidden', settled };
}

function isFresh({ at, freshUntil }: Settled, now: number): boolean {
  return now < freshUntil && !isAhead(at, now);
}

/** Whether a question may be answered at `now` without waiting for a request. */
export function isAnswerable(entry: Entry, policy: Policy, now: number): boolean {
  if (entry.settled !== undefined && isFresh(entry.settled, now)) return true;
  // "A question asked between retries is answered from the ladder without a request."
  return (
    entry.failing !== undefined &&
    !isAhead(entry.failing.at, now) &&
    now < entry.refreshAt &&
    standing(entry, policy, now) !== undefined
  );
}
