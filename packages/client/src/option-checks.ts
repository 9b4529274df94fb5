/** What each option may be, as data. */
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
} from './checks.js';
import { LONGEST_LIFE, SHORTEST_LIFE } from './limits.js';
import type { ClientLimits, RobotsClientOptions } from './options.js';
import type { CopyLife, LadderStep, Policy } from './policy/policy.js';
import type { GuardOptions } from './transport/options.js';

/** The longest time that a timer of Node takes, in milliseconds: 24 days. */
const LONGEST_TIMER = 2 ** 31 - 1;

const STRINGS = listOf(text, 'a list of strings');
const LIMIT = numberFrom(1, LONGEST_TIMER, 'whole');
/** One that is shorter could be over before the question that it was fetched for is answered. */
const LIFE = numberFrom(SHORTEST_LIFE, LONGEST_LIFE);
const UNAVAILABLE_OR_UNREACHABLE = oneOf('unavailable', 'unreachable');

const COPY_LIFE: Checks<CopyLife> = {
  unsaidMs: LIFE,
  longestMs: LIFE,
  expires: flag,
  conditional: flag,
};

const LADDER_STEP: Checks<LadderStep> = {
  untilMs: numberFrom(0, Number.POSITIVE_INFINITY),
  answer: oneOf('disallow', 'allow', 'copy-or-allow', 'copy-or-disallow'),
};

const POLICY: Checks<Policy> = {
  name: text,
  dialect: isOf('string', 'the name of a dialect'),
  accessDenied: oneOf('unavailable', 'forbidden'),
  tooManyRequests: UNAVAILABLE_OR_UNREACHABLE,
  redirectsWithoutEnd: UNAVAILABLE_OR_UNREACHABLE,
  copyLife: data(COPY_LIFE, 'how long a copy lives, as policies.rfc9309.copyLife does'),
  ladder: listOf(
    data(LADDER_STEP, 'a step, such as { untilMs: Infinity, answer: "disallow" }'),
    'a list of steps, as policies.rfc9309.ladder is',
  ),
};

const LIMIT_CHECKS: Checks<ClientLimits> = {
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
  longestDelayMs: LIMIT,
};

const GUARD: Checks<GuardOptions> = { allowHosts: STRINGS, allowCidrs: STRINGS };

const OPTIONS: Checks<RobotsClientOptions> = {
  userAgent: checkUserAgent,
  ...optional({
    // Core says what is wrong with these two.
    productToken: anything,
    dialect: anything,
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
      ['acquire', 'commit', 'changed', 'close'],
      'a store, such as `await openStore(url)` of @repkit/client/store-url',
    ),
    guard: either(
      'boolean',
      data(optional(GUARD), 'true, false, or what may be reached: { allowHosts, allowCidrs }'),
    ),
    limits: data(optional(LIMIT_CHECKS), 'an object such as { totalMs: 30000 }'),
    proxy: checkProxy,
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
