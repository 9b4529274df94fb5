/** A fetch that asks for nothing that robots.txt does not allow. */
import { REDIRECT_STATUSES } from '../limits.js';
import { type Checker, permit } from './permit.js';

/**
 * The same as `fetch`, which it calls once for each hop. Rejects with a RobotsDisallowedError where a hop is not
 * allowed, and as `fetch` does for every other reason. URLs of other schemes than http and https go to `fetch` as they
 * are: they ask no server.
 */
export function robotsFetch(client: Checker, fetch: Fetch = globalThis.fetch): Fetch {
  return async (input, init) => {
    const request = requestIn(input);
    const url = new URL(request?.url ?? String(input));
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return fetch(input, init);
    const signal = init?.signal ?? request?.signal;
    await permit(client, url.href, signal);
    const redirect = init?.redirect ?? request?.redirect ?? 'follow';
    // A URL object may have been changed since it was asked about.
    const asked = request ?? url.href;
    if (redirect !== 'follow') return fetch(asked, init);

    const body = keepBody(request, init);
    let hop: Hop = {
      url,
      method: init?.method ?? request?.method ?? 'GET',
      headers: new Headers(init?.headers ?? request?.headers),
      hasBody: body !== undefined,
    };
    // The body of a redirect must not be compared with the integrity of the last response.
    const integrity = init?.integrity ?? request?.integrity ?? '';
    const mode = init?.mode ?? request?.mode;
    let response = await fetch(asked, { ...init, integrity: '', redirect: 'manual' });
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
      await permit(client, target.href, signal);
      response = await fetch(target.href, {
        ...settingsOf(request),
        ...init,
        integrity: '',
        redirect: 'manual',
        method: hop.method,
        headers: hop.headers,
        body: hop.hasBody && body?.kind === 'again' ? await body.read() : null,
      });
    }
  };
}

type Fetch = typeof globalThis.fetch;
type Input = Parameters<Fetch>[0];
type Init = NonNullable<Parameters<Fetch>[1]>;

/** The body of the first request. One that is read from a stream is gone after the first hop, as the standard says. */
type KeptBody =
  | { readonly kind: 'again'; readonly read: () => Promise<NonNullable<Init['body']>> }
  | { readonly kind: 'stream' };

function requestIn(input: Input): Request | undefined {
  return typeof input === 'object' && 'url' in input ? input : undefined;
}

function keepBody(request: Request | undefined, init: Init | undefined): KeptBody | undefined {
  const given = init?.body ?? undefined;
  if (given !== undefined) {
    const isStream = typeof given === 'object' && Symbol.asyncIterator in given;
    return isStream ? { kind: 'stream' } : { kind: 'again', read: async () => given };
  }
  if (!request?.body) return undefined;
  // Whether a Request was made of a stream cannot be seen, so its body is kept while it is sent.
  const copy = request.clone();
  let bytes: Promise<ArrayBuffer> | undefined;
  return { kind: 'again', read: () => (bytes ??= copy.arrayBuffer()) };
}

/** What else a Request says, for the hops that cannot be made of it. */
function settingsOf(request: Request | undefined): Init {
  if (request === undefined) return {};
  const { cache, credentials, keepalive, mode, referrer, referrerPolicy, signal } = request;
  return { cache, credentials, keepalive, mode, referrer, referrerPolicy, signal };
}

/** Compares the body as fetch does, by fetching a copy of it. Keeps the whole body in memory, which fetch does as well. */
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

/** To the inner fetch each hop is a request of its own; the caller made one that was redirected. */
function afterRedirects(response: Response): Response {
  return Object.defineProperty(response, 'redirected', { value: true });
}

/** Where a response of fetch leads, and what is asked there: the Fetch standard's "HTTP-redirect fetch". */

/** How many redirects fetch follows (step 7). */
const MAX_FETCH_REDIRECTS = 20;

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
  const location = REDIRECT_STATUSES.has(response.status) ? response.headers.get('location') : null;
  if (location === null) return undefined;
  const url = URL.parse(location, from.href);
  if (url === null) throw new TypeError(`${from.href} redirects to no URL.`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new TypeError(`${from.href} redirects to another scheme than http and https.`);
  }
  // fetch takes no URL with credentials, and would print them in its error.
  if (url.username !== '' || url.password !== '') {
    throw new TypeError(`${from.href} redirects to a URL with credentials.`);
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
