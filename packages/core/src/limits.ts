/** Every number of the protocol, with its clause. */

/**
 * The parsing limit in bytes. RFC 9309 2.5: "The parsing limit MUST be at least 500 kibibytes";
 * Google's page enforces the same figure. A caller may raise it, never lower it.
 */
export const MIN_PARSING_LIMIT_BYTES = 500 * 1024;

/** The highest parsing limit that a caller may set: 64 MiB, far past any robots.txt, so that memory has a bound. */
export const MAX_PARSING_LIMIT_BYTES = 64 * 1024 * 1024;

/** How many bytes of a line Google's parser keeps: eight URLs of 2,083 bytes less the closing NUL. */
export const GOOGLE_MAX_LINE_BYTES = 8 * 2083 - 1;

/**
 * Past so many rules, or so many bytes of patterns with `*`, nothing is compiled: such a file is hostile, and a
 * compilation would take longer than the direct simulation of many questions.
 */
export const MAX_COMPILED_RULES = 15_000;
export const MAX_COMPILED_STARRED_BYTES: number = 64 * 1024;

/**
 * Steps that an analysis may take unless the caller says otherwise: about half a second of a machine of today. What is
 * not proved by then is undecided.
 */
export const ANALYSIS_STEPS = 16_000_000;

/**
 * Diagnostics listed per code. Real files have up to 2,000 of one code; a hostile one of 500 KiB has 256,000, which would
 * take 100 MB. The rest are counted.
 */
export const MAX_DIAGNOSTICS_PER_CODE = 5_000;

/**
 * What one search of an analysis may keep: so many states, and so many numbers of all of them together. The numbers are
 * 8 MiB; the table in which the states are found, the ways to them and the queue take some 30 MiB at most.
 */
export const MAX_SEARCH_STATES: number = 1 << 19;
export const MAX_SEARCH_NUMBERS: number = 1 << 21;
