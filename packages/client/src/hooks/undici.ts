/** An interceptor for undici: a request that robots.txt does not allow is not sent. */
import { stringify } from 'node:querystring';
import type { Dispatcher } from 'undici';
import { type Checker, permit } from './permit.js';

/**
 * `agent.compose(robots(client), interceptors.redirect())`. Each interceptor of `compose` wraps those before it, so
 * `redirect` comes after `robots`: each hop then passes here. `dns` comes before it, since it puts addresses in the
 * place of hosts. `fetch` of undici follows redirects above its dispatcher and needs no `redirect`.
 *
 * Requests of Node's built-in `fetch` fail with a TypeError: they need `new Dispatcher1Wrapper(dispatcher)` of undici 8.
 */
export function robots(client: Checker): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    assertHandler(handler);
    permitRequest(client, options)
      .then(() => dispatch(options, handler))
      .catch((error) => handler.onResponseError?.(controllerOfNothing(error), error));
    // There is always room for one more request.
    return true;
  };
}

/** A handler of an older undici could not be told of a refusal or a failure, so its request would never end. */
function assertHandler(handler: Dispatcher.DispatchHandler): void {
  if (typeof handler.onResponseError === 'function') return;
  throw new TypeError(
    "This request was made by Node's built-in fetch or an older undici, which cannot use a dispatcher of undici 8. " +
      'Use fetch of undici 8, or wrap the dispatcher: new Dispatcher1Wrapper(dispatcher).',
  );
}

async function permitRequest(client: Checker, options: Dispatcher.DispatchOptions): Promise<void> {
  await permit(client, urlOf(options), signalOf(options));
}

/** The URL as undici will ask for it: the path is sent as it is, also where it begins with two slashes. */
function urlOf({ origin = '', path, query }: Dispatcher.DispatchOptions): string {
  const pathAndQuery = query ? `${path}?${stringify(query)}` : path;
  return path.startsWith('/') ? `${new URL(origin).origin}${pathAndQuery}` : pathAndQuery;
}

/** `request`, `stream` and `pipeline` hand their options on; `fetch` rejects by itself when it is called off. */
function signalOf(options: object): AbortSignal | undefined {
  return 'signal' in options && options.signal instanceof AbortSignal ? options.signal : undefined;
}

/** What a handler controls where no request was begun: nothing. `aborted` keeps `retry` from asking again. */
function controllerOfNothing(reason: Error): Dispatcher.DispatchController {
  return { aborted: true, paused: false, reason, abort() {}, pause() {}, resume() {} };
}
