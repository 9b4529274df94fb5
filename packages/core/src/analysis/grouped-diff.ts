/** A diff for people: changes that are the same in several dialects are one, and crawlers are sorted by how they are affected. */

import { isSiteField } from '../dialect/fields.js';
import type { Group } from '../file/groups.js';
import type { RobotsTxt } from '../file/robots-txt.js';
import { STAR_TOKEN } from '../match/token-input.js';
import type { Rule } from '../match/verdict.js';
import { groupBy } from '../util/group-by.js';
import { memoizeByObject } from '../util/memoize-by-object.js';
import type { Change, Undecided } from './access-changes.js';
import { NamedGroups, ruleText } from './audience.js';
import { type GroupedChange, type GroupOptions, groupByDialect, starFollower } from './by-dialect.js';
import type { Diff } from './diff.js';

/** A diff for people: what is the same in several dialects is one entry. */
export interface GroupedDiff extends Omit<Diff, 'changes' | 'undecided' | 'crawlers' | 'omittedCrawlers'> {
  readonly changes: readonly GroupedChange<Change>[];
  readonly undecided: readonly GroupedChange<Undecided>[];
  readonly crawlers: ComparedNames;
  /** The changed crawlers whose access changes, with those that follow the group of another; `*` stands for all of its group. */
  readonly accessCrawlers: readonly string[];
}

/** The compared crawlers by how an edit affects them: their access, other records of their groups, or preferences. */
export interface ComparedNames {
  /**
   * Changed, although the edit does not name them: they may be unintended. They follow the group of another
   * crawler, or others have joined their group, such as by merging with it.
   */
  readonly unnamed: readonly string[];
  /**
   * Changed, and named in the edit: a user-agent line with their name is added, removed or moved to another group, or their
   * group changes. `*` names all crawlers that follow its group.
   */
  readonly named: readonly string[];
  /** Proved to be unaffected. */
  readonly unaffected: readonly string[];
}

/**
 * Groups the changes of different dialects with the same effect and pattern. A known crawler is left out of its own dialect
 * if an earlier one has such a change for its name, for a name whose group it follows, or, if the files name neither, for
 * `*`. Crawlers that the edit does not name come first.
 *
 * @example
 * ```ts
 * import { parseRobotsTxt } from '@repkit/core';
 * import { diff, groupDiff } from '@repkit/core/analysis';
 *
 * const before = parseRobotsTxt('User-agent: *\nDisallow: /private/');
 * const after = parseRobotsTxt('User-agent: *\nDisallow: /p');
 * const { changes } = groupDiff(diff(before, after), { files: [before, after] });
 * changes.map(({ pattern }) => pattern); // [ '/p' ]
 * ```
 */
export function groupDiff(result: Diff, options?: GroupOptions): GroupedDiff {
  const lineNumbers = (rules: readonly Rule[]) => rules.map(({ line }) => line);
  const { changes, undecided, crawlers, omittedCrawlers, ...rest } = result;
  const isInEdit = namedByEdit(options?.files ?? []);
  const followsStar = starFollower(options?.files ?? []);
  const isNamed = (name: string) => isInEdit(followsStar(name) ? STAR_TOKEN : name);
  const unnamedFirst = (names: readonly string[]) => names.toSorted((a, b) => Number(isNamed(a)) - Number(isNamed(b)));
  const { recordChanges, preferenceChanges } = result;
  const grouped = groupByDialect(changes, ({ effect, pattern }) => `${effect} ${pattern}`, options).map((change) => ({
    ...change,
    productTokens: unnamedFirst(change.productTokens),
  }));
  const changed = [...namesIn(changes, recordChanges, preferenceChanges), ...omittedCrawlers];
  const affected = new Set([...namesIn(undecided), ...changed].map((name) => name.toLowerCase()));
  const shownNames = new Set(namesIn(grouped, recordChanges, preferenceChanges));
  const listed = (names: readonly string[]) => distinctNames(names).filter((name) => shownNames.has(name) || !followsStar(name));
  const listedNames = listed(changed);
  return {
    ...rest,
    changes: grouped,
    undecided: groupByDialect(
      undecided,
      ({ before, after }) => JSON.stringify([lineNumbers(before), lineNumbers(after)]),
      options,
    ),
    crawlers: {
      unnamed: listedNames.filter((name) => !isNamed(name)),
      named: listedNames.filter(isNamed),
      unaffected: crawlers.filter((name) => !affected.has(name.toLowerCase())),
    },
    accessCrawlers: listed(namesIn(changes)),
  };
}

/** Returns the names in lists of changes, without repetitions. */
export function namesIn(...lists: readonly (readonly { readonly productTokens: readonly string[] }[])[]): readonly string[] {
  return [...new Set(lists.flatMap((list) => list.flatMap((item) => item.productTokens)))];
}

/** Returns the names as first spelled: a file may spell the name of a known crawler in its own way. */
function distinctNames(names: readonly string[]): readonly string[] {
  const byName = groupBy(names, (name) => name.toLowerCase());
  return Array.from(byName.values(), ([first]) => first);
}

/**
 * Returns a predicate for crawlers that the edit names: a user-agent line with their name is added, removed or moved to another
 * group, or their group changes. A group that only gains other crawlers, and rules with them, does not count: most often,
 * another group has merged with it.
 */
function namedByEdit(files: readonly RobotsTxt[]): (name: string) => boolean {
  if (files.length < 2) return () => false;
  const groups = new NamedGroups(files);
  // Thousands of names may share one group with thousands of lines.
  const editsOf = memoizeByObject((before: Group) => memoizeByObject((after: Group) => isEdited(before, after)));
  return (name) => {
    const [before, after] = groups.groupsNaming(name);
    return before.length !== after.length || before.some((group, index) => editsOf(group)(after[index]));
  };
}

/** Returns whether a group changes in another way than by the crawlers that join it. */
function isEdited(before: Group, after: Group): boolean {
  const isGrowth = (earlier: readonly string[], later: readonly string[]) => {
    const all = new Set(later);
    return earlier.every((text) => all.has(text));
  };
  const [namesBefore, namesAfter] = [namesOf(before), namesOf(after)];
  const [linesBefore, linesAfter] = [recordTexts(before), recordTexts(after)];
  if (!isGrowth(namesBefore, namesAfter)) return true;
  return isGrowth(namesAfter, namesBefore)
    ? linesBefore.join('\n') !== linesAfter.join('\n')
    : !isGrowth(linesBefore, linesAfter);
}

function namesOf({ productTokens }: Group): readonly string[] {
  return productTokens.map((name) => name.toLowerCase());
}

/** Returns the rules and other records of a group as texts. */
function recordTexts({ rules, otherRecords }: Group): readonly string[] {
  const records = otherRecords.filter(({ field, name }) => !isSiteField(field, name));
  return [...rules.map(ruleText), ...records.map(({ name, value }) => `${name.toLowerCase()}: ${value}`)];
}
