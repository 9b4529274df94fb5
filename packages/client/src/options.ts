/** What a client may be told: the options, and what each may be, as data. */
import type { CrawlerProfile, Dialect, DialectName } from '@repkit/core';
import {
  anything,
  type Checks,
  checkMembers,
  data,
  either,
  flag,
  isObject,
  isOf,
  listOf,
  methods,
  numberFrom,
  oneOf,
  optional,
  text,
  wrongType,
} from './checks.js';
import { LONGEST_LIFE, SHORTEST_LIFE } from './limits.js';
import type {
  CacheLifetime,
  Policy,
  PolicyChanges,
  PolicyName,
  UnreachableStage,
} from './policy/policy.js';
import type { Store } from './store/store.js';
import type { GuardOptions } from './transport/guard.js';
import type { LookupAddresses, TransportLimits, TransportOptions } from './transport/options.js';
import type { Transport } from './transport/outcome.js';

/** Times in milliseconds, sizes in bytes. */
export interface ClientLimits extends TransportLimits {
  /**
   * How long another process's fetch is waited for, before this one fetches by itself: `totalMs` and 10 s. If that process
   * fails and another one takes over, the wait begins again, once.
   */
  readonly waitMs: number;
  /** How long a store may take to answer, before this process goes on without it: 5 s. */
  readonly storeMs: number;
  /** How many origins this process holds parsed: 10,000. */
  readonly memoryOrigins: number;
  /**
   * About how much memory they may take, in bytes: 64 MiB. Without a store, compressed entries of far more origins take as
   * much again.
   */
  readonly memoryBytes: number;
  /** The most that a crawl-delay or a request-rate can make `schedule` wait between two requests: 60 s. */
  readonly maxDelayMs: number;
}

export interface RobotsClientOptions extends PolicyChanges {
  /** Sent with every request, such as `ExampleBot/1.0 (+https://example.com/bot)`. */
  readonly userAgent: string;
  /** What robots.txt files call the crawler; found in `userAgent` where it is not given. */
  readonly productToken?: string | undefined;
  /**
   * Emulates a known crawler, such as `crawlerProfile('Applebot')` of @repkit/core: its documented choice of groups decides.
   * It takes the place of `productToken`; requests are still sent with `userAgent`.
   */
  readonly crawler?: CrawlerProfile;
  /** How errors, redirects and caching are read: that of `crawler`, else `rfc9309` by default. */
  readonly policy?: PolicyName | Policy | undefined;
  /** How a robots.txt is read: that of `crawler`, else that of the policy by default. */
  readonly dialect?: DialectName | Dialect | undefined;
  /** Where entries are kept and shared; this process's memory by default. Who gives a store closes it. */
  readonly store?: Store | undefined;
  /** Refuses addresses that are not public: off by default; `true`, or what may be reached all the same. */
  readonly guard?: boolean | GuardOptions | undefined;
  readonly limits?: Partial<ClientLimits> | undefined;
  /** `environment` (HTTP_PROXY, HTTPS_PROXY, NO_PROXY) by default; `none`, or the URL of a proxy. FTP goes past it. */
  readonly proxy?: TransportOptions['proxy'] | undefined;
  /** Resolves host names, such as `(name) => dns.promises.lookup(name, { all: true })`; the DNS servers of the system by default. */
  readonly lookup?: LookupAddresses | undefined;
  /** Certificates of authorities to trust beside the usual ones, in PEM. */
  readonly ca?: string | readonly string[] | undefined;
  /** Milliseconds since 1970: `Date.now` by default. */
  readonly clock?: (() => number) | undefined;
  /** Gets robots.txt files in place of the network. */
  readonly transport?: Transport | undefined;
}

/** The longest time that a timer of Node takes, in milliseconds: 24 days. */
const LONGEST_TIMER = 2 ** 31 - 1;

const STRINGS = listOf(text, 'a list of strings');
const LIMIT = numberFrom(1, LONGEST_TIMER, 'whole');
/** One that is shorter could be over before the question that it was fetched for is answered. */
const LIFE = numberFrom(SHORTEST_LIFE, LONGEST_LIFE);
const UNAVAILABLE_OR_UNREACHABLE = oneOf('unavailable', 'unreachable');

const CACHE_LIFETIME: Checks<CacheLifetime> = {
  defaultMs: LIFE,
  longestMs: LIFE,
  expires: flag,
  conditional: flag,
};

const LADDER_STEP: Checks<UnreachableStage> = {
  untilMs: numberFrom(0, Number.POSITIVE_INFINITY),
  answer: oneOf('disallow', 'allow', 'copy-or-allow', 'copy-or-disallow'),
};

const POLICY: Checks<Policy> = {
  name: text,
  dialect: isOf('string', 'the name of a dialect'),
  accessDenied: oneOf('unavailable', 'forbidden'),
  tooManyRequests: UNAVAILABLE_OR_UNREACHABLE,
  tooManyRedirects: UNAVAILABLE_OR_UNREACHABLE,
  cacheLifetime: data(
    CACHE_LIFETIME,
    'how long a copy lives, as policies.rfc9309.cacheLifetime does',
  ),
  stages: listOf(
    data(LADDER_STEP, 'a step, such as { untilMs: Infinity, answer: "disallow" }'),
    'a list of steps, as policies.rfc9309.stages is',
  ),
};

const LIMIT_CHECKS: Checks<ClientLimits> = {
  lookupMs: LIMIT,
  connectMs: LIMIT,
  headersMs: LIMIT,
  bodyMs: LIMIT,
  totalMs: LIMIT,
  // Core has bounds of its own for it.
  maxBytes: anything,
  maxHeaderBytes: LIMIT,
  waitMs: LIMIT,
  storeMs: LIMIT,
  memoryOrigins: LIMIT,
  memoryBytes: LIMIT,
  maxDelayMs: LIMIT,
};

const CRAWLER = 'a profile, such as crawlerProfile("Applebot") of @repkit/core';

const GUARD: Checks<GuardOptions> = { allowHosts: STRINGS, allowCidrs: STRINGS };

const OPTIONS: Checks<RobotsClientOptions> = {
  userAgent: checkUserAgent,
  ...optional({
    // Core says what is wrong with these two.
    productToken: anything,
    dialect: anything,
    crawler: isOf('object', CRAWLER),
    policy: either(
      'string',
      data(
        POLICY,
        'the name of a policy, or one of your own: { ...policies.rfc9309, name: "mine" }',
      ),
    ),
    treat429: UNAVAILABLE_OR_UNREACHABLE,
    staleWhileUnreachable: flag,
    store: methods(
      ['acquire', 'commit', 'changed', 'remove', 'onRemoved', 'close'],
      'a store, such as `await openStore(url)` of @repkit/client/store-url',
    ),
    guard: either(
      'boolean',
      data(optional(GUARD), 'true, false, or what may be reached: { allowHosts, allowCidrs }'),
    ),
    limits: data(optional(LIMIT_CHECKS), 'an object such as { totalMs: 30000 }'),
    proxy: checkProxy,
    lookup: isOf(
      'function',
      'a function that returns the addresses of a host name, such as (name) => dns.promises.lookup(name, { all: true })',
    ),
    ca: either('string', listOf(text, 'certificates in PEM, as a string or a list of strings')),
    clock: isOf('function', 'a function that gives milliseconds since 1970'),
    transport: methods(['fetch', 'close'], 'an object that gets robots.txt files, or leave it out'),
  }),
};

/** Throws a TypeError or RangeError with a sentence that says what to give. */
export function checkOptions(options: unknown): void {
  if (!isObject(options)) {
    throw new TypeError(
      'Give options with a userAgent that says who crawls, such as { userAgent: "ExampleBot/1.0 (+https://example.com/bot)" }.',
    );
  }
  checkMembers(options, OPTIONS, '');
  if (!('crawler' in options)) return;
  // An unknown name must not fall back to the client's own product token.
  if (options.crawler === undefined || options.crawler === null) {
    throw wrongType(options.crawler, 'crawler', `${CRAWLER}, which knows the name`);
  }
  if ('productToken' in options && options.productToken !== undefined) {
    throw new TypeError('Both crawler and productToken say which groups apply: leave one out.');
  }
}

function checkUserAgent(userAgent: unknown): void {
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
}

/** What else a proxy must be, the transport says. The sentence does not repeat it: it may hold a password. */
function checkProxy(proxy: unknown, at: string): void {
  text(proxy, at);
  const url = URL.parse(String(proxy));
  if (url === null || /^\/?$/.test(`${url.pathname}${url.search}${url.hash}`)) return;
  throw new TypeError(
    'The proxy has a path, a query or a fragment: give its scheme, host and port alone, such as "http://proxy.example:3128".',
  );
}
