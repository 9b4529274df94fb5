/** Crawlers by what they are for. */
import { type CrawlerProfile, crawlerProfile, knownCrawlers } from './known-crawlers.js';
import type { CrawlerPurpose } from './operator-page.js';

const ALL_PURPOSES: readonly CrawlerPurpose[] = [
  'search',
  'ai-training',
  'ai-search',
  'ai-user',
  'seo',
  'advertising',
  'preview',
  'archive',
  'monitoring',
  'other',
];

const AI_PURPOSES: readonly CrawlerPurpose[] = ['ai-training', 'ai-search', 'ai-user'];

/** The names that `purposesFor` knows: all purposes, `ai` and `all`. */
export const purposeNames: readonly string[] = [...ALL_PURPOSES, 'ai', 'all'];

/**
 * Returns the purposes that a name stands for: a purpose for itself, `ai` for the three purposes of AI crawlers, and `all` for
 * every purpose. Returns none for any other name. Case makes no difference.
 *
 * @example
 * ```ts
 * import { purposesFor } from '@repkit/core/crawlers';
 *
 * purposesFor('ai'); // [ 'ai-training', 'ai-search', 'ai-user' ]
 * purposesFor('GPTBot'); // []
 * ```
 */
export function purposesFor(name: string): readonly CrawlerPurpose[] {
  const word = name.toLowerCase();
  if (word === 'all') return ALL_PURPOSES;
  if (word === 'ai') return AI_PURPOSES;
  return ALL_PURPOSES.filter((purpose) => purpose === word);
}

/**
 * Returns the crawler of this name, or all crawlers for a purpose, `ai` or `all`. Returns none for any other name. Case makes
 * no difference.
 *
 * @example
 * ```ts
 * import { crawlersFor } from '@repkit/core/crawlers';
 *
 * crawlersFor('applebot').length; // 1
 * crawlersFor('ai-user').some(({ name }) => name === 'ChatGPT-User'); // true
 * crawlersFor('ExampleBot'); // []
 * ```
 */
export function crawlersFor(name: string): readonly CrawlerProfile[] {
  const wanted = purposesFor(name);
  if (wanted.length === 0) return [crawlerProfile(name) ?? []].flat();
  return knownCrawlers.filter(({ purposes }) => purposes.some((purpose) => wanted.includes(purpose)));
}

/**
 * Returns whether one product token stands for a search engine and for training, so that a site cannot block only one of
 * them.
 *
 * @example
 * ```ts
 * import { crawlersFor, isMixed } from '@repkit/core/crawlers';
 *
 * crawlersFor('ai-training').filter(isMixed).map(({ name }) => name); // [ 'bingbot', 'Google-Extended' ]
 * ```
 */
export function isMixed({ purposes }: Pick<CrawlerProfile, 'purposes'>): boolean {
  const isForSearch = purposes.includes('search') || purposes.includes('ai-search');
  return isForSearch && purposes.includes('ai-training');
}
