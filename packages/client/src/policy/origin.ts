/** The origin whose rules apply to a URL (RFC 9309 2.3): scheme, host, and effective port. */

/**
 * Schemes with a robots.txt. RFC 9309 2.3 applies to any URI; the 1996 draft covers http, and Google adds ftp
 * (https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec, checked 2026-11-22).
 */
const PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'ftp:']);

/**
 * Returns the origin of a URL, such as `https://example.com` or `http://[::1]:8080`: scheme and host in lower case, the
 * host in Punycode without its trailing dot, and no default port or user information. Undefined if the URL cannot be
 * parsed or its scheme is not http, https, or ftp.
 *
 * @example
 * ```ts
 * import { originOf } from '@repkit/client';
 *
 * originOf('HTTPS://user@Example.COM:443/page'); // 'https://example.com'
 * originOf('mailto:bot@example.com'); // undefined
 * ```
 */
export function originOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  // The port is empty if it is the default one.
  const { protocol, hostname, port } = new URL(url);
  if (!PROTOCOLS.has(protocol)) return undefined;
  const host = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
  if (host === '') return undefined;
  // Callers cache it for much longer than the URL.
  return detached(`${protocol}//${host}${port && `:${port}`}`);
}

/** Returns whether URLs of this scheme have a robots.txt. */
export function hasRobotsTxt({ protocol }: URL): boolean {
  return PROTOCOLS.has(protocol);
}

/**
 * Returns the robots.txt URL of an origin. RFC 9309 2.3: "The rules MUST be accessible in a file named "/robots.txt" (all
 * lowercase) in the top-level path".
 *
 * @example
 * ```ts
 * import { robotsTxtUrl } from '@repkit/client';
 *
 * robotsTxtUrl('https://example.com'); // 'https://example.com/robots.txt'
 * ```
 */
export function robotsTxtUrl(origin: string): string {
  return `${origin}/robots.txt`;
}

/** Returns a copy of a text. A slice of a text, such as a host, keeps all of that text in memory. */
export function detached(text: string): string {
  return ` ${text}`.slice(1);
}
