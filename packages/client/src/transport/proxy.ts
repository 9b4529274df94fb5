/** HTTP through a proxy: that of the environment, or one by its URL. */
import {
  type Agent,
  type buildConnector,
  type Dispatcher,
  EnvHttpProxyAgent,
  Pool,
  ProxyAgent,
} from 'undici';
import { type Connector, type HostAddresses, hostOf } from './connector.js';
import { TransportError } from './failure.js';

interface ProxyOptions {
  /** What holds for every connection, that to the proxy too. */
  readonly bounds: Pool.Options;
  readonly connectMs: number;
  /** Connects to targets that need no proxy (NO_PROXY). */
  readonly connect: Connector;
  /** Connects to the proxy, which may be anywhere. */
  readonly connectToProxy: Connector;
  readonly tls: buildConnector.BuildOptions;
}

/**
 * `proxy`: `environment`, or the URL of a proxy. Throws a TypeError where that is none, without repeating it: it may hold
 * a password.
 */
export function proxyDispatcher(proxy: string, options: ProxyOptions): Dispatcher {
  const { bounds, connectMs, connect, connectToProxy, tls } = options;
  const agentOptions = {
    ...bounds,
    ...factories(bounds, toProxy(connectToProxy)),
    connect,
    connectTimeout: connectMs,
    requestTls: tls,
    proxyTls: tls,
  };
  if (proxy !== 'environment') return new ProxyAgent({ ...agentOptions, uri: checkedUrl(proxy) });
  try {
    return new EnvHttpProxyAgent(agentOptions);
  } catch {
    throw new TypeError(
      'HTTP_PROXY or HTTPS_PROXY is not the URL of a proxy: set it to one such as "http://proxy.example:3128".',
    );
  }
}

/**
 * Checks the target of a request before that is sent. A target that cannot be looked up from here is let through: where
 * only the proxy can look up names, nothing could be reached otherwise.
 */
export function checkTargets(hosts: HostAddresses): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (request, handler) => {
    hosts
      .checkAll(hostOf(new URL(`${request.origin}`)))
      .catch((error: unknown) => {
        if (error instanceof TransportError && error.failure === 'refused-address') throw error;
      })
      .then(() => dispatch(request, handler))
      .catch((error) => handler.onResponseError?.(NOTHING_BEGUN, error));
    return true;
  };
}

/** What there is to control of a request that was not sent. */
const NOTHING_BEGUN: Dispatcher.DispatchController = {
  aborted: false,
  paused: false,
  reason: null,
  abort: () => {},
  pause: () => {},
  resume: () => {},
};

/**
 * How undici's agents make their pools. Left alone, they give those to a proxy no bounds, and an error of such a pool
 * does not tell that it was the proxy that failed.
 */
function factories(
  bounds: Pool.Options,
  connect: Connector,
): Pick<ProxyAgent.Options, 'clientFactory' | 'factory'> {
  const proxies = new Set<string>();
  const makePool = (origin: string | URL, options: Agent.Options) =>
    new Pool(origin, {
      ...bounds,
      ...options,
      ...(proxies.has(`${origin}`) && { connect }),
    });
  return {
    factory: makePool,
    // Called for each proxy as soon as it is known, before there is any request.
    clientFactory: (url, options) => {
      proxies.add(url.href);
      return makePool(url, options);
    },
  };
}

function toProxy(connect: Connector): Connector {
  return (target, callback) =>
    connect(target, (error, socket) => {
      if (error === null) return callback(null, socket);
      const cause = error;
      callback(new TransportError('proxy', 'no connection to the proxy', { cause }), null);
    });
}

function checkedUrl(text: string): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && isDecodable(url)) return text;
  throw new TypeError(
    'The proxy is neither "environment", "none" nor the URL of a proxy, such as "http://user:password@proxy.example:3128".',
  );
}

/** Whether user and password are percent-encoded as they should be. */
function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}
