/**
 * Computes when the next request is due: the background refresh of a copy and the retry of an unreachable origin. Pure.
 */
import crypto from 'node:crypto';
import { parseHttpDate } from './http-date.js';
import {
  FIRST_RETRY,
  LONGEST_RETRY,
  LONGEST_RETRY_AFTER,
  SECOND,
  SHORTEST_LIFE,
  SHORTEST_RETRY_AFTER,
  SOFT_REFRESH_JITTER,
  SOFT_REFRESH_SHARE,
} from './limits.js';

/** Maximum share by which jitter shortens the time to a retry. It never lengthens a wait. */
const RETRY_JITTER = 0.2;

/**
 * Returns when a result is renewed in the background: not within `SHORTEST_LIFE` of `at`, the minimum time between two
 * requests to a responsive server.
 */
export function softRefreshAt(key: string, at: number, freshUntil: number): number {
  const jitter = SOFT_REFRESH_JITTER * (2 * stableShare(key) - 1);
  const dueAt = Math.round(at + (freshUntil - at) * (SOFT_REFRESH_SHARE + jitter));
  return Math.max(dueAt, Math.min(at + SHORTEST_LIFE, freshUntil));
}

/**
 * Returns when an unreachable origin is tried again after `count` failures in a row, the last one at `now`. A
 * Retry-After header takes precedence (RFC 9110 10.2.3), clamped to between a minute and a day. Without one, the wait is
 * at most `longestMs`.
 */
export function nextTryAt(
  key: string,
  count: number,
  now: number,
  retryAfter: string | undefined,
  longestMs: number = LONGEST_RETRY,
): number {
  const requestedMs = retryAfter === undefined ? undefined : retryAfterMs(retryAfter, now);
  if (requestedMs !== undefined) {
    return now + Math.min(Math.max(requestedMs, SHORTEST_RETRY_AFTER), LONGEST_RETRY_AFTER);
  }
  const delay = Math.min(FIRST_RETRY * 2 ** (count - 1), longestMs);
  return Math.round(now + delay * (1 - RETRY_JITTER * stableShare(`${key} ${count}`)));
}

/** Parses a number of seconds or a date; undefined if it is neither. */
function retryAfterMs(value: string, now: number): number | undefined {
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text) * SECOND;
  const date = parseHttpDate(text);
  return date === undefined ? undefined : date - now;
}

/** Returns a number from 0 up to 1 that is constant per text. Spreads requests without randomness. */
function stableShare(text: string): number {
  return crypto.hash('sha256', text, 'buffer').readUInt32LE() / 2 ** 32;
}
