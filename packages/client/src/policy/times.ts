/**
 * Computes times: how long a result lives (RFC 9309 2.4, RFC 9111 4.2, Koster 1996 3.4), and when the next request is due. Pure.
 */
import crypto from 'node:crypto';
import type { FetchedHeaders } from './fetch-outcome.js';
import { CACHE_LIFE, FIRST_RETRY, LONGEST_LIFE, LONGEST_RETRY, LONGEST_RETRY_AFTER, SECOND, SHORTEST_LIFE } from './limits.js';
import type { CacheLifetime } from './policy.js';

/** Part of a `CacheLifetime`. */
type Lifetime = Pick<CacheLifetime, 'defaultMs' | 'longestMs' | 'expires'>;

/**
 * The lifetime of a result without a file, under every policy. It can only be shortened, so that a file that the site adds
 * takes effect within a day.
 */
const WITHOUT_FILE: Lifetime = { defaultMs: CACHE_LIFE, longestMs: CACHE_LIFE, expires: true };

/** Returns the lifetime of a result without a file, such as status 404, in milliseconds. */
export function lifetimeWithoutFileMs(headers: FetchedHeaders, at: number): number {
  return cacheLifetimeMs(headers, WITHOUT_FILE, at);
}

/**
 * Returns the lifetime of a copy in milliseconds.
 *
 * @param at when the headers were received, in milliseconds since 1970
 */
export function cacheLifetimeMs(headers: FetchedHeaders, life: Lifetime, at: number): number {
  const declaredMs = declaredLifetimeMs(headers, life.expires, at);
  if (declaredMs === undefined) return life.defaultMs;
  return Math.min(Math.max(declaredMs - ageMs(headers, at), SHORTEST_LIFE), life.longestMs);
}

/** RFC 9111 4.2.1, for a private cache; undefined if the response sets no lifetime. */
function declaredLifetimeMs(
  { 'cache-control': control, pragma, expires, date = '' }: FetchedHeaders,
  usesExpires: boolean,
  at: number,
): number | undefined {
  const directives = lifetimeDirectives(control ?? '');
  if (directives.length > 0) return Math.min(...directives.map(lifeOf));
  // 5.4: Pragma counts only without Cache-Control.
  if (control === undefined && pragma?.toLowerCase().includes('no-cache')) return 0;
  if (!usesExpires || expires === undefined) return undefined;
  // 5.3: an invalid Expires is in the past. RFC 9110 6.6.1: without a Date, the time of receipt counts.
  const expiresAt = parseHttpDate(expires);
  return expiresAt === undefined ? 0 : expiresAt - (parseHttpDate(date) ?? at);
}

/** RFC 9111 4.2.3: the age when the response arrived, by its Age or its Date, whichever is greater. */
function ageMs({ age = '', date = '' }: FetchedHeaders, at: number): number {
  // 5.1: the first value of a list counts if it is a non-negative integer.
  const valueMs = secondsInMs(/^\s*(\d+)\s*(?:,|$)/.exec(age)?.[1] ?? '0');
  // Both dates in whole seconds, so that the time since the last full second does not count.
  const apparentMs = Math.floor(at / SECOND) * SECOND - (parseHttpDate(date) ?? at);
  return Math.max(valueMs, apparentMs, 0);
}

/** Returns the directives of a Cache-Control that set a lifetime or require revalidation, in lower case. */
export function lifetimeDirectives(control: string): readonly string[] {
  return control
    .toLowerCase()
    .split(',')
    .map((directive) => directive.trim())
    .filter((directive) => /^(?:max-age|no-store|no-cache)(?:\s*=|$)/.test(directive));
}

/** Of several values, the shortest counts. An invalid max-age is 0 (RFC 9111 4.2.1). */
function lifeOf(directive: string): number {
  const seconds = /^max-age=("?)(\d+)\1$/.exec(directive)?.[2];
  return seconds === undefined ? 0 : secondsInMs(seconds);
}

/** A number of hundreds of digits would be infinite, and the difference of two of them no number. */
function secondsInMs(digits: string): number {
  return Math.min(Number(digits) * SECOND, LONGEST_LIFE);
}

/** After this share of its lifetime, plus or minus a stable jitter per origin, a copy is renewed in the background. */
const SOFT_REFRESH_SHARE = 0.8;
const SOFT_REFRESH_JITTER = 0.05;

/** Minimum wait that a Retry-After header (RFC 9110 10.2.3) can set. */
const SHORTEST_RETRY_AFTER: number = 60 * SECOND;

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
  if (/^\d+$/.test(text)) return secondsInMs(text);
  const date = parseHttpDate(text);
  return date === undefined ? undefined : date - now;
}

/** Returns a number from 0 up to 1 that is constant per text. Spreads requests without randomness. */
function stableShare(text: string): number {
  return crypto.hash('sha256', text, 'buffer').readUInt32LE() / 2 ** 32;
}

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/** RFC 9110 5.6.7: IMF-fixdate and the two obsolete formats, with one-digit days and `UTC`, which some servers send. */
const FORMATS = [
  /^(?:[A-Za-z]{3,9},? )?(?<day>\d{1,2})[ -](?<month>[A-Za-z]{3})[ -](?<year>\d{4}|\d\d) (?<time>\d\d:\d\d:\d\d)(?: (?:GMT|UTC|[+-]0000))?$/,
  /^[A-Za-z]{3} (?<month>[A-Za-z]{3}) {1,2}(?<day>\d{1,2}) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/,
];

/** Returns the time of an HTTP date in milliseconds since 1970; undefined if the text is not one. */
export function parseHttpDate(text: string): number | undefined {
  for (const format of FORMATS) {
    const { day = '', month = '', year = '', time } = format.exec(text.trim())?.groups ?? {};
    const monthAt = MONTHS.indexOf(month) / 3;
    if (time === undefined || !Number.isInteger(monthAt)) continue;
    // RFC 6265 5.1.1: years of two digits are 1970 to 2069.
    const century = year.length === 4 ? '' : Number(year) < 70 ? '20' : '19';
    const date = `${century}${year}-${pad(monthAt + 1)}-${pad(day)}T${time}Z`;
    const at = Date.parse(date);
    // Date.parse rejects an hour of 25, but not a 31st of June.
    return new Date(at).getUTCDate() === Number(day) ? at : undefined;
  }
  return undefined;
}

function pad(number: number | string): string {
  return String(number).padStart(2, '0');
}
