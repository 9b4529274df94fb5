/**
 * Resolves host names over DNS. Node's own `lookup` calls getaddrinfo in a small thread pool, where a few names with
 * unresponsive name servers delay all others. DNS queries wait only for their own name server.
 */

import dns from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { setMaxListeners } from 'node:events';
import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { unlessAborted, withTimeout } from '../async/timeouts.js';
import { SECOND } from '../policy/limits.js';
import { localNamesReader, type NameFiles } from './local-names.js';
import type { HostAddress, LookupAddresses } from './options.js';

/**
 * The first query is repeated after a second, later ones after longer. With a fast server, c-ares gives up after 6 to
 * 10 seconds, so a query outlives the timeout of a lookup by a few seconds at most.
 */
const QUERY_OPTIONS = { timeout: SECOND, tries: 5 };

/** How long to wait for the second address family. Some name servers never respond to AAAA queries. */
const SECOND_FAMILY_MS = 500;

/** A host is looked up several times within seconds: over http and https, and after redirects. */
const LONGEST_CACHED_MS: number = 60 * SECOND;
const MAX_CACHED_NAMES = 1000;

/** RFC 6761 6.3: resolved without a query. */
const LOOPBACK: readonly HostAddress[] = ['127.0.0.1', '::1'].map(toHostAddress);

const NOT_FOUND: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA']);
/** Another name server may succeed. c-ares tries the next one only if a server does not respond. */
const SERVER_FAILED: ReadonlySet<unknown> = new Set(['EREFUSED', 'ESERVFAIL', 'ENOTIMP']);

interface LookupResult {
  readonly addresses: readonly HostAddress[];
  readonly lifeMs: number;
}

export interface DnsResolverOptions {
  /** Addresses of name servers, such as `10.0.0.53` or `127.0.0.1:5353` (default: `dns.getServers()`). */
  readonly servers?: readonly string[];
  /** Default: the system's files. */
  readonly files?: Partial<NameFiles>;
}

export class DnsResolver {
  readonly #readLocalNames: ReturnType<typeof localNamesReader>;
  readonly #cache = new LRUCache<string, readonly HostAddress[]>({ max: MAX_CACHED_NAMES });
  readonly #running = new Map<string, Promise<readonly HostAddress[]>>();
  /** One per name server, each for that server and those after it. */
  #resolvers: readonly Resolver[];
  /** The resolvers of running queries, by query. They may be those of previous servers of the system. */
  readonly #querying = new Map<Promise<unknown>, Resolver>();
  #isClosed = false;

  constructor({ servers, files = {} }: DnsResolverOptions = {}) {
    this.#resolvers = resolversOf(servers ?? dns.getServers());
    this.#readLocalNames = localNamesReader(files, () => {
      if (servers === undefined) this.#resolvers = resolversOf();
    });
  }

  /**
   * Returns all addresses of a host name, IPv4 first: from the hosts file, else over DNS. Concurrent lookups of one
   * name share a query. Rejects with an error with a code of `node:dns`, such as ENOTFOUND.
   */
  readonly lookup = (host: string): Promise<readonly HostAddress[]> => {
    const name = host.toLowerCase();
    const running = this.#running.get(name);
    if (running !== undefined) return running;
    const lookup = this.#lookUp(name).finally(() => this.#running.delete(name));
    this.#running.set(name, lookup);
    return lookup;
  };

  /** Cancels all lookups. They and later ones reject. */
  close(): void {
    this.#isClosed = true;
    for (const resolver of new Set(this.#querying.values())) resolver.cancel();
  }

  async #lookUp(name: string): Promise<readonly HostAddress[]> {
    const local = await this.#readLocalNames();
    const addresses = local.hosts.get(name.replace(/\.$/, ''));
    if (addresses !== undefined) return [...addresses].map(toHostAddress);
    if (/(?:^|\.)localhost\.?$/.test(name)) return LOOPBACK;
    const cached = this.#cache.get(name);
    if (cached !== undefined) return cached;
    // The first name that exists, from the first name server that does not fail.
    const result = await firstResult(local.candidates(name), NOT_FOUND, (candidate) =>
      firstResult(this.#resolvers, SERVER_FAILED, (resolver) => this.#query(candidate, resolver)),
    );
    if (result.lifeMs > 0) this.#cache.set(name, result.addresses, { ttl: result.lifeMs });
    return result.addresses;
  }

  async #query(name: string, resolver: Resolver): Promise<LookupResult> {
    if (this.#isClosed) throw canceled();
    const queries = [resolver.resolve4(name, { ttl: true }), resolver.resolve6(name, { ttl: true })];
    // Queries may outlive their lookup.
    const settled = Promise.allSettled(queries);
    this.#querying.set(settled, resolver);
    settled.then(() => this.#querying.delete(settled));
    return addressesFrom(queries);
  }
}

/** Queries the next item only if the one before fails with one of the codes. */
async function firstResult<Item>(
  [item, ...moreItems]: readonly Item[],
  codes: ReadonlySet<unknown>,
  query: (item: Item) => Promise<LookupResult>,
): Promise<LookupResult> {
  try {
    return await query(item);
  } catch (error) {
    if (moreItems.length === 0 || !hasCode(error, codes)) throw error;
    return firstResult(moreItems, codes, query);
  }
}

/** Returns how names are resolved: by the caller's function, else over DNS. `close` also ends the wait for the caller's. */
export function namesFor(lookup: LookupAddresses | undefined): {
  readonly lookup: LookupAddresses;
  close(): void;
} {
  if (lookup === undefined) return new DnsResolver();
  const closing = new AbortController();
  // One per running lookup.
  setMaxListeners(0, closing.signal);
  return {
    lookup: async (name) => unlessAborted(closing.signal, lookup(name)),
    close: () => closing.abort(canceled()),
  };
}

/** Returns one resolver per name server (default: those of the system). */
function resolversOf(servers?: readonly string[]): readonly Resolver[] {
  const first = new Resolver(QUERY_OPTIONS);
  // A resolver with explicit servers no longer follows the system's servers, which may not be configured yet.
  if (servers !== undefined && `${servers}` !== `${first.getServers()}`) first.setServers(servers);
  const fallbacks = first.getServers().slice(1);
  return [first, ...fallbacks.map((_, index) => resolverWith(fallbacks.slice(index)))];
}

function resolverWith(servers: readonly string[]): Resolver {
  const resolver = new Resolver(QUERY_OPTIONS);
  resolver.setServers(servers);
  return resolver;
}

/** Returns the addresses of both families, or of one if the other takes much longer. */
async function addressesFrom(families: readonly Promise<dns.RecordWithTtl[]>[]): Promise<LookupResult> {
  const records: dns.RecordWithTtl[][] = [];
  const queries = families.map((query, family) =>
    query.then((addresses) => {
      records[family] = addresses;
    }),
  );
  await Promise.any(queries).catch(({ errors }: AggregateError) => {
    // The name does not exist only if both families say so. After any other error it may exist.
    throw errors.find((error) => !hasCode(error, NOT_FOUND)) ?? errors[0];
  });
  await withTimeout(SECOND_FAMILY_MS, Promise.allSettled(queries)).catch(() => {});
  const all = records.flat();
  const lifeMs = SECOND * Math.min(...all.map(({ ttl }) => ttl));
  return {
    addresses: all.map(({ address }) => toHostAddress(address)),
    lifeMs: Math.min(lifeMs, LONGEST_CACHED_MS),
  };
}

function toHostAddress(address: string): HostAddress {
  return { address, family: isIP(address) };
}

function hasCode(error: unknown, codes: ReadonlySet<unknown>): boolean {
  return error instanceof Error && 'code' in error && codes.has(error.code);
}

function canceled(): Error {
  return Object.assign(new Error('The resolver was closed.'), { code: dns.CANCELLED });
}
