/** Where a redirect leads (RFC 9309 2.3.1.2, RFC 9110 15.4). */

/**
 * The redirects that are followed. 300 leaves the choice to people, 304 is none, 305 and 306 are out of use: those are
 * final statuses.
 */
const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'ftp:']);

/** RFC 9110 4.1: at least 8,000 octets are to be supported. A hop is kept as long as the copy is, so it has a bound. */
const LONGEST_LOCATION = 8000;

export function isRedirect(status: number): boolean {
  return REDIRECT_STATUSES.has(status);
}

/** Whether a robots.txt may be asked for there. */
export function isFetchable(url: URL): boolean {
  return SCHEMES.has(url.protocol);
}

/**
 * The URL of a Location, which may be relative, without user information and fragment. Undefined where it is missing,
 * empty, too long or no URL.
 */
export function redirectTarget(location: string | undefined, base: URL): URL | undefined {
  if (location === undefined || location.length > LONGEST_LOCATION) return undefined;
  const reference = asUtf8(location).trim();
  // An empty reference is the same document: an endless circle at best.
  const url = reference === '' ? null : URL.parse(reference, base.href);
  return url === null ? undefined : plainUrl(url);
}

/** What of a URL is asked for: a robots.txt needs no password, and a fragment is never sent. */
export function plainUrl(url: URL): URL {
  const plain = new URL(url.href);
  plain.username = '';
  plain.password = '';
  plain.hash = '';
  return plain;
}

/** Octets that came as ISO-8859-1. Many a server writes a path in UTF-8 without percent-encoding. */
function asUtf8(latin1: string): string {
  const octets = Uint8Array.from(latin1, (character) => character.charCodeAt(0));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets);
  } catch {
    return latin1;
  }
}
