/** Known crawlers as their operators document them: the entry `@repkit/core/crawlers`. */
export {
  type CrawlerProfile,
  crawlerProfile,
  knownCrawlers,
} from './crawlers/known-crawlers.js';
export type { CrawlerAddresses, CrawlerKind, CrawlerPurpose } from './crawlers/operator-page.js';
