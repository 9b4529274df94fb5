/**
 * Determines which addresses may be reached: public ones, by the IANA registries (RFC 6890), and those that the caller
 * allows.
 */

import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Exceptions: addresses that may be reached although they are not public. */
export interface GuardOptions {
  /** Host names, such as `intranet.example`, with any address. */
  readonly allowHosts?: readonly string[];
  /** Addresses as CIDR, such as `10.1.0.0/16` or `::1/128`. */
  readonly allowCidrs?: readonly string[];
}

/**
 * Refuses addresses that are not public: loopback, private, link-local, shared (RFC 6598), multicast, unspecified, and
 * reserved addresses, those of cloud metadata services, and every form that wraps one of them. Private NAT64 prefixes
 * cannot be detected, so such a translator has to refuse them itself.
 */
export class Guard {
  readonly #hosts: ReadonlySet<string>;
  readonly #cidrs: readonly Cidr[];

  /** Throws a TypeError if an option is invalid. */
  constructor({ allowHosts = [], allowCidrs = [] }: GuardOptions) {
    this.#hosts = new Set(allowHosts.map(readHost));
    this.#cidrs = allowCidrs.map(readCidr);
  }

  /** `host` is in lower case, an IPv6 address without its brackets. */
  permits(host: string, address: string): boolean {
    if (this.#hosts.has(withoutLastDot(host)) || isPublicAddress(address)) return true;
    const forms = formsOfAddress(address);
    return this.#cidrs.some((cidr) => forms.some((form) => isWithin(form, cidr)));
  }

  /** Returns whether a proxy may resolve this name: it is allowed, an address, or not private by its form. */
  permitsName(host: string): boolean {
    const name = withoutLastDot(host);
    return this.#hosts.has(name) || isIP(name) !== 0 || !PRIVATE_NAME.test(name);
  }
}

/**
 * RFC 6761 6.3, RFC 6762 3, RFC 8375, and the top-level domain that ICANN reserved for private use. Names of cloud metadata
 * services are among these or single labels, except for the last one.
 */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa)$|^(?:[^.]*|metadata\.goog)$/;

/** Returns a host as in URLs: lower case, Punycode. */
function readHost(host: string): string {
  // Anything other than a host would make this URL invalid or different.
  const url = URL.parse(`http://${host}:1/`);
  // A URL may contain a wildcard or an empty label, but it would match no host.
  if (!/\*|^\.|\.\./.test(host) && url !== null && url.href === `http://${url.hostname}:1/`) {
    return withoutLastDot(url.hostname.replace(/^\[|\]$/g, ''));
  }
  throw new TypeError(`guard.allowHosts contains ${JSON.stringify(host)}. Use only a host name, such as "intranet.example".`);
}

/** Reads `10.1.0.0/16` or `::1/128`. */
export function readCidr(text: string): Cidr {
  const [address = ''] = text.split('/', 1);
  // ipaddr.js would parse `10.1/16` as 10.0.0.1/16.
  if (isIP(address) !== 0 && ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  throw new TypeError(
    `guard.allowCidrs contains ${JSON.stringify(text)}. Use an address and a prefix length, such as "10.1.0.0/16".`,
  );
}

function withoutLastDot(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Cidr = readonly [Address, prefixLength: number];

/**
 * RFC 4291 2.4: the only block from which IANA assigns global unicast addresses. It excludes `::/96`, `100:0:0:1::/64`,
 * and similar.
 */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/** RFC 6052 2.1: forwarded to the IPv4 address in the last 32 bits. */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96');

/** Metadata services with a public-looking address. Other clouds use link-local, shared, or private addresses. */
const METADATA: readonly Cidr[] = [
  // Azure: DNS, DHCP and the guest agent's goal state.
  ipaddr.parseCIDR('168.63.129.16/32'),
];

/**
 * Returns an address, followed by the IPv4 address that it leads to if it is IPv4-mapped (RFC 4291 2.5.5.2) or NAT64.
 * Empty if the text is not an address.
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
 * Returns whether the final target of an address is on the public Internet. Obsolete forms that wrap an IPv4 address
 * (IPv4-compatible, 6to4, Teredo, IPv4-translated) never are.
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
  // ipaddr.js parses `::8.8.8.8` as `::ffff:8.8.8.8`, so URL converts it to hexadecimal first. The zone of a link-local
  // address is irrelevant.
  const [address] = text.split('%', 1);
  return ipaddr.IPv6.parse(new URL(`http://[${address}]`).hostname.slice(1, -1));
}
