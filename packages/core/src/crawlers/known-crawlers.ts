/** Known crawlers, as documented by their operators. */
import { aiPages } from './ai-pages.js';
import type { CrawlerPurpose, OperatorPage } from './operator-page.js';
import { otherPages } from './other-pages.js';
import { searchPages } from './search-pages.js';
import { sitePages } from './site-pages.js';

export interface KnownCrawler {
  /** The name to write on a user-agent line (RFC 9309 2.2.1), in its operator's spelling. */
  readonly productToken: string;
  readonly operator: string;
  readonly purpose: CrawlerPurpose;
  /** The operator's page about the crawler; if there is none, a third-party page, and `note` says so. */
  readonly source: string;
  /** What site owners should know, for example that it ignores robots.txt or sends another name. */
  readonly note?: string;
}

/** All known crawlers, sorted by product token, ignoring case. */
export const knownCrawlers: readonly KnownCrawler[] = [searchPages, aiPages, sitePages, otherPages]
  .flat()
  .flatMap(crawlersOf)
  .sort((one, other) => (folded(one) < folded(other) ? -1 : 1));

/** Returns the crawler with the product token, ignoring case (RFC 9309 2.2.1). */
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
