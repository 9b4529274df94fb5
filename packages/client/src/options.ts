/** What a client may be told, and what it takes where it is told nothing. */
import {
  type Dialect,
  type DialectName,
  MIN_PARSING_LIMIT_OCTETS,
  parseRobotsTxt,
  productToken,
} from '@repkit/core';
import { MINUTE, SECOND } from './limits.js';
import {
  changedPolicy,
  type Policy,
  type PolicyChanges,
  type PolicyName,
  policies,
} from './policy/policy.js';
import { MemoryStore } from './store/memory-store.js';
import type { Store } from './store/store.js';
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
  readonly store: Store;
  /** Whether the store is the client's own, and ends with it. */
  readonly ownsStore: boolean;
  readonly limits: ClientLimits;
  readonly clock: () => number;
  readonly transport: Transport;
}

/** How much longer than an attempt a lease holds: what a leader needs to write down what it found. */
export const LEASE_MARGIN_MS: number = 5 * SECOND;

/** The longest time that a timer of Node takes, in milliseconds: 24 days. */
const LONGEST_TIMER = 2 ** 31 - 1;

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
  const limits = readLimits(options.limits ?? {});
  const policy = changedPolicy(policyOf(options.policy), options);
  const dialect = options.dialect ?? policy.dialect;
  const token = tokenOf(options);
  // Core knows what may stand in a user-agent line of this dialect, and throws a sentence where this cannot.
  parseRobotsTxt('', { dialect, maxBytes: limits.maxBytes }).matcher(token);
  return {
    productToken: token,
    policy,
    dialect,
    store:
      options.store ??
      new MemoryStore({ maxEntries: limits.memoryOrigins, maxBytes: limits.memoryBytes }),
    ownsStore: options.store === undefined,
    limits,
    clock: options.clock ?? Date.now,
    transport: options.transport ?? new WebTransport(transportOptions(options, limits)),
  };
}

function tokenOf({ userAgent, productToken: given }: RobotsClientOptions): string {
  if (typeof userAgent !== 'string' || userAgent.trim() === '') {
    throw new TypeError(
      'Give a userAgent that says who crawls, such as "ExampleBot/1.0 (+https://example.com/bot)".',
    );
  }
  // What no header may hold (RFC 9110 5.5); Node would reject each request with it.
  if (/[^\t\x20-\x7e\x80-\xff]/.test(userAgent)) {
    throw new TypeError(
      'The userAgent holds a control character or one outside Latin-1: leave it out.',
    );
  }
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
  for (const [name, value] of Object.entries(limits)) {
    if (value > 0 && value <= LONGEST_TIMER) continue;
    throw new RangeError(`limits.${name} is ${value}: give a number from 1 to ${LONGEST_TIMER}.`);
  }
  return { waitMs: limits.totalMs + LEASE_MARGIN_MS, ...limits };
}

function transportOptions(options: RobotsClientOptions, limits: ClientLimits): TransportOptions {
  const { guard = false, ca = [] } = options;
  return {
    userAgent: options.userAgent,
    limits,
    guard: typeof guard === 'object' ? guard : guard ? {} : undefined,
    proxy: options.proxy ?? 'environment',
    ca: typeof ca === 'string' ? [ca] : ca,
  };
}
