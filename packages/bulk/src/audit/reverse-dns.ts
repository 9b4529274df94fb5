/** Forward-confirmed reverse DNS: the address has a name, and the name resolves to the address. */
import { BlockList, isIPv6 } from 'node:net';

/**
 * The lookups, as in `Resolver` of `node:dns/promises`, whose option `timeout` limits their time. `reverse` is missing: it
 * reports a server that does not answer as an address without a name.
 */
export interface NameLookups {
  resolvePtr(name: string): Promise<string[]>;
  resolve4(name: string): Promise<string[]>;
  resolve6(name: string): Promise<string[]>;
}

export interface NameLimits {
  /** Lookups at a time (default: 20). */
  readonly concurrency?: number | undefined;
  /** Milliseconds for all lookups from the first one on; there are no later ones (default: 600,000). */
  readonly totalMs?: number | undefined;
  /** Addresses to look up; further ones are not (default: 100,000). */
  readonly maxAddresses?: number | undefined;
}

/** `failed`: no answer, so nothing is known. */
type Confirmation = 'confirmed' | 'refuted' | 'failed';

/** A host has one name. More names of an address are ignored, because anyone may publish thousands. */
const MAX_NAMES = 10;

/** The server answered that there is no such record. */
const NO_RECORD: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA']);

export class ReverseDns {
  readonly #lookups: NameLookups;
  readonly #limits: { readonly [Name in keyof NameLimits]-?: number };
  /** The names of each address; undefined if the lookup failed. */
  readonly #names = new Map<string, Promise<readonly string[] | undefined>>();
  /** The result for each pair of a name and an address. */
  readonly #confirmations = new Map<string, Promise<Confirmation>>();
  #failed = 0;
  /** Addresses beyond the limit, up to as many again. */
  readonly #skipped = new Set<string>();
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  #end: number | undefined;

  constructor(lookups: NameLookups, limits: NameLimits = {}) {
    const { concurrency = 20, totalMs = 600_000, maxAddresses = 100_000 } = limits;
    this.#lookups = lookups;
    this.#limits = { concurrency, totalMs, maxAddresses };
  }

  /**
   * Number of addresses whose names are unknown, because a lookup failed or because of a limit. Of those beyond
   * `maxAddresses`, at most as many again are counted.
   */
  get unansweredAddresses(): number {
    return this.#failed + this.#skipped.size;
  }

  /** Returns whether an address has a name in one of the domains that resolves to the address. Looks up each address once. */
  async confirm(address: string, domains: readonly string[]): Promise<Confirmation> {
    // An IPv4 address in the form of an IPv6 address (RFC 4291 2.5.5.2) has the names of the IPv4 address.
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    const names = await this.#namesOf(plain);
    if (names === undefined) return 'failed';
    const results = await Promise.all(
      names.filter((name) => domains.some((domain) => isInDomain(name, domain))).map((name) => this.#confirmed(name, plain)),
    );
    if (results.includes('confirmed')) return 'confirmed';
    return results.includes('failed') ? 'failed' : 'refuted';
  }

  async #namesOf(address: string): Promise<readonly string[] | undefined> {
    const known = this.#names.get(address);
    if (known !== undefined) return known;
    const { maxAddresses } = this.#limits;
    if (this.#names.size >= maxAddresses) {
      if (this.#skipped.size < maxAddresses) this.#skipped.add(address);
      return undefined;
    }
    const names = this.#answers(() => this.#lookups.resolvePtr(reverseName(address))).then((answers) => {
      if (answers === undefined) this.#failed++;
      return answers?.slice(0, MAX_NAMES).map((name) => name.toLowerCase().replace(/\.$/, ''));
    });
    this.#names.set(address, names);
    return names;
  }

  #confirmed(name: string, address: string): Promise<Confirmation> {
    const key = `${name} ${address}`;
    const known = this.#confirmations.get(key);
    if (known !== undefined) return known;
    const family = isIPv6(address) ? 'resolve6' : 'resolve4';
    const result = this.#answers(() => this.#lookups[family](name)).then((addresses) => {
      if (addresses === undefined) return 'failed';
      return addresses.some((each) => isSameAddress(each, address)) ? 'confirmed' : 'refuted';
    });
    this.#confirmations.set(key, result);
    return result;
  }

  /** Returns the records; empty if none exist, undefined if the lookup fails or its turn comes too late. */
  async #answers(lookup: () => Promise<string[]>): Promise<readonly string[] | undefined> {
    this.#end ??= performance.now() + this.#limits.totalMs;
    if (this.#running >= this.#limits.concurrency) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running++;
    try {
      return performance.now() > this.#end ? undefined : await lookup();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      return NO_RECORD.has(code) ? [] : undefined;
    } finally {
      const next = this.#waiting.shift();
      // The next lookup takes the place of this one.
      if (next === undefined) this.#running--;
      else next();
    }
  }
}

/** RFC 1035 3.5 and RFC 3596 2.5. */
function reverseName(address: string): string {
  if (!isIPv6(address)) return `${address.split('.').reverse().join('.')}.in-addr.arpa`;
  // In hexadecimal, with the longest run of zeros as "::".
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [left = [], right = []] = short.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - left.length - right.length).fill('');
  const digits = [...left, ...zeros, ...right].map((group) => group.padStart(4, '0')).join('');
  return `${[...digits].reverse().join('.')}.ip6.arpa`;
}

function isInDomain(name: string, domain: string): boolean {
  return name === domain || name.endsWith(`.${domain}`);
}

/** Compares two spellings of an address. */
function isSameAddress(a: string, b: string): boolean {
  const list = new BlockList();
  list.addAddress(a, isIPv6(a) ? 'ipv6' : 'ipv4');
  return list.check(b, isIPv6(b) ? 'ipv6' : 'ipv4');
}
