/** What a client may be told, and what it takes where it is told nothing. */
import {
  type Dialect,
  type DialectName,
  MIN_PARSING_LIMIT_OCTETS,
  parseRobotsTxt,
  productToken,
  type RobotsTxt,
} from '@repkit/core';
import { MINUTE, SECOND } from './limits.js';
import { checkOptions } from './option-checks.js';
import {
  changedPolicy,
  type Policy,
  type PolicyChanges,
  type PolicyName,
  policies,
} from './policy/policy.js';
import { MemoryStore } from './store/memory-store.js';
import type { Store } from './store/store.js';
import { storeScope } from './store/store-scope.js';
import type { GuardOptions, TransportLimits, TransportOptions } from './transport/options.js';
import type { Transport } from './transport/outcome.js';
import { WebTransport } from './transport/web-transport.js';

/** Times in milliseconds, sizes in octets. */
export interface ClientLimits extends TransportLimits {
  /** How long a fetch of another process is waited for, before this one fetches by itself: `totalMs` and 5 s. */
  readonly waitMs: number;
  /** How long a store may take to answer, before this process goes on without it: 5 s. */
  readonly storeMs: number;
  /** How many origins this process keeps parsed: 10,000. */
  readonly memoryOrigins: number;
  /** About how much memory they may take: 64 MiB. */
  readonly memoryBytes: number;
  /** The most that a crawl-delay or a request-rate can make `schedule` wait between two requests: 60 s. */
  readonly longestDelayMs: number;
}

export interface RobotsClientOptions extends PolicyChanges {
  /** Sent with every request, such as `ExampleBot/1.0 (+https://example.com/bot)`. */
  readonly userAgent: string;
  /** What robots.txt files call the crawler; found in `userAgent` where it is not given. */
  readonly productToken?: string | undefined;
  /** How errors, redirects and caching are read: `rfc9309` by default. */
  readonly policy?: PolicyName | Policy | undefined;
  /** How a robots.txt is read; that of the policy by default. */
  readonly dialect?: DialectName | Dialect | undefined;
  /** Where entries are kept and shared; this process's memory by default. Who gives a store closes it. */
  readonly store?: Store | undefined;
  /** Refuses addresses that are not public: off by default; `true`, or what may be reached all the same. */
  readonly guard?: boolean | GuardOptions | undefined;
  readonly limits?: Partial<ClientLimits> | undefined;
  /** `environment` (HTTP_PROXY, HTTPS_PROXY, NO_PROXY) by default; `none`, or the URL of a proxy. FTP goes past it. */
  readonly proxy?: TransportOptions['proxy'] | undefined;
  /** Certificates of authorities to trust beside the usual ones, in PEM. */
  readonly ca?: string | readonly string[] | undefined;
  /** Milliseconds since 1970: `Date.now` by default. */
  readonly clock?: (() => number) | undefined;
  /** Gets robots.txt files in place of the network. */
  readonly transport?: Transport | undefined;
}

/** The options with nothing left open. */
export interface ClientSettings {
  readonly productToken: string;
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
  connectMs: 10 * SECOND,
  headersMs: 10 * SECOND,
  bodyMs: 10 * SECOND,
  totalMs: 30 * SECOND,
  maxBytes: MIN_PARSING_LIMIT_OCTETS,
  maxHeaderBytes: 64 * 1024,
  storeMs: 5 * SECOND,
  memoryOrigins: 10_000,
  memoryBytes: 64 * 1024 * 1024,
  longestDelayMs: MINUTE,
};

/** Reads the options. Throws a TypeError or RangeError with a sentence that says what to give. */
export function readOptions(options: RobotsClientOptions): ClientSettings {
  checkOptions(options);
  const limits = readLimits(options.limits ?? {});
  const policy = changedPolicy(policyOf(options.policy), options);
  const { dialect = policy.dialect } = options;
  const token = tokenOf(options);
  const guard = guardOf(options);
  // Core knows what may stand in a user-agent line of this dialect, and throws a sentence where this cannot.
  const emptyFile = parseRobotsTxt('', { dialect, maxBytes: limits.maxBytes });
  emptyFile.matcher(token);
  return {
    productToken: token,
    policy,
    dialect,
    emptyFile,
    store:
      options.store ??
      new MemoryStore({ maxEntries: limits.memoryOrigins, maxBytes: limits.memoryBytes }),
    ownsStore: options.store === undefined,
    storeScope: storeScope(policy.name, guard),
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

function policyOf(policy: PolicyName | Policy | undefined): Policy {
  if (policy === undefined) return policies.rfc9309;
  if (typeof policy === 'object') return policy;
  if (Object.hasOwn(policies, policy)) return policies[policy];
  const names = Object.keys(policies).join(', ');
  throw new RangeError(`There is no policy ${JSON.stringify(policy)}: choose one of ${names}.`);
}

function readLimits(given: Partial<ClientLimits>): ClientLimits {
  const defined = Object.entries(given).filter(([, value]) => value !== undefined);
  const limits = { ...LIMITS, ...Object.fromEntries(defined) };
  return { waitMs: limits.totalMs + LEASE_MARGIN_MS, ...limits };
}

/** Undefined where everything may be reached. */
function guardOf({ guard = false }: RobotsClientOptions): GuardOptions | undefined {
  if (typeof guard === 'object') return guard;
  return guard ? {} : undefined;
}

function transportOptions(
  { userAgent, proxy = 'environment', ca = [] }: RobotsClientOptions,
  limits: ClientLimits,
): Omit<TransportOptions, 'guard'> {
  return {
    userAgent,
    limits,
    proxy,
    ca: typeof ca === 'string' ? [ca] : ca,
  };
}
