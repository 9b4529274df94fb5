/**
 * Counts URLs of lists, sitemaps and access logs by rule: those that a file decides, or that an edit concerns.
 *
 *     URL for all crawlers      request with a User-Agent header
 *              |                           |
 *              |                       Requester: the crawler and its matchers
 *              |                           |
 *     CountedAudience  <---------------  Row: a crawler in the result
 *     crawlers with the same rules
 *              |
 *     RuleTally (one file), ChangeTally (two files)
 */

import type { CrawlerProfile } from '../crawlers/known-crawlers.js';
import { dialectFor } from '../decide/profile.js';
import type { Dialect } from '../dialect/dialect.js';
import {
  type Crawler,
  type CrawlerBehavior,
  crawlerName,
  fallsBackToStar,
  isGoverned,
  productTokensOf,
} from '../file/crawler.js';
import { matcherFor, type RobotsTxt } from '../file/robots-txt.js';
import type { Matcher } from '../match/matcher.js';
import { STAR_TOKEN } from '../match/token-input.js';
import type { Rule } from '../match/verdict.js';
import { Budget, groupSteps, querySteps, readBudget } from '../prover/budget.js';
import { groupBy } from '../util/group-by.js';
import { NamedGroups, namedTokens } from './audience.js';
import {
  type ComparedCrawlers,
  type DialectPart,
  filesIn,
  partsByDialect,
  readsByDialect,
  withOwnDialects,
} from './by-dialect.js';
import { ChangeTally, type CountedChange } from './change-tally.js';
import { RequestCrawlers } from './request-crawlers.js';
import { type Coverage, coverageOf, RuleTally } from './rule-tally.js';

export interface CountOptions extends ComparedCrawlers {
  /** Steps that counting may take (default: no limit). */
  readonly budget?: number;
}

/** The URLs that an edit concerns. */
export interface CountedChanges {
  /** URLs that were added and are valid. */
  readonly urls: number;
  /** Texts that were added and are not URLs. */
  readonly invalid: number;
  /** Most URLs first. */
  readonly changes: readonly CountedChange[];
}

/** A crawler that may not fetch a URL. */
export interface BlockedCrawler {
  readonly crawler: string;
  readonly rule: Rule;
}

/** The requests of a crawler that robots.txt does not govern. */
export interface NotGovernedRequests {
  readonly crawler: CrawlerBehavior;
  readonly requests: number;
}

/**
 * How a URL was counted. `invalid`: not a URL. `not-governed`: a request of a known crawler that may ignore robots.txt.
 * `other`: a request of a browser or an unknown client, or of a crawler that the caller did not choose. `unchecked`: the
 * budget ran out.
 */
export type CountedAs = 'counted' | 'invalid' | 'not-governed' | 'other' | 'unchecked';

/** A crawler that is counted. */
interface Row {
  readonly crawler: Crawler;
  readonly part: DialectPart<readonly RobotsTxt[]>;
  /** Shared by crawlers with the same rules. Undefined if the budget ran out. */
  readonly audience: CountedAudience | undefined;
  /** For one file: the requests that count for the crawler. For two, the audience counts them. */
  readonly requests: RuleTally;
}

/** Crawlers with the same rules. */
interface CountedAudience {
  /** False if both files have the same rules in this dialect, so that only requests read in another one may change. */
  readonly differs: boolean;
  readonly matchers: readonly Matcher[];
  readonly steps: readonly ((length: number) => number)[];
  readonly rules: RuleTally;
  readonly changes: ChangeTally;
}

/** The crawler that sent a request: the row it counts for, and its rules. */
interface Requester {
  readonly crawler: Crawler;
  readonly row: Row;
  readonly matchers: readonly Matcher[];
  readonly steps: readonly ((length: number) => number)[];
}

/** A crawler that may ignore robots.txt. */
interface NotGoverned {
  readonly crawler: CrawlerBehavior;
  requests: number;
}

/**
 * Counts URLs one at a time, without storing more than a bounded number of them: over one file by the rule that decides,
 * over two files by the rule that makes the difference. Each crawler is counted in the dialect that it documents unless
 * `documentedDialects` is false. Throws a TypeError for an invalid product token or an empty list of them, and a RangeError for
 * an invalid budget.
 *
 * @example
 * ```ts
 * import { parseRobotsTxt } from '@repkit/core';
 * import { UrlCounter } from '@repkit/core/analysis';
 *
 * const before = parseRobotsTxt('User-agent: *\nDisallow: /private/');
 * const after = parseRobotsTxt('User-agent: *\nDisallow: /p');
 * const counter = new UrlCounter([before, after], { documentedDialects: false });
 * for (const path of ['/press', '/private/a', '/']) counter.add(`https://example.com${path}`);
 * counter.changes().changes.map(({ effect, urls }) => [effect, urls]); // [ [ 'newly-blocked', 1 ] ]
 * ```
 */
export class UrlCounter {
  readonly #files: readonly RobotsTxt[];
  readonly #budget: Budget;
  readonly #rows: Row[];
  /** Those for which URLs count. */
  readonly #audiences: readonly CountedAudience[];
  readonly #byName = new Map<string, Row>();
  readonly #requesters = new RequestCrawlers((crawler) => this.#requesterOf(crawler));
  readonly #notGoverned = new Map<string, NotGoverned>();
  /** Whether the caller chose the crawlers. */
  readonly #isChosen: boolean;
  readonly #inDialects = new Map<Dialect, readonly RobotsTxt[]>();
  /** Whether requests have their verdicts in the dialects that their crawlers document. */
  readonly #isByDialect: boolean;
  /** Whether the rows are in several dialects. */
  readonly #hasDialects: boolean;
  /**
   * A text that none of them reads is not a URL. By default, there is only that of the first dialect, because Google's
   * parser accepts any text.
   */
  readonly #validators: readonly Matcher[];
  #urlsForAll = 0;
  #urls = 0;
  #invalid = 0;
  #unchecked = 0;

  /**
   * @param files a robots.txt, or those before and after an edit
   * @param options the crawlers to count for: by default every token that one file names and `*`, or as in `diff` for two
   */
  constructor(files: readonly [RobotsTxt] | readonly [before: RobotsTxt, after: RobotsTxt], options: CountOptions = {}) {
    this.#files = withOwnDialects(files);
    this.#budget = options.budget === undefined ? new Budget(Number.POSITIVE_INFINITY) : readBudget(options.budget);
    this.#isChosen = options.productTokens !== undefined;
    this.#isByDialect = readsByDialect(this.#files, options.documentedDialects);
    const productTokens = options.productTokens ?? (files.length === 1 ? namedTokens(this.#files) : undefined);
    const parts = partsByDialect<readonly RobotsTxt[]>(this.#files, {
      ...options,
      ...(productTokens && { productTokens }),
    });
    this.#hasDialects = parts.length > 1;
    this.#rows = parts.flatMap((part) => this.#rowsOf(part));
    const audiences = new Set(this.#rows.flatMap(({ audience }) => audience ?? []));
    this.#audiences = [...audiences].filter(({ differs }) => differs);
    const validating = options.productTokens === undefined ? parts.slice(0, 1) : parts;
    this.#validators = validating.map((part) => part.files[0].matcher(STAR_TOKEN));
    for (const row of this.#rows) {
      const name = nameKey(crawlerName(row.crawler), row.part.files[0].dialect);
      if (!this.#byName.has(name)) this.#byName.set(name, row);
    }
  }

  /** The crawlers that are counted. */
  get crawlers(): readonly Crawler[] {
    return this.#rows.map(({ crawler }) => crawler);
  }

  /**
   * Adds a URL for all crawlers, or with a User-Agent header a request of the crawler that it names. A crawler without its
   * own row counts for the one whose groups it follows, such as Googlebot for Googlebot-Image, or `*`, with the verdict in
   * the dialect that it documents. A known crawler that follows none of them gets a row, unless the caller chose the
   * crawlers.
   */
  add(url: string | URL, userAgent?: string): CountedAs {
    const requester = userAgent === undefined ? undefined : this.#requesters.of(userAgent);
    if (userAgent !== undefined && requester === undefined) return 'other';
    if (requester !== undefined && 'requests' in requester) {
      requester.requests++;
      return 'not-governed';
    }
    const counted = requester === undefined ? this.#audiences : [requester];
    const { length } = String(url);
    let steps = 0;
    for (const audience of counted) for (const stepsOf of audience.steps) steps += stepsOf(length);
    if (!this.#budget.spend(steps)) {
      this.#unchecked++;
      return 'unchecked';
    }
    const validators = requester?.matchers ?? this.#validators;
    if (!validators.some((matcher) => isUrl(url, matcher))) {
      this.#invalid++;
      return 'invalid';
    }
    this.#urls++;
    if (requester === undefined) this.#addForAll(url);
    else this.#addRequest(url, requester);
    return 'counted';
  }

  /**
   * Returns which of the counted crawlers the first file blocks from a URL, or with a User-Agent header whether it blocks the
   * crawler that sent it. Counts nothing. None for a text that is not a URL.
   */
  blocked(url: string | URL, userAgent?: string): readonly BlockedCrawler[] {
    const requester = userAgent === undefined ? undefined : this.#requesters.of(userAgent);
    if (requester === undefined && userAgent !== undefined) return [];
    if (requester !== undefined && 'requests' in requester) return [];
    const checked =
      requester === undefined
        ? this.#rows.map(({ crawler, audience }) => ({ crawler, matcher: audience?.matchers[0] }))
        : [{ crawler: requester.crawler, matcher: requester.matchers[0] }];
    const rules = new Map<Matcher, Rule | undefined>();
    return checked.flatMap(({ crawler, matcher }) => {
      if (matcher === undefined) return [];
      if (!rules.has(matcher)) rules.set(matcher, blockingRule(url, matcher));
      const rule = rules.get(matcher);
      return rule === undefined ? [] : { crawler: crawlerName(crawler), rule };
    });
  }

  #addForAll(url: string | URL): void {
    this.#urlsForAll++;
    for (const { matchers, rules, changes } of this.#audiences) {
      if (this.#hasDialects && !isUrl(url, matchers[0])) rules.invalid++;
      else if (matchers.length === 1) rules.add(url, matchers[0]);
      else changes.add(url, matchers);
    }
  }

  #addRequest(url: string | URL, { row, matchers }: Requester): void {
    if (matchers.length === 1) row.requests.add(url, matchers[0]);
    else row.audience?.changes.addRequest(url, matchers);
  }

  /** Returns the requests so far of known crawlers that may ignore robots.txt, most first. */
  notGoverned(): readonly NotGovernedRequests[] {
    return [...this.#notGoverned.values()].sort((a, b) => b.requests - a.requests);
  }

  /** Returns the counts over one file so far, for each crawler. */
  coverage(): readonly Coverage[] {
    return this.#rows.map(({ crawler, part, audience, requests }) => {
      const { group, rules } = matcherFor(part.files[0], crawler);
      const counted = {
        rules: audience?.matchers[0].rules ?? [],
        tally: audience?.rules ?? new RuleTally(),
      };
      return {
        productToken: crawlerName(crawler),
        group,
        ...coverageOf(audience === undefined ? [] : rules, counted, requests),
        invalid: this.#invalid + counted.tally.invalid,
        unchecked: this.#unchecked,
      };
    });
  }

  /** Returns the counts of what changes between two files so far, in each dialect. */
  changes(): CountedChanges {
    const byAudience = groupBy(this.#rows, ({ audience }) => audience);
    const changes = [...byAudience].flatMap(([audience, rows]) => {
      if (audience === undefined) return [];
      const productTokens = rows.map(({ crawler }) => crawlerName(crawler));
      const dialect = audience.matchers[1].dialect.name;
      const counts = audience.changes.result(this.#urlsForAll);
      return counts.map((change) => ({ productTokens, dialect, ...change }));
    });
    return {
      urls: this.#urls,
      invalid: this.#invalid,
      changes: changes.sort((a, b) => b.urls - a.urls),
    };
  }

  #rowsOf(part: DialectPart<readonly RobotsTxt[]>): readonly Row[] {
    const { files, groups, crawlers } = part;
    for (const file of files) this.#budget.spend(groupSteps(file));
    const audiences = new Map<string, CountedAudience>();
    const audienceOf = (crawler: Crawler): CountedAudience | undefined => {
      const key = groups.rulesKeyOf(crawler);
      if (!this.#budget.spend(groups.stepsFor(crawler))) return undefined;
      const matchers = files.map((file) => matcherFor(file, crawler));
      const audience = audiences.get(key) ?? {
        differs: files.length === 1 || !groups.agreeOn(crawler),
        matchers,
        steps: matchers.map(({ rules }) => querySteps(rules)),
        rules: new RuleTally(),
        changes: new ChangeTally(),
      };
      audiences.set(key, audience);
      return audience;
    };
    const byGroups = new Map<string, CountedAudience | undefined>();
    return crawlers.map((crawler) => {
      const key = groups.keyOf(crawler);
      if (!byGroups.has(key)) byGroups.set(key, audienceOf(crawler));
      return { crawler, part, audience: byGroups.get(key), requests: new RuleTally() };
    });
  }

  #requesterOf(crawler: CrawlerProfile | string | undefined): Requester | NotGoverned | undefined {
    if (crawler === undefined) return undefined;
    const profile = typeof crawler === 'string' ? undefined : crawler;
    if (profile !== undefined && !isGoverned(profile)) return this.#notGovernedOf(profile);
    const row = this.#rowOf(crawler) ?? (profile && this.#addRow(profile));
    if (row === undefined) return undefined;
    const dialect = this.#isByDialect ? dialectFor(crawler) : this.#files[0].dialect;
    const files = this.#isByDialect ? this.#in(dialect) : this.#files;
    const matchers = files.map((file) => matcherFor(file, crawler));
    return { crawler, row, matchers, steps: matchers.map(({ rules }) => querySteps(rules)) };
  }

  #notGovernedOf(crawler: CrawlerBehavior): NotGoverned {
    const counted = this.#notGoverned.get(crawler.name) ?? { crawler, requests: 0 };
    this.#notGoverned.set(crawler.name, counted);
    return counted;
  }

  /** Adds a row for a known crawler that follows the groups of no other, such as one that ignores `*`. */
  #addRow(crawler: CrawlerBehavior): Row | undefined {
    if (this.#isChosen) return undefined;
    const files = this.#isByDialect ? this.#in(dialectFor(crawler)) : this.#files;
    const [row] = this.#rowsOf({ files, groups: new NamedGroups(files), crawlers: [crawler] });
    this.#rows.push(row);
    this.#byName.set(nameKey(crawler.name, files[0].dialect), row);
    return row;
  }

  /** Returns the row of the crawler, or of another name whose groups it follows in all files. */
  #rowOf(crawler: Crawler): Row | undefined {
    const names = [crawlerName(crawler), ...productTokensOf(crawler), ...(fallsBackToStar(crawler) ? [STAR_TOKEN] : [])];
    // The dialect of the files first: it has a row for each group.
    return [this.#files[0].dialect, dialectFor(crawler)]
      .flatMap((dialect) => names.flatMap((name) => this.#byName.get(nameKey(name, dialect)) ?? []))
      .find(({ part, ...row }) => part.groups.keyOf(crawler) === part.groups.keyOf(row.crawler));
  }

  #in(dialect: Dialect): readonly RobotsTxt[] {
    const part = this.#rows.find((row) => row.part.files[0].dialect === dialect)?.part;
    const files = part?.files ?? this.#inDialects.get(dialect) ?? filesIn(this.#files, dialect);
    this.#inDialects.set(dialect, files);
    return files;
  }
}

function nameKey(name: string, dialect: Dialect): string {
  return `${dialect.name} ${name.toLowerCase()}`;
}

function blockingRule(url: string | URL, matcher: Matcher): Rule | undefined {
  if (!isUrl(url, matcher) || matcher.isAllowed(url)) return undefined;
  return matcher.explain(url).rule;
}

function isUrl(url: string | URL, matcher: Matcher): boolean {
  try {
    matcher.isAllowed(url);
    return true;
  } catch {
    return false;
  }
}
