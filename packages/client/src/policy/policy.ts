/**
 * The access policies as plain data. To add a policy: spread the nearest one, change what differs with the source of each
 * difference, and add its name to `PolicyName`. Other code never compares names. A crawler that documents the policy names it in
 * core's `crawlers/`. Add a row to `FACTS` of `policy.test.ts`, and a column to docs/crawlers.md.
 */
import { type Crawler, type DialectName, documentedPolicy } from '@repkit/core';
import { CACHE_LIFE, DAY, HOUR, LONGEST_RETRY, MAX_REDIRECTS, MINUTE } from './limits.js';

export type PolicyName = 'rfc9309' | 'google' | 'google-2026' | 'koster1996' | 'amazon' | 'yandex';

/** What applies while a robots.txt is unreachable, until the run of failures is `untilMs` old. */
export interface UnreachableStage {
  readonly untilMs: number;
  /** `copy` is the last good copy; without one, the part after `copy-or-` applies. */
  readonly decision: 'disallow' | 'allow' | 'copy-or-allow' | 'copy-or-disallow';
}

/**
 * How long a copy may be used, in milliseconds. Results without a file (404, …) live for 24 hours, or less if the response
 * says so.
 */
export interface CacheLifetime {
  /** Lifetime if the server sets none. */
  readonly defaultMs: number;
  /** Maximum lifetime that a server can set. */
  readonly longestMs: number;
  /** Whether Expires counts. max-age counts in each policy and takes precedence. */
  readonly expires: boolean;
  /** Whether ETag and Last-Modified make the next request conditional. */
  readonly conditional: boolean;
}

export interface Policy {
  /** Part of the keys in stores, so that policies never share an entry. */
  readonly name: string;
  /** The default dialect of a client with this policy. */
  readonly dialect: DialectName;
  /** Status 401 and 403. */
  readonly accessDenied: 'unavailable' | 'forbidden';
  /** Status 429. */
  readonly tooManyRequests: 'unavailable' | 'unreachable';
  /** Number of consecutive redirects that are followed. */
  readonly maxRedirects: number;
  /** More redirects, or a redirect loop. */
  readonly tooManyRedirects: 'unavailable' | 'unreachable';
  /**
   * Whether a status from 500 to 599 counts as 404 if its page says that it was not found. The text of an error page can
   * then open the site.
   */
  readonly softNotFound: boolean;
  /** Longest time to the next request after a status 503 without Retry-After, in milliseconds. */
  readonly longest503RetryMs: number;
  readonly cacheLifetime: CacheLifetime;
  /** At least one, ordered by `untilMs`. The last one also applies after its end, which is usually Infinity. */
  readonly stages: readonly UnreachableStage[];
}

/** RFC 9309 2.3.1.4: "a reasonably long period of time (for example, 30 days)". */
const UNREACHABLE_PERIOD: number = 30 * DAY;

/**
 * Longest lifetime of a copy under a policy that lets servers extend it. As long as the unreachable period, so that no
 * response pins a file for longer than a failing server could.
 */
const LONGEST_COPY_LIFE: number = UNREACHABLE_PERIOD;

const rfc9309: Policy = {
  name: 'rfc9309',
  dialect: 'rfc9309',
  // 2.3.1.3: with a status from 400 to 499, the file is unavailable and "the crawler MAY access any resources".
  accessDenied: 'unavailable',
  // 2.3.1.3 literally says unavailable. Like Google, this policy spares a server that is already overloaded.
  tooManyRequests: 'unreachable',
  // 2.3.1.2: past five redirects "crawlers MAY assume that the robots.txt file is unavailable".
  maxRedirects: MAX_REDIRECTS,
  tooManyRedirects: 'unavailable',
  softNotFound: false,
  longest503RetryMs: LONGEST_RETRY,
  // 2.4: HTTP caching, and not "for more than 24 hours, unless the robots.txt file is unreachable".
  cacheLifetime: { defaultMs: CACHE_LIFE, longestMs: CACHE_LIFE, expires: true, conditional: true },
  // 2.3.1.4: complete disallow; after "a reasonably long period of time" a cached copy, or as if unavailable.
  stages: [
    { untilMs: UNREACHABLE_PERIOD, decision: 'disallow' },
    { untilMs: Number.POSITIVE_INFINITY, decision: 'copy-or-allow' },
  ],
};

/** Follows https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec (checked 2026-11-22). */
const google: Policy = {
  ...rfc9309,
  name: 'google',
  dialect: 'google',
  // "may increase or decrease the cache lifetime based on max-age Cache-Control HTTP headers"
  cacheLifetime: {
    defaultMs: CACHE_LIFE,
    longestMs: LONGEST_COPY_LIFE,
    expires: false,
    conditional: false,
  },
  // A status 503 is retried more often than other server errors.
  longest503RetryMs: 5 * MINUTE,
};

/** The same page as revised in 2026: 12 hours of disallow, then the last good copy up to 30 days. */
const google2026: Policy = {
  ...google,
  name: 'google-2026',
  stages: [
    { untilMs: 12 * HOUR, decision: 'disallow' },
    { untilMs: UNREACHABLE_PERIOD, decision: 'copy-or-allow' },
    { untilMs: Number.POSITIVE_INFINITY, decision: 'allow' },
  ],
};

const koster1996: Policy = {
  name: 'koster1996',
  dialect: 'koster1996',
  // 3.1: "On server response indicating access restrictions … a robot should regard access to the site completely
  // restricted."
  accessDenied: 'forbidden',
  tooManyRequests: 'unreachable',
  // 3.1: "a robot should follow the redirects until a resource can be found". As many as browsers follow.
  maxRedirects: 20,
  tooManyRedirects: 'unreachable',
  softNotFound: false,
  longest503RetryMs: LONGEST_RETRY,
  // 3.4: Expires and cache-control, and "robots should default to an expiry of 7 days".
  cacheLifetime: {
    defaultMs: 7 * DAY,
    longestMs: LONGEST_COPY_LIFE,
    expires: true,
    conditional: true,
  },
  // 3.1: on a temporary failure "a robot should defer visits to the site until such time as the resource can
  // be retrieved".
  stages: [{ untilMs: Number.POSITIVE_INFINITY, decision: 'disallow' }],
};

/**
 * "a cached copy from the last 30 days", then "as if robots.txt does not exist":
 * https://developer.amazon.com/amazonbot (checked 2026-11-22).
 */
const amazon: Policy = {
  ...rfc9309,
  name: 'amazon',
  stages: [
    { untilMs: UNREACHABLE_PERIOD, decision: 'copy-or-allow' },
    { untilMs: Number.POSITIVE_INFINITY, decision: 'allow' },
  ],
};

/**
 * With another status than 200, "the site is considered open for indexing":
 * https://yandex.com/support/webmaster/en/controlling-robot/robots-txt (checked 2026-11-22).
 */
const yandex: Policy = {
  ...rfc9309,
  name: 'yandex',
  dialect: 'yandex',
  tooManyRequests: 'unavailable',
  stages: [{ untilMs: Number.POSITIVE_INFINITY, decision: 'allow' }],
};

/** The built-in policies by name. */
export const policies: Readonly<Record<PolicyName, Policy>> = {
  rfc9309,
  google,
  'google-2026': google2026,
  koster1996,
  amazon,
  yandex,
};

/**
 * Returns the policy for a crawler: `choice`, else the one that the crawler documents, else `rfc9309`. Throws a RangeError for an
 * unknown name.
 *
 * @example
 * ```ts
 * import { policyFor } from '@repkit/client/access';
 *
 * policyFor('ExampleBot').name; // 'rfc9309'
 * policyFor('ExampleBot', 'google').name; // 'google'
 * ```
 */
export function policyFor(crawler: Crawler, choice?: PolicyName | Policy): Policy {
  const policy: string | Policy = choice ?? documentedPolicy(crawler) ?? 'rfc9309';
  if (typeof policy === 'object') return policy;
  if (Object.hasOwn(policies, policy)) return policies[policy as PolicyName];
  const names = Object.keys(policies).join(', ');
  throw new RangeError(`Unknown policy ${JSON.stringify(policy)}. Use one of ${names}.`);
}

/** Changes to a policy that do not require a custom one. */
export interface PolicyChanges {
  /** `unavailable` follows RFC 9309 literally for status 429, so everything is allowed. */
  readonly treat429?: 'unavailable' | 'unreachable' | undefined;
  /**
   * Treat a status from 500 to 599 like 404, so everything is allowed, if its page says that it was not found. Google
   * documents this for misconfigured servers.
   */
  readonly softNotFound?: boolean | undefined;
  /**
   * Use the last good copy instead of disallowing everything while the file is unreachable, as RFC 9309 2.4 permits.
   */
  readonly staleWhileUnreachable?: boolean | undefined;
}

/**
 * Returns the policy with these changes. Its name includes the changes that affect stored entries.
 *
 * @example
 * ```ts
 * import { changedPolicy, policies } from '@repkit/client/access';
 *
 * const policy = changedPolicy(policies.rfc9309, { treat429: 'unavailable' });
 * policy.name; // 'rfc9309+429-unavailable'
 * policy.tooManyRequests; // 'unavailable'
 * ```
 */
export function changedPolicy(policy: Policy, changes: PolicyChanges): Policy {
  const { treat429 = policy.tooManyRequests, softNotFound = policy.softNotFound, staleWhileUnreachable = false } = changes;
  const names = [policy.name];
  if (treat429 !== policy.tooManyRequests) names.push(`429-${treat429}`);
  if (softNotFound !== policy.softNotFound) names.push(`${softNotFound ? '' : 'no-'}soft-not-found`);
  return {
    ...policy,
    name: names.join('+'),
    tooManyRequests: treat429,
    softNotFound,
    stages: staleWhileUnreachable
      ? policy.stages.map((stage) => (stage.decision === 'disallow' ? { ...stage, decision: 'copy-or-disallow' } : stage))
      : policy.stages,
  };
}
