/** Whether a client is the crawler that its User-Agent header names. */
import { isIP } from 'node:net';
import { type CrawlerProfile, crawlerProfile } from '@repkit/core/crawlers';
import type { AddressList } from './address-list.js';
import type { ReverseDns } from './reverse-dns.js';

/**
 * - `verified`: an address that the operator documents.
 * - `not-verified`: the operator's documentation excludes the address.
 * - `unverifiable`: the profile of the crawler has no addresses, because its operator documents none or they are not recorded.
 * - `unchecked`: the data or the answer is missing.
 */
export type IdentityState = 'verified' | 'not-verified' | 'unverifiable' | 'unchecked';

export interface Identities {
  /** Returns the state of an address whose requests name the crawler. Does not reject for network errors. */
  stateOf(crawler: CrawlerProfile, address: string): IdentityState | Promise<IdentityState>;
}

export interface IdentitySources {
  /** The lists by the URLs in `addresses.lists` of profiles. */
  readonly lists: ReadonlyMap<string, AddressList>;
  /** Undefined without lookups. */
  readonly dns?: ReverseDns | undefined;
}

/** States that are remembered per crawler; more addresses are checked again. */
const MAX_REMEMBERED = 100_000;

/**
 * Verifies crawlers by what their operators document. An address that is in none of the lists is looked up if the operator
 * documents host names, too.
 */
export function identities({ lists, dns }: IdentitySources): Identities {
  const known = new Map<CrawlerProfile, Map<string, IdentityState>>();
  return {
    stateOf(crawler, address) {
      const { addresses } = crawler;
      if (addresses === undefined) return 'unverifiable';
      const states = known.get(crawler) ?? new Map<string, IdentityState>();
      known.set(crawler, states);
      const remember = (state: IdentityState): IdentityState => {
        if (states.size < MAX_REMEMBERED) states.set(address, state);
        return state;
      };
      const remembered = states.get(address);
      if (remembered !== undefined) return remembered;
      if (isIP(address) === 0) return 'unchecked';
      const { hostDomains = [] } = addresses;
      const byLists = stateByLists(crawler, address, lists);
      if (byLists === 'verified' || hostDomains.length === 0) return remember(byLists);
      // Lists that the operator publishes besides its host names are complete.
      if (dns === undefined) return remember(addresses.lists ? byLists : 'unchecked');
      return dns.confirm(address, hostDomains).then((result) => {
        if (result === 'confirmed') return remember('verified');
        return remember(result === 'refuted' ? byLists : 'unchecked');
      });
    },
  };
}

/** Returns `unchecked` if a list is missing that could contain the address, and `not-verified` without lists. */
function stateByLists(crawler: CrawlerProfile, address: string, lists: ReadonlyMap<string, AddressList>): IdentityState {
  const urls = crawler.addresses?.lists ?? [];
  const available = urls.flatMap((url) => lists.get(url) ?? []);
  const isListed = available.some((list) => {
    const prefix = list.prefixOf(address);
    return prefix !== undefined && isServiceOf(prefix.service, crawler);
  });
  if (isListed) return 'verified';
  return available.length < urls.length ? 'unchecked' : 'not-verified';
}

/** A list of several crawlers names them. Other services are names that cannot be compared with a crawler. */
function isServiceOf(service: string | undefined, crawler: CrawlerProfile): boolean {
  const profile = service === undefined ? undefined : crawlerProfile(service);
  return profile === undefined || profile.name === crawler.name;
}
