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
  return { ...comparison, crawlers: crawlersOf(files, documentedDialects) };
}

const EVERYTHING: ReadonlySet<string> = new Set(['/', '/*', '*']);

/** Compares every crawler by its own name, also those that share a group. */
function crawlersOf(
  files: readonly [RobotsTxt, RobotsTxt],
  documentedDialects: boolean,
): ComparedCrawlers {
  const written = new Set(
    files.flatMap(({ groups }) => groups.flatMap(({ productTokens }) => productTokens)),
  );
  const known = knownCrawlers.filter(isGoverned);
  const others = [...written, '*'].filter((token) => crawlerProfile(token) === undefined);
  const productTokens = [...new Set(others), ...known];
  const { changes } = diff(...files, { documentedDialects, productTokens });
  const shutOut = new Set(
    changes
      .filter(({ effect, pattern }) => effect === 'newly-blocked' && EVERYTHING.has(pattern))
      .flatMap((change) => change.productTokens),
  );
  const changed = new Set(changes.flatMap((change) => change.productTokens));
  const [before, after] = files.map(rulesByToken);
  const isTouched = (name: string) =>
    before?.get(name.toLowerCase()) !== after?.get(name.toLowerCase());
  const names = productTokens.map((crawler) =>
    typeof crawler === 'string' ? crawler : crawler.name,
  );
  const unnamed = names.filter((name) => changed.has(name) && !isTouched(name));
  const named = names.filter((name) => changed.has(name) && isTouched(name));
  return {
    unnamed,
    named,
    unaffected: names.filter((name) => !changed.has(name)),
    shutOut: [...named, ...unnamed].filter((name) => shutOut.has(name)),
  };
}

/** The rules of the groups that name a product token, as a text, by the token in lower case. */
function rulesByToken({ groups }: RobotsTxt): ReadonlyMap<string, string> {
  const byToken = new Map<string, string>();
  for (const { productTokens, rules } of groups) {
    const text = rules.map(({ kind, pattern }) => `${kind}: ${pattern}\n`).join('');
    for (const token of new Set(productTokens.map((name) => name.toLowerCase()))) {
      byToken.set(token, (byToken.get(token) ?? '') + text);
    }
  }
  return byToken;
}
