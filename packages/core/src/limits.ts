/** Every number of the protocol, with its clause. */

/**
 * The parsing limit in octets. RFC 9309 2.5: "The parsing limit MUST be at least 500 kibibytes";
 * Google's page enforces the same figure. A caller may raise it, never lower it.
 */
export const MIN_PARSING_LIMIT_OCTETS = 500 * 1024;

/** How many octets of a line Google's parser keeps: eight URLs of 2,083 octets less the closing NUL. */
export const GOOGLE_MAX_LINE_OCTETS = 8 * 2083 - 1;

/**
 * How many octets one matcher may keep for its automaton (states, transitions and position sets).
 * The cache is flushed when it is full; past repeated flushes the rules are simulated directly.
 */
export const AUTOMATON_CACHE_OCTETS = 192 * 1024;
