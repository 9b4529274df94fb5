/** When the next request is due: the soft refresh of a copy, and the retry of an unreachable origin. Pure. */
import {
  FIRST_RETRY,
  LONGEST_RETRY,
  LONGEST_RETRY_AFTER,
  SECOND,
  SHORTEST_LIFE,
  SHORTEST_RETRY_AFTER,
  SOFT_REFRESH_JITTER,
  SOFT_REFRESH_SHARE,
} from '../limits.js';

/** The most that jitter takes off the time to a retry, as a share: it never makes a wait longer than its bound. */
const RETRY_JITTER = 0.2;

/**
 * When something that was fetched at a time and is fresh until another is renewed in the background: not within the
 * first `SHORTEST_LIFE`, which is the least time between two requests to a server that answers.
 */
export function softRefreshAt(key: string, at: number, freshUntil: number): number {
  const jitter = SOFT_REFRESH_JITTER * (2 * stableShare(key) - 1);
  const dueAt = Math.round(at + (freshUntil - at) * (SOFT_REFRESH_SHARE + jitter));
  return Math.max(dueAt, Math.min(at + SHORTEST_LIFE, freshUntil));
}

/**
 * When an unreachable origin is tried again after `count` failures in a row, the last of them now. A Retry-After wins
 * (RFC 9110 10.2.3), held between a minute and a day.
 */
export function nextTryAt(
  key: string,
  count: number,
  now: number,
  retryAfter: string | undefined,
): number {
  const askedMs = retryAfter === undefined ? undefined : retryAfterMs(retryAfter, now);
  if (askedMs !== undefined) {
    return now + Math.min(Math.max(askedMs, SHORTEST_RETRY_AFTER), LONGEST_RETRY_AFTER);
  }
  const delay = Math.min(FIRST_RETRY * 2 ** (count - 1), LONGEST_RETRY);
  return Math.round(now + delay * (1 - RETRY_JITTER * stableShare(`${key} ${count}`)));
}

/** Seconds or a date; undefined where it is neither. */
function retryAfterMs(value: string, now: number): number | undefined {
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text) * SECOND;
  const date = /[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : date - now;
}

/** A share from 0 up to 1 that is always the same for a text: it spreads requests without a source of randomness. */
function stableShare(text: string): number {
  // FNV-1a over code units, then a finaliser: close texts must lie far apart.
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
