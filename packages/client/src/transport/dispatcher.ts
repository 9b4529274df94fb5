/** What HTTP requests go through: connections that are bounded, verified and guarded. */
import { Agent, type Dispatcher, Pool } from 'undici';
import { connectorTo } from './connector.js';
import { HostAddresses, type LookupAddresses, lookupBySystem } from './host-addresses.js';
import type { TransportOptions } from './options.js';
import { checkTargets, proxyDispatcher } from './proxy.js';
import { StrictClient } from './strict-client.js';
import { trustedBy } from './trust.js';

/** Many origins may redirect to one. As browsers do. */
const CONNECTIONS_PER_ORIGIN = 6;

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
export function createDispatcher(
  options: TransportOptions,
  lookup: LookupAddresses = lookupBySystem,
): Dispatcher {
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
    factory: (origin, options) => new StrictClient(origin, options),
  };
  const tls = { ...trustedBy(options.ca), allowH2: false, maxCachedSessions: 0 };
  const connect = connectorTo(hosts, connectMs, tls);
  if (proxy === 'none') {
    // A factory of an agent makes pools, one of a pool makes clients.
    const factory = (origin: string | URL, given: object) =>
      new Pool(origin, { ...given, ...bounds });
    return new Agent({ ...bounds, connect, factory });
  }

  const dispatcher = proxyDispatcher(proxy, { bounds, connectMs, connect, tls });
  return guard === undefined ? dispatcher : dispatcher.compose(checkTargets(hosts));
}
