/** Finds and proves what an edit of a robots.txt changes: the URLs that it blocks or allows, and other records. */

import { knownFields } from '../dialect/fields.js';
import { type Crawler, crawlerName } from '../file/crawler.js';
import { isLabel } from '../file/label.js';
import { matcherFor, type RobotsTxt } from '../file/robots-txt.js';
import { STAR_TOKEN } from '../match/token-input.js';
import type { Rule, Verdict } from '../match/verdict.js';
import { type Budget, groupSteps, querySteps, readBudget } from '../prover/budget.js';
import { type Difference, findDifferences } from '../prover/differences.js';
import { rankedRulesOf } from '../prover/ranked-rules.js';
import { groupBy } from '../util/group-by.js';
import { CommonChanges, type NamedGroups, ORIGIN } from './audience.js';
import { type ComparedCrawlers, type DialectPart, type FilePair, type MatcherPair, partsByDialect } from './by-dialect.js';
import { type PreferenceChange, preferenceChanges } from './preference-changes.js';
import { commentChanges, labelChanges, type RecordChange, recordChanges } from './record-changes.js';

export interface DiffOptions extends ComparedCrawlers {
  /** Steps that the proof may take (default: 13 million). */
  readonly budget?: number;
  /** Whether to list comments in `recordChanges` (default: false). They never affect `equivalent`. */
  readonly comments?: boolean;
}

/**
 * URLs whose verdict changes because of one rule: the one that blocks them in one of the files, or the one that allows
 * them in the other file if that matches only a part of the same URLs.
 */
export interface Change {
  /**
   * The crawlers for which the same URLs change because of the same rules, in the order compared: product tokens, and
   * known crawlers by name.
   */
  readonly productTokens: readonly string[];
  /** The name of the dialect in which they were compared; that of the second file if the files have different ones. */
  readonly dialect: string;
  readonly effect: 'newly-blocked' | 'newly-allowed';
  /**
   * An example target for `isTargetAllowed`, or to append to an origin. May start with `//`. As short as possible
   * unless that takes too long to find.
   */
  readonly witness: string;
  /**
   * The path-pattern, as written, of the rule that makes the difference. Every URL of this change matches it. It is never
   * wider than the rule that blocks the witness.
   */
  readonly pattern: string;
  /** The verdict for the witness before and after, with the deciding rule. Lines are those of the first token. */
  readonly before: Verdict;
  readonly after: Verdict;
}

export interface Diff {
  /**
   * Whether nothing that a crawler reads has changed: neither access nor other records. `true` and `false` are proved.
   * `undecided`: no change was found within the budget.
   */
  readonly equivalent: boolean | 'undecided';
  /** Whether every URL has the same verdict for every crawler compared; other records may differ. */
  readonly accessEquivalent: boolean | 'undecided';
  /** The names of the dialects in which crawlers were compared. */
  readonly dialects: readonly string[];
  /** All crawlers that were compared: product tokens, and known crawlers by name. */
  readonly crawlers: readonly string[];
  /**
   * At least one for each rule that blocks a URL that the other file allows. Those of `*` first, then by number of product
   * tokens, newly blocked ones first, shorter patterns first.
   */
  readonly changes: readonly Change[];
  /**
   * Sitemaps, crawl delays and other records that are not rules. Order and repetition of records are ignored. For a label that
   * is in none of the changes, also its group and its allow rules, because these state a preference.
   */
  readonly recordChanges: readonly RecordChange[];
  /** The preferences in Content-Usage and Content-Signal lines that change for URLs that both files allow. */
  readonly preferenceChanges: readonly PreferenceChange[];
  /** Whether `undecided` is empty. If not, there may be more changes. */
  readonly complete: boolean;
  /** The rules that the budget did not suffice to compare. */
  readonly undecided: readonly Undecided[];
}

/**
 * Returns the rule that has the pattern of a change, and the file that contains it; undefined for `/robots.txt`, which
 * only some dialects always allow.
 *
 * @example
 * ```ts
 * import { parseRobotsTxt } from '@repkit/core';
 * import { diff, ruleOfChange } from '@repkit/core/analysis';
 *
 * const [before, after] = ['Disallow: /a', 'Disallow: /'].map((rule) => parseRobotsTxt(`User-agent: *\n${rule}`));
 * const { changes } = diff(before, after);
 * changes.map((change) => ruleOfChange(change)?.rule.line); // [ 2, 2, 2 ]
 * ```
 */
export function ruleOfChange(
  change: Pick<Change, 'effect' | 'pattern' | 'before' | 'after'>,
): { readonly file: 'before' | 'after'; readonly rule: Rule } | undefined {
  const { effect, pattern } = change;
  const blockingFirst = effect === 'newly-blocked' ? (['after', 'before'] as const) : (['before', 'after'] as const);
  for (const file of blockingFirst) {
    const { rule } = change[file];
    if (rule?.pattern === pattern) return { file, rule };
  }
  return undefined;
}

/** Rules that may change the verdict for further URLs. */
export interface Undecided {
  /** Product tokens with the same rules. */
  readonly productTokens: readonly string[];
  /** The name of the dialect. */
  readonly dialect: string;
  /** Rules of the file before the edit. If both lists are empty, no rule for these tokens was compared. */
  readonly before: readonly Rule[];
  readonly after: readonly Rule[];
}

/** The share of the budget reserved for confirming results. */
const PART_FOR_CHANGES = 1 / 4;

/**
 * Compares two robots.txt files, each crawler in the dialect that it documents unless `documentedDialects` is false. If
 * the dialects of the files differ, only URLs in normal form (RFC 3986 6.2.2) are compared, because the dialects always
 * disagree about other spellings.
 * Throws a RangeError for an invalid budget and a TypeError for an invalid product token. Worst case: linear in both
 * files, plus the budget.
 *
 * @example
 * ```ts
 * import { parseRobotsTxt } from '@repkit/core';
 * import { diff } from '@repkit/core/analysis';
 *
 * const before = parseRobotsTxt('User-agent: *\nDisallow: /private/');
 * const after = parseRobotsTxt('User-agent: *\nDisallow: /p');
 * const { changes, complete } = diff(before, after);
 * changes.map(({ dialect, witness }) => [dialect, witness]); // [ [ 'rfc9309', '/p' ], [ 'google', '/p' ], [ 'yandex', '/p' ] ]
 * complete; // true
 * ```
 */
export function diff(before: RobotsTxt, after: RobotsTxt, options?: DiffOptions): Diff {
  const budget = readBudget(options?.budget);
  const parts = partsByDialect<FilePair>([before, after], options);
  const compared = parts.map((part, index) => {
    const share = Math.floor(budget.left / (parts.length - index));
    return budget.lend(share, (lent) => comparePart(part, lent));
  });
  const changes = compared.flatMap((part) => part.changes);
  const changed = new Set(changes.flatMap(({ productTokens }) => productTokens));
  const recorded = parts.map(({ files, groups, crawlers }) => {
    const audiences = sameGroups(groups, crawlers);
    const { name: dialect } = files[1].dialect;
    const records = recordChanges(files, audiences, groups);
    const preferences = preferenceChanges(files, audiences);
    const labels = crawlers.filter(isLabel).filter((label) => !changed.has(label));
    const ofLabels = labelChanges(groups, labels);
    const undecided = [records, ofLabels, preferences]
      .flatMap((found) => found.undecided)
      .map((productTokens) => ({ productTokens, dialect, before: [], after: [] }));
    return {
      records: [...records.changes, ...ofLabels.changes],
      preferences: preferences.changes,
      undecided,
    };
  });
  const isChosen = options?.productTokens !== undefined;
  const records = ofParts(
    recorded.map((part) => part.records),
    isChosen ? undefined : recordKey,
  );
  const preferences = ofParts(
    recorded.map((part) => part.preferences),
    isChosen ? undefined : preferenceKey,
  );
  const undecidedAccess = compared.flatMap((part) => part.undecided);
  const undecided = [...undecidedAccess, ...recorded.flatMap((part) => part.undecided)];
  const complete = undecided.length === 0;
  return {
    equivalent: changes.length + records.length > 0 ? false : complete || 'undecided',
    accessEquivalent: changes.length > 0 ? false : undecidedAccess.length === 0 || 'undecided',
    dialects: distinctItems(parts.flatMap(({ files }) => files.map(({ dialect }) => dialect.name))),
    crawlers: distinctItems(parts.flatMap((part) => part.crawlers.map(crawlerName))),
    changes,
    recordChanges: [...records, ...(options?.comments ? commentChanges([before, after]) : [])],
    preferenceChanges: preferences,
    complete,
    undecided,
  };
}

/**
 * Returns the known crawlers whose records or preferences change in the dialects that they document. `diff` does not list those
 * that follow the group of a crawler that it lists.
 */
export function recordReadersByDialect(files: FilePair, dialects: readonly string[]): readonly string[] {
  const parts = partsByDialect<FilePair>(files)
    .slice(1)
    .filter((part) => dialects.includes(part.files[1].dialect.name));
  return parts.flatMap((part) => {
    const audiences = sameGroups(part.groups, part.crawlers);
    const records = recordChanges(part.files, audiences, part.groups).changes;
    const preferences = preferenceChanges(part.files, audiences).changes;
    return [...records, ...preferences].flatMap(({ productTokens }) => productTokens);
  });
}

/**
 * Returns the changes of all dialects. By default, most known crawlers follow the groups of others, so of the changes in further
 * dialects only those are listed that the first one does not have.
 */
function ofParts<Item>(
  parts: readonly (readonly Item[])[],
  keyOf: ((item: Item) => string | undefined) | undefined,
): readonly Item[] {
  const [first, ...others] = parts;
  // The records of the whole site are the same in each dialect.
  if (keyOf === undefined) return distinctItems(parts.flat());
  const known = new Set<string | undefined>([undefined, ...first.map(keyOf)]);
  return distinctItems([...first, ...others.flat().filter((item) => !known.has(keyOf(item)))]);
}

/** Undefined for fields that no dialect reads: what one dialect reads as a rule may be such a field in another. */
function recordKey({ field, removed, added }: RecordChange): string | undefined {
  if (!Object.hasOwn(knownFields, field)) return undefined;
  const values = [removed, added].map((records) => records.map(({ value }) => value));
  return JSON.stringify([field, values]);
}

function preferenceKey({ mechanism, category, before, after }: PreferenceChange): string {
  return JSON.stringify([mechanism, category, before, after]);
}

function distinctItems<Item>(all: readonly Item[]): Item[] {
  return [...new Map(all.map((item) => [JSON.stringify(item), item])).values()];
}

/** What a comparison of the access in one dialect finds. */
interface PartDiff {
  readonly changes: readonly Change[];
  readonly undecided: readonly Undecided[];
}

function comparePart({ files, groups, crawlers }: DialectPart<FilePair>, budget: Budget): PartDiff {
  const audiences = sameGroups(groups, crawlers);
  const comparisons = compareAccess(files, audiences, groups, budget);
  const byKey = new Map(comparisons.map(({ tokens, changes }) => [groups.keyOf(tokens[0]), changes]));
  const changes = crawlers.flatMap((crawler) =>
    (byKey.get(groups.keyOf(crawler)) ?? []).map((change) => ({
      ...change,
      productTokens: [crawlerName(crawler)],
    })),
  );
  return {
    changes: merged(changes),
    undecided: comparisons.flatMap((comparison) => comparison.undecided ?? []),
  };
}

/** Returns lists of crawlers that the same groups apply to. */
function sameGroups(groups: NamedGroups, crawlers: readonly Crawler[]): readonly Crawler[][] {
  return [...groupBy(crawlers, (crawler) => groups.keyOf(crawler)).values()];
}

function compareAccess(
  files: FilePair,
  audiences: readonly (readonly Crawler[])[],
  groups: NamedGroups,
  budget: Budget,
): readonly CrawlerComparison[] {
  for (const file of files) budget.spend(groupSteps(file));
  const comparisons = audiences
    .filter(([token]) => !groups.agreeOn(token))
    .map((crawlers): CrawlerComparison => {
      const undecided = {
        productTokens: crawlers.map(crawlerName),
        dialect: files[1].dialect.name,
        before: [],
        after: [],
      };
      const steps = groups.stepsFor(crawlers[0]);
      return { tokens: crawlers, steps, largestBudget: 0, changes: [], undecided };
    });
  let open = comparisons;
  for (let round = 0; round < 2; round++) {
    open = open.filter((comparison, index) => {
      const steps = Math.floor(budget.left / (open.length - index));
      budget.lend(steps, (share) => compareWithin(comparison, files, share));
      return comparison.undecided !== undefined;
    });
  }
  return comparisons;
}

/** Merges the changes that different crawlers have in common, and sorts them. */
function merged(changes: readonly Change[]): readonly Change[] {
  const common = new CommonChanges<Change>();
  for (const change of changes) {
    const { effect, witness, pattern, before, after } = change;
    const decided = [before, after].map(({ reason, rule }) => [reason, rule?.kind, rule?.pattern]);
    common.add(JSON.stringify([effect, witness, pattern, decided]), change);
  }
  const all = common.all();
  const weights = new Map(all.map((change) => [change, change.productTokens.includes(STAR_TOKEN)]));
  return all.sort(
    (a, b) =>
      Number(weights.get(b)) - Number(weights.get(a)) ||
      b.productTokens.length - a.productTokens.length ||
      Number(b.effect === 'newly-blocked') - Number(a.effect === 'newly-blocked') ||
      a.pattern.length - b.pattern.length,
  );
}

/** Product tokens to which the same groups of both files apply. */
interface CrawlerComparison {
  readonly tokens: readonly Crawler[];
  /** The steps to rank their rules. */
  readonly steps: number;
  /** The largest one so far. */
  largestBudget: number;
  changes: readonly Change[];
  undecided: Undecided | undefined;
}

/** Compares within the budget. Does nothing if more than half as much did not suffice before. */
function compareWithin(comparison: CrawlerComparison, files: FilePair, budget: Budget): void {
  const { tokens } = comparison;
  if (budget.left < comparison.largestBudget * 2) return;
  comparison.largestBudget = budget.left;
  if (!budget.spend(comparison.steps)) return;
  const matchers = [matcherFor(files[0], tokens[0]), matcherFor(files[1], tokens[0])] as const;
  const [rulesBefore, rulesAfter] = [rankedRulesOf(matchers[0]), rankedRulesOf(matchers[1])];
  const result = budget.lend(Math.floor(budget.left * (1 - PART_FOR_CHANGES)), (share) =>
    findDifferences(rulesBefore, rulesAfter, share),
  );
  const costs = matchers.map(({ rules }) => querySteps(rules));
  const productTokens = tokens.map(crawlerName);
  const changes: Change[] = [];
  const unconfirmed = result.differences.filter((difference) => {
    const steps = costs.reduce((sum, cost) => sum + cost(difference.witness.length), 0);
    // Always confirm one change: it decides whether the files differ.
    if (!budget.spend(steps) && changes.length > 0) return true;
    const change = confirmedChange(productTokens, difference, matchers);
    if (change !== undefined) changes.push(change);
    return change === undefined;
  });
  comparison.changes = changes;
  const open = [...result.undecided, ...unconfirmed];
  const rulesOf = (wanted: 'before' | 'after') => open.flatMap(({ side, rule = [] }) => (side === wanted ? rule : []));
  comparison.undecided =
    open.length === 0
      ? undefined
      : {
          productTokens,
          dialect: files[1].dialect.name,
          before: rulesOf('before'),
          after: rulesOf('after'),
        };
}

/** Returns the change if the public matchers confirm it. */
function confirmedChange(
  productTokens: readonly string[],
  { rule, witness }: Difference,
  matchers: MatcherPair,
): Change | undefined {
  // One file after the other: each turn to the other one encodes a string body again.
  const [before, after] = matchers.map((matcher) => {
    const verdict = matcher.explain(ORIGIN + witness);
    return matcher.isTargetAllowed(witness) === verdict.allowed ? verdict : undefined;
  });
  if (before === undefined || after === undefined || before.allowed === after.allowed) {
    return undefined;
  }
  const effect = after.allowed ? 'newly-allowed' : 'newly-blocked';
  const pattern = rule?.pattern ?? witness;
  const { name: dialect } = matchers[1].dialect;
  return { productTokens, dialect, effect, witness, pattern, before, after };
}
