/** Computes the lifetime of a result (RFC 9309 2.4, RFC 9111 4.2, Koster 1996 3.4). Pure. */

import type { FetchedHeaders } from './fetch-outcome.js';
import { parseHttpDate } from './http-date.js';
import { CACHE_LIFE, SECOND, SHORTEST_LIFE } from './limits.js';
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
  const seconds = /^\s*(\d+)\s*(?:,|$)/.exec(age)?.[1] ?? 0;
  const valueMs = Number(seconds) * SECOND;
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
  return seconds === undefined ? 0 : Number(seconds) * SECOND;
}
