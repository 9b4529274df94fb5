/** Constants of several modules, each with its source. Times are in milliseconds. */

export const SECOND = 1000;
export const MINUTE: number = 60 * SECOND;
export const HOUR: number = 60 * MINUTE;
export const DAY: number = 24 * HOUR;

/** RFC 9309 2.3.1.2: "Crawlers SHOULD follow at least five consecutive redirects". */
export const MAX_REDIRECTS = 5;

/**
 * Redirect statuses whose Location is followed (RFC 9110 15.4, Fetch standard). 304 is not a redirect, and 305 and 306 are
 * obsolete: these are final statuses.
 */
export const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * RFC 9309 2.4: "Crawlers SHOULD NOT use the cached version for more than 24 hours". Also the longest time for which a site
 * counts as one without a robots.txt.
 */
export const CACHE_LIFE: number = 24 * HOUR;

/** Lifetime under no-store, no-cache, and max-age=0: at most one request per minute and origin. */
export const SHORTEST_LIFE: number = 60 * SECOND;

/** RFC 9111 1.2.2: a number of seconds above 2^31 counts as 2^31. */
export const LONGEST_LIFE: number = 2 ** 31 * SECOND;

/** Backoff while unreachable: one minute, doubled with each failure, at most one hour. */
export const FIRST_RETRY: number = 60 * SECOND;
export const LONGEST_RETRY: number = 60 * MINUTE;

/** Maximum wait that a Retry-After header (RFC 9110 10.2.3) can set. */
export const LONGEST_RETRY_AFTER: number = 24 * HOUR;

/**
 * Maximum clock difference between processes that share entries, possibly on several machines. A result from further
 * ahead is fetched again.
 */
export const CLOCK_TOLERANCE: number = 60 * SECOND;

/**
 * Stores retain entries for this long after the protocol last needs them. The last good copy may be needed for 30 days.
 */
export const STORED_LIFE: number = 31 * DAY;
