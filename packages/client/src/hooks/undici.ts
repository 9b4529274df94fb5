/** An interceptor for undici: a request that robots.txt does not allow is not sent. */
import { stringify } from 'node:querystring';
import type { Dispatcher } from 'undici';
import { type Checker, permit } from './permit.js';

/**
 * `agent.compose(robots(client), interceptors.redirect())`. Each interceptor of `compose` wraps those before it, so
 * `redirect` comes after `robots`: each hop then passes here. `dns` comes before it, since it puts addresses in the
 * place of hosts. `fetch` of undici follows redirects above its dispatcher and needs no `redirect`.
 */
export function robots(client: Checker): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    permitRequest(client, options)
      .then(() => dispatch(options, handler))
      .catch((error) => handler.onResponseError?.(controllerOfNothing(error), error));
    // There is always room for one more request.
    return true;
  };
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
