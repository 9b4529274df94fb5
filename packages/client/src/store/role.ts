/** Who leads: the rule of the stores that decide in this process. `redis-scripts.ts` holds the same in Lua. */
import type { AcquireRequest, Acquisition } from './store.js';

/** The times of a lease, by the clock of the store. */
export interface LeaseSpan {
  readonly from: number;
  readonly until: number;
}

/**
 * How long a lease still holds, in milliseconds; 0 where it has lapsed. Before its own beginning it does not hold: a
 * clock that was set back must not make it last for longer.
 */
export function leaseLeft(lease: LeaseSpan | undefined, clock: number): number {
  if (lease === undefined || clock < lease.from) return 0;
  return Math.max(0, lease.until - clock);
}

/**
 * @param refreshAt of the entry; undefined where there is none
 * @param leaseLeftMs of somebody's lease on the key
 */
export function roleOf(
  refreshAt: number | undefined,
  leaseLeftMs: number,
  { mode, now }: Pick<AcquireRequest, 'mode' | 'now'>,
): Acquisition['role'] {
  if (mode === 'take-over') return 'leader';
  if (mode === 'when-due' && refreshAt !== undefined && now < refreshAt) return 'reader';
  return leaseLeftMs > 0 ? 'follower' : 'leader';
}
