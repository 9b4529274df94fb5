/** A complete polite crawl: ask for permission, keep the crawl-delay, follow redirects, and come back after a failure. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { RobotsClient, RobotsDisallowedError } from '@repkit/client';
import { robotsFetch } from '@repkit/client/fetch';

/** Starts a local test site and returns its origin. */
async function startSite(pages: (url: string, tries: number) => [status: number, body: string]) {
  let tries = 0;
  const server = createServer(({ url = '' }, response) => {
    if (url === '/robots.txt') tries++;
    const [status, body] = pages(url, tries);
    response.writeHead(status, status === 302 ? { location: body } : {}).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
const slow = await startSite((url) => {
  if (url === '/robots.txt') return [200, 'User-agent: *\nCrawl-delay: 0.2\nDisallow: /private\n'];
  return url === '/moved' ? [302, '/private'] : [200, 'a page'];
});
/** Its first response is a failure. */
const failing = await startSite((_, tries) => (tries < 2 ? [503, ''] : [200, '']));

const client = new RobotsClient({
  userAgent: 'ExampleBot/1.0 (+https://example.com/bot)',
  // Only for the local test site.
  guard: { allowHosts: ['127.0.0.1'] },
});
const politeFetch = robotsFetch(client, fetch, { obeyCrawlDelay: true });

interface Job {
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly notBefore: number;
}
const queue: Job[] = [
  `${slow.origin}/a`,
  `${slow.origin}/b`,
  `${slow.origin}/private`,
  `${slow.origin}/moved`,
  `${failing.origin}/a`,
].map((url) => ({ url, notBefore: 0 }));

const start = Date.now();
/** A short crawl: URLs that are due later stay in the queue for the next one. */
const end = start + 5_000;
const results: string[] = [];

async function crawl({ url, notBefore }: Job): Promise<void> {
  await sleep(Math.max(0, notBefore - Date.now()));
  const { pathname } = new URL(url);
  try {
    const response = await politeFetch(url);
    results.push(`${pathname}: ${response.status} ${await response.text()}`);
  } catch (error) {
    if (!(error instanceof RobotsDisallowedError)) throw error;
    const { decision } = error;
    if (decision.outcome !== 'unreachable') {
      // Of the URL itself, or of the URL that it redirects to.
      results.push(`${pathname}: ${new URL(decision.url).pathname} is disallowed`);
    } else {
      results.push(`${pathname}: robots.txt is unreachable; queued again`);
      queue.push({ url, notBefore: decision.nextTryAt });
    }
  }
}

for (;;) {
  const due = queue.filter(({ notBefore }) => notBefore < end);
  if (due.length === 0) break;
  for (const job of due) queue.splice(queue.indexOf(job), 1);
  // All at once: the client spaces the requests to each site.
  await Promise.all(due.map(crawl));
}
console.log(results.sort().join('\n'));
console.log(`crawl-delay kept: ${Date.now() - start >= 400}`);
console.log(`left for the next crawl: ${queue.length}`);

await client.close();
for (const { server } of [slow, failing]) {
  server.closeAllConnections();
  server.close();
}

// Prints:
// /a: 200 a page
// /a: robots.txt is unreachable; queued again
// /b: 200 a page
// /moved: /private is disallowed
// /private: /private is disallowed
// crawl-delay kept: true
// left for the next crawl: 1
