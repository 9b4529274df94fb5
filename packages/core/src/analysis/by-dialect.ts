/** Crawlers and files by dialect: some known crawlers document another one than `rfc9309`, and are compared in it. */

import { knownCrawlers } from '../crawlers/known-crawlers.js';
import { dialectFor } from '../decide/profile.js';
import type { Dialect } from '../dialect/dialect.js';
import { type Crawler, isGoverned } from '../file/crawler.js';
import { bodyOf } from '../file/internal.js';
import { matcherFor, parseRobotsTxt, type RobotsTxt } from '../file/robots-txt.js';
import type { Matcher } from '../match/matcher.js';
import { STAR_TOKEN } from '../match/token-input.js';

export interface ComparedCrawlers {
  /**
   * The product tokens and crawler profiles to compare (default: every token that either file names, `*` for all other
   * crawlers, and the known crawlers that differ from these: they fall back to another crawler's group, ignore that of
   * `*`, or document another dialect). A known crawler that differs takes the place of its product token.
   */
  readonly productTokens?: readonly Crawler[];
  /**
   * Whether crawlers that document another dialect are compared in it (default: true). Only for files in the dialect
   * `rfc9309`; files in any other dialect are compared in it for all crawlers.
   */
  readonly documentedDialects?: boolean;
}

export type FilePair = readonly [before: RobotsTxt, after: RobotsTxt];

export type MatcherPair = readonly [before: Matcher, after: Matcher];

/** Two files in one dialect, and the crawlers that read them in it. */
export interface DialectPart {
  readonly files: FilePair;
  /** Undefined for those that the files name. */
  readonly productTokens: readonly Crawler[] | undefined;
  /** The files as given. Present if changes that they show for the same crawler are not to be repeated. */
  readonly listed?: FilePair;
}

/** Returns the crawlers by dialect, first those that read the files as given. At least one part. */
export function partsByDialect(
  files: FilePair,
  { productTokens, documentedDialects = true }: ComparedCrawlers = {},
): readonly DialectPart[] {
  // That of crawlers that document none.
  const commonDialect = dialectFor(STAR_TOKEN);
  const isCommon = files.every(({ dialect }) => dialect === commonDialect);
  if (!documentedDialects || !isCommon) return [{ files, productTokens }];
  const crawlers = productTokens ?? knownCrawlers.filter(isGoverned);
  const byDialect = Map.groupBy(crawlers, (crawler) => dialectFor(crawler));
  const own = productTokens && (byDialect.get(commonDialect) ?? []);
  byDialect.delete(commonDialect);
  const parts = [...byDialect].map(
    ([dialect, some]): DialectPart => ({
      files: [readIn(files[0], dialect), readIn(files[1], dialect)],
      productTokens: some,
      ...(productTokens === undefined && { listed: files }),
    }),
  );
  return own?.length === 0 && parts.length > 0 ? parts : [{ files, productTokens: own }, ...parts];
}

function readIn(robotsTxt: RobotsTxt, dialect: Dialect): RobotsTxt {
  const body = bodyOf(robotsTxt);
  return parseRobotsTxt(body.wholeSource(), { dialect, maxBytes: body.limit });
}

/** Crawlers that follow the same groups have the same matchers but for their names. */
export function matchersFor(files: FilePair, crawler: Crawler): MatcherPair {
  return [matcherFor(files[0], crawler), matcherFor(files[1], crawler)];
}
