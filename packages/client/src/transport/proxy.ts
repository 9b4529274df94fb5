/** Creates dispatchers for HTTP through a proxy from the environment or a URL. */
import { type Agent, type buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool, ProxyAgent } from 'undici';
import { type Connector, type HostAddresses, hostOf } from './connector.js';
import { failUnsent, TransportError } from './failure.js';

interface ProxyOptions {
  /** Limits for every connection, including those to the proxy. */
  readonly bounds: Pool.Options;
  readonly connectMs: number;
  /** Connects to targets that need no proxy (NO_PROXY). */
  readonly connect: Connector;
  /** Connects to the proxy, which may have any address. */
  readonly connectToProxy: Connector;
  readonly tls: buildConnector.BuildOptions;
}

/**
 * Returns a dispatcher for `environment` or the URL of a proxy. Throws a TypeError if the URL is invalid, without
 * repeating it, because it may contain a password.
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
  try {
    if (proxy === 'environment') return new EnvHttpProxyAgent(agentOptions);
    const isHttp = /^https?:$/.test(new URL(proxy).protocol);
    if (isHttp) return new ProxyAgent({ ...agentOptions, uri: proxy });
  } catch {}
  throw new TypeError(
    proxy === 'environment'
      ? 'HTTP_PROXY or HTTPS_PROXY is not a valid proxy URL. Set it to a URL such as "http://proxy.example:3128".'
      : 'proxy must be "environment", "none", or the URL of an HTTP proxy, such as "http://user:password@proxy.example:3128".',
  );
}

/** Returns whether any request may go through a proxy. */
export function mayUseProxy(proxy: string): boolean {
  if (proxy !== 'environment') return proxy !== 'none';
  // Visible on purpose: the client reads the environment here only.
  const { env } = process.getBuiltinModule('node:process');
  return ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'].some((name) => env[name]);
}

/**
 * Checks the target of a request before sending it. Allows targets that cannot be resolved locally: otherwise nothing
 * could be reached if only the proxy can resolve names.
 */
export function checkTargets(hosts: HostAddresses): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (request, handler) => {
    hosts
      .checkAll(hostOf(new URL(`${request.origin}`)))
      .catch((error: unknown) => {
        if (error instanceof TransportError && error.failure === 'refused-address') throw error;
      })
      .then(() => dispatch(request, handler))
      .catch((error) => failUnsent(handler, error));
    return true;
  };
}

/**
 * Returns pool factories for undici's proxy agents. By default, their pools to the proxy have no limits, and errors of
 * those pools do not identify the proxy as the cause.
 */
function factories(bounds: Pool.Options, connect: Connector): Pick<ProxyAgent.Options, 'clientFactory' | 'factory'> {
  const proxies = new Set<string>();
  const makePool = (origin: string | URL, options: Agent.Options) =>
    new Pool(origin, {
      ...bounds,
      ...options,
      ...(proxies.has(`${origin}`) && { connect }),
    });
  return {
    factory: makePool,
    // Called for each proxy before any request.
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
      callback(new TransportError('proxy', 'the proxy could not be reached', { cause }), null);
    });
}
