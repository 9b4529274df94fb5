/** Counts the URLs of `--urls` that an edit concerns. */
import {
  type CountedChange,
  type CountedChanges,
  type GroupedChange,
  type GroupOptions,
  groupByDialect,
  type NotGovernedRequests,
  type UrlCounter,
} from '@repkit/core/analysis';
import type { Arguments, OptionSpec } from '../options/arguments.js';
import { checkStandardInput, type Io } from '../program/io.js';
import type { SiteFile } from './sitemap-permission.js';
import { type UrlSource, UrlSources } from './url-sources.js';

export const URLS_OPTION: OptionSpec = {
  value: 'FILE',
  readsStdin: true,
  repeatable: true,
  description:
    'Count the URLs of a list, a sitemap or an access log that the edit concerns. FILE is a file, - for standard ' +
    'input, or the URL of a sitemap. Repeatable.',
};

/** What changes for the URLs of a source, with the dialects of each change. */
export interface GroupedCounts extends Omit<CountedChanges, 'changes'> {
  readonly changes: readonly GroupedChange<CountedChange>[];
}

/** Requests that count for no crawler. */
export interface Uncounted {
  /** Of browsers, unknown clients, and crawlers that the options do not name. */
  readonly others: number;
  /** Of known crawlers that may ignore robots.txt, most first. */
  readonly notGoverned: readonly NotGovernedRequests[];
}

/** The counts of one source. */
export interface CountedSource extends Pick<UrlSource, 'name' | 'kind'> {
  readonly counts: GroupedCounts;
  readonly uncounted: Uncounted;
  /** The counts of its URLs that are pages of the sitemaps among the sources; undefined for a sitemap, or without one. */
  readonly inSitemaps?: GroupedCounts;
}

/** Pages of sitemaps that are looked up for other sources. */
const MAX_PAGES = 1_000_000;

/**
 * Counts the URLs of each `--urls`, with a separate counter, and returns whether all were read to their end. Rejects with an
 * InputError as `UrlSources.open` does.
 *
 * @param isChosen whether the options name the crawlers: then none is left out of the changes
 */
export async function countSources(
  args: Arguments,
  files: readonly SiteFile[],
  counterOf: () => UrlCounter,
  isChosen: boolean,
  io: Io,
): Promise<{ readonly counted: readonly CountedSource[]; readonly isComplete: boolean }> {
  const names = args.values('urls');
  checkStandardInput([...names, ...args.positionals]);
  const sources = new UrlSources(args, io, files);
  try {
    const opened: UrlSource[] = [];
    for (const name of names) opened.push(await sources.open(name));
    const isSitemap = ({ kind }: UrlSource) => kind === 'sitemap' || kind === 'sitemap-index';
    const sitemaps = opened.filter(isSitemap);
    const pages = new Set<string>();
    const options = { files: files.map(({ robotsTxt }) => robotsTxt), isChosen };
    const counted = new Map<UrlSource, CountedSource>();
    for (const source of new Set([...sitemaps, ...opened])) {
      const { name, kind } = source;
      const counter = counterOf();
      const looksUp = sitemaps.length > 0 && !isSitemap(source);
      const onPages = looksUp ? counterOf() : undefined;
      const { invalid, others } = await sources.add(source, (url, userAgent) => {
        if (onPages !== undefined) {
          if (pages.has(targetOf(url))) onPages.add(url, userAgent);
        } else if (sitemaps.length < opened.length && pages.size < MAX_PAGES) {
          pages.add(targetOf(url));
        }
        return counter.add(url, userAgent);
      });
      const counts = groupedCounts(counter.changes(), options);
      counted.set(source, {
        name,
        kind,
        counts: { ...counts, invalid },
        uncounted: { others, notGoverned: counter.notGoverned() },
        ...(onPages && { inSitemaps: groupedCounts(onPages.changes(), options) }),
      });
    }
    return {
      counted: opened.flatMap((source) => counted.get(source) ?? []),
      isComplete: sources.isComplete,
    };
  } finally {
    await sources.close();
  }
}

/** Groups the changes that concern as many URLs, by the same rules, in several dialects. */
function groupedCounts({ changes, ...counts }: CountedChanges, options: GroupOptions): GroupedCounts {
  const keyOf = ({ effect, urls, total, rules }: CountedChange) =>
    JSON.stringify([effect, urls, total, rules.map(({ file, rule }) => [file, rule.line])]);
  const grouped = groupByDialect(changes, keyOf, options);
  return { ...counts, changes: grouped.toSorted((a, b) => b.urls - a.urls) };
}

/** Returns the path and query as written, without the origin. */
function targetOf(url: string): string {
  const scheme = url.indexOf('://');
  if (scheme < 0 || url.startsWith('/')) return url;
  const slash = url.indexOf('/', scheme + 3);
  return slash < 0 ? '/' : url.slice(slash);
}
