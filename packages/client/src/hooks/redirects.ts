/** The request that follows a redirect, as "HTTP-redirect fetch" of the Fetch standard specifies. */
import { REDIRECT_STATUSES } from '../policy/limits.js';
import { locationText } from '../transport/response-headers.js';

/** Request-body-header names (step 12), and the length of the dropped body. */
const BODY_HEADERS = ['content-encoding', 'content-language', 'content-length', 'content-location', 'content-type'];

/** Step 13, and headers that callers without a cookie jar set for one origin. */
const ORIGIN_HEADERS = ['authorization', 'cookie', 'host', 'proxy-authorization'];

export interface HopRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  /** Whether the body of the first request is sent. */
  readonly hasBody: boolean;
}

/** Returns the Location of a redirect; undefined if the response is not one. */
export function redirectLocation(status: number, location: string | null | undefined): string | undefined {
  return REDIRECT_STATUSES.has(status) ? (location ?? undefined) : undefined;
}

/** Returns the URL of a redirect. Throws a TypeError if it is unusable, so close the response first. */
export function redirectUrl(location: string, from: URL): URL {
  const url = URL.parse(locationText(location), from.href);
  if (url === null) throw new TypeError(`${from.href} redirects to an invalid URL.`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new TypeError(`${from.href} redirects to a scheme other than http and https.`);
  }
  if (url.hash === '') url.hash = from.hash;
  return url;
}

/** Returns the request after a redirect with this status. */
export function nextHop({ url: from, method, headers, hasBody }: HopRequest, status: number, url: URL): HopRequest {
  const next = new Headers(headers);
  // fetch normalizes the case of these methods ("normalize a method").
  const normal = method.toUpperCase();
  const isRewritten =
    ((status === 301 || status === 302) && normal === 'POST') || (status === 303 && normal !== 'GET' && normal !== 'HEAD');
  if (isRewritten) for (const name of BODY_HEADERS) next.delete(name);
  if (url.origin !== from.origin) for (const name of ORIGIN_HEADERS) next.delete(name);
  return {
    url,
    method: isRewritten ? 'GET' : method,
    headers: next,
    hasBody: hasBody && !isRewritten,
  };
}
