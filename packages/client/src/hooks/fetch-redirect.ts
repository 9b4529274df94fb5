/** Where a response of fetch leads, and what is asked there: the Fetch standard's "HTTP-redirect fetch". */

/** How many redirects fetch follows (step 7). */
export const MAX_FETCH_REDIRECTS = 20;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Request-body-header names (step 12), and the length of a body that is gone. */
const BODY_HEADERS = [
  'content-encoding',
  'content-language',
  'content-length',
  'content-location',
  'content-type',
];

/** Step 13, and what a client without a cookie jar of its own was given by hand for one origin. */
const ORIGIN_HEADERS = ['authorization', 'cookie', 'host', 'proxy-authorization'];

/** What one hop asks. */
export interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  /** Whether the body of the first request goes along. */
  readonly hasBody: boolean;
}

/** The URL that a response redirects to; undefined where it does not. Throws a TypeError where it is of no use. */
export function redirectUrl(response: Response, from: URL): URL | undefined {
  const location = REDIRECTS.has(response.status) ? response.headers.get('location') : null;
  if (location === null) return undefined;
  const url = URL.parse(location, from.href);
  if (url === null) throw new TypeError(`${from.href} redirects to no URL.`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new TypeError(`${from.href} redirects to another scheme than http and https.`);
  }
  if (url.hash === '') url.hash = from.hash;
  return url;
}

/** The request after a redirect with this status. */
export function nextHop(
  { url: from, method, headers, hasBody }: Hop,
  status: number,
  url: URL,
): Hop {
  const next = new Headers(headers);
  // fetch reads these three in either case ("normalize a method").
  const normal = method.toUpperCase();
  const isRewritten =
    ((status === 301 || status === 302) && normal === 'POST') ||
    (status === 303 && normal !== 'GET' && normal !== 'HEAD');
  if (isRewritten) for (const name of BODY_HEADERS) next.delete(name);
  if (url.origin !== from.origin) for (const name of ORIGIN_HEADERS) next.delete(name);
  return {
    url,
    method: isRewritten ? 'GET' : method,
    headers: next,
    hasBody: hasBody && !isRewritten,
  };
}
