/** Compares two files within the default budget of `diff`. Loaded with the first comparison. */
import { isGoverned, parseRobotsTxt, type RobotsTxt } from '@repkit/core';
import { diff, groupDiff } from '@repkit/core/analysis';
import { crawlerProfile, knownCrawlers } from '@repkit/core/crawlers';
import type { ComparedCrawlers, CompareRequest, Comparison } from './requests.js';

export function compare({ before, after, dialect }: CompareRequest): Comparison {
  const options = dialect === undefined ? {} : { dialect };
  const files = [parseRobotsTxt(before, options), parseRobotsTxt(after, options)] as const;
  const documentedDialects = dialect === undefined;
  const differences = diff(...files, { documentedDialects });
  const { undecided: _, ...comparison } = groupDiff(differences, { files });
  const truncated = (['before', 'after'] as const).filter((_version, index) => files[index]?.truncated);
  return { ...comparison, crawlers: crawlersOf(files, documentedDialects), truncated };
}

const EVERYTHING: ReadonlySet<string> = new Set(['/', '/*', '*']);

/** Compares every crawler by its own name, also those that share a group. */
function crawlersOf(files: readonly [RobotsTxt, RobotsTxt], documentedDialects: boolean): ComparedCrawlers {
  const written = new Set(files.flatMap(({ groups }) => groups.flatMap(({ productTokens }) => productTokens)));
  const known = knownCrawlers.filter(isGoverned);
  const others = [...written, '*'].filter((token) => crawlerProfile(token) === undefined);
  const productTokens = [...new Set(others), ...known];
  const all = diff(...files, { documentedDialects, productTokens });
  const { changes, crawlers } = groupDiff(all, { files, isChosen: true });
  const shutOut = new Set(
    changes
      .filter(({ effect, pattern }) => effect === 'newly-blocked' && EVERYTHING.has(pattern))
      .flatMap((change) => change.productTokens),
  );
  const changed = [...crawlers.named, ...crawlers.unnamed];
  return { ...crawlers, shutOut: changed.filter((name) => shutOut.has(name)) };
}
