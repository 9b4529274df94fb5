/** Requests in access logs. */

/**
 * Common and combined log format, also with the virtual host in front: `host ident user [time] "GET /path HTTP/1.1" 200 …`.
 * Backtracking is limited to the brackets and to quoted fields.
 */
const LOG_LINE =
  /^\S[^[\n]*\[[^\]\n]*\] "[A-Z]+ (\/\S*|https?:\S+)(?: HTTP\/[\d.]+)?" \d{3} (?:\S+ "(?:[^"\\]|\\.)*" "((?:[^"\\]|\\.)*)")?/;

export interface LogRequest {
  /** Path and query, or a URL. */
  readonly target: string;
  /** The User-Agent header; undefined in the common format, which has none. */
  readonly userAgent: string | undefined;
}

/**
 * Returns the request of a line in the common or combined log format; undefined for other lines. Linear in the line.
 *
 * @example
 * ```ts
 * import { logRequest } from '@repkit/core/analysis';
 *
 * const line = '::1 - - [28/Nov/2026:10:00:00 +0000] "GET /page?a HTTP/1.1" 200 5 "-" "ExampleBot/1.0"';
 * logRequest(line); // { target: '/page?a', userAgent: 'ExampleBot/1.0' }
 * ```
 */
export function logRequest(line: string): LogRequest | undefined {
  const [, target, userAgent] = LOG_LINE.exec(line) ?? [];
  return target === undefined ? undefined : { target, userAgent };
}
