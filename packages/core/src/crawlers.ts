/** Known crawlers as their operators document them: the entry `@repkit/core/crawlers`. */
export { currentNames, type FormerName, formerNames } from './crawlers/former-names.js';
export {
  type CrawlerProfile,
  crawlerProfile,
  knownCrawlers,
} from './crawlers/known-crawlers.js';
export type { CrawlerAddresses, CrawlerKind, CrawlerPurpose } from './crawlers/operator-page.js';
export { crawlersFor, isMixed, purposeNames, purposesFor } from './crawlers/purposes.js';
