/** Derives the settings of a client from its options and the defaults. */
import crypto from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { assertCrawler, type Crawler, type Overrides, productToken } from '@repkit/core';
import { type CrawlerProfile, crawlerProfile } from '@repkit/core/crawlers';
import { SECOND } from '../policy/limits.js';
import { changedPolicy, type Policy, type PolicyName, policies, policyFor } from '../policy/policy.js';
import { MemoryStore } from '../store/memory-store.js';
import type { Store } from '../store/store.js';
import type { GuardOptions } from '../transport/guard.js';
import type { TransportOptions } from '../transport/options.js';
import type { Transport } from '../transport/transport.js';
import { WebTransport } from '../transport/web-transport.js';
import { type ClientLimits, checkOptions, DEFAULT_LIMITS, type RobotsClientOptions } from './options.js';

/** The options with all defaults applied. */
export interface ClientSettings {
  readonly productToken: string;
  /** The same, or the crawler profile that decides instead. */
  readonly crawler: string | CrawlerProfile;
  /** The policy under which robots.txt files are fetched and cached. */
  readonly policy: Policy;
  /** Returns the policy under which a crawler reads an entry. */
  readonly policyOf: (crawler: Crawler, policy?: PolicyName) => Policy;
  /** Dialect and policy that the options state, which override the documentation of crawlers. */
  readonly overrides: Overrides;
  readonly store: Store;
  /** Whether the client created the store and must close it. */
  readonly ownsStore: boolean;
  /** Prefix of the keys of this client's entries in the store. */
  readonly storeScope: string;
  readonly limits: ClientLimits;
  readonly clock: () => number;
  readonly transport: Transport;
}

/** How much longer a leader holds its lock than an attempt takes: time to store the result. */
export const LOCK_MARGIN_MS: number = 5 * SECOND;

/** Returns the settings. Throws a TypeError or RangeError for an invalid option. */
export function readOptions(options: RobotsClientOptions): ClientSettings {
  checkOptions(options);
  const limits = readLimits(options.limits ?? {});
  const profile = profileOf(options.crawler);
  const crawler = profile ?? tokenOf(options);
  if (typeof options.policy === 'object') checkName(options.policy);
  const changedPolicies = new Map<Policy, Policy>();
  const policyOf: ClientSettings['policyOf'] = (reader, policyName) => {
    const policy = policyFor(reader, policyName ?? options.policy);
    const changed = changedPolicies.get(policy) ?? changedPolicy(policy, options);
    changedPolicies.set(policy, changed);
    return changed;
  };
  const policy = policyOf(crawler);
  const overrides: Overrides = {
    dialect: options.dialect,
    policy: options.policy === undefined ? undefined : policy,
  };
  const { guard: guarded = true, ca = [], clock = Date.now } = options;
  const guard: GuardOptions | undefined = guarded === true ? {} : guarded || undefined;
  assertCrawler(crawler, overrides);
  return {
    productToken: typeof crawler === 'string' ? crawler : crawler.productTokens[0],
    crawler,
    policy,
    policyOf,
    overrides,
    store: options.store ?? new MemoryStore({ maxBytes: limits.memoryBytes, clock }),
    ownsStore: options.store === undefined,
    storeScope: storeScope(policy.name, { userAgent: options.userAgent, guard }),
    limits,
    clock,
    transport:
      options.transport ??
      new WebTransport({
        userAgent: options.userAgent,
        limits,
        guard,
        proxy: options.proxy ?? 'environment',
        lookup: options.lookup,
        ca: typeof ca === 'string' ? [ca] : ca,
        maxRedirects: policy.maxRedirects,
        readsErrorPages: policy.softNotFound,
      }),
  };
}

/** Throws a RangeError if the name is unknown. */
function profileOf(crawler: string | CrawlerProfile | undefined): CrawlerProfile | undefined {
  if (typeof crawler !== 'string') return crawler;
  const profile = crawlerProfile(crawler);
  if (profile !== undefined) return profile;
  throw new RangeError(
    `Unknown crawler ${JSON.stringify(crawler)}. knownCrawlers of @repkit/core lists the known ones. For any other, pass productToken.`,
  );
}

function tokenOf({ userAgent, productToken: stated }: RobotsClientOptions): string {
  if (stated !== undefined) return stated;
  const result = productToken(userAgent);
  if (result.found) return result.token;
  throw new TypeError(
    `No product token found in userAgent ${JSON.stringify(userAgent)}: ${result.reason}. ` +
      'Set productToken, such as "ExampleBot".',
  );
}

/** Throws if the policy has the name of a built-in one but differs from it: stores would mix the entries of both. */
function checkName(policy: Policy): void {
  const { name } = policy;
  if (!Object.hasOwn(policies, name)) return;
  if (isDeepStrictEqual(policy, policies[name as PolicyName])) return;
  throw new RangeError(
    `The policy "${name}" differs from the built-in policy with that name, and both would share entries in a store. ` +
      'Give it another name.',
  );
}

function readLimits(stated: Partial<ClientLimits>): ClientLimits {
  const defined = Object.entries(stated).filter(([, value]) => value !== undefined);
  const limits = { ...DEFAULT_LIMITS, ...Object.fromEntries(defined) };
  // As long as two locks: if the leader is killed, its followers wait for the one that takes over.
  return { waitMs: 2 * (limits.totalMs + LOCK_MARGIN_MS), ...limits };
}

/**
 * Returns the prefix of the keys of a client's entries, without spaces. Clients share entries if policy, User-Agent
 * header, and guard are the same: a server's refusal of one crawler says nothing about another, and a client that may
 * reach fewer addresses must not learn what others have fetched there.
 */
export function storeScope(policy: string, { userAgent, guard }: Pick<TransportOptions, 'userAgent' | 'guard'>): string {
  const { allowHosts = [], allowCidrs = [] } = guard ?? {};
  const reachable = guard && [allowHosts.toSorted(), allowCidrs.toSorted()];
  const identity = crypto.hash('sha256', JSON.stringify([userAgent, reachable ?? null])).slice(0, 16);
  return `${encodeURIComponent(policy.toWellFormed())}+${identity}`;
}
