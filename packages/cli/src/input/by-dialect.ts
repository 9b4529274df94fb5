/** Analyses of files for crawlers that document different dialects: one analysis per dialect, with one result. */
import {
  type Crawler,
  type Dialect,
  dialectFor,
  type Given,
  isGoverned,
  matcherFor,
  type RobotsFile,
} from '@repkit/core';
import {
  ChangeCounter,
  type CountedChanges,
  CoverageCounter,
  type CoverageOptions,
  type Diff,
  type DiffOptions,
  diff,
} from '@repkit/core/analysis';
import { type CrawlerProfile, crawlerProfile, knownCrawlers } from '@repkit/core/crawlers';

type Crawlers = readonly (string | CrawlerProfile)[] | undefined;

/** Crawlers with the same dialect; undefined for those that the files name. */
interface Part {
  readonly dialect: Dialect;
  readonly productTokens: Crawlers;
}

function partsOf(crawlers: Crawlers, given: Given): readonly Part[] {
  if (crawlers === undefined)
    return [{ dialect: dialectFor('*', given), productTokens: undefined }];
  const byDialect = Map.groupBy(crawlers, (crawler) => dialectFor(crawler, given));
  return [...byDialect].map(([dialect, productTokens]) => ({ dialect, productTokens }));
}

/** Counts like a CoverageCounter, each crawler in its dialect. */
export function coverageCounters(
  file: RobotsFile,
  crawlers: Crawlers,
  given: Given,
  options: CoverageOptions,
): readonly CoverageCounter[] {
  return partsOf(crawlers, given).map(
    ({ dialect, productTokens }) =>
      new CoverageCounter(file.in(dialect), {
        ...options,
        ...(productTokens && { productTokens }),
      }),
  );
}

/** Returns the known crawlers that document another dialect than the one for all others, by dialect. */
export function partsOfOtherDialects(given: Given): readonly Part[] {
  const common = dialectFor('*', given);
  const others = knownCrawlers.filter(
    (crawler) => isGoverned(crawler) && dialectFor(crawler, given) !== common,
  );
  return partsOf(others, given);
}

/**
 * Compares like `diff`, each crawler in its dialect. Without crawlers, those that the files name are compared, and known
 * crawlers that document another dialect. The budget is shared equally.
 */
export function diffByDialect(
  files: readonly [RobotsFile, RobotsFile],
  crawlers: Crawlers,
  given: Given,
  { budget, ...options }: DiffOptions,
): Diff {
  const further = crawlers === undefined ? partsOfOtherDialects(given) : [];
  const parts = [...partsOf(crawlers, given), ...further];
  const [before, after] = files;
  const compared = parts.map(({ dialect, productTokens }) =>
    diff(before.in(dialect), after.in(dialect), {
      ...options,
      ...(budget !== undefined && { budget: Math.floor(budget / parts.length) }),
      ...(productTokens && { productTokens }),
    }),
  );
  const [listed] = compared;
  const found = compared.map((result) =>
    crawlers !== undefined || result === listed
      ? result
      : furtherChanges(result, files, dialectFor('*', given), listed),
  );
  const [first, ...others] = found;
  if (others.length === 0) return first as Diff;
  const unite = (key: 'equivalent' | 'accessEquivalent'): boolean | 'undecided' => {
    if (found.some((one) => one[key] === false)) return false;
    return found.every((one) => one[key] === true) || 'undecided';
  };
  return {
    equivalent: unite('equivalent'),
    accessEquivalent: unite('accessEquivalent'),
    changes: found.flatMap(({ changes }) => changes),
    recordChanges: distinct(found.flatMap(({ recordChanges }) => recordChanges)),
    preferenceChanges: found.flatMap(({ preferenceChanges }) => preferenceChanges),
    complete: found.every(({ complete }) => complete),
    undecided: found.flatMap(({ undecided }) => undecided),
  };
}

/** Keeps what a comparison for all others, under the common dialect, does not list for the same crawlers. */
function furtherChanges(
  found: Diff,
  files: readonly [RobotsFile, RobotsFile],
  common: Dialect,
  listed: Diff | undefined,
): Diff {
  const changes = found.changes.flatMap((change) => {
    const productTokens = change.productTokens.filter((name) => {
      const [was, is] = files.map((file) =>
        matcherFor(file.in(common), crawlerProfile(name) ?? name).isTargetAllowed(change.witness),
      );
      return was === is;
    });
    return productTokens.length === 0 ? [] : [{ ...change, productTokens }];
  });
  const undecided = listed?.complete === false ? [] : found.undecided;
  const complete = undecided.length === 0;
  const accessEquivalent = changes.length > 0 ? false : complete || ('undecided' as const);
  return {
    ...{ equivalent: accessEquivalent, accessEquivalent, changes, complete, undecided },
    ...{ recordChanges: [], preferenceChanges: [] },
  };
}

/** Records of the whole site are the same in each dialect. */
function distinct<One>(all: readonly One[]): One[] {
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

/** Counts like a ChangeCounter, each crawler in its dialect. */
export class ChangeCounters implements Pick<ChangeCounter, 'add' | 'crawlers' | 'result'> {
  readonly #counters: readonly ChangeCounter[];

  constructor(
    [before, after]: readonly [RobotsFile, RobotsFile],
    crawlers: Crawlers,
    given: Given,
  ) {
    this.#counters = partsOf(crawlers, given).map(
      ({ dialect, productTokens }) =>
        new ChangeCounter(before.in(dialect), after.in(dialect), productTokens),
    );
  }

  get crawlers(): readonly Crawler[] {
    return this.#counters.flatMap(({ crawlers }) => crawlers);
  }

  add(url: string | URL, crawler?: Crawler): void {
    for (const counter of this.#counters) counter.add(url, crawler);
  }

  result(): CountedChanges {
    const results = this.#counters.map((counter) => counter.result());
    return {
      // Google's parser accepts texts that are not URLs in other dialects.
      urls: Math.max(...results.map(({ urls }) => urls)),
      invalid: Math.min(...results.map(({ invalid }) => invalid)),
      changes: results
        .flatMap(({ changes }) => changes)
        .sort((one, other) => other.urls - one.urls),
    };
  }
}
