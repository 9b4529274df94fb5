/** Constants for access, caching, and retries, each with its source. Times are in milliseconds. */

export const SECOND = 1000;
export const MINUTE: number = 60 * SECOND;
export const HOUR: number = 60 * MINUTE;
export const DAY: number = 24 * HOUR;

/** RFC 9309 2.3.1.2: "Crawlers SHOULD follow at least five consecutive redirects". */
export const MAX_REDIRECTS = 5;

/** Koster 1996 3.1: "follow the redirects until a resource can be found". The number of hops is what browsers allow. */
export const KOSTER_MAX_REDIRECTS = 20;

/**
 * Redirect statuses whose Location is followed (RFC 9110 15.4, Fetch standard). 304 is not a redirect, and 305 and 306 are
 * obsolete: these are final statuses.
 */
export const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Returns whether a response to a request for a robots.txt is a redirect to follow. RFC 9110 15.4.1: the Location of a 300
 * is the server's preferred choice, which "the user agent MAY use … for automatic redirection". Without one, 300 is final.
 *
 * @example
 * ```ts
 * import { isRedirect } from '@repkit/client/access';
 *
 * isRedirect(301, 'https://www.example.com/robots.txt'); // true
 * isRedirect(304, undefined); // false
 * ```
 */
export function isRedirect(status: number, location: string | undefined): boolean {
  return REDIRECT_STATUSES.has(status) || (status === 300 && location !== undefined);
}

/**
 * RFC 9309 2.4: "Crawlers SHOULD NOT use the cached version for more than 24 hours". Also the longest time for which a site
 * counts as one without a robots.txt.
 */
export const CACHE_LIFE: number = 24 * HOUR;

/**
 * Longest lifetime of a copy under a policy that lets servers extend it. As long as the unreachable period, so that no
 * response pins a file for longer than a failing server could.
 */
export const LONGEST_COPY_LIFE: number = 30 * DAY;

/** RFC 9309 2.3.1.4: "a reasonably long period of time (for example, 30 days)". */
export const UNREACHABLE_PERIOD: number = 30 * DAY;

/** A gap between two failed attempts counts for at most this long, because nothing was observed in between. */
export const LONGEST_GAP: number = 7 * DAY;

/** Koster 1996 3.4: "robots should default to an expiry of 7 days". */
export const KOSTER_LIFE: number = 7 * DAY;

/** Lifetime under no-store, no-cache, and max-age=0: at most one request per minute and origin. */
export const SHORTEST_LIFE: number = 60 * SECOND;

/** RFC 9111 1.2.2: a delta-seconds value above 2^31 counts as 2^31. The limit for custom policies. */
export const LONGEST_LIFE: number = 2 ** 31 * SECOND;

/** Backoff while unreachable: one minute, doubled with each failure, at most one hour. */
export const FIRST_RETRY: number = 60 * SECOND;
export const LONGEST_RETRY: number = 60 * MINUTE;

/**
 * A status 503 is retried more often than other server errors:
 * https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec (checked 2026-11-22).
 */
export const GOOGLE_LONGEST_503_RETRY: number = 5 * MINUTE;

/** A Retry-After header (RFC 9110 10.2.3) is clamped to this range. */
export const SHORTEST_RETRY_AFTER: number = 60 * SECOND;
export const LONGEST_RETRY_AFTER: number = 24 * HOUR;

/** After this share of its lifetime, plus or minus a stable jitter per origin, a copy is renewed in the background. */
export const SOFT_REFRESH_SHARE = 0.8;
export const SOFT_REFRESH_JITTER = 0.05;

/**
 * Maximum clock difference between processes that share entries, possibly on several machines. A result from further
 * ahead is fetched again.
 */
export const CLOCK_TOLERANCE: number = 60 * SECOND;

/**
 * Stores retain entries for this long after the protocol last needs them. The last good copy may be needed for 30 days.
 */
export const STORED_LIFE: number = 31 * DAY;
