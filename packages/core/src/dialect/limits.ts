/** Limits of the protocol and of the analysis. */

/**
 * The parsing limit in bytes. RFC 9309 2.5: "The parsing limit MUST be at least 500 kibibytes"; Google enforces the
 * same limit. Callers may raise it but not lower it.
 */
export const MIN_PARSING_LIMIT_BYTES = 500 * 1024;

/** The highest parsing limit that a caller may set: 64 MiB, far above any real robots.txt, to bound memory. */
export const MAX_PARSING_LIMIT_BYTES = 64 * 1024 * 1024;

/** Maximum bytes per line in Google's parser: eight URLs of 2,083 bytes minus the closing NUL. */
export const GOOGLE_MAX_LINE_BYTES = 8 * 2083 - 1;

/**
 * Above this many rules, or bytes of patterns with `*`, nothing is compiled. Such files are hostile, and compiling
 * would take longer than matching many queries directly.
 */
export const MAX_COMPILED_RULES = 15_000;
export const MAX_COMPILED_STARRED_BYTES: number = 64 * 1024;

/**
 * Default budget of an analysis in steps: about half a second on a current machine. Anything not proved by then is
 * undecided.
 */
export const ANALYSIS_STEPS = 13_000_000;

/**
 * Maximum diagnostics listed per code; the rest are counted. Real files have up to 2,000 per code. A hostile file of
 * 500 KiB has 256,000, which would take 100 MB.
 */
export const MAX_DIAGNOSTICS_PER_CODE = 5_000;

/**
 * Memory limits of one search: its states, and the numbers in all states together. The numbers take 8 MiB; the state
 * table, paths and queue take at most about 30 MiB.
 */
export const MAX_SEARCH_STATES: number = 1 << 19;
export const MAX_SEARCH_NUMBERS: number = 1 << 21;
