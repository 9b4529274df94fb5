/** Which crawlers Block AI blocks: purposes with exceptions, as `repkit init` writes them. */
import type { InitOptions } from '@repkit/core/analysis';
import { crawlersFor as allCrawlersFor, type CrawlerProfile, type CrawlerPurpose, isMixed } from '@repkit/core/crawlers';
import type { Blocking } from '../state/page-state.js';

/** In the order of the list. */
export const PURPOSES: readonly CrawlerPurpose[] = [
  'ai-training',
  'ai-search',
  'ai-user',
  'archive',
  'seo',
  'advertising',
  'preview',
  'monitoring',
  'search',
  'other',
];

/** Most sites depend on visitors from these: a crawler that also serves one of them is never blocked without a choice. */
const KEPT: readonly CrawlerPurpose[] = ['search', 'ai-search'];

/** Returns the crawlers for a purpose that a robots.txt can block. */
export function crawlersFor(purpose: CrawlerPurpose): readonly CrawlerProfile[] {
  return allCrawlersFor(purpose).filter(({ obeysRobotsTxt }) => obeysRobotsTxt !== 'no');
}

function keptPurposes(purposes: readonly CrawlerPurpose[]): readonly CrawlerPurpose[] {
  return KEPT.filter((purpose) => !purposes.includes(purpose));
}

/** Returns the purposes that a crawler serves besides the blocked ones, if it must not be blocked without a choice. */
export function mixedPurposes(crawler: CrawlerProfile, blocked: readonly CrawlerPurpose[]): readonly CrawlerPurpose[] {
  const others = crawler.purposes.filter((purpose) => !blocked.includes(purpose));
  return isMixed(crawler) ? others : others.filter((purpose) => KEPT.includes(purpose));
}

export function isBlocked(crawler: CrawlerProfile, { purposes, except }: Blocking): boolean {
  return crawler.purposes.some((purpose) => purposes.includes(purpose)) && !except.includes(crawler.name);
}

/** Blocks or unblocks all crawlers for a purpose. Crawlers that also serve a kept purpose stay as they are. */
export function withPurpose(blocking: Blocking, purpose: CrawlerPurpose, isOn: boolean): Blocking {
  const others = blocking.purposes.filter((name) => name !== purpose);
  const purposes = isOn ? [...others, purpose] : others;
  const added = isOn ? crawlersFor(purpose) : [];
  const names = new Set(added.map(({ name }) => name));
  const mixed = added.filter((crawler) => mixedPurposes(crawler, purposes).length > 0);
  return normalized({
    ...blocking,
    purposes,
    except: [...blocking.except.filter((name) => !names.has(name)), ...mixed.map(({ name }) => name)],
  });
}

/** Blocks or unblocks one of the crawlers for a purpose. */
export function withCrawler(blocking: Blocking, purpose: CrawlerPurpose, { name }: CrawlerProfile, isOn: boolean): Blocking {
  const { purposes, except } = blocking;
  if (!isOn) return normalized({ ...blocking, except: [...except, name] });
  const isNew = !purposes.includes(purpose);
  const others = isNew ? crawlersFor(purpose).map((crawler) => crawler.name) : [];
  return normalized({
    ...blocking,
    purposes: isNew ? [...purposes, purpose] : purposes,
    except: [...except, ...others].filter((other) => other !== name),
  });
}

/** Leaves out purposes without a blocked crawler, and exceptions without a purpose. */
function normalized({ purposes, except, signals }: Blocking): Blocking {
  const kept = purposes.filter((purpose) => crawlersFor(purpose).some(({ name }) => !except.includes(name)));
  const candidates = new Set(kept.flatMap(crawlersFor).map(({ name }) => name));
  return {
    purposes: kept,
    except: [...new Set(except)].filter((name) => candidates.has(name)),
    signals,
  };
}

export function initOptions(blocking: Blocking): InitOptions {
  const { purposes, except, signals } = blocking;
  const keep = keptPurposes(purposes);
  const includingMixed = purposes
    .flatMap(crawlersFor)
    .some((crawler) => isBlocked(crawler, blocking) && mixedPurposes(crawler, purposes).length > 0);
  return {
    block: purposes,
    ...(keep.length > 0 && { keep }),
    ...(except.length > 0 && { except }),
    ...(includingMixed && { includingMixed }),
    ...(signals && { signals }),
  };
}
