/** Every number of access, caching and retrying, with its source. Times are in milliseconds. */

export const SECOND = 1000;
export const MINUTE: number = 60 * SECOND;
export const HOUR: number = 60 * MINUTE;
export const DAY: number = 24 * HOUR;

/** RFC 9309 2.3.1.2: "Crawlers SHOULD follow at least five consecutive redirects". */
export const MAX_REDIRECTS = 5;

/**
 * The redirects that are followed (RFC 9110 15.4, Fetch standard). A 300 leaves the choice to the user, a 304 is not a
 * redirect, and 305 and 306 are out of use: those are final statuses.
 */
export const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** RFC 9309 2.4: "Crawlers SHOULD NOT use the cached version for more than 24 hours". Unavailable results live as long. */
export const CACHE_LIFE: number = 24 * HOUR;

/** RFC 9309 2.3.1.4: "a reasonably long period of time (for example, 30 days)". */
export const UNREACHABLE_PERIOD: number = 30 * DAY;

/** Koster 1996 3.4: "robots should default to an expiry of 7 days". */
export const KOSTER_LIFE: number = 7 * DAY;

/** What no-store, no-cache and max-age=0 leave: one request a minute and origin, however many questions come. */
export const SHORTEST_LIFE: number = 60 * SECOND;

/** RFC 9111 1.2.2: a delta of seconds past 2^31 counts as 2^31. */
export const LONGEST_LIFE: number = 2 ** 31 * SECOND;

/** While unreachable: one minute, doubled with each failure, one hour at most. */
export const FIRST_RETRY: number = 60 * SECOND;
export const LONGEST_RETRY: number = 60 * MINUTE;

/** A Retry-After of the server (RFC 9110 10.2.3) is held between these. */
export const SHORTEST_RETRY_AFTER: number = 60 * SECOND;
export const LONGEST_RETRY_AFTER: number = 24 * HOUR;

/** Past this share of its life a copy is renewed in the background, a stable share of an origin's own around it. */
export const SOFT_REFRESH_SHARE = 0.8;
export const SOFT_REFRESH_JITTER = 0.05;

/** Clocks of processes that share entries differ by less. */
export const CLOCK_TOLERANCE: number = 60 * SECOND;

/** A store keeps an entry so long past its last use of the protocol: a last good copy is asked for after 30 days. */
export const STORED_LIFE: number = 31 * DAY;
