/** Host -> permitted addresses -> connection. */

import { TIMEOUT } from 'node:dns';
import { isIP, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { unlessAborted, withTimeout } from '../timeouts.js';
import { TransportError } from './failure.js';
import { Guard } from './guard.js';
import type { HostAddress, LookupAddresses, TransportOptions } from './options.js';

export type Connector = buildConnector.connector;

/**
 * Returns a connector for undici that opens connections to the addresses that `hosts` gives, one after the other if there
 * are several (RFC 8305), within `connectMs`, TLS handshake included. The time starts after the lookup. Refused addresses
 * are reported as an error before any packet is sent.
 */
export function connectorTo(
  hosts: HostAddresses,
  connectMs: number,
  tls: buildConnector.BuildOptions = {},
): Connector {
  return (target, callback) => {
    hosts.of(target.hostname).then(
      (addresses) => {
        // With autoSelectFamily Node asks the lookup for all addresses, the one form in which this gives them.
        const connect = buildConnector({
          ...tls,
          timeout: connectMs,
          lookup: (_host, _options, found) => found(null, [...addresses]),
          autoSelectFamily: true,
        });
        connect(target, callback);
      },
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

/**
 * Who connects connects to one of these addresses and looks nothing up by itself: then what was checked is what is
 * reached, however the answers for a name change (DNS rebinding).
 */
export class HostAddresses {
  readonly #guard: Guard | undefined;
  readonly #timeoutMs: number;
  readonly #lookup: LookupAddresses;

  constructor({ guard, limits }: TransportOptions, lookup: LookupAddresses) {
    this.#guard = guard === undefined ? undefined : new Guard(guard);
    this.#timeoutMs = limits.lookupMs;
    this.#lookup = lookup;
  }

  /**
   * The addresses of a host (a name, or an address without brackets) that the guard permits, one at least. Others beside
   * them are left out: hosts with one stray private address are more often ill kept than ill meant, and it is never
   * connected to. Rejects with a TransportError where none is left, and with what the lookup says.
   */
  async of(host: string): Promise<readonly HostAddress[]> {
    const addresses = await this.#allOf(host);
    const permitted = addresses.filter(({ address }) => this.#permits(host, address));
    if (permitted.length === 0) throw refusal();
    return permitted;
  }

  /**
   * For whoever has somebody else connect, who may choose any of the addresses: rejects where the guard refuses one, and
   * with what the lookup says.
   */
  async checkAll(host: string): Promise<void> {
    const addresses = await this.#allOf(host);
    if (!addresses.every(({ address }) => this.#permits(host, address))) throw refusal();
  }

  #permits(host: string, address: string): boolean {
    return this.#guard === undefined || this.#guard.permits(host, address);
  }

  async #allOf(host: string): Promise<readonly HostAddress[]> {
    const family = isIP(host);
    if (family !== 0) return [{ address: host, family }];
    const addresses = await withTimeout(this.#timeoutMs, this.#lookup(host), lookupTimeout);
    if (addresses.length === 0) {
      throw new TransportError('dns', 'the name of the host has no address');
    }
    return addresses;
  }
}

function lookupTimeout(): TransportError {
  const cause = Object.assign(new Error('timeout of the lookup'), { code: TIMEOUT });
  return new TransportError('dns', 'the name server did not answer in time', { cause });
}

/** Which address it was says something about the network of this machine. */
function refusal(): TransportError {
  return new TransportError('refused-address', 'the address of the host is not public');
}

/** The host of a URL as connections take it: an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}
