/** Which addresses are on the public Internet, by the registries of IANA for special purposes (RFC 6890). */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

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
