/**
 * The address lists that operators of crawlers publish: `{"creationTime", "prefixes": [{"ipv4Prefix"}]}`, and the format of
 * draft-illyes-webbotauth-jafar-00, which adds `formatVersion`, `synctoken` and a `service` per prefix.
 */
import { BlockList, isIP } from 'node:net';
import { InputError } from '../bytes/input-error.js';

/** Bounds the time for an address. The longest known lists have about 2,000 prefixes. */
const MAX_PREFIXES = 20_000;

const MAX_FORMAT = 1;

export interface AddressList {
  /** Returns the most specific prefix that contains an IPv4 or IPv6 address; undefined if none does. */
  prefixOf(address: string): Prefix | undefined;
  /** Number of prefixes. */
  readonly size: number;
  /** Number of entries that are not a prefix and were skipped. */
  readonly skipped: number;
}

interface Prefix {
  /** The crawler or purpose that the list names for it. */
  readonly service: string | undefined;
}

/**
 * Reads a list. Throws an InputError that begins with `label` if it is not a list, of a later format or too long. Entries that
 * are not a prefix are skipped, as the draft requires (2.3).
 */
export function parseAddressList(text: string, label: string): AddressList {
  const { formatVersion, prefixes } = parseObject(text);
  const [, major] = /^(\d+)\.\d+$/.exec(String(formatVersion)) ?? [];
  if (formatVersion !== undefined && !(Number(major) <= MAX_FORMAT)) {
    throw new InputError(`${label} has the format ${formatVersion}, which is not supported. Update repkit.`);
  }
  if (!Array.isArray(prefixes)) {
    throw new InputError(`${label} is not an address list: it has no "prefixes".`);
  }
  if (prefixes.length > MAX_PREFIXES) {
    throw new InputError(`${label} has ${prefixes.length} prefixes; at most ${MAX_PREFIXES} are read.`);
  }
  const networks = new Map<string, Network>();
  const size = prefixes.filter((entry) => addPrefix(entry, networks)).length;
  const sorted = [...networks.values()].sort((a, b) => b.length - a.length);
  return {
    prefixOf(address) {
      const family = familyOf(address);
      return family && sorted.find(({ addresses }) => addresses.check(address, family));
    },
    size,
    skipped: prefixes.length - size,
  };
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    // A list may begin with a byte-order mark.
    return { ...JSON.parse(text.replace(/^\ufeff/, '')) };
  } catch {
    return {};
  }
}

/** Prefixes of the same length and service. */
interface Network extends Prefix {
  /** In bits; that of an IPv4 prefix as part of an IPv6 address. */
  readonly length: number;
  readonly addresses: BlockList;
}

const BITS = { ipv4: 32, ipv6: 128 } as const;

/** Returns false if the entry is not a prefix. */
function addPrefix(entry: unknown, networks: Map<string, Network>): boolean {
  const { ipv4Prefix, ipv6Prefix, service } = { ...(entry as Readonly<Record<string, unknown>>) };
  // The draft calls an entry with both or neither invalid (2.3).
  if ((ipv4Prefix === undefined) === (ipv6Prefix === undefined)) return false;
  const [address = '', bits = '', ...rest] = String(ipv4Prefix ?? ipv6Prefix).split('/');
  const family = ipv4Prefix === undefined ? 'ipv6' : 'ipv4';
  const isPrefix = familyOf(address) === family && /^\d{1,3}$/.test(bits) && rest.length === 0;
  if (!isPrefix || Number(bits) > BITS[family]) return false;
  const length = BITS.ipv6 - BITS[family] + Number(bits);
  const name = typeof service === 'string' && service !== '' ? service : undefined;
  const key = `${length} ${name ?? ''}`;
  const network = networks.get(key) ?? { length, service: name, addresses: new BlockList() };
  network.addresses.addSubnet(address, Number(bits), family);
  networks.set(key, network);
  return true;
}

/** Undefined for anything but an address without a zone. */
function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const family = address.includes('%') ? 0 : isIP(address);
  if (family === 0) return undefined;
  return family === 4 ? 'ipv4' : 'ipv6';
}
