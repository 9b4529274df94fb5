/** Which addresses may be reached: public ones, by the IANA registries (RFC 6890), and those that the caller allows. */

import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What may be reached although it is not public. */
export interface GuardOptions {
  /** Hosts by name, such as `intranet.example`; whatever address they have is allowed. */
  readonly allowHosts?: readonly string[];
  /** Addresses as CIDR, such as `10.1.0.0/16` or `::1/128`. */
  readonly allowCidrs?: readonly string[];
}

/**
 * Refuses what is not public: loopback, private, link-local, shared (RFC 6598), multicast, unspecified and reserved
 * addresses, those of cloud metadata, and every form that wraps one of them. A private prefix for NAT64 cannot be told
 * from any other, so such a translator has to refuse by itself.
 */
export class Guard {
  readonly #hosts: ReadonlySet<string>;
  readonly #cidrs: readonly Cidr[];

  /** Throws a TypeError where an option cannot be read. */
  constructor({ allowHosts = [], allowCidrs = [] }: GuardOptions) {
    this.#hosts = new Set(allowHosts.map(readHost));
    this.#cidrs = allowCidrs.map(readCidr);
  }

  /** `host` is in lower case, an IPv6 address without its brackets. */
  permits(host: string, address: string): boolean {
    return (
      this.#hosts.has(withoutLastDot(host)) || isPublicAddress(address) || this.#isAllowed(address)
    );
  }

  #isAllowed(address: string): boolean {
    const forms = formsOfAddress(address);
    return this.#cidrs.some((cidr) => forms.some((form) => isWithin(form, cidr)));
  }
}

/** In the form that hosts have in URLs: lower case, punycode. */
function readHost(host: string): string {
  // With anything but a host before its port, this would be no URL, or one with more to it.
  const url = URL.parse(`http://${host}:1/`);
  if (url !== null && url.href === `http://${url.hostname}:1/`) {
    return withoutLastDot(url.hostname.replace(/^\[|\]$/g, ''));
  }
  throw new TypeError(
    `guard.allowHosts holds ${JSON.stringify(host)}: give a name alone, such as "intranet.example".`,
  );
}

function readCidr(text: string): Cidr {
  const cidr = parseCidr(text);
  if (cidr !== undefined) return cidr;
  throw new TypeError(
    `guard.allowCidrs holds ${JSON.stringify(text)}: give an address and a prefix length, such as "10.1.0.0/16".`,
  );
}

function withoutLastDot(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Cidr = readonly [Address, prefixLength: number];

/** RFC 4291 2.4: the one block that IANA assigns global unicast from. Outside are `::/96`, `100:0:0:1::/64` and the like. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/** RFC 6052 2.1: a translator sends what goes there on to the IPv4 address in the last 32 bits. */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96');

/** Metadata of clouds under an address that looks public. Everywhere else it is link-local, shared or private. */
const METADATA: readonly Cidr[] = [
  // Azure: DNS, DHCP and the guest agent's goal state.
  ipaddr.parseCIDR('168.63.129.16/32'),
];

/**
 * An address, and after it the IPv4 address that a connection to it ends at, where it is IPv4-mapped (RFC 4291 2.5.5.2)
 * or for NAT64. None where the text is no address.
 */
export function formsOfAddress(text: string): readonly Address[] {
  const address = parseAddress(text);
  if (address === undefined) return [];
  if (address instanceof ipaddr.IPv4) return [address];
  if (address.isIPv4MappedAddress()) return [address, address.toIPv4Address()];
  if (!address.match(NAT64)) return [address];
  return [address, new ipaddr.IPv4(address.toByteArray().slice(-4))];
}

/**
 * Whether an address is on the public Internet, by what a connection to it ends at. The forms that wrap an IPv4 address
 * and are out of use (IPv4-compatible, 6to4, Teredo, IPv4-translated) are not, whatever they hold.
 */
export function isPublicAddress(text: string): boolean {
  const address = formsOfAddress(text).at(-1);
  if (address === undefined || address.range() !== 'unicast') return false;
  if (METADATA.some((cidr) => isWithin(address, cidr))) return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}

export function isWithin(address: Address, [network, prefixLength]: Cidr): boolean {
  return address.kind() === network.kind() && address.match(network, prefixLength);
}

function parseAddress(text: string): Address | undefined {
  const family = isIP(text);
  if (family !== 6) return family === 4 ? ipaddr.IPv4.parse(text) : undefined;
  // ipaddr.js takes `::8.8.8.8` for `::ffff:8.8.8.8`. A URL has it in hexadecimal; the zone of a link-local address tells
  // nothing here.
  const [address] = text.split('%', 1);
  return ipaddr.IPv6.parse(new URL(`http://[${address}]`).hostname.slice(1, -1));
}

/** `10.1.0.0/16`, `::1/128`; undefined where the text is no CIDR. */
export function parseCidr(text: string): Cidr | undefined {
  const [address = ''] = text.split('/', 1);
  // ipaddr.js would read `10.1/16` as 10.0.0.1/16.
  return isIP(address) !== 0 && ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : undefined;
}
