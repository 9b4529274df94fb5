/** Weighs an edit of a robots.txt by URLs: how many of a sitemap or an access log it blocks or allows. */

import { dialectFor } from '../decide/profile.js';
import { MAX_PARSING_LIMIT_BYTES } from '../dialect/limits.js';
import { type Crawler, crawlerName } from '../file/crawler.js';
import { parseRobotsTxt, type RobotsTxt } from '../file/robots-txt.js';
import type { Matcher } from '../match/matcher.js';
import type { Rule, Verdict } from '../match/verdict.js';
import { Budget } from '../prover/budget.js';
import { isNarrower } from '../prover/differences.js';
import { rankRules } from '../prover/ranked-rules.js';
import type { Shape } from '../prover/shape.js';
import { Requesters } from './access-log.js';
import { comparedCrawlers, listedCrawlers, NamedGroups, ruleText } from './audience.js';
import {
  type ComparedCrawlers,
  type DialectPart,
  type MatcherPair,
  matchersFor,
  partsByDialect,
} from './by-dialect.js';
import type { Change } from './diff.js';

/** What changes for product tokens whose rules are the same as each other's in both files. */
export interface CountedChange {
  readonly productTokens: readonly string[];
  readonly effect: Change['effect'];
  /** URLs whose verdict changes; a URL that was added several times counts as often. */
  readonly urls: number;
  /** All valid URLs that were added for these tokens. */
  readonly total: number;
  /**
   * By the rule that blocks the URL in one file, or the rule that allows it in the other one if that matches only a part of
   * the same URLs, as in `diff`; most URLs first. Lines are those of the first token.
   */
  readonly rules: readonly CountedRule[];
  /** The targets (path and query) that were added most often, at most ten. */
  readonly targets: readonly { readonly target: string; readonly urls: number }[];
}

export interface CountedRule {
  readonly file: 'before' | 'after';
  readonly rule: Rule;
  readonly urls: number;
}

export interface CountedChanges {
  /** URLs that were added and are valid. */
  readonly urls: number;
  /** Texts that were added and are not URLs. */
  readonly invalid: number;
  /** Most URLs first. */
  readonly changes: readonly CountedChange[];
}

const MAX_TARGETS = 10;
/** Different targets counted per change. Further ones count as URLs, but are never among the most frequent. */
const MAX_COUNTED_TARGETS = 100_000;

/**
 * Counts URLs as they are added, without storing more than a bounded number of them. Time per URL: one verdict for each
 * dialect, and two more for each set of product tokens with different rules if a rule that was added or removed matches.
 */
export class ChangeCounter {
  readonly #parts: readonly CountedPart[];
  /** The crawlers that are counted. */
  readonly crawlers: readonly Crawler[];
  /** Those that read the files as given. */
  readonly #named: Requesters;
  /** Valid URLs that were added for all crawlers. */
  #urlsForAll = 0;
  #urls = 0;
  #invalid = 0;

  /** @param options which crawlers to count for; by default the same as in `diff` */
  constructor(before: RobotsTxt, after: RobotsTxt, options?: ComparedCrawlers) {
    this.#parts = partsByDialect([before, after], options).map(countedPart);
    this.crawlers = this.#parts.flatMap(({ byCrawler }) => [...byCrawler.keys()]);
    this.#named = new Requesters([...this.#parts[0].byCrawler.keys()]);
  }

  /**
   * Adds a URL for all crawlers, or a request of one of `crawlers`, or by default of any that follows the same groups as
   * one of them in both files. Throws a TypeError for an invalid product token.
   */
  add(url: string | URL, crawler?: Crawler): void {
    const own = crawler === undefined ? undefined : this.#partOf(crawler);
    let isUrl = false;
    for (const part of this.#parts) {
      // Google's parser accepts texts that are not URLs in other dialects.
      if (part.isFurther && !isUrl) break;
      let isAllowed: boolean;
      try {
        isAllowed = part.matcher.isAllowed(url);
      } catch {
        continue;
      }
      isUrl = true;
      if (crawler !== undefined) {
        if (part === own) this.#addRequest(url, part.find(crawler), part);
      } else if (!isAllowed || !part.blocksChanges) {
        for (const audience of part.audiences) if (!audience.isListed(url)) audience.add(url);
      }
    }
    if (!isUrl) this.#invalid++;
    else this.#urls++;
    if (isUrl && crawler === undefined) this.#urlsForAll++;
  }

  /** Returns the part that counts requests of the crawler, if possible in its own dialect; undefined if none does. */
  #partOf(crawler: Crawler): CountedPart | undefined {
    const dialect = dialectFor(crawler);
    const counts = ({ find }: CountedPart) => find(crawler) !== undefined;
    return (
      // A crawler that documents another dialect may be compared in that of the files, too.
      this.#parts.findLast(({ byCrawler }) => byCrawler.has(crawler)) ??
      this.#parts.find((part) => part.matcher.dialect === dialect && counts(part)) ??
      this.#parts.find(counts)
    );
  }

  #addRequest(url: string | URL, crawler: Crawler | undefined, { byCrawler }: CountedPart): void {
    if (crawler === undefined) return;
    const audience = byCrawler.get(crawler);
    if (audience?.isListed(url)) {
      const followed = this.#named.of(crawlerName(crawler));
      if (followed !== undefined) this.#parts[0].byCrawler.get(followed)?.addRequest(url);
    } else audience?.addRequest(url);
  }

  /** The counts so far. */
  result(): CountedChanges {
    const audiences = this.#parts.flatMap((part) => part.audiences);
    const changes = audiences.flatMap((audience) => audience.result(this.#urlsForAll));
    return {
      urls: this.#urls,
      invalid: this.#invalid,
      changes: changes.sort((one, other) => other.urls - one.urls),
    };
  }
}

interface CountedPart {
  /** Whether only what the files as given do not show is counted. */
  readonly isFurther: boolean;
  readonly audiences: readonly CountedAudience[];
  /** Undefined for a crawler for which nothing changes. */
  readonly byCrawler: ReadonlyMap<Crawler, CountedAudience | undefined>;
  readonly find: (crawler: Crawler) => Crawler | undefined;
  readonly matcher: Matcher;
  /** Whether the matcher blocks every URL whose verdict may change. */
  readonly blocksChanges: boolean;
}

function countedPart({ files, productTokens, listed }: DialectPart): CountedPart {
  const groups = new NamedGroups(files);
  const listedGroups = listed && new NamedGroups(listed);
  const crawlers = productTokens ?? comparedCrawlers(files, groups);
  const byCrawler = new Map<Crawler, CountedAudience | undefined>(
    crawlers.map((crawler) => [crawler, undefined]),
  );
  const byRules = Map.groupBy(
    crawlers.filter((crawler) => !groups.agreeOn(crawler)),
    (crawler) => `${groups.rulesKeyOf(crawler)} ${listedGroups?.rulesKeyOf(crawler)}`,
  );
  const audiences = Array.from(byRules.values(), (some) => {
    const shown = listed && matchersFor(listed, some[0]);
    const audience = new CountedAudience(some.map(crawlerName), matchersFor(files, some[0]), shown);
    for (const crawler of some) byCrawler.set(crawler, audience);
    return audience;
  });
  const candidates = candidatesOf(audiences);
  const keysOf = (crawler: Crawler) => [
    productTokens ? groups.tokensKeyOf(crawler) : groups.keyOf(crawler),
  ];
  return {
    isFurther: listed !== undefined,
    ...{ audiences, byCrawler, find: listedCrawlers(crawlers, keysOf) },
    matcher: candidates ?? files[1].matcher('*'),
    blocksChanges: candidates !== undefined,
  };
}

/**
 * Returns a matcher that blocks every URL that an added or removed rule matches; undefined if other URLs may change too.
 * The rule with the most bytes decides, so if the verdict changes, the deciding rule of one file is not in the other.
 */
function candidatesOf(audiences: readonly CountedAudience[]): Matcher | undefined {
  const patterns = new Set<string>();
  const [dialect, ...others] = new Set(
    audiences.flatMap(({ matchers }) => matchers.map(({ dialect }) => dialect)),
  );
  for (const { matchers } of audiences) {
    const [before, after] = matchers;
    const [old, young] = matchers.map(({ rules }) => new Set(rules.map(ruleText)));
    const changed = [
      ...before.rules.filter((rule) => !young.has(ruleText(rule))),
      ...after.rules.filter((rule) => !old.has(ruleText(rule))),
    ];
    for (const { pattern, canonicalPattern } of changed) {
      patterns.add(pattern);
      // In Google's dialect, the rule may also allow the folder of an index page (row 24).
      const index = canonicalPattern.lastIndexOf('/index.htm');
      if (index !== -1) patterns.add(`${canonicalPattern.slice(0, index)}/$`);
    }
  }
  if (dialect === undefined || others.length > 0 || dialect.precedence !== 'most-bytes')
    return undefined;
  const lines = [...patterns].map((pattern) => `Disallow: ${pattern}\n`);
  const text = `User-agent: *\n${lines.join('')}`;
  const candidates = parseRobotsTxt(text, { dialect, maxBytes: MAX_PARSING_LIMIT_BYTES });
  // A pattern that is not UTF-8 cannot be copied as text.
  return candidates.truncated || text.includes('\ufffd') ? undefined : candidates.matcher('*');
}

type FileSide = CountedRule['file'];

type Verdicts = Readonly<Record<FileSide, Verdict>>;

class CountedAudience {
  /** Valid URLs that were added for one of its crawlers. */
  #requests = 0;
  readonly matchers: MatcherPair;
  readonly #tokens: readonly string[];
  /** Those of the files as given. */
  readonly #listed: MatcherPair | undefined;
  readonly #counts = { 'newly-blocked': new Counts(), 'newly-allowed': new Counts() };
  /** By line of their rule. */
  readonly #shapes = {
    before: new Map<number, readonly Shape[]>(),
    after: new Map<number, readonly Shape[]>(),
  };

  constructor(tokens: readonly string[], matchers: MatcherPair, listed?: MatcherPair) {
    this.#tokens = tokens;
    this.matchers = matchers;
    this.#listed = listed;
  }

  /** Returns whether the files as given show the same change. */
  isListed(url: string | URL): boolean {
    if (this.#listed === undefined) return false;
    return effectOn(url, this.#listed) === effectOn(url, this.matchers);
  }

  addRequest(url: string | URL): void {
    this.#requests++;
    this.add(url);
  }

  add(url: string | URL): void {
    const effect = effectOn(url, this.matchers);
    if (effect === undefined) return;
    const [before, after] = this.matchers;
    const verdicts = { before: before.explain(url), after: after.explain(url) };
    const [allowing, blocking] =
      effect === 'newly-blocked' ? (['before', 'after'] as const) : (['after', 'before'] as const);
    const file = this.#isException(verdicts, allowing, blocking) ? allowing : blocking;
    this.#counts[effect].add(verdicts.after.target, file, verdicts[file].rule);
  }

  /** Returns whether the rule that allows a URL matches only a part of what the rule that blocks it matches. */
  #isException(verdicts: Verdicts, allowing: FileSide, blocking: FileSide): boolean {
    const [before, after] = this.matchers;
    // Without a common dialect, patterns cannot be compared.
    if (before.dialect !== after.dialect) return false;
    const allowingShapes = this.#shapesOf(allowing, verdicts[allowing].rule);
    const blockingShapes = this.#shapesOf(blocking, verdicts[blocking].rule);
    if (allowingShapes === undefined || blockingShapes === undefined) return false;
    return isNarrower(allowingShapes, blockingShapes, new Budget());
  }

  #shapesOf(file: FileSide, rule: Rule | undefined): readonly Shape[] | undefined {
    if (rule === undefined) return undefined;
    const shapes = this.#shapes[file];
    const known = shapes.get(rule.line);
    if (known !== undefined) return known;
    const [{ ruleShapes }] = rankRules([rule], this.matchers[0].dialect).entriesOf(rule);
    shapes.set(rule.line, ruleShapes);
    return ruleShapes;
  }

  result(urlsForAll: number): CountedChange[] {
    return (['newly-blocked', 'newly-allowed'] as const)
      .filter((effect) => this.#counts[effect].urls > 0)
      .map((effect) => ({
        productTokens: this.#tokens,
        effect,
        total: urlsForAll + this.#requests,
        ...this.#counts[effect].result(),
      }));
  }
}

/** Returns how the verdict changes. Throws a TypeError for an invalid URL. */
function effectOn(url: string | URL, [before, after]: MatcherPair): Change['effect'] | undefined {
  const isAllowed = after.isAllowed(url);
  if (isAllowed === before.isAllowed(url)) return undefined;
  return isAllowed ? 'newly-allowed' : 'newly-blocked';
}

class Counts {
  urls = 0;
  readonly #rules = new Map<string, { file: 'before' | 'after'; rule: Rule; urls: number }>();
  readonly #targets = new Map<string, number>();

  add(target: string, file: 'before' | 'after', rule: Rule | undefined): void {
    this.urls++;
    if (rule !== undefined) {
      const key = `${file} ${rule.line}`;
      const known = this.#rules.get(key) ?? { file, rule, urls: 0 };
      this.#rules.set(key, known);
      known.urls++;
    }
    const count = this.#targets.get(target);
    if (count !== undefined || this.#targets.size < MAX_COUNTED_TARGETS) {
      this.#targets.set(target, (count ?? 0) + 1);
    }
  }

  result(): Pick<CountedChange, 'urls' | 'rules' | 'targets'> {
    return {
      urls: this.urls,
      rules: [...this.#rules.values()].sort((one, other) => other.urls - one.urls),
      targets: [...this.#targets]
        .map(([target, urls]) => ({ target, urls }))
        .sort((one, other) => other.urls - one.urls)
        .slice(0, MAX_TARGETS),
    };
  }
}
