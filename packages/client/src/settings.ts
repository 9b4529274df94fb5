/** The options of a client -> its settings, with a default for each that is left out. */
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type Dialect,
  type DialectName,
  MIN_PARSING_LIMIT_BYTES,
  type ProductTokenInput,
  parseRobotsTxt,
  productToken,
  type RobotsTxt,
} from '@repkit/core';
import { MINUTE, SECOND } from './limits.js';
import { type ClientLimits, checkOptions, type RobotsClientOptions } from './options.js';
import { changedPolicy, type Policy, type PolicyName, policies } from './policy/policy.js';
import { MemoryStore } from './store/memory-store.js';
import type { Store } from './store/store.js';
import type { GuardOptions } from './transport/guard.js';
import type { TransportOptions } from './transport/options.js';
import type { Transport } from './transport/outcome.js';
import { WebTransport } from './transport/web-transport.js';

/** The options with nothing left open. */
export interface ClientSettings {
  readonly productToken: string;
  /** The same, or the crawler profile that decides instead. */
  readonly crawler: ProductTokenInput;
  readonly policy: Policy;
  readonly dialect: DialectName | Dialect;
  /** Of this dialect: it refuses the product tokens that no file of the dialect can be asked about. */
  readonly emptyFile: RobotsTxt;
  readonly store: Store;
  /** Whether the store is the client's own, and ends with it. */
  readonly ownsStore: boolean;
  /** What the keys of this client's entries in the store begin with. */
  readonly storeScope: string;
  readonly limits: ClientLimits;
  readonly clock: () => number;
  readonly transport: Transport;
}

/** How much longer than an attempt a lease holds: what a leader needs to write down what it found. */
export const LEASE_MARGIN_MS: number = 5 * SECOND;

const LIMITS = {
  lookupMs: 10 * SECOND,
  connectMs: 10 * SECOND,
  headersMs: 10 * SECOND,
  bodyMs: 10 * SECOND,
  totalMs: 30 * SECOND,
  maxBytes: MIN_PARSING_LIMIT_BYTES,
  maxHeaderBytes: 64 * 1024,
  storeMs: 5 * SECOND,
  memoryOrigins: 10_000,
  memoryBytes: 64 * 1024 * 1024,
  maxDelayMs: MINUTE,
};

/** Reads the options. Throws a TypeError or RangeError with a sentence that says what to give. */
export function readOptions(options: RobotsClientOptions): ClientSettings {
  checkOptions(options);
  const limits = readLimits(options.limits ?? {});
  const { crawler: profile } = options;
  const policy = changedPolicy(policyOf(options.policy ?? profile?.policy), options);
  const { dialect = profile?.dialect ?? policy.dialect } = options;
  const crawler = profile ?? tokenOf(options);
  const guard = guardOf(options);
  // Core knows what may stand in a user-agent line of this dialect, and throws a sentence where this cannot.
  const emptyFile = parseRobotsTxt('', { dialect, maxBytes: limits.maxBytes });
  emptyFile.matcher(crawler);
  return {
    productToken: typeof crawler === 'string' ? crawler : crawler.productTokens[0],
    crawler,
    policy,
    dialect,
    emptyFile,
    store: options.store ?? new MemoryStore({ maxBytes: limits.memoryBytes }),
    ownsStore: options.store === undefined,
    storeScope: storeScope({ policy: policy.name, userAgent: options.userAgent, guard }),
    limits,
    clock: options.clock ?? Date.now,
    transport:
      options.transport ?? new WebTransport({ ...transportOptions(options, limits), guard }),
  };
}

function tokenOf({ userAgent, productToken: given }: RobotsClientOptions): string {
  if (given !== undefined) return given;
  const found = productToken(userAgent);
  if (found.found) return found.token;
  throw new TypeError(
    `No product token was found in the userAgent ${JSON.stringify(userAgent)}: ${found.reason}. ` +
      'Give one as productToken, such as "ExampleBot".',
  );
}

function policyOf(policy: string | Policy | undefined): Policy {
  if (policy === undefined) return policies.rfc9309;
  if (typeof policy === 'object') return unlikeBuiltIn(policy);
  if (Object.hasOwn(policies, policy)) return policies[policy as PolicyName];
  const names = Object.keys(policies).join(', ');
  throw new RangeError(`There is no policy ${JSON.stringify(policy)}: choose one of ${names}.`);
}

/** Throws if the policy has the name of a built-in one and differs from it: stores would mix the entries of both. */
function unlikeBuiltIn(policy: Policy): Policy {
  const { name } = policy;
  if (!Object.hasOwn(policies, name)) return policy;
  if (isDeepStrictEqual(policy, policies[name as PolicyName])) return policy;
  throw new RangeError(
    `The policy "${name}" differs from the built-in policy of that name, and the two would share entries in a store: ` +
      'give it another name.',
  );
}

function readLimits(given: Partial<ClientLimits>): ClientLimits {
  const defined = Object.entries(given).filter(([, value]) => value !== undefined);
  const limits = { ...LIMITS, ...Object.fromEntries(defined) };
  // Longer than a lease: if the leader fails, followers see the lease lapse, and do not give up all at once.
  return { waitMs: limits.totalMs + 2 * LEASE_MARGIN_MS, ...limits };
}

/** Undefined where everything may be reached. */
function guardOf({ guard = false }: RobotsClientOptions): GuardOptions | undefined {
  if (typeof guard === 'object') return guard;
  return guard ? {} : undefined;
}

function transportOptions(
  { userAgent, proxy = 'environment', lookup, ca = [] }: RobotsClientOptions,
  limits: ClientLimits,
): Omit<TransportOptions, 'guard'> {
  return {
    userAgent,
    limits,
    proxy,
    lookup,
    ca: typeof ca === 'string' ? [ca] : ca,
  };
}

/** What decides about the entries of a client. */
interface ScopeParts {
  /** The name of its policy. */
  readonly policy: string;
  /** The identity that its requests show. */
  readonly userAgent: string;
  readonly guard: GuardOptions | undefined;
}

/**
 * Returns the beginning of the keys of a client's entries, without spaces. Clients share entries if policy, User-Agent
 * header and guard are the same: a server that refuses one crawler says nothing about another, and a client that may
 * reach less must not learn what others have fetched inside.
 */
export function storeScope({ policy, userAgent, guard }: ScopeParts): string {
  const { allowHosts = [], allowCidrs = [] } = guard ?? {};
  const reachable = guard && [allowHosts.toSorted(), allowCidrs.toSorted()];
  const identity = hash('sha256', JSON.stringify([userAgent, reachable ?? null])).slice(0, 16);
  return `${encodeURIComponent(policy.toWellFormed())}+${identity}`;
}
