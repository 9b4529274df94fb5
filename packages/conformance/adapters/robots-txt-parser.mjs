import makeRobots from 'robots-txt-parser';
import { answerLines } from './lines.mjs';

await answerLines((body, token, url) => {
  const robots = makeRobots({ userAgent: token });
  robots.parseRobots(new URL('/robots.txt', url).href, body);
  return robots.canCrawlSync(url);
});
