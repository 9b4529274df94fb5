/** The life of a copy (RFC 9309 2.4, RFC 9111 4.2, Google's page, Koster 1996 3.4). Pure. */
import CachePolicy from 'http-cache-semantics';
import { SECOND, SHORTEST_LIFE } from '../limits.js';
import type { ResponseHeaders } from '../transport/outcome.js';
import type { CacheLifetime } from './policy.js';

/** Directives that say how long, or that it must be asked again each time. */
const SAYS_HOW_LONG: readonly string[] = ['max-age', 'no-store', 'no-cache'];

/**
 * Returns for how many milliseconds a copy may be used.
 *
 * @param at when the headers were received, in milliseconds since 1970
 * @param earlierMs the life of the copy so far, which a 304 without caching headers leaves in force (RFC 9111 4.3.4)
 */
export function cacheLifetimeMs(
  headers: ResponseHeaders,
  life: CacheLifetime,
  at: number,
  earlierMs?: number,
): number {
  const saidMs = saidLifeMs(headers, life.expires, at);
  if (saidMs === undefined) return earlierMs ?? life.defaultMs;
  return Math.min(Math.max(saidMs, SHORTEST_LIFE), life.longestMs);
}

function saidLifeMs(headers: ResponseHeaders, expires: boolean, at: number): number | undefined {
  const counted: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'expires' && !expires) continue;
    // RFC 9111 5.1: an age is a number that is not negative; any other is none.
    if (name === 'age' && !/^\d+$/.test(value)) continue;
    // RFC 9111 5.2: names of directives are of either case, and what reads them takes lower case alone.
    counted[name] = name === 'cache-control' ? value.toLowerCase() : value;
  }
  if (!saysHowLong(counted)) return undefined;
  // RFC 9110 6.6.1: without a Date, the time of receipt counts. The library would take it from the system's clock.
  if (Number.isNaN(Date.parse(counted.date ?? ''))) counted.date = new Date(at).toUTCString();
  const response = new CachePolicy(
    { url: '/robots.txt', method: 'GET', headers: {} },
    { status: 200, headers: counted },
    // A crawler's cache is its own, and where the server says nothing the policy has a figure, not a guess.
    { shared: false, cacheHeuristic: 0, immutableMinTimeToLive: 0 },
  );
  // Whole seconds: what passes while this runs is none of the copy’s age.
  return (response.maxAge() - Math.floor(response.age())) * SECOND;
}

function saysHowLong(headers: Readonly<Record<string, string>>): boolean {
  const control = headers['cache-control'];
  // RFC 9111 5.4: Pragma counts only where there is no Cache-Control.
  if (control === undefined) return headers.expires !== undefined || headers.pragma !== undefined;
  const directives = control.split(',').map((directive) => directive.split('=')[0].trim());
  return headers.expires !== undefined || directives.some((name) => SAYS_HOW_LONG.includes(name));
}
