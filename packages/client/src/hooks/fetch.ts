/** A fetch that asks for nothing that robots.txt does not allow. */
import { type Hop, MAX_FETCH_REDIRECTS, nextHop, redirectUrl } from './fetch-redirect.js';
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
    let response = await fetch(asked, { ...init, redirect: 'manual' });
    for (let redirects = 0; ; redirects++) {
      const target = redirectUrl(response, hop.url);
      if (target === undefined) return redirects === 0 ? response : afterRedirects(response);
      await response.body?.cancel();
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
  let octets: Promise<ArrayBuffer> | undefined;
  return { kind: 'again', read: () => (octets ??= copy.arrayBuffer()) };
}

/** What else a Request says, for the hops that cannot be made of it. */
function settingsOf(request: Request | undefined): Init {
  if (request === undefined) return {};
  const { cache, credentials, integrity, keepalive, mode, referrer, referrerPolicy, signal } =
    request;
  return { cache, credentials, integrity, keepalive, mode, referrer, referrerPolicy, signal };
}

/** To the inner fetch each hop is a request of its own; the caller made one that was redirected. */
function afterRedirects(response: Response): Response {
  return Object.defineProperty(response, 'redirected', { value: true });
}
