/** Creates the dispatcher of all HTTP requests, with limits, verified TLS, and the guard. */

import { X509Certificate } from 'node:crypto';
import nodeTls, { type ConnectionOptions } from 'node:tls';
import { Agent, type Dispatcher, Pool } from 'undici';
import { connectorTo, HostAddresses } from './connector.js';
import type { LookupAddresses, TransportOptions } from './options.js';
import { checkTargets, mayUseProxy, proxyDispatcher } from './proxy.js';
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
  const connectToProxy = connectorTo(anywhere, connectMs, tls);
  const dispatcher = proxyDispatcher(proxy, { bounds, connectMs, connect, connectToProxy, tls });
  return guard === undefined ? dispatcher : dispatcher.compose(checkTargets(hosts));
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
