/** Limits of the protocol. */

/**
 * The parsing limit in bytes. RFC 9309 2.5: "The parsing limit MUST be at least 500 kibibytes"; Google enforces the
 * same limit. Callers may raise it but not lower it.
 */
export const MIN_PARSING_LIMIT_BYTES = 500 * 1024;

/** The highest parsing limit that a caller may set: 64 MiB, far above any real robots.txt, to bound memory. */
export const MAX_PARSING_LIMIT_BYTES = 64 * 1024 * 1024;

/** Maximum bytes per line in Google's parser: eight URLs of 2,083 bytes minus the closing NUL. */
export const GOOGLE_MAX_LINE_BYTES = 8 * 2083 - 1;

/** Yandex's limits on the rules of a file and on the characters of each. */
export const YANDEX_MAX_RULES = 2048;
export const YANDEX_MAX_RULE_CHARACTERS = 1024;
