/** An HTTP client for Crawlee that checks each request and redirect before another client sends it. */
import { LRUCache } from 'lru-cache';
import { userAgentFor } from './permit.js';
import { nextHop, redirectLocation, redirectUrl } from './redirects.js';

type CrawleeHeaders = Record<string, string | string[] | undefined>;

/** The part of Crawlee's `HttpRequest` that is used. */
export interface CrawleeRequest {
  readonly url: string | URL;
  readonly method?: string | undefined;
  readonly headers?: CrawleeHeaders | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly followRedirect?: boolean | ((response: CrawleeResponse) => boolean) | undefined;
  readonly maxRedirects?: number | undefined;
}

/** The part of Crawlee's `BaseHttpResponseData` that is used. */
export interface CrawleeResponse {
  readonly url: string;
  readonly statusCode: number;
  readonly headers: CrawleeHeaders;
  redirectUrls?: URL[];
}

type StreamedResponse = CrawleeResponse & { readonly stream: { destroy(): unknown } };

/** Crawlee's `RedirectHandler`: may change the next request, for example its cookies. */
type RedirectHandler = (response: CrawleeResponse, next: { url: URL; headers: CrawleeHeaders }) => void;

/** Crawlee's `BaseHttpClient`. */
export interface CrawleeHttpClient {
  sendRequest(request: CrawleeRequest): Promise<CrawleeResponse>;
  stream(request: CrawleeRequest, onRedirect?: RedirectHandler): Promise<StreamedResponse>;
}

/** The default of got, which Crawlee's own client uses. */
const MAX_REDIRECTS = 10;

/** The check before each request. */
export interface RequestGate {
  /** Resolves once the URL may be requested. */
  pass(url: string, signal: AbortSignal | undefined): Promise<void>;
  /** Whether an error of `pass` returns the request to the queue of the crawler. */
  isPostponed(error: unknown): boolean;
}

interface Redirect {
  readonly status: number;
  readonly target: URL;
}

/** Postponed requests whose redirects are remembered. */
const MAX_POSTPONED = 10_000;

/**
 * Wraps an HTTP client. Redirects are followed here, one request per hop, so that each hop passes the gate before anything is
 * sent there. If a hop is postponed, the request continues there when it comes from the queue again: with a crawl-delay longer
 * than requests may wait, it would otherwise never get beyond its first redirect.
 *
 * A request without a User-Agent header gets that of the client; Crawlee would generate the header of a browser.
 */
export function checkedHttpClient(
  identity: Parameters<typeof userAgentFor>[0],
  gate: RequestGate,
  inner: () => Promise<CrawleeHttpClient>,
): CrawleeHttpClient {
  /** The redirects that a postponed request has followed. */
  const postponed = new LRUCache<string, readonly Redirect[]>({ max: MAX_POSTPONED });

  const identified = (headers: CrawleeHeaders = {}): CrawleeHeaders => {
    const name = Object.keys(headers).find((header) => header.toLowerCase() === 'user-agent');
    const present = name === undefined ? undefined : headers[name]?.toString();
    const value = userAgentFor(identity, present);
    return value === undefined ? headers : { ...headers, [name ?? 'User-Agent']: value };
  };

  async function followed<Response extends CrawleeResponse>(
    request: CrawleeRequest,
    send: (request: CrawleeRequest) => Promise<Response>,
    close: (response: Response) => void = () => {},
    onRedirect?: RedirectHandler,
  ): Promise<Response> {
    const { followRedirect = true, maxRedirects = MAX_REDIRECTS, signal } = request;
    const key = requestKey(request);
    const redirects = [...(postponed.get(key) ?? [])];
    postponed.delete(key);
    let sent: CrawleeRequest = {
      ...request,
      headers: identified(request.headers),
      followRedirect: false,
    };
    for (const redirect of redirects) sent = redirected(sent, redirect);
    for (;;) {
      const url = new URL(sent.url);
      try {
        await gate.pass(url.href, signal);
      } catch (error) {
        if (gate.isPostponed(error)) postponed.set(key, redirects);
        throw error;
      }
      const response = await send(sent);
      const follows = mayFollow(followRedirect, response, close);
      const { statusCode: status, headers } = response;
      const location = redirectLocation(status, headers.location?.toString());
      if (!follows || location === undefined) {
        return Object.assign(response, {
          redirectUrls: redirects.map((redirect) => redirect.target),
        });
      }
      close(response);
      const target = redirectUrl(location, url);
      if (redirects.length === maxRedirects) {
        throw new Error(`${request.url} redirects more than ${maxRedirects} times.`);
      }
      const redirect = { status, target };
      const next = redirected(sent, redirect);
      // Crawlee adds the cookies of its session.
      const changed = { url: target, headers: { ...next.headers } };
      onRedirect?.(response, changed);
      redirects.push({ ...redirect, target: new URL(changed.url) });
      sent = { ...next, ...changed };
    }
  }

  return {
    async sendRequest(request) {
      const client = await inner();
      return followed(request, (hop) => client.sendRequest(hop));
    },
    async stream(request, onRedirect) {
      const client = await inner();
      const send = (hop: CrawleeRequest) => client.stream(hop);
      return followed(request, send, ({ stream }) => void stream.destroy(), onRedirect);
    },
  };
}

/** Returns whether to follow a redirect. Closes the response if the function of the caller throws. */
function mayFollow<Response extends CrawleeResponse>(
  followRedirect: NonNullable<CrawleeRequest['followRedirect']>,
  response: Response,
  close: (response: Response) => void,
): boolean {
  if (typeof followRedirect === 'boolean') return followRedirect;
  try {
    return followRedirect(response);
  } catch (error) {
    close(response);
    throw error;
  }
}

function requestKey({ method = 'GET', url, body }: CrawleeRequest): string {
  return JSON.stringify([method, String(url), typeof body === 'string' ? body : '']);
}

/** Returns the request after a redirect. Names of headers keep their case. */
function redirected(request: CrawleeRequest, { status, target }: Redirect): CrawleeRequest {
  const { url, method = 'GET', headers = {}, body } = request;
  const names = new Headers(Object.keys(headers).map((name): [string, string] => [name, '']));
  const hop = { url: new URL(url), method, headers: names, hasBody: body !== undefined };
  const next = nextHop(hop, status, target);
  if (next.hasBody && typeof body !== 'string' && !(body instanceof Uint8Array)) {
    throw new TypeError(`${hop.url.href} redirects a body that cannot be sent twice.`);
  }
  return {
    ...request,
    url: target,
    method: next.method,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => next.headers.has(name))),
    body: next.hasBody ? body : undefined,
  };
}
