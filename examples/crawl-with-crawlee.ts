/** Crawlee: skip disallowed requests, including those reached through redirects. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Configuration, HttpCrawler, type HttpCrawlerOptions, LogLevel, log } from '@crawlee/http';
import { RobotsClient } from '@repkit/client';
import { robotsCrawler } from '@repkit/client/crawlee';

/** A local test site. */
const server = createServer(({ url }, response) => {
  response.setHeader('content-type', 'text/html');
  if (url === '/robots.txt') response.end('User-agent: *\nDisallow: /private/\n');
  else if (url === '/moved') response.writeHead(302, { location: '/private/page' }).end();
  else response.end('a page');
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
const site = `http://127.0.0.1:${port}`;

const client = new RobotsClient({
  userAgent: 'ExampleBot/1.0 (+https://example.com/bot)',
  // Only for the local test site.
  guard: { allowHosts: ['127.0.0.1'] },
});

log.setLevel(LogLevel.OFF);
const results: string[] = [];
const options: HttpCrawlerOptions = {
  requestHandler: ({ request }) => void results.push(`${request.url}: handled`),
  onSkippedRequest: ({ url, reason }) => void results.push(`${url}: skipped (${reason})`),
};
const crawler = new HttpCrawler(
  robotsCrawler(client, options, { obeyCrawlDelay: true }),
  new Configuration({ persistStorage: false }),
);
await crawler.run([`${site}/page`, `${site}/private/page`, `${site}/moved`]);
console.log(results.sort().join('\n').replaceAll(site, ''));

await client.close();
server.close();

// Prints:
// /moved: skipped (robotsTxt)
// /page: handled
// /private/page: skipped (robotsTxt)
