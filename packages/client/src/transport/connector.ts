/** Opens connections, to permitted addresses alone. */
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { unlessAborted } from '../within.js';
import type { HostAddresses } from './host-addresses.js';

export type Connector = buildConnector.connector;

/**
 * A connector of undici that opens connections to the addresses that `hosts` gives, one after the other where there are
 * several (RFC 8305), within `connectMs`, which counts the lookup and the handshake of TLS too. What it refuses comes as
 * an error with no packet sent.
 */
export function connectorTo(
  hosts: HostAddresses,
  connectMs: number,
  tls: buildConnector.BuildOptions = {},
): Connector {
  const lookup: LookupFunction = (host, _, callback) => {
    hosts.of(host).then(
      (addresses) => callback(null, [...addresses]),
      (error) => callback(error, []),
    );
  };
  // With autoSelectFamily Node asks the lookup for all addresses, the one form in which the above gives them.
  const connect = buildConnector({ ...tls, timeout: connectMs, lookup, autoSelectFamily: true });
  return (target, callback) => {
    // Node looks up names alone.
    if (isIP(target.hostname) === 0) return connect(target, callback);
    hosts.of(target.hostname).then(
      () => connect(target, callback),
      (error) => callback(error, null),
    );
  };
}

/** Where to open a connection without TLS. */
export interface Endpoint {
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
}

/** A connection without TLS. One that comes after the signal is closed. */
export async function openSocket(
  connect: Connector,
  { host, port }: Endpoint,
  signal: AbortSignal,
): Promise<Socket> {
  signal.throwIfAborted();
  const opened = new Promise<Socket>((resolve, reject) => {
    connect({ hostname: host, host, protocol: 'tcp:', port: `${port}` }, (error, socket) =>
      error === null ? resolve(socket) : reject(error),
    );
  });
  try {
    return await unlessAborted(signal, opened);
  } catch (error) {
    opened.then(
      (socket) => socket.destroy(),
      () => {},
    );
    throw error;
  }
}
