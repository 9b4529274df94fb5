/** Crawlers that are known by name, as their operators document them. */
import { aiPages } from './ai-pages.js';
import type { CrawlerPurpose, OperatorPage } from './operator-page.js';
import { otherPages } from './other-pages.js';
import { searchPages } from './search-pages.js';
import { sitePages } from './site-pages.js';

export interface KnownCrawler {
  /** The name to write on a user-agent line (RFC 9309 2.2.1), spelt as its operator spells it. */
  readonly productToken: string;
  readonly operator: string;
  readonly purpose: CrawlerPurpose;
  /** The address of its operator's page about it; of another's where there is none, and then the note says so. */
  readonly source: string;
  /** What those who write a group for it have to know: it may send another name, or read no robots.txt. */
  readonly note?: string;
}

/** All of them, by product token; capitals make no difference to the order. */
export const knownCrawlers: readonly KnownCrawler[] = [searchPages, aiPages, sitePages, otherPages]
  .flat()
  .flatMap(crawlersOf)
  .sort((one, other) => (folded(one) < folded(other) ? -1 : 1));

/** The crawler of a product token; capitals make no difference (RFC 9309 2.2.1). */
export function knownCrawler(productToken: string): KnownCrawler | undefined {
  const wanted = productToken.toLowerCase();
  return knownCrawlers.find((crawler) => folded(crawler) === wanted);
}

function crawlersOf({ operator, source, crawlers }: OperatorPage): KnownCrawler[] {
  return crawlers.map(([productToken, purpose, note]) => ({
    productToken,
    operator,
    purpose,
    source,
    ...(note !== undefined && { note }),
  }));
}

function folded({ productToken }: KnownCrawler): string {
  return productToken.toLowerCase();
}
