/** Resolves a host to permitted addresses and connects to one of them. */

import { TIMEOUT } from 'node:dns';
import { isIP, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { unlessAborted, withTimeout } from '../async/timeouts.js';
import { failureOf, TransportError } from './failure.js';
import { Guard } from './guard.js';
import type { HostAddress, LookupAddresses, TransportOptions } from './options.js';

export type Connector = buildConnector.connector;

/**
 * Returns a connector for undici that connects to the addresses from `hosts`, one after the other if there are several
 * (RFC 8305), within `connectMs` including the TLS handshake. The time starts after the lookup. A refused address is
 * reported as an error before any packet is sent.
 */
export function connectorTo(hosts: HostAddresses, connectMs: number, tls: buildConnector.BuildOptions = {}): Connector {
  return (target, callback) => {
    hosts.of(target.hostname).then(
      (addresses) => {
        // With autoSelectFamily, Node.js calls the lookup for all addresses, the only form that this lookup supports.
        const connect = buildConnector({
          ...tls,
          timeout: connectMs,
          lookup: (_host, _options, callback) => callback(null, [...addresses]),
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
  /** A host name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
}

/** Opens a connection without TLS. Closes one that opens after the signal is aborted. */
export async function openSocket(connect: Connector, { host, port }: Endpoint, signal: AbortSignal): Promise<Socket> {
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
 * Resolves and checks the addresses of hosts. Connections use these addresses without another lookup, so that the
 * checked address is the one reached even if DNS changes (DNS rebinding).
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
   * Returns the permitted addresses of a host (a name, or an address without brackets), at least one. Drops the others:
   * a public host with a stray private address is more often misconfigured than malicious. Rejects with a
   * TransportError if none is permitted, and with errors of the lookup.
   */
  async of(host: string): Promise<readonly HostAddress[]> {
    const addresses = await this.#allOf(host);
    const permitted = addresses.filter(({ address }) => this.#permits(host, address));
    if (permitted.length === 0) throw refusal();
    return permitted;
  }

  /**
   * For connections opened by a proxy, which may choose any of the addresses: rejects if the guard refuses one of them,
   * and with errors of the lookup. Refuses names that are private by form even if they do not resolve here.
   */
  async checkAll(host: string): Promise<void> {
    if (this.#guard !== undefined && !this.#guard.permitsName(host)) throw refusal();
    const addresses = await this.#allOf(host);
    if (!addresses.every(({ address }) => this.#permits(host, address))) throw refusal();
  }

  #permits(host: string, address: string): boolean {
    return this.#guard === undefined || this.#guard.permits(host, address);
  }

  async #allOf(host: string): Promise<readonly HostAddress[]> {
    const family = isIP(host);
    if (family !== 0) return [{ address: host, family }];
    const lookup = this.#lookup(host).catch(lookupFailed);
    const addresses = checkedAddresses(await withTimeout(this.#timeoutMs, lookup, lookupTimeout));
    if (addresses.length === 0) throw new TransportError('dns', 'the host name has no address');
    return addresses;
  }
}

/** A custom lookup may return anything, such as the single address of `dns.promises.lookup` without `all`. */
function checkedAddresses(result: readonly HostAddress[]): readonly HostAddress[] {
  if (Array.isArray(result) && result.every((item) => isIP(item?.address) !== 0)) {
    return result.map(({ address }) => ({ address, family: isIP(address) }));
  }
  throw new TransportError('dns', 'the option lookup returned no list of addresses');
}

function lookupTimeout(): TransportError {
  const cause = Object.assign(new Error('lookup timed out'), { code: TIMEOUT });
  return new TransportError('dns', 'the name server did not respond in time', { cause });
}

/** Errors of the connection to a name server, and any of a custom lookup, say nothing about the site. */
function lookupFailed(error: unknown): never {
  if (['dns', 'aborted'].includes(failureOf(error).failure)) throw error;
  throw new TransportError('dns', 'the name server could not be reached', { cause: error });
}

/** The message omits the address, which would reveal the network of this machine. */
function refusal(): TransportError {
  return new TransportError('refused-address', 'the address of the host is not public');
}

/** Returns the host of a URL in the form for connections: an IPv6 address without brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}
