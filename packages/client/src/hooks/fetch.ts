/** A `fetch` that checks each request and redirect against robots.txt. */
import { type HookOptions, permitInTurn, type Scheduler, userAgentFor } from './permit.js';
import { type HopRequest, nextHop, redirectLocation, redirectUrl } from './redirects.js';

/** Number of redirects that fetch follows (Fetch standard, HTTP-redirect fetch, step 7). */
const MAX_FETCH_REDIRECTS = 20;

/**
 * Wraps `fetch` and calls it once per hop. Rejects with a RobotsDisallowedError if a hop is not allowed, and otherwise as
 * `fetch` does, except that `integrity` applies to each hop, so a redirect fails. URLs with schemes other than http and https are
 * passed to `fetch` unchecked, because they contact no server. Requests without a User-Agent header get that of the client.
 *
 * @example
 * ```ts
 * import { RobotsClient } from '@repkit/client';
 * import { robotsFetch } from '@repkit/client/fetch';
 *
 * const checkedFetch = robotsFetch(new RobotsClient({ userAgent: 'ExampleBot/1.0' }));
 * await checkedFetch('https://example.com/private/page').catch(({ code }) => code); // 'ERR_ROBOTS_DISALLOWED'
 * ```
 */
export function robotsFetch(client: Scheduler, fetch: Fetch = globalThis.fetch, options: HookOptions = {}): Fetch {
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
    let hop: HopRequest = { url, method, headers, hasBody: body !== undefined };
    const mode = init?.mode ?? request?.mode;
    let response = await fetch(checked, { ...init, headers, redirect: 'manual' });
    for (let redirects = 0; ; redirects++) {
      const location = redirectLocation(response.status, response.headers.get('location'));
      if (location === undefined) return redirects === 0 ? response : afterRedirects(response);
      await response.body?.cancel();
      const target = redirectUrl(location, hop.url);
      // fetch rejects URLs with credentials, and would print them in its error.
      if (target.username !== '' || target.password !== '') {
        throw new TypeError(`${hop.url.href} redirects to a URL with credentials.`);
      }
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
  const body = init?.body ?? undefined;
  if (body !== undefined) {
    const isStream = typeof body === 'object' && Symbol.asyncIterator in body;
    return isStream ? { kind: 'stream' } : { kind: 'replayable', read: async () => body };
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

/** The inner fetch sees each hop as a separate request; the caller made one that was redirected. */
function afterRedirects(response: Response): Response {
  return Object.defineProperty(response, 'redirected', { value: true });
}
