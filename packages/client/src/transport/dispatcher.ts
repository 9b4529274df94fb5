/** Creates the dispatcher of all HTTP requests, directly or through a proxy, with limits, verified TLS, and the guard. */

import { X509Certificate } from 'node:crypto';
import nodeTls, { type ConnectionOptions } from 'node:tls';
import { Agent, type Dispatcher, EnvHttpProxyAgent, Pool, ProxyAgent } from 'undici';
import { type Connector, connectorTo, HostAddresses, hostOf } from './connector.js';
import { failUnsent, TransportError } from './failure.js';
import type { LookupAddresses, TransportOptions } from './options.js';
import { StrictClient } from './strict-client.js';

/** Wire bytes per stored byte: other charsets need more, and a chunk of one byte needs five bytes of framing. */
const MAX_WIRE_BYTES_PER_STORED = 8;
const WIRE_BYTES_ALLOWANCE = 64 * 1024;

/**
 * Returns a dispatcher without redirects and retries. Each connection serves one request, so that none stays open
 * regardless of the number of origins. Uses only HTTP/1.1, for which the limits are known to work.
 *
 * With a proxy, the guard is limited. The proxy itself may have any address, because its operator configured it. A
 * target is checked before its request is sent: its name, its address, or the addresses that a local lookup finds. But the
 * proxy resolves names itself, so it must refuse names that resolve differently there or only there.
 *
 * Throws a TypeError if an option is invalid.
 */
export function createDispatcher(options: TransportOptions, lookup: LookupAddresses): Dispatcher {
  const { proxy, guard, limits } = options;
  const { connectMs, maxBytes, maxHeaderBytes } = limits;
  const hosts = new HostAddresses(options, lookup);
  // Including 1xx responses, chunk extensions, and trailers.
  const maxWireBytes = MAX_WIRE_BYTES_PER_STORED * maxBytes + 2 * maxHeaderBytes + WIRE_BYTES_ALLOWANCE;
  const bounds: Pool.Options = {
    pipelining: 0,
    allowH2: false,
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.bodyMs,
    maxHeaderSize: maxHeaderBytes,
    factory: (origin, options) => new StrictClient(origin, options, maxWireBytes),
  };
  const tls = { ...trustedBy(options.ca), allowH2: false, maxCachedSessions: 0 };
  const connect = connectorTo(hosts, connectMs, tls);
  if (!mayUseProxy(proxy)) {
    // An agent's factory creates pools; a pool's factory creates clients.
    const factory = (origin: string | URL, poolOptions: object) => new Pool(origin, { ...poolOptions, ...bounds });
    return new Agent({ ...bounds, connect, factory });
  }

  const anywhere = new HostAddresses({ ...options, guard: undefined }, lookup);
  const toProxy = proxyConnector(connectorTo(anywhere, connectMs, tls));
  const agentOptions = { ...bounds, ...factories(bounds, toProxy), connect, connectTimeout: connectMs };
  const dispatcher = proxyDispatcher(proxy, { ...agentOptions, requestTls: tls, proxyTls: tls });
  return guard === undefined ? dispatcher : dispatcher.compose(checkTargets(hosts));
}

/**
 * Returns a dispatcher for `environment` or the URL of a proxy. Throws a TypeError if the URL is invalid, without
 * repeating it, because it may contain a password.
 */
function proxyDispatcher(proxy: string, options: Omit<ProxyAgent.Options, 'uri'>): Dispatcher {
  try {
    if (proxy === 'environment') return new EnvHttpProxyAgent(options);
    const isHttp = /^https?:$/.test(new URL(proxy).protocol);
    if (isHttp) return new ProxyAgent({ ...options, uri: proxy });
  } catch {}
  throw new TypeError(
    proxy === 'environment'
      ? 'HTTP_PROXY or HTTPS_PROXY is not a valid proxy URL. Set it to a URL such as "http://proxy.example:3128".'
      : 'proxy must be "environment", "none", or the URL of an HTTP proxy, such as "http://user:password@proxy.example:3128".',
  );
}

/** Returns whether any request may go through a proxy. */
function mayUseProxy(proxy: string): boolean {
  if (proxy !== 'environment') return proxy !== 'none';
  // Not through the global `process`: a test of the sources ensures that the client reads the environment only here.
  const { env } = process.getBuiltinModule('node:process');
  return ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'].some((name) => env[name]);
}

/**
 * Checks the target of a request before sending it. Allows targets that cannot be resolved locally: otherwise nothing
 * could be reached if only the proxy can resolve names.
 */
function checkTargets(hosts: HostAddresses): Dispatcher.DispatcherComposeInterceptor {
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

/** Attributes the errors of a connection to the proxy. */
function proxyConnector(connect: Connector): Connector {
  return (target, callback) =>
    connect(target, (error, socket) => {
      if (error === null) return callback(null, socket);
      const cause = error;
      callback(new TransportError('proxy', 'the proxy could not be reached', { cause }), null);
    });
}

/**
 * Returns TLS options that trust the default CAs (those of Node.js, NODE_EXTRA_CA_CERTS, and the system if Node.js is
 * configured so) and `ca`. Certificates are always verified, even with NODE_TLS_REJECT_UNAUTHORIZED=0: otherwise a
 * forged robots.txt would be obeyed. Throws a TypeError if a `ca` entry is not a certificate.
 */
export function trustedBy(ca: readonly string[]): Pick<ConnectionOptions, 'rejectUnauthorized' | 'secureContext'> {
  const strict = { rejectUnauthorized: true };
  if (ca.length === 0) return strict;
  ca.forEach(checkCertificate);
  // Created once: loading the CAs takes longer than a handshake.
  return {
    ...strict,
    secureContext: nodeTls.createSecureContext({
      ca: [...nodeTls.getCACertificates('default'), ...ca],
    }),
  };
}

function checkCertificate(pem: string, index: number): void {
  try {
    new X509Certificate(pem);
  } catch (cause) {
    throw new TypeError(`ca[${index}] is not a certificate. Pass PEM text that starts with "-----BEGIN CERTIFICATE-----".`, {
      cause,
    });
  }
}
