/** Constants for access, caching, and retries, each with its source. Times are in milliseconds. */

export const SECOND = 1000;
export const MINUTE: number = 60 * SECOND;
export const HOUR: number = 60 * MINUTE;
export const DAY: number = 24 * HOUR;

/** RFC 9309 2.3.1.2: "Crawlers SHOULD follow at least five consecutive redirects". */
export const MAX_REDIRECTS = 5;

/**
 * Redirect statuses that are followed (RFC 9110 15.4, Fetch standard). 300 leaves the choice to the user, 304 is not a
 * redirect, and 305 and 306 are obsolete: these are final statuses.
 */
export const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * RFC 9309 2.4: "Crawlers SHOULD NOT use the cached version for more than 24 hours". Also used for unavailable results.
 */
export const CACHE_LIFE: number = 24 * HOUR;

/** RFC 9309 2.3.1.4: "a reasonably long period of time (for example, 30 days)". */
export const UNREACHABLE_PERIOD: number = 30 * DAY;

/** A gap between two failed attempts counts for at most this long, because nothing was observed in between. */
export const LONGEST_GAP: number = 7 * DAY;

/** Koster 1996 3.4: "robots should default to an expiry of 7 days". */
export const KOSTER_LIFE: number = 7 * DAY;

/** Lifetime under no-store, no-cache, and max-age=0: at most one request per minute and origin. */
export const SHORTEST_LIFE: number = 60 * SECOND;

/** RFC 9111 1.2.2: a delta-seconds value above 2^31 counts as 2^31. */
export const LONGEST_LIFE: number = 2 ** 31 * SECOND;

/** Backoff while unreachable: one minute, doubled with each failure, at most one hour. */
export const FIRST_RETRY: number = 60 * SECOND;
export const LONGEST_RETRY: number = 60 * MINUTE;

/** A Retry-After header (RFC 9110 10.2.3) is clamped to this range. */
export const SHORTEST_RETRY_AFTER: number = 60 * SECOND;
export const LONGEST_RETRY_AFTER: number = 24 * HOUR;

/** After this share of its lifetime, plus or minus a stable jitter per origin, a copy is renewed in the background. */
export const SOFT_REFRESH_SHARE = 0.8;
export const SOFT_REFRESH_JITTER = 0.05;

/** Maximum clock difference between processes that share entries. */
export const CLOCK_TOLERANCE: number = 60 * SECOND;

/**
 * Stores retain entries for this long after the protocol last needs them. The last good copy may be needed for 30 days.
 */
export const STORED_LIFE: number = 31 * DAY;
