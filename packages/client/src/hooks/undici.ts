/** An undici interceptor that refuses disallowed requests. */
import { EventEmitter } from 'node:events';
import { stringify } from 'node:querystring';
import type { Dispatcher } from 'undici';
import { failUnsent } from '../transport/failure.js';
import { type HookOptions, permitInTurn, type Scheduler, userAgentFor } from './permit.js';

/**
 * Returns an interceptor: `agent.compose(robotsInterceptor(client), interceptors.redirect())`. Each interceptor of `compose`
 * wraps those before it, so `redirect` must come after this one for each hop to be checked. `dns` must come before it,
 * because it replaces hosts with addresses. undici's `fetch` follows redirects above its dispatcher and needs no `redirect`.
 *
 * Requests without a User-Agent header get that of the client.
 *
 * Requests of Node's built-in `fetch` fail with a TypeError: they need `new Dispatcher1Wrapper(dispatcher)` of undici 8.
 *
 * @example
 * ```ts
 * import { RobotsClient } from '@repkit/client';
 * import { robotsInterceptor } from '@repkit/client/undici';
 * import { Agent, interceptors, request } from 'undici';
 *
 * const client = new RobotsClient({ userAgent: 'ExampleBot/1.0' });
 * const dispatcher = new Agent().compose(robotsInterceptor(client), interceptors.redirect({ maxRedirections: 5 }));
 * const refused = request('https://example.com/private/page', { dispatcher });
 * await refused.catch(({ code }) => code); // 'ERR_ROBOTS_DISALLOWED'
 * ```
 */
export function robotsInterceptor(client: Scheduler, hookOptions: HookOptions = {}): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    assertHandler(handler);
    // A stream may fail during the check. undici reports that error once it has the request.
    if (options.body instanceof EventEmitter) options.body.on('error', () => {});
    Promise.resolve()
      .then(() => permitInTurn(client, urlOf(options), hookOptions, signalOf(options)))
      .then(() => dispatch({ ...options, headers: identified(client, options.headers) ?? null }, handler))
      .catch((error) => failUnsent(handler, error));
    // true: the dispatcher accepts more requests.
    return true;
  };
}

type RequestHeaders = Dispatcher.DispatchOptions['headers'];
type HeaderPair = readonly [name: string, value: string | string[] | number | undefined];

/** Returns the headers with a User-Agent. undici takes a list of names and values in turn, pairs, or an object. */
function identified(client: Scheduler, headers: RequestHeaders): RequestHeaders {
  const pairs = pairsOf(headers);
  const header = pairs.find(([name]) => name.toLowerCase() === 'user-agent')?.[1];
  const userAgent = userAgentFor(client, header === undefined ? header : String(header));
  if (userAgent === undefined || userAgent === header) return headers;
  const others = pairs.filter(([name]) => name.toLowerCase() !== 'user-agent');
  return [...others, ['user-agent', userAgent] as const].flatMap(([name, value = []]) =>
    // undici sends no header without a value, converts numbers, and rejects objects.
    (Array.isArray(value) ? value : [value]).flatMap((part) => [name, part as string]),
  );
}

function pairsOf(headers: RequestHeaders): readonly HeaderPair[] {
  if (!headers) return [];
  if (Array.isArray(headers)) {
    return headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]] as const] : []));
  }
  return Symbol.iterator in headers ? [...headers] : Object.entries(headers);
}

/** Handlers of older undici versions cannot receive a refusal or failure, so their requests would never end. */
function assertHandler(handler: Dispatcher.DispatchHandler): void {
  if (typeof handler.onResponseError === 'function') return;
  throw new TypeError(
    "This request was made by Node's built-in fetch or an older undici, which cannot use a dispatcher of undici 8. " +
      'Use fetch of undici 8, or wrap the dispatcher: new Dispatcher1Wrapper(dispatcher).',
  );
}

/** Returns the URL that undici requests. The path is sent unchanged, even if it begins with two slashes. */
function urlOf({ origin = '', path, query }: Dispatcher.DispatchOptions): string {
  const pathAndQuery = query ? `${path}?${stringify(query)}` : path;
  return path.startsWith('/') ? `${new URL(origin).origin}${pathAndQuery}` : pathAndQuery;
}

/** `request`, `stream`, and `pipeline` pass their options on. `fetch` handles its own signal. */
function signalOf(options: object): AbortSignal | undefined {
  return 'signal' in options && options.signal instanceof AbortSignal ? options.signal : undefined;
}
