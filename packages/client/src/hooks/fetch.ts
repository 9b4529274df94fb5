/** A `fetch` that checks each request and redirect against robots.txt. */
import { REDIRECT_STATUSES } from '../policy/limits.js';
import { locationText } from '../transport/response-headers.js';
import { type HookOptions, permitInTurn, type Scheduler, userAgentFor } from './permit.js';

/**
 * Wraps `fetch` and calls it once per hop. Rejects with a RobotsDisallowedError if a hop is not allowed, and otherwise
 * as `fetch` does. URLs with schemes other than http and https are passed to `fetch` unchecked, because they contact no
 * server. Requests without a User-Agent header get that of the client.
 */
export function robotsFetch(
  client: Scheduler,
  fetch: Fetch = globalThis.fetch,
  options: HookOptions = {},
): Fetch {
  return async (input, init) => {
    const request = typeof input === 'object' && 'url' in input ? input : undefined;
    const url = new URL(request?.url ?? String(input));
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return fetch(input, init);
    const signal = init?.signal ?? request?.signal;
    await permitInTurn(client, url.href, options, signal);
    const redirect = init?.redirect ?? request?.redirect ?? 'follow';
    // The caller may have changed a URL object since the check.
    const checked = request ?? url.href;
    const headers = new Headers(init?.headers ?? request?.headers);
    const userAgent = userAgentFor(client, headers.get('user-agent'));
    if (userAgent !== undefined) headers.set('user-agent', userAgent);
    if (redirect !== 'follow') return fetch(checked, { ...init, headers });

    const body = bufferBody(request, init);
    const method = init?.method ?? request?.method ?? 'GET';
    let hop: Hop = { url, method, headers, hasBody: body !== undefined };
    // The integrity applies to the last response, not to redirects.
    const integrity = init?.integrity ?? request?.integrity ?? '';
    const mode = init?.mode ?? request?.mode;
    let response = await fetch(checked, { ...init, headers, integrity: '', redirect: 'manual' });
    for (let redirects = 0; ; redirects++) {
      const target = redirectUrl(response, hop.url);
      if (target === undefined) {
        if (integrity !== '') await assertIntegrity(response, integrity);
        return redirects === 0 ? response : afterRedirects(response);
      }
      await response.body?.cancel();
      if (mode === 'same-origin' && target.origin !== url.origin) {
        throw new TypeError(`${hop.url.href} redirects to another origin.`);
      }
      if (redirects === MAX_FETCH_REDIRECTS) {
        throw new TypeError(`${url.href} redirects more than ${MAX_FETCH_REDIRECTS} times.`);
      }
      if (body?.kind === 'stream' && response.status !== 303) {
        throw new TypeError(`${hop.url.href} redirects a body that cannot be sent twice.`);
      }
      hop = nextHop(hop, response.status, target);
      await permitInTurn(client, target.href, options, signal);
      response = await fetch(target.href, {
        ...settingsOf(request),
        ...init,
        integrity: '',
        redirect: 'manual',
        method: hop.method,
        headers: hop.headers,
        body: hop.hasBody && body?.kind === 'replayable' ? await body.read() : null,
      });
    }
  };
}

type Fetch = typeof globalThis.fetch;
type Init = NonNullable<Parameters<Fetch>[1]>;

/** The body of the first request. The Fetch standard does not resend a body that is read from a stream. */
type RequestBody =
  | { readonly kind: 'replayable'; readonly read: () => Promise<NonNullable<Init['body']>> }
  | { readonly kind: 'stream' };

function bufferBody(request: Request | undefined, init: Init | undefined): RequestBody | undefined {
  const given = init?.body ?? undefined;
  if (given !== undefined) {
    const isStream = typeof given === 'object' && Symbol.asyncIterator in given;
    return isStream ? { kind: 'stream' } : { kind: 'replayable', read: async () => given };
  }
  if (!request?.body) return undefined;
  // A Request does not reveal whether its body was a stream, so the body is buffered while it is sent.
  const copy = request.clone();
  let bytes: Promise<ArrayBuffer> | undefined;
  return { kind: 'replayable', read: () => (bytes ??= copy.arrayBuffer()) };
}

/** The settings of a Request for the hops that cannot be created from it. */
function settingsOf(request: Request | undefined): Init {
  if (request === undefined) return {};
  const { cache, credentials, keepalive, mode, referrer, referrerPolicy, signal } = request;
  return { cache, credentials, keepalive, mode, referrer, referrerPolicy, signal };
}

/** Lets fetch verify a copy of the body. Buffers the whole body, as fetch itself does. */
async function assertIntegrity(response: Response, integrity: string): Promise<void> {
  const copy = URL.createObjectURL(await response.clone().blob());
  try {
    await globalThis.fetch(copy, { integrity });
  } catch (cause) {
    await response.body?.cancel();
    throw new TypeError(`The body of ${response.url} does not match its integrity.`, { cause });
  } finally {
    URL.revokeObjectURL(copy);
  }
}

/** The inner fetch sees each hop as a separate request; the caller made one that was redirected. */
function afterRedirects(response: Response): Response {
  return Object.defineProperty(response, 'redirected', { value: true });
}

/** Implements "HTTP-redirect fetch" of the Fetch standard. */

/** Number of redirects that fetch follows (step 7). */
const MAX_FETCH_REDIRECTS = 20;

/** Request-body-header names (step 12), and the length of the dropped body. */
const BODY_HEADERS = [
  'content-encoding',
  'content-language',
  'content-length',
  'content-location',
  'content-type',
];

/** Step 13, and headers that callers without a cookie jar set for one origin. */
const ORIGIN_HEADERS = ['authorization', 'cookie', 'host', 'proxy-authorization'];

export interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  /** Whether the body of the first request is sent. */
  readonly hasBody: boolean;
}

/**
 * Returns the URL that a response redirects to; undefined if it does not redirect. Throws a TypeError if the URL is
 * unusable.
 */
export function redirectUrl(response: Response, from: URL): URL | undefined {
  const location = REDIRECT_STATUSES.has(response.status) ? response.headers.get('location') : null;
  if (location === null) return undefined;
  const url = URL.parse(locationText(location), from.href);
  if (url === null) throw new TypeError(`${from.href} redirects to an invalid URL.`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new TypeError(`${from.href} redirects to a scheme other than http and https.`);
  }
  // fetch rejects URLs with credentials, and would print them in its error.
  if (url.username !== '' || url.password !== '') {
    throw new TypeError(`${from.href} redirects to a URL with credentials.`);
  }
  if (url.hash === '') url.hash = from.hash;
  return url;
}

/** Returns the request after a redirect with this status. */
export function nextHop(
  { url: from, method, headers, hasBody }: Hop,
  status: number,
  url: URL,
): Hop {
  const next = new Headers(headers);
  // fetch normalizes the case of these methods ("normalize a method").
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
