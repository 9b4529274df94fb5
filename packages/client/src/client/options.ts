/** The options of a client, and the check for each of them. */
import { type Dialect, type DialectName, MAX_PARSING_LIMIT_BYTES, MIN_PARSING_LIMIT_BYTES } from '@repkit/core';
import type { CrawlerProfile } from '@repkit/core/crawlers';
import { FIRST_RETRY, LONGEST_LIFE, LONGEST_RETRY_AFTER, MINUTE, SECOND, SHORTEST_LIFE } from '../policy/limits.js';
import type { CacheLifetime, Policy, PolicyChanges, PolicyName, UnreachableStage } from '../policy/policy.js';
import type { Store } from '../store/store.js';
import type { GuardOptions } from '../transport/guard.js';
import type { LookupAddresses, TransportLimits, TransportOptions } from '../transport/options.js';
import type { Transport } from '../transport/transport.js';
import {
  anything,
  type Check,
  checkMembers,
  data,
  either,
  flag,
  isObject,
  isOf,
  limit,
  listOf,
  type MemberChecks,
  methods,
  numberFrom,
  oneOf,
  optional,
  text,
  wrongType,
} from '../validate/checks.js';

/** Times in milliseconds, sizes in bytes. */
export interface ClientLimits extends TransportLimits {
  /**
   * How long to wait for another process's fetch before fetching without the store: twice `totalMs` plus 10 s, enough
   * for a process that takes over if the first one is killed.
   */
  readonly waitMs: number;
  /** Timeout of a store operation, after which the store is bypassed: 5 s. */
  readonly storeMs: number;
  /** Number of origins cached in parsed form: 10,000. */
  readonly memoryOrigins: number;
  /**
   * Their approximate memory in bytes: 64 MiB. Without a store, compressed entries of many more origins take the same
   * amount again.
   */
  readonly memoryBytes: number;
  /** Maximum wait between two requests that `schedule` derives from a crawl-delay or request-rate: 60 s. */
  readonly maxDelayMs: number;
}

export interface RobotsClientOptions extends PolicyChanges {
  /** User-Agent header of every request, such as `ExampleBot/1.0 (+https://example.com/bot)`. */
  readonly userAgent: string;
  /** The crawler's name in robots.txt files (default: derived from `userAgent`). */
  readonly productToken?: string | undefined;
  /**
   * Emulates a known crawler, such as `Applebot`, or a custom profile: its documented choice of groups decides. Replaces
   * `productToken`; requests are still sent with `userAgent`.
   */
  readonly crawler?: string | CrawlerProfile;
  /** How errors, redirects, and caching are handled (default: the policy of `crawler`, or `rfc9309`). */
  readonly policy?: PolicyName | Policy | undefined;
  /** How a robots.txt is interpreted (default: the dialect of `crawler`, or of the policy). */
  readonly dialect?: DialectName | Dialect | undefined;
  /**
   * Where entries are cached and shared (default: memory of this process). The caller that supplies a store must close
   * it.
   */
  readonly store?: Store | undefined;
  /**
   * Blocks addresses that are not public (default: true). An object allows exceptions, such as
   * `{ allowHosts: ['intranet.example'] }`; `false` allows all addresses.
   */
  readonly guard?: boolean | GuardOptions | undefined;
  readonly limits?: Partial<ClientLimits> | undefined;
  /** `environment` (HTTP_PROXY, HTTPS_PROXY, NO_PROXY; the default), `none`, or the URL of a proxy. FTP bypasses it. */
  readonly proxy?: TransportOptions['proxy'] | undefined;
  /**
   * Resolves host names, such as `(name) => dns.promises.lookup(name, { all: true })` (default: the system's DNS
   * servers).
   */
  readonly lookup?: LookupAddresses | undefined;
  /** CA certificates in PEM to trust in addition to the default ones. */
  readonly ca?: string | readonly string[] | undefined;
  /** Returns milliseconds since 1970 (default: `Date.now`). */
  readonly clock?: (() => number) | undefined;
  /** Fetches robots.txt files instead of the built-in transport. */
  readonly transport?: Transport | undefined;
}

const STRINGS = listOf(text, 'a list of strings');
/** A result with a shorter lifetime could expire during the check that fetched it. */
const LIFE = numberFrom(SHORTEST_LIFE, LONGEST_LIFE);
const UNAVAILABLE_OR_UNREACHABLE = oneOf('unavailable', 'unreachable');

const CACHE_LIFETIME: MemberChecks<CacheLifetime> = {
  defaultMs: LIFE,
  longestMs: LIFE,
  expires: flag,
  conditional: flag,
};

const STAGE: MemberChecks<UnreachableStage> = {
  untilMs: numberFrom(0, Number.POSITIVE_INFINITY),
  decision: oneOf('disallow', 'allow', 'copy-or-allow', 'copy-or-disallow'),
};

const STAGES = listOf(
  data(STAGE, 'a stage, such as { untilMs: Infinity, decision: "disallow" }'),
  'a list of stages, such as policies.rfc9309.stages',
);

/** The last stage need not be infinite: it applies from then on, too. */
function checkStages(value: unknown, at: string): void {
  STAGES(value, at);
  const ends = (value as Policy['stages']).map(({ untilMs }) => untilMs);
  if (ends.length === 0) throw new TypeError(`${at} must have at least one stage.`);
  const index = ends.findIndex((end, index) => end <= (ends[index - 1] ?? 0));
  if (index === -1) return;
  throw new TypeError(
    `${at}[${index}].untilMs must exceed ${ends[index - 1] ?? 0} (received ${ends[index]}). Order the stages by untilMs.`,
  );
}

/** Each redirect is stored with the copy. */
const LONGEST_CHAIN = 50;

const POLICY: MemberChecks<Policy> = {
  name: text,
  dialect: isOf('string', 'the name of a dialect'),
  accessDenied: oneOf('unavailable', 'forbidden'),
  tooManyRequests: UNAVAILABLE_OR_UNREACHABLE,
  maxRedirects: numberFrom(0, LONGEST_CHAIN, 'whole'),
  tooManyRedirects: UNAVAILABLE_OR_UNREACHABLE,
  softNotFound: flag,
  longest503RetryMs: numberFrom(FIRST_RETRY, LONGEST_RETRY_AFTER),
  cacheLifetime: data(CACHE_LIFETIME, 'a cache lifetime, such as policies.rfc9309.cacheLifetime'),
  stages: checkStages,
};

export const DEFAULT_LIMITS: Omit<ClientLimits, 'waitMs'> = {
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

const LIMIT_CHECKS: Readonly<Record<string, Check>> = {
  ...Object.fromEntries([...Object.keys(DEFAULT_LIMITS), 'waitMs'].map((name) => [name, limit])),
  // RFC 9309 2.5.
  maxBytes: numberFrom(MIN_PARSING_LIMIT_BYTES, MAX_PARSING_LIMIT_BYTES, 'whole'),
};

const CRAWLER = 'the name of a known crawler, such as "Applebot", or a profile';

const GUARD: MemberChecks<GuardOptions> = { allowHosts: STRINGS, allowCidrs: STRINGS };

const OPTIONS: MemberChecks<RobotsClientOptions> = {
  userAgent: checkUserAgent,
  ...optional({
    // Core validates these two.
    productToken: anything,
    dialect: anything,
    crawler: either('string', isOf('object', CRAWLER)),
    policy: either('string', data(POLICY, 'the name of a policy, or a custom policy: { ...policies.rfc9309, name: "mine" }')),
    treat429: UNAVAILABLE_OR_UNREACHABLE,
    softNotFound: flag,
    staleWhileUnreachable: flag,
    store: methods(['get', 'set', 'lock', 'delete'], 'a store, such as `await openStore(url)` of @repkit/client/store-url'),
    guard: either('boolean', data(optional(GUARD), 'true, false, or exceptions to allow: { allowHosts, allowCidrs }')),
    limits: data(optional(LIMIT_CHECKS), 'an object such as { totalMs: 30000 }'),
    proxy: checkProxy,
    lookup: isOf(
      'function',
      'a function that returns the addresses of a host name, such as (name) => dns.promises.lookup(name, { all: true })',
    ),
    ca: either('string', listOf(text, 'certificates in PEM, as a string or a list of strings')),
    clock: isOf('function', 'a function that returns milliseconds since 1970'),
    transport: methods(['fetch', 'close'], 'a transport with the methods fetch and close'),
  }),
};

/** Throws a TypeError or RangeError for an invalid option, with what it must be. */
export function checkOptions(options: unknown): void {
  if (!isObject(options)) {
    throw new TypeError(
      'The options require a userAgent that identifies the crawler, such as { userAgent: "ExampleBot/1.0 (+https://example.com/bot)" }.',
    );
  }
  checkMembers(options, OPTIONS, '');
  if (!('crawler' in options)) return;
  // An unknown name must not fall back to the client's own product token.
  if (options.crawler === undefined || options.crawler === null) {
    throw wrongType(options.crawler, 'crawler', CRAWLER);
  }
  if ('productToken' in options && options.productToken !== undefined) {
    throw new TypeError('Pass crawler or productToken, not both: each determines which groups apply.');
  }
}

function checkUserAgent(userAgent: unknown): void {
  if (typeof userAgent !== 'string' || userAgent.trim() === '') {
    throw new TypeError('userAgent must identify the crawler, such as "ExampleBot/1.0 (+https://example.com/bot)".');
  }
  // RFC 9110 5.5: not allowed in a header value; Node.js would reject each request.
  if (/[^\t\x20-\x7e\x80-\xff]/.test(userAgent)) {
    throw new TypeError('userAgent must not contain control characters or characters outside Latin-1.');
  }
}

/** The transport checks the rest. The message does not repeat the URL, because it may contain a password. */
function checkProxy(proxy: unknown, at: string): void {
  text(proxy, at);
  const url = URL.parse(String(proxy));
  if (url === null || /^\/?$/.test(`${url.pathname}${url.search}${url.hash}`)) return;
  throw new TypeError(
    'proxy must not have a path, query, or fragment. Use only scheme, host, and port, such as "http://proxy.example:3128".',
  );
}
