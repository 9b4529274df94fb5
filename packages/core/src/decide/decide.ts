/**
 * Decides: what a site permits × a URL × a crawler → an outcome with its reasons. All outcomes come from here.
 * `RobotsTxt.isAllowed` is a shortcut for a parsed file, true exactly if the outcome is `allowed`.
 */

import type { Dialect } from '../dialect/dialect.js';
import { type Crawler, crawlerName, isGoverned, productTokensOf } from '../file/crawler.js';
import { bodyOf, isParsed } from '../file/internal.js';
import { isLabel } from '../file/label.js';
import { matcherFor, parseRobotsTxt, type RobotsTxt } from '../file/robots-txt.js';
import type { ExplainOptions, Matcher } from '../match/matcher.js';
import type { Verdict } from '../match/verdict.js';
import { memoizeByObject } from '../util/memoize-by-object.js';
import { type AppliedProfile, appliedProfile, dialectFor, type Overrides } from './profile.js';

/** What a site permits: its file, or why it has none. */
export type Access =
  | { readonly kind: 'file'; readonly file: RobotsFile }
  | {
      /**
       * `unavailable`: no robots.txt (RFC 9309 2.3.1.3). `unreachable`: network or server errors (2.3.1.4). `given-up`:
       * unreachable for long enough to count as unavailable (2.3.1.4). `forbidden`: the whole site is restricted (Koster
       * 1996 3.1).
       */
      readonly kind: 'unavailable' | 'given-up' | 'forbidden' | 'unreachable';
    };

/** A body that is parsed once per dialect, on first use. */
export interface RobotsFile {
  in(dialect: Dialect): RobotsTxt;
}

/**
 * Returns a body, or that of a parsed file, to parse on demand. Throws as `parseRobotsTxt` does.
 *
 * @param limits `maxBytes`: parsing limit in bytes
 *
 * @example
 * ```ts
 * import { dialects, robotsFile } from '@repkit/core';
 *
 * const file = robotsFile('User-agent: *\nDisallow: /private/');
 * file.in(dialects.google).isAllowed('https://example.com/private/', 'Googlebot'); // false
 * file.in(dialects.google) === file.in(dialects.google); // true
 * ```
 */
export function robotsFile(body: string | Uint8Array | RobotsTxt, limits: { readonly maxBytes?: number } = {}): RobotsFile {
  if (isParsed(body)) {
    const file = robotsFile(bodyOf(body).wholeSource(), { maxBytes: bodyOf(body).limit });
    return { in: (dialect) => (dialect === body.dialect ? body : file.in(dialect)) };
  }
  const parsed = new Map<Dialect, RobotsTxt>();
  return {
    in(dialect) {
      const robotsTxt = parsed.get(dialect) ?? parseRobotsTxt(body, { ...limits, dialect });
      parsed.set(dialect, robotsTxt);
      return robotsTxt;
    },
  };
}

/**
 * `not-governed`: robots.txt does not govern this crawler, so its rules permit nothing. `unstated`: the site has no group
 * for a label such as `__usage_ai-training`, and no document applies the group of `*` to labels.
 */
export type Outcome = 'allowed' | 'disallowed' | 'unreachable' | 'not-governed' | 'unstated';

/**
 * Returns the outcome of the rules alone, for comparing files.
 *
 * @example
 * ```ts
 * import { parseRobotsTxt, ruledOutcome } from '@repkit/core';
 *
 * const robotsTxt = parseRobotsTxt('User-agent: *\nDisallow: /private/');
 * ruledOutcome(robotsTxt.explain('/private/a', 'ExampleBot')); // 'disallowed'
 * ```
 */
export function ruledOutcome({ allowed }: Pick<Verdict, 'allowed'>): 'allowed' | 'disallowed' {
  return allowed ? 'allowed' : 'disallowed';
}

interface DecisionBase {
  /** The product token or the name of the profile. */
  readonly crawler: string;
  /** The name of the dialect. */
  readonly dialect: string;
  readonly profile?: AppliedProfile;
}

/** Allowed by a rule, because no rule matches, or because there is no robots.txt. */
export interface AllowedDecision extends DecisionBase {
  readonly outcome: 'allowed';
  /** The reason of the verdict, or the access if there is no file. */
  readonly reason: Verdict['reason'] | 'unavailable' | 'given-up';
  readonly verdict?: Verdict;
}

export interface DisallowedDecision extends DecisionBase {
  readonly outcome: 'disallowed';
  readonly reason: 'rule' | 'forbidden';
  readonly verdict?: Verdict;
}

/** Nothing may be fetched, because the rules are unknown (RFC 9309 2.3.1.4). */
export interface UnreachableDecision extends DecisionBase {
  readonly outcome: 'unreachable';
  readonly reason: 'unreachable';
  readonly verdict?: undefined;
}

export interface NotGovernedDecision extends DecisionBase {
  readonly outcome: 'not-governed';
  readonly reason: 'profile';
  /** The outcome for a crawler that applies robots.txt. */
  readonly ruled: 'allowed' | 'disallowed' | 'unreachable';
  readonly verdict?: Verdict;
}

export interface UnstatedDecision extends DecisionBase {
  readonly outcome: 'unstated';
  readonly reason: Verdict['reason'];
  readonly verdict?: Verdict;
}

export type Decision = AllowedDecision | DisallowedDecision | UnreachableDecision | NotGovernedDecision | UnstatedDecision;

/** Decides for one crawler at one site. Its methods throw a TypeError for an invalid URL. */
export interface Decider {
  /** False if the outcome of every URL is `not-governed`. */
  readonly governed: boolean;
  readonly dialect: Dialect;
  /** The rules that decide: those of the file, or of a file that allows or disallows everything. */
  readonly matcher: Matcher;
  outcome(url: string | URL): Outcome;
  /**
   * Like `outcome`, for a URL in UTF-8 bytes from `start` to `end` (exclusive), without creating a string. Throws a
   * RangeError if the range is outside the bytes.
   */
  outcomeAt(bytes: Uint8Array, start: number, end: number): Outcome;
  decide(url: string | URL, options?: ExplainOptions): Decision;
}

/**
 * Resolves a crawler against what a site permits, once for any number of URLs. Throws a TypeError for an invalid product
 * token, and as `dialectFor` does.
 *
 * @example
 * ```ts
 * import { decider, robotsFile } from '@repkit/core';
 *
 * const file = robotsFile('User-agent: *\nDisallow: /private/');
 * const site = decider({ kind: 'file', file }, 'ExampleBot');
 * site.outcome('https://example.com/page'); // 'allowed'
 * site.outcome('https://example.com/private/page'); // 'disallowed'
 * ```
 */
export function decider(access: Access, crawler: Crawler, overrides?: Overrides): Decider {
  return new AccessDecider(access, crawler, dialectFor(crawler, overrides));
}

/**
 * Returns the decision for a single URL, from the text or bytes of a robots.txt or from what a site permits. Parses a body
 * each time: use `decider` for many URLs. Throws as `decider` and its methods do.
 *
 * @example
 * ```ts
 * import { decide } from '@repkit/core';
 *
 * decide('User-agent: *\nDisallow: /private/', '/private/a', 'ExampleBot').outcome; // 'disallowed'
 * decide({ kind: 'unreachable' }, '/', 'ExampleBot').outcome; // 'unreachable'
 * ```
 */
export function decide(site: string | Uint8Array | Access, url: string | URL, crawler: Crawler, overrides?: Overrides): Decision {
  const isAccess = typeof site === 'object' && site !== null && 'kind' in site;
  const access: Access = isAccess ? site : { kind: 'file', file: robotsFile(site) };
  return decider(access, crawler, overrides).decide(url);
}

const ALLOW_ALL = '';
const DISALLOW_ALL = 'User-agent: *\nDisallow: /';

/** The rules of a site without a file. */
const WITHOUT_FILE = {
  unavailable: ALLOW_ALL,
  'given-up': ALLOW_ALL,
  forbidden: DISALLOW_ALL,
  unreachable: DISALLOW_ALL,
} as const;

/**
 * Returns the dialect with `robotsTxtAllowed` (RFC 9309 2.2.2: "The /robots.txt URI is implicitly allowed"), so that the file
 * may be fetched, in each spelling that the dialect equates, even if nothing else on the site may be.
 */
const exempting = memoizeByObject((dialect: Dialect): Dialect => {
  return dialect.robotsTxtAllowed ? dialect : { ...dialect, robotsTxtAllowed: true };
});

class AccessDecider implements Decider {
  readonly governed: boolean;
  readonly dialect: Dialect;
  readonly matcher: Matcher;
  /** The outcome of the rules for URLs that the matcher does not allow. */
  readonly #refusal: 'disallowed' | 'unreachable';
  /** The outcome of every URL, whatever the rules say. */
  readonly #fixed: 'not-governed' | 'unstated' | undefined;
  readonly #access: Access['kind'];
  readonly #base: DecisionBase;

  constructor(access: Access, crawler: Crawler, dialect: Dialect) {
    this.governed = isGoverned(crawler);
    this.dialect = dialect;
    const isFile = access.kind === 'file';
    const robotsTxt = isFile
      ? access.file.in(dialect)
      : parseRobotsTxt(WITHOUT_FILE[access.kind], { dialect: exempting(dialect) });
    this.matcher = isFile ? matcherFor(robotsTxt, crawler) : robotsTxt.matcher(productTokensOf(crawler));
    this.#refusal = access.kind === 'unreachable' ? 'unreachable' : 'disallowed';
    this.#access = access.kind;
    // A site without a group for a label states nothing about it.
    const isStated = access.kind === 'unreachable' || (isFile && this.matcher.group !== undefined);
    if (!this.governed) this.#fixed = 'not-governed';
    else if (isLabel(crawler) && !isStated) this.#fixed = 'unstated';
    const profile = appliedProfile(isFile ? robotsTxt : undefined, crawler);
    this.#base = {
      crawler: crawlerName(crawler),
      dialect: dialect.name,
      ...(profile && { profile }),
    };
  }

  outcome(url: string | URL): Outcome {
    const ruled = this.matcher.isAllowed(url) ? 'allowed' : this.#refusal;
    return this.#fixed ?? ruled;
  }

  outcomeAt(bytes: Uint8Array, start: number, end: number): Outcome {
    const ruled = this.matcher.isAllowedAt(bytes, start, end) ? 'allowed' : this.#refusal;
    return this.#fixed ?? ruled;
  }

  decide(url: string | URL, options?: ExplainOptions): Decision {
    const verdict = this.matcher.explain(url, options);
    const ruled = verdict.allowed ? 'allowed' : this.#refusal;
    const access = this.#access;
    const base = access === 'file' ? { ...this.#base, verdict } : this.#base;
    if (!this.governed) return { ...base, outcome: 'not-governed', reason: 'profile', ruled };
    if (this.#fixed === 'unstated') {
      return {
        ...base,
        outcome: 'unstated',
        reason: access === 'file' ? verdict.reason : 'no-group',
      };
    }
    if (ruled === 'unreachable') return { ...this.#base, outcome: ruled, reason: ruled };
    if (ruled === 'disallowed') {
      return { ...base, outcome: ruled, reason: access === 'forbidden' ? access : 'rule' };
    }
    const isUnrestricted = access === 'unavailable' || access === 'given-up';
    return { ...base, outcome: ruled, reason: isUnrestricted ? access : verdict.reason };
  }
}
