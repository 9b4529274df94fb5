/**
 * Resolves host names: from the hosts file, else over DNS. Node's own `lookup` calls getaddrinfo in a small thread pool, where a
 * few names with unresponsive name servers delay all others. DNS queries wait only for their own name server.
 */

import dns from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { setMaxListeners } from 'node:events';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { platform } from 'node:os';
import { unlessAborted, withTimeout } from '../async/timeouts.js';
import { SECOND } from '../policy/limits.js';
import type { HostAddress, LookupAddresses } from './options.js';

/**
 * The first query is repeated after a second, later ones after longer. With a fast server, c-ares gives up after 6 to
 * 10 seconds, so a query outlives the timeout of a lookup by a few seconds at most.
 */
const QUERY_OPTIONS = { timeout: SECOND, tries: 5 };

/** How long to wait for the second address family. Some name servers never respond to AAAA queries. */
const SECOND_FAMILY_MS = 500;

/** RFC 6761 6.3: resolved without a query. */
const LOOPBACK: readonly HostAddress[] = ['127.0.0.1', '::1'].map(toHostAddress);

const NOT_FOUND: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA']);
/** Another name server may succeed. c-ares tries the next one only if a server does not respond. */
const SERVER_FAILED: ReadonlySet<unknown> = new Set(['EREFUSED', 'ESERVFAIL', 'ENOTIMP']);

export interface DnsResolverOptions {
  /** Addresses of name servers, such as `10.0.0.53` or `127.0.0.1:5353` (default: `dns.getServers()`). */
  readonly servers?: readonly string[];
  /** Default: the system's files. */
  readonly files?: Partial<NameFiles>;
}

export class DnsResolver {
  readonly #readLocalNames: ReturnType<typeof localNamesReader>;
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
   * Returns all addresses of a host name, IPv4 first. Concurrent lookups of one name share a query. Rejects with an error with a
   * code of `node:dns`, such as ENOTFOUND.
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
    // The first name that exists, from the first name server that does not fail.
    return firstResult(local.candidates(name), NOT_FOUND, (candidate) =>
      firstResult(this.#resolvers, SERVER_FAILED, (resolver) => this.#query(candidate, resolver)),
    );
  }

  async #query(name: string, resolver: Resolver): Promise<readonly HostAddress[]> {
    if (this.#isClosed) throw canceled();
    const queries = [resolver.resolve4(name), resolver.resolve6(name)];
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
  query: (item: Item) => Promise<readonly HostAddress[]>,
): Promise<readonly HostAddress[]> {
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
async function addressesFrom(families: readonly Promise<string[]>[]): Promise<readonly HostAddress[]> {
  const found: string[][] = [];
  const queries = families.map((query, family) =>
    query.then((addresses) => {
      found[family] = addresses;
    }),
  );
  await Promise.any(queries).catch(({ errors }: AggregateError) => {
    // The name does not exist only if both families say so. After any other error it may exist.
    throw errors.find((error) => !hasCode(error, NOT_FOUND)) ?? errors[0];
  });
  await withTimeout(SECOND_FAMILY_MS, Promise.allSettled(queries)).catch(() => {});
  return found.flat().map(toHostAddress);
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

/** The files that say how this machine resolves names. */
interface NameFiles {
  readonly hosts: string;
  readonly resolvConf: string;
}

const SYSTEM_FILES: NameFiles = {
  hosts: platform() === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts',
  resolvConf: '/etc/resolv.conf',
};

const CHECK_MS: number = 5 * SECOND;

/** Limits of resolv.conf(5). */
const MAX_SEARCHED = 6;
const MAX_DOTS = 15;

interface NameConfig {
  /** Addresses by lower-case name, in the order of the file. */
  readonly hosts: ReadonlyMap<string, ReadonlySet<string>>;
  /**
   * Returns the names to query for a host, in order. Unlike getaddrinfo, tries a name with a dot unchanged first, and
   * with search domains only if it has fewer dots than `ndots`: names of external hosts have dots.
   */
  candidates(name: string): readonly string[];
}

/**
 * Returns a function that reads the files on demand and again after changes. Unreadable files count as empty.
 *
 * @param onNewResolvConf called when the content of resolv.conf has changed since it was last read
 */
function localNamesReader(files: Partial<NameFiles>, onNewResolvConf: () => void): () => Promise<NameConfig> {
  const { hosts, resolvConf } = { ...SYSTEM_FILES, ...files };
  let texts: readonly string[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let config: Promise<NameConfig> | undefined;
  const readAgain = async (last: Promise<NameConfig> | undefined): Promise<NameConfig> => {
    const [lastHostsText, lastConfText] = texts;
    const [hostsText, confText] = await Promise.all([readText(hosts), readText(resolvConf)]);
    if (last !== undefined && lastHostsText === hostsText && lastConfText === confText) return last;
    if (last !== undefined && lastConfText !== confText) onNewResolvConf();
    texts = [hostsText, confText];
    return { hosts: parseHosts(hostsText), candidates: parseResolvConf(confText) };
  };
  return () => {
    if (config === undefined || performance.now() - readAt > CHECK_MS) {
      readAt = performance.now();
      config = readAgain(config);
    }
    return config;
  };
}

function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}

/** hosts(5). */
function parseHosts(text: string): NameConfig['hosts'] {
  const hosts = new Map<string, Set<string>>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = fieldsOf(line.split('#', 1)[0]);
    if (isIP(address) === 0) continue;
    for (const name of names.map((spelling) => spelling.toLowerCase())) {
      hosts.set(name, (hosts.get(name) ?? new Set()).add(address));
    }
  }
  return hosts;
}

/** resolv.conf(5): the last `search` or `domain` line counts. */
function parseResolvConf(text: string): NameConfig['candidates'] {
  let search: readonly string[] = [];
  let ndots = 1;
  for (const line of text.split('\n')) {
    const [key, ...values] = fieldsOf(line);
    if (key === 'search') search = values.slice(0, MAX_SEARCHED);
    else if (key === 'domain') search = values.slice(0, 1);
    else if (key === 'options') {
      for (const value of values) {
        const [, dots] = /^ndots:(\d+)$/.exec(value) ?? [];
        if (dots !== undefined) ndots = Math.min(Number(dots), MAX_DOTS);
      }
    }
  }
  return (name) => {
    if (name.endsWith('.')) return [name.slice(0, -1)];
    const below = search.filter((domain) => domain !== '.').map((domain) => `${name}.${domain}`);
    const dots = name.split('.').length - 1;
    if (dots === 0) return [...below, name];
    return dots < ndots ? [name, ...below] : [name];
  };
}

function fieldsOf(line = ''): readonly string[] {
  return line.trim().split(/\s+/);
}
