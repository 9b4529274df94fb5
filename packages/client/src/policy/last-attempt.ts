/** When an origin was asked last, by what is known of it. Pure. */
import { CLOCK_TOLERANCE } from '../limits.js';
import type { Entry } from './entry.js';

/** When the last attempt ended, in milliseconds since 1970: a failure is later than what settled something before it. */
export function lastAttemptAt({ settled, failing }: Entry): number {
  return (failing ?? settled)?.at ?? 0;
}

/** The one of the later attempt; the first where both are as late. */
export function laterEntry(one: Entry | undefined, other: Entry | undefined): Entry | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return lastAttemptAt(other) > lastAttemptAt(one) ? other : one;
}

/**
 * Whether something happened later than now: before a clock was set back. How long that is good for, nobody knows, and the
 * times that were reckoned from it may be years ahead.
 */
export function isAhead(at: number, now: number): boolean {
  return at > now + CLOCK_TOLERANCE;
}
