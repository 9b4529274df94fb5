/**
 * Schedules requests to an origin: the interval from its robots.txt, and turns that processes share through a store.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { type Crawler, crawlDelayFor, matcherFor, type RobotsTxt } from '@repkit/core';
import { LRUCache } from 'lru-cache';
import { withTimeout } from '../async/timeouts.js';
import { HOUR, MINUTE, SECOND, STORED_LIFE } from '../policy/limits.js';
import type { Release } from '../store/store.js';
import { seal, unseal } from '../store/stored-entry.js';
import type { Events } from './events.js';
import type { ClientSettings } from './settings.js';

/** The time at which a request may be made, and the reason. */
export interface Turn {
  /** Milliseconds since 1970 on the clock of this process; not before now. */
  readonly at: number;
  /** Milliseconds from `at` to the next turn of this origin in any process. */
  readonly intervalMs: number;
  readonly from: Interval['from'] | 'unreachable';
}

/** A turn, and when it was taken on the clock of the process that took it. */
interface TakenTurn {
  readonly at: number;
  readonly takenAt: number;
}

interface TurnsParts extends Pick<ClientSettings, 'store' | 'clock'> {
  readonly events: Events;
  /** Time for all operations of the store for one turn. */
  readonly storeMs: number;
}

interface Waiting {
  readonly ms: number;
  readonly resolve: (at: number) => void;
}

/** Maximum number of origins with a remembered turn. The least recently used one is dropped first. */
const MAX_ORIGINS = 10_000;

/** Time between two tries to lock the turns of an origin, which are locked for about a millisecond at a time. */
const LOCK_POLL_MS = 5;

/**
 * Maximum clock difference between processes that share turns. Lower than CLOCK_TOLERANCE, because it adds to the wait for
 * a turn if a clock was set back.
 */
const CLOCK_SKEW_MS = 10 * SECOND;

/** Takes turns for requests to origins, one after the other among all processes that share the store. */
export class Turns {
  readonly #parts: TurnsParts;
  /** The last turn that this process took of each origin. Turns continue from there if the store fails. */
  readonly #last: LRUCache<string, TakenTurn>;
  /** Callers per origin that have no turn yet. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(parts: TurnsParts) {
    this.#parts = parts;
    // With `max`, lru-cache would allocate all its slots.
    this.#last = new LRUCache({ maxSize: MAX_ORIGINS, sizeCalculation: () => 1 });
  }

  /** Never rejects: if the store fails, turns are shared only within this process. */
  async take(origin: string, { ms, from }: Interval): Promise<Turn> {
    if (ms === 0) return { at: this.#parts.clock(), intervalMs: 0, from };
    const at = await new Promise<number>((resolve) => {
      const waiting = this.#waiting.get(origin);
      if (waiting !== undefined) waiting.push({ ms, resolve });
      else {
        this.#waiting.set(origin, [{ ms, resolve }]);
        void this.#serve(origin);
      }
    });
    return { at, intervalMs: ms, from };
  }

  async #serve(origin: string): Promise<void> {
    const { store, storeMs, events } = this.#parts;
    while (this.#waiting.get(origin)?.length) {
      try {
        await withTimeout(storeMs, this.#serveInStore(origin));
      } catch (error) {
        const detail = error instanceof Error ? error.message : String(error);
        events.storeFailed({ origin, store: store.name, operation: 'turn', detail });
        this.#takeTurns(origin, undefined);
      }
    }
    this.#waiting.delete(origin);
  }

  async #serveInStore(origin: string): Promise<void> {
    const { store } = this.#parts;
    const key = `turn:${origin}`;
    const release = await this.#lock(key);
    try {
      const value = await store.get(key);
      const last = this.#takeTurns(origin, value ? decodeTurn(key, value) : undefined);
      if (last === undefined) return;
      const ttlMs = last.at - last.takenAt + STORED_LIFE;
      await store.set(key, encodeTurn(key, last), { ttlMs, order: last.takenAt });
    } finally {
      await release();
    }
  }

  /** Locks for less than `storeMs`, so that a killed process does not make others give up. */
  async #lock(key: string): Promise<Release> {
    const { store, storeMs } = this.#parts;
    const began = performance.now();
    while (performance.now() - began < storeMs) {
      const release = await store.lock(key, Math.ceil(storeMs / 2));
      // A store in JavaScript may return null for a lock that is taken.
      if (release) return release;
      await sleep(LOCK_POLL_MS);
    }
    throw new Error('other processes hold the lock of the turns');
  }

  /** Gives a turn to every caller that is waiting now, so that a process with many callers does not lock out others. */
  #takeTurns(origin: string, stored: TakenTurn | undefined): TakenTurn | undefined {
    const now = this.#parts.clock();
    for (const { ms, resolve } of this.#waiting.get(origin)?.splice(0) ?? []) {
      const last = this.#last.get(origin);
      const at = Math.max(turnAfter(stored, now, ms), turnAfter(last, now, ms));
      this.#last.set(origin, { at, takenAt: now });
      resolve(at);
    }
    return this.#last.get(origin);
  }
}

/**
 * Returns the time of the next turn. If the clock was set back after the last turn was taken, that turn counts as taken
 * now, so that the clock can neither extend the wait nor shorten the interval.
 */
function turnAfter(last: TakenTurn | undefined, now: number, intervalMs: number): number {
  if (last === undefined) return now;
  const setBackMs = Math.max(0, last.takenAt - CLOCK_SKEW_MS - now);
  return Math.max(now, last.at - setBackMs + intervalMs);
}

function encodeTurn(key: string, { at, takenAt }: TakenTurn): Uint8Array {
  return seal(key, Buffer.from(JSON.stringify([at, takenAt])));
}

/** Returns undefined for a damaged value, as if there were none. */
function decodeTurn(key: string, value: Uint8Array): TakenTurn | undefined {
  const payload = unseal(key, value);
  if (payload === undefined) return undefined;
  const [at, takenAt] = JSON.parse(Buffer.from(payload).toString()) as [number, number];
  return { at, takenAt };
}

export interface Interval {
  /** Milliseconds; 0 if the file sets no interval. */
  readonly ms: number;
  readonly from: 'crawl-delay' | 'request-rate' | 'none';
}

const NO_INTERVAL: Interval = { ms: 0, from: 'none' };

const UNIT_MS: Readonly<Record<string, number>> = { s: SECOND, m: MINUTE, h: HOUR };

/** `1/5` (one document per five seconds) or `30/1m`. A time of day may follow and is ignored. */
const RATE = /^(\d+)\s*\/\s*(\d+)\s*([smh])?(?:\s|$)/i;

/**
 * Returns the longer of the crawl-delay and request-rate of the product token's group, at most `longestMs`, so that a
 * file cannot stop a crawler forever. Neither is part of RFC 9309 ("other records", 2.2.4).
 */
export function requestInterval(robotsTxt: RobotsTxt | undefined, crawler: Crawler, longestMs: number): Interval {
  if (robotsTxt === undefined) return NO_INTERVAL;
  // By the token of the group, so that a client stays polite while it emulates a crawler that ignores crawl-delay.
  const productToken = matcherFor(robotsTxt, crawler).group?.productToken;
  if (productToken === undefined) return NO_INTERVAL;
  const { ms, from } = groupInterval(robotsTxt, crawler, productToken);
  return { ms: Math.min(ms, longestMs), from };
}

function groupInterval(robotsTxt: RobotsTxt, crawler: Crawler, productToken: string): Interval {
  const delay = robotsTxt.crawlDelay(productToken) ?? crawlDelayFor(robotsTxt, crawler);
  const delayMs = (delay ?? 0) * SECOND;
  const rateMs = longestRate(robotsTxt, productToken);
  if (delayMs === 0 && rateMs === 0) return NO_INTERVAL;
  return delayMs >= rateMs ? { ms: delayMs, from: 'crawl-delay' } : { ms: rateMs, from: 'request-rate' };
}

/** Returns the longest request-rate of the group in milliseconds per document; 0 if it has none. Linear in the file. */
function longestRate(robotsTxt: RobotsTxt, productToken: string): number {
  // Few files have one, and the groups of a large file take long to build.
  if (!robotsTxt.otherRecords.some(({ field }) => field === 'request-rate')) return 0;
  const lines = new Set(robotsTxt.matcher(productToken).group?.userAgentLines);
  return robotsTxt.groups
    .filter(({ userAgentRecords }) => userAgentRecords.some(({ line }) => lines.has(line)))
    .flatMap(({ otherRecords }) => otherRecords)
    .filter(({ field }) => field === 'request-rate')
    .reduce((longest, { value }) => Math.max(longest, rateMs(value)), 0);
}

/** Returns milliseconds per document; 0 if the value is not a valid rate. */
function rateMs(value: string): number {
  const [, documents = '0', amount = '0', unit = 's'] = RATE.exec(value) ?? [];
  const count = finite(documents);
  return count === 0 ? 0 : Math.round((finite(amount) * UNIT_MS[unit.toLowerCase()]) / count);
}

/** A number of hundreds of digits would be infinite. */
function finite(digits: string): number {
  return Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
}
