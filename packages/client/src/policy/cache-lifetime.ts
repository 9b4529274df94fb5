/** Computes the lifetime of a copy (RFC 9309 2.4, RFC 9111 4.2, Google's page, Koster 1996 3.4). Pure. */
import CachePolicy from 'http-cache-semantics';
import { SECOND, SHORTEST_LIFE } from './limits.js';
import type { ResponseHeaders } from './outcome.js';
import type { CacheLifetime } from './policy.js';

/** Cache-Control directives that set a lifetime or require revalidation. */
const LIFETIME_DIRECTIVES: readonly string[] = ['max-age', 'no-store', 'no-cache'];

/**
 * Returns the lifetime of a copy in milliseconds.
 *
 * @param at when the headers were received, in milliseconds since 1970
 * @param earlierMs the lifetime so far, which remains valid after a 304 without caching headers (RFC 9111 4.3.4)
 */
export function cacheLifetimeMs(
  headers: ResponseHeaders,
  life: CacheLifetime,
  at: number,
  earlierMs?: number,
): number {
  const declaredMs = declaredLifetimeMs(headers, life.expires, at);
  if (declaredMs === undefined) return earlierMs ?? life.defaultMs;
  return Math.min(Math.max(declaredMs, SHORTEST_LIFE), life.longestMs);
}

function declaredLifetimeMs(
  headers: ResponseHeaders,
  expires: boolean,
  at: number,
): number | undefined {
  const relevant: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'expires' && !expires) continue;
    // RFC 9111 5.1: an Age that is not a non-negative integer is ignored.
    if (name === 'age' && !/^\d+$/.test(value)) continue;
    // RFC 9111 5.2: directive names are case-insensitive, but the library expects lower case.
    relevant[name] = name === 'cache-control' ? value.toLowerCase() : value;
  }
  if (!declaresLifetime(relevant)) return undefined;
  // RFC 9110 6.6.1: without a Date, the time of receipt counts. The library would use the system clock.
  if (Number.isNaN(Date.parse(relevant.date ?? ''))) relevant.date = new Date(at).toUTCString();
  const response = new CachePolicy(
    { url: '/robots.txt', method: 'GET', headers: {} },
    { status: 200, headers: relevant },
    // A crawler's cache is private, and the policy has a default instead of a heuristic lifetime.
    { shared: false, cacheHeuristic: 0, immutableMinTimeToLive: 0 },
  );
  // Whole seconds, so that the time spent in this function does not count.
  return (response.maxAge() - Math.floor(response.age())) * SECOND;
}

function declaresLifetime(headers: Readonly<Record<string, string>>): boolean {
  const control = headers['cache-control'];
  // RFC 9111 5.4: Pragma counts only without Cache-Control.
  if (control === undefined) return headers.expires !== undefined || headers.pragma !== undefined;
  const directives = control.split(',').map((directive) => directive.split('=')[0].trim());
  return (
    headers.expires !== undefined || directives.some((name) => LIFETIME_DIRECTIVES.includes(name))
  );
}
