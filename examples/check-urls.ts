/** Check many URLs for one crawler: parse once, then use a matcher. */
import { parseRobotsTxt } from '@repkit/core';

const robotsTxt = parseRobotsTxt(`
User-agent: *
Disallow: /search
Disallow: /*.pdf$
Allow: /search/about
`);

const urls = [
  'https://example.com/',
  'https://example.com/search?q=robots',
  'https://example.com/search/about',
  'https://example.com/files/report.pdf',
  'https://example.com/files/report.pdf?page=2',
];

const matcher = robotsTxt.matcher('ExampleBot');
for (const url of urls) {
  console.log(`${matcher.isAllowed(url) ? 'fetch' : 'leave'}  ${url}`);
}

// Prints:
// fetch  https://example.com/
// leave  https://example.com/search?q=robots
// fetch  https://example.com/search/about
// leave  https://example.com/files/report.pdf
// fetch  https://example.com/files/report.pdf?page=2
