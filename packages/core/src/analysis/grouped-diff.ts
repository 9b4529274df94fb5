/** A diff for people: changes that are the same in several dialects are one, and crawlers are sorted by how they are affected. */

import type { RobotsTxt } from '../file/robots-txt.js';
import type { Rule } from '../match/verdict.js';
import { groupBy } from '../util/group-by.js';
import {
  type GroupedChange,
  type GroupOptions,
  groupByDialect,
  starFollower,
} from './by-dialect.js';
import type { Change, Diff, Undecided } from './diff.js';

/** A diff for people: what is the same in several dialects is one entry. */
export interface GroupedDiff extends Omit<Diff, 'changes' | 'undecided' | 'crawlers'> {
  readonly changes: readonly GroupedChange<Change>[];
  readonly undecided: readonly GroupedChange<Undecided>[];
  readonly crawlers: ComparedNames;
}

/** The compared crawlers by how an edit affects them: their access, other records of their groups, or preferences. */
export interface ComparedNames {
  /**
   * Changed, although the edit neither adds nor removes their names: nobody may have thought of them. `*` stands for all
   * crawlers that follow its group.
   */
  readonly unnamed: readonly string[];
  /** Changed, and the edit adds or removes their names. */
  readonly named: readonly string[];
  /** Proved to be unaffected. */
  readonly unaffected: readonly string[];
}

/**
 * Groups the changes of different dialects with the same effect and pattern. A known crawler is left out of its own dialect
 * if an earlier one has such a change for its name, for a name whose group it follows, or, if the files name neither, for
 * `*`. Crawlers whose names the edit neither adds nor removes come first.
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
  const linesOf = (rules: readonly Rule[]) => rules.map(({ line }) => line);
  const { changes, undecided, crawlers, ...rest } = result;
  const isNamed = namedByEdit(options?.files ?? []);
  const unnamedFirst = (names: readonly string[]) =>
    names.toSorted((a, b) => Number(isNamed(a)) - Number(isNamed(b)));
  const { recordChanges, preferenceChanges } = result;
  const grouped = groupByDialect(
    changes,
    ({ effect, pattern }) => `${effect} ${pattern}`,
    options,
  ).map((change) => ({ ...change, productTokens: unnamedFirst(change.productTokens) }));
  const changed = namesIn(changes, recordChanges, preferenceChanges);
  const affected = new Set(
    namesIn(undecided)
      .concat(changed)
      .map((name) => name.toLowerCase()),
  );
  const shown = new Set(namesIn(grouped, recordChanges, preferenceChanges));
  const followsStar = starFollower(options?.files ?? []);
  const listed = distinctNames(changed).filter((name) => shown.has(name) || !followsStar(name));
  return {
    ...rest,
    changes: grouped,
    undecided: groupByDialect(
      undecided,
      ({ before, after }) => JSON.stringify([linesOf(before), linesOf(after)]),
      options,
    ),
    crawlers: {
      unnamed: listed.filter((name) => !isNamed(name)),
      named: listed.filter(isNamed),
      unaffected: crawlers.filter((name) => !affected.has(name.toLowerCase())),
    },
  };
}

/** Returns the names in lists of changes, without repetitions. */
function namesIn(
  ...lists: readonly (readonly { readonly productTokens: readonly string[] }[])[]
): readonly string[] {
  return [...new Set(lists.flatMap((list) => list.flatMap((item) => item.productTokens)))];
}

/** Returns the names as first spelled: a file may spell the name of a known crawler in its own way. */
function distinctNames(names: readonly string[]): readonly string[] {
  const byName = groupBy(names, (name) => name.toLowerCase());
  return Array.from(byName.values(), ([first]) => first);
}

/** Returns a function that tells whether the edit adds or removes a name. */
function namedByEdit([before, after]: readonly RobotsTxt[]): (name: string) => boolean {
  if (before === undefined || after === undefined) return () => false;
  const [namesBefore, namesAfter] = [before, after].map(({ groups }) =>
    groupBy(
      groups.flatMap((group) => group.productTokens),
      (name) => name.toLowerCase(),
    ),
  );
  return (token) => {
    const name = token.toLowerCase();
    return namesBefore?.get(name)?.length !== namesAfter?.get(name)?.length;
  };
}
