/** Groups crawlers and files by dialect. Crawlers whose operator documents another dialect are compared in it. */

import { crawlerProfile, knownCrawlers } from '../crawlers/known-crawlers.js';
import { dialectFor } from '../decide/profile.js';
import { type Dialect, dialects } from '../dialect/dialect.js';
import { type Crawler, isGoverned, productTokensOf } from '../file/crawler.js';
import { assertParsed, bodyOf } from '../file/internal.js';
import { parseRobotsTxt, type RobotsTxt } from '../file/robots-txt.js';
import type { Matcher } from '../match/matcher.js';
import { STAR_TOKEN } from '../match/token-input.js';
import { groupBy } from '../util/group-by.js';
import { comparedCrawlers, NamedGroups, namedTokens } from './audience.js';

export interface ComparedCrawlers {
  /**
   * The product tokens and crawler profiles to compare (default: every token that either file names, `*` for all other
   * crawlers, and the known crawlers that differ from these: they fall back to another crawler's group, ignore that of
   * `*`, or document another dialect). A known crawler that differs takes the place of its product token. At least one.
   */
  readonly productTokens?: readonly Crawler[];
  /**
   * Whether crawlers whose operator documents another dialect are compared in that dialect (default: true). Has an effect only
   * for files in the dialect `rfc9309`. Files in any other dialect are compared in it for all crawlers.
   */
  readonly documentedDialects?: boolean;
}

export type FilePair = readonly [before: RobotsTxt, after: RobotsTxt];

export type MatcherPair = readonly [before: Matcher, after: Matcher];

/** Files in one dialect, and the crawlers that use it. */
export interface DialectPart<Files extends readonly RobotsTxt[]> {
  readonly files: Files;
  readonly groups: NamedGroups;
  readonly crawlers: readonly Crawler[];
}

/**
 * Returns the crawlers by dialect, first those that use the dialect of the files. At least one part. Throws a TypeError if the
 * caller chose no crawler: nothing differs for none.
 */
export function partsByDialect<Files extends readonly RobotsTxt[]>(
  parsed: Files,
  { productTokens, documentedDialects }: ComparedCrawlers = {},
): readonly DialectPart<Files>[] {
  const files = withOwnDialects(parsed);
  if (productTokens?.length === 0) throw new TypeError('Name at least one crawler, or omit productTokens.');
  const groups = new NamedGroups(files);
  const undividedPart = (crawlers: readonly Crawler[]) => ({ files, groups, crawlers });
  const named = () => comparedCrawlers(files, groups);
  if (!readsByDialect(files, documentedDialects)) {
    return [undividedPart(distinct(productTokens ?? named()))];
  }
  const commonDialect = dialectFor(STAR_TOKEN);
  const crawlers = distinct(productTokens ?? knownCrawlers.filter(isGoverned));
  const byDialect = groupBy(crawlers, (crawler) => dialectFor(crawler));
  const common = productTokens === undefined ? named() : (byDialect.get(commonDialect) ?? []);
  byDialect.delete(commonDialect);
  const parts = Array.from(byDialect, ([dialect, crawlersOfDialect]) => {
    const inDialect = filesIn(files, dialect);
    return { files: inDialect, groups: new NamedGroups(inDialect), crawlers: crawlersOfDialect };
  });
  return common.length === 0 && parts.length > 0 ? parts : [undividedPart(common), ...parts];
}

/** Returns the crawlers without repetitions. A product token and the known crawler of that name behave differently. */
function distinct(crawlers: readonly Crawler[]): readonly Crawler[] {
  const keyOf = (crawler: Crawler) => (typeof crawler === 'string' ? crawler : JSON.stringify(productTokensOf(crawler)));
  return [...new Map(crawlers.map((crawler) => [keyOf(crawler).toLowerCase(), crawler])).values()];
}

/** Returns whether the files are also compared in the dialects that operators document. */
export function readsByDialect(files: readonly RobotsTxt[], documentedDialects: boolean | undefined = true): boolean {
  // The default dialect.
  const commonDialect = dialectFor(STAR_TOKEN);
  return documentedDialects && files.every(({ dialect }) => dialect === commonDialect);
}

/** Returns the same files in a dialect. */
export function filesIn<Files extends readonly RobotsTxt[]>(files: Files, dialect: Dialect): Files {
  const read = files.map((file) => {
    const body = bodyOf(file);
    return parseRobotsTxt(body.wholeSource(), { dialect, maxBytes: body.limit });
  });
  return read as readonly RobotsTxt[] as Files;
}

/**
 * Returns the files with the dialect objects of this copy of core. A program may load several copies, such as one from a
 * CommonJS module, and each has its own objects for the same dialects.
 */
export function withOwnDialects<Files extends readonly RobotsTxt[]>(files: Files): Files {
  const builtIn = Object.values(dialects);
  const read = files.map((file) => {
    assertParsed(file);
    if (builtIn.includes(file.dialect)) return file;
    const text = JSON.stringify(file.dialect);
    const own = builtIn.find((properties) => JSON.stringify(properties) === text);
    return own === undefined ? file : filesIn([file], own)[0];
  });
  return read as readonly RobotsTxt[] as Files;
}

/** A change for some crawlers in one dialect. */
export interface DialectChange {
  readonly productTokens: readonly string[];
  readonly dialect: string;
}

/** A change with the names of all dialects in which it is the same. */
export type GroupedChange<Item extends DialectChange> = Omit<Item, 'dialect'> & {
  readonly dialects: readonly string[];
};

export interface GroupOptions {
  /** The compared files. A crawler that they name does not follow the group of `*`. */
  readonly files?: readonly RobotsTxt[];
  /** Whether the caller chose the crawlers, so that none is omitted (default: false). */
  readonly isChosen?: boolean;
}

/**
 * Groups changes for reports. Omits a known crawler from a change in its dialect if an earlier dialect has a change with the
 * same key for its name, for a name whose group it follows, or, if the files name neither, for `*`.
 *
 * @example
 * ```ts
 * import { parseRobotsTxt } from '@repkit/core';
 * import { diff, groupByDialect } from '@repkit/core/analysis';
 *
 * const before = parseRobotsTxt('User-agent: *\nDisallow: /private/');
 * const after = parseRobotsTxt('User-agent: *\nDisallow: /p');
 * groupByDialect(diff(before, after).changes, ({ effect, pattern }) => `${effect} ${pattern}`).length; // 1
 * ```
 */
export function groupByDialect<Item extends DialectChange>(
  changes: readonly Item[],
  keyOf: (change: Item) => string,
  { files = [], isChosen = false }: GroupOptions = {},
): readonly GroupedChange<Item>[] {
  if (isChosen) {
    return changes.map(({ dialect, ...change }) => ({ ...change, dialects: [dialect] }));
  }
  interface Group {
    readonly key: string;
    readonly change: Omit<Item, 'dialect'>;
    /** In lower case: a file may spell the name of a known crawler in its own way. */
    readonly names: ReadonlySet<string>;
    readonly dialects: Set<string>;
  }
  const named = new Set(namedTokens(files).map((token) => token.toLowerCase()));
  const groups: Group[] = [];
  for (const [dialect, items] of groupBy(changes, (change) => change.dialect)) {
    const earlierByKey = groupBy(groups, ({ key }) => key);
    for (const item of items) {
      const { dialect: _, ...change } = item;
      const key = keyOf(item);
      const earlier = earlierByKey.get(key) ?? [];
      const productTokens = change.productTokens.filter((token) => {
        if (earlier.length === 0) return true;
        const followed = followedNames(token, named);
        const covering = earlier.find(({ names }) => followed.some((name) => names.has(name)));
        covering?.dialects.add(dialect);
        return covering === undefined;
      });
      if (productTokens.length === 0) continue;
      const names = new Set(productTokens.map((token) => token.toLowerCase()));
      groups.push({ key, change: { ...change, productTokens }, names, dialects: new Set([dialect]) });
    }
  }
  return groups.map(({ change, dialects }) => ({ ...change, dialects: [...dialects] }));
}

/** Returns a predicate for crawlers that follow the group of `*`, because the files name neither them nor a fallback. */
export function starFollower(files: readonly RobotsTxt[]): (token: string) => boolean {
  const named = new Set(namedTokens(files).map((token) => token.toLowerCase()));
  return (token) => token !== STAR_TOKEN && followedNames(token, named).includes(STAR_TOKEN);
}

/** Returns the names of the groups that a crawler follows, in lower case: its first name in the files, else all and `*`. */
function followedNames(token: string, named: ReadonlySet<string>): readonly string[] {
  const profile = crawlerProfile(token);
  const names = [token, ...(profile?.productTokens ?? [])].map((name) => name.toLowerCase());
  const first = names.find((name) => named.has(name));
  if (first !== undefined) return [first];
  return (profile?.fallsBackToStar ?? true) ? [...names, STAR_TOKEN] : names;
}
