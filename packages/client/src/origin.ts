/** The authority whose rules bind a URL (RFC 9309 2.3): scheme, host and effective port. */

/** Schemes that have a robots.txt (RFC 9309 2.3 speaks of URI; 1996 of http; FTP is in Google's reading). */
const DEFAULT_PORTS: Readonly<Record<string, string>> = {
  'http:': '80',
  'https:': '443',
  'ftp:': '21',
};

/**
 * The origin of a URL: `https://example.com`, `http://[::1]:8080`. Scheme and host are in lower case, the host in
 * punycode and without its last dot; the default port, user information and all that follows are dropped.
 * Undefined where there is none: a URL that cannot be parsed, or of another scheme than http, https and ftp.
 */
export function originOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, port } = new URL(url);
  const defaultPort = DEFAULT_PORTS[protocol];
  if (defaultPort === undefined) return undefined;
  const host = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
  if (host === '') return undefined;
  return port === '' || port === defaultPort
    ? `${protocol}//${host}`
    : `${protocol}//${host}:${port}`;
}

/** Returns whether URLs of this scheme have a robots.txt. */
export function hasRobotsTxt({ protocol }: URL): boolean {
  return Object.hasOwn(DEFAULT_PORTS, protocol);
}

/** RFC 9309 2.3: "The rules MUST be accessible in a file named "/robots.txt" (all lowercase) in the top-level path". */
export function robotsTxtUrl(origin: string): string {
  return `${origin}/robots.txt`;
}
