/** The dispatcher of all HTTP requests: connections that are bounded, verified and guarded. */

import { X509Certificate } from 'node:crypto';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { Agent, type Dispatcher, Pool } from 'undici';
import { connectorTo, HostAddresses } from './connector.js';
import type { LookupAddresses, TransportLimits, TransportOptions } from './options.js';
import { checkTargets, proxyDispatcher } from './proxy.js';
import { StrictClient } from './strict-client.js';

/** Many origins may redirect to one. As browsers do. */
const CONNECTIONS_PER_ORIGIN = 6;

/** For each byte that is kept: other charsets need more, and a chunk may be one byte long, with five bytes around it. */
const MOST_WIRE_BYTES_PER_KEPT = 8;
const MOST_WIRE_BYTES_FOR_NOTHING = 64 * 1024;

/** What a whole response may take, whatever it is made of: 1xx responses, extensions of chunks, trailers. */
function mostBytesOf({
  maxBytes,
  maxHeaderBytes,
}: Pick<TransportLimits, 'maxBytes' | 'maxHeaderBytes'>): number {
  return MOST_WIRE_BYTES_PER_KEPT * maxBytes + 2 * maxHeaderBytes + MOST_WIRE_BYTES_FOR_NOTHING;
}

/**
 * A dispatcher that follows no redirects and tries nothing twice. A connection serves one request, so that none is left
 * open however many origins are asked. It speaks HTTP/1.1 alone, whose limits are known to hold.
 *
 * Behind a proxy the guard sees less. The proxy itself may be anywhere, since its operator named it. A target is checked
 * before its request is handed over: its address, or those that a lookup from here finds. But the proxy looks up for
 * itself. A name that is answered differently there, or that only the proxy can look up, is for the proxy to refuse.
 *
 * Throws a TypeError with the mend where an option cannot be read.
 */
export function createDispatcher(options: TransportOptions, lookup: LookupAddresses): Dispatcher {
  const { proxy, guard } = options;
  const { connectMs, ...limits } = options.limits;
  const hosts = new HostAddresses(options, lookup);
  const bounds: Pool.Options = {
    connections: CONNECTIONS_PER_ORIGIN,
    pipelining: 0,
    allowH2: false,
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.bodyMs,
    maxHeaderSize: limits.maxHeaderBytes,
    factory: (origin, options) => new StrictClient(origin, options, mostBytesOf(limits)),
  };
  const tls = { ...trustedBy(options.ca), allowH2: false, maxCachedSessions: 0 };
  const connect = connectorTo(hosts, connectMs, tls);
  if (proxy === 'none') {
    // A factory of an agent makes pools, one of a pool makes clients.
    const factory = (origin: string | URL, given: object) =>
      new Pool(origin, { ...given, ...bounds });
    return new Agent({ ...bounds, connect, factory });
  }

  const anywhere = new HostAddresses({ ...options, guard: undefined }, lookup);
  const connectToProxy = connectorTo(anywhere, connectMs, tls);
  const dispatcher = proxyDispatcher(proxy, { bounds, connectMs, connect, connectToProxy, tls });
  return guard === undefined ? dispatcher : dispatcher.compose(checkTargets(hosts));
}

/** Options of a TLS connection. */
interface Trust {
  readonly rejectUnauthorized: true;
  readonly secureContext?: SecureContext;
}

/**
 * The usual authorities (those of Node, of NODE_EXTRA_CA_CERTS, of the system where Node is told so) and `ca` beside them.
 * Certificates are verified whatever NODE_TLS_REJECT_UNAUTHORIZED says: a robots.txt of somebody else would be obeyed.
 * Throws a TypeError where one of `ca` is no certificate.
 */
export function trustedBy(ca: readonly string[]): Trust {
  const strict = { rejectUnauthorized: true } as const;
  if (ca.length === 0) return strict;
  ca.forEach(checkCertificate);
  // Made once: reading the authorities takes longer than a handshake.
  return {
    ...strict,
    secureContext: createSecureContext({ ca: [...getCACertificates('default'), ...ca] }),
  };
}

function checkCertificate(pem: string, index: number): void {
  try {
    new X509Certificate(pem);
  } catch (cause) {
    throw new TypeError(
      `ca[${index}] is no certificate: give it in PEM, from "-----BEGIN CERTIFICATE-----" on.`,
      { cause },
    );
  }
}
