/**
 * Schedules requests to an origin: the interval from its robots.txt, and turns that processes share through a store.
 */

import { type Crawler, crawlDelayFor, matcherFor, type RobotsTxt } from '@repkit/core';
import { withTimeout } from '../async/timeouts.js';
import { HOUR, MINUTE, SECOND } from '../policy/limits.js';
import { MemoryStore } from '../store/memory-store.js';
import type { Store, TurnStore } from '../store/store.js';
import type { Events } from './events.js';

/** The time at which a request may be made, and the reason. */
export interface Turn {
  /** Milliseconds since 1970 on the clock of this process; not before now. */
  readonly at: number;
  /** Milliseconds from `at` to the next turn of this origin in any process. */
  readonly intervalMs: number;
  readonly from: Interval['from'] | 'unreachable';
}

/** Maximum number of origins with a remembered turn. The least recently used one is dropped first. */
const MAX_ORIGINS = 10_000;

/** Returns a function that takes the next turn. If the store fails, turns are shared only within this process. */
export function turnTaker(
  store: Store,
  events: Events,
  { storeMs }: { readonly storeMs: number },
): (origin: string, now: number, interval: Interval) => Promise<Turn> {
  let ownTurns: TurnStore | undefined;
  return async (origin, now, { ms, from }) => {
    if (ms === 0) return { at: now, intervalMs: 0, from };
    // The local turn is always taken, so that turns continue from there if the store fails.
    ownTurns ??= new MemoryStore({ maxEntries: MAX_ORIGINS });
    let at = await ownTurns.takeTurn(origin, now, ms);
    try {
      if (isTurnStore(store)) at = await withTimeout(storeMs, store.takeTurn(origin, now, ms));
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      events.storeFailed({ origin, store: store.name, operation: 'take-turn', detail });
    }
    return { at, intervalMs: ms, from };
  };
}

function isTurnStore(store: Store): store is Store & TurnStore {
  return 'takeTurn' in store && typeof store.takeTurn === 'function';
}

export interface Interval {
  /** Milliseconds; 0 if the file sets no interval. */
  readonly ms: number;
  readonly from: 'crawl-delay' | 'request-rate' | 'none';
}

const NO_INTERVAL: Interval = { ms: 0, from: 'none' };

const UNIT_MS: Readonly<Record<string, number>> = { s: SECOND, m: MINUTE, h: HOUR };

/** `1/5` (one document per five seconds) or `30/1m`. A time of day may follow and is ignored. */
const RATE = /^(\d{1,9})\s*\/\s*(\d{1,9})\s*([smh])?(?:\s|$)/i;

/**
 * Returns the longer of the crawl-delay and request-rate of the product token's group, at most `longestMs`, so that a
 * file cannot stop a crawler forever. Neither is part of RFC 9309 ("other records", 2.2.4).
 */
export function requestInterval(
  robotsTxt: RobotsTxt | undefined,
  crawler: Crawler,
  longestMs: number,
): Interval {
  if (robotsTxt === undefined) return NO_INTERVAL;
  // By the token of the group: a client that emulates a crawler which ignores crawl-delay stays polite.
  const productToken = matcherFor(robotsTxt, crawler).group?.productToken;
  if (productToken === undefined) return NO_INTERVAL;
  const delay = robotsTxt.crawlDelay(productToken) ?? crawlDelayFor(robotsTxt, crawler);
  const delayMs = (delay ?? 0) * SECOND;
  const rateMs = Math.max(0, ...requestRates(robotsTxt, productToken));
  if (delayMs === 0 && rateMs === 0) return NO_INTERVAL;
  return delayMs >= rateMs
    ? { ms: Math.min(delayMs, longestMs), from: 'crawl-delay' }
    : { ms: Math.min(rateMs, longestMs), from: 'request-rate' };
}

function requestRates(robotsTxt: RobotsTxt, productToken: string): number[] {
  const lines = robotsTxt.matcher(productToken).group?.userAgentLines ?? [];
  return robotsTxt.groups
    .filter(({ userAgentRecords }) => userAgentRecords.some(({ line }) => lines.includes(line)))
    .flatMap(({ otherRecords }) => otherRecords)
    .filter(({ field }) => field === 'request-rate')
    .map(({ value }) => rateMs(value));
}

/** Returns milliseconds per document; 0 if the value is not a valid rate. */
function rateMs(value: string): number {
  const [, documents = '0', amount = '0', unit = 's'] = RATE.exec(value) ?? [];
  if (Number(documents) === 0) return 0;
  return Math.round((Number(amount) * UNIT_MS[unit.toLowerCase()]) / Number(documents));
}
