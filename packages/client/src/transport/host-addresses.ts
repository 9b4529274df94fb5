/** A host -> the addresses at which it may be reached. */
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { within } from '../within.js';
import { TransportError } from './failure.js';
import { Guard } from './guard.js';
import type { TransportOptions } from './options.js';

export interface HostAddress {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a name. Rejects where it has none, or they cannot be looked up. */
export type LookupAddresses = (name: string) => Promise<readonly HostAddress[]>;

export const lookupBySystem: LookupAddresses = (name) => systemLookup(name, { all: true });

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
    this.#timeoutMs = limits.connectMs;
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
    return within(
      this.#timeoutMs,
      this.#lookup(host),
      () => new TransportError('dns', 'the name server did not answer in time'),
    );
  }
}

/** Which address it was says something about the network of this machine. */
function refusal(): TransportError {
  return new TransportError('refused-address', 'the address of the host is not public');
}

/** The host of a URL as connections take it: an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}
