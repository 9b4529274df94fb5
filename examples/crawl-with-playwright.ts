/** Playwright: check every request of the pages in Chromium. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RobotsClient } from '@repkit/client';
import { robotsBrowser } from '@repkit/client/playwright';
import { chromium } from 'playwright-core';

/** A local test site. */
const server = createServer(({ url }, response) => {
  if (url === '/robots.txt') response.end('User-agent: *\nDisallow: /private/\n');
  else if (url === '/moved') response.writeHead(302, { location: '/private/page' }).end();
  else response.setHeader('content-type', 'text/html').end('<img src="/private/image">');
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
const site = `http://127.0.0.1:${port}`;

const client = new RobotsClient({
  userAgent: 'ExampleBot/1.0 (+https://example.com/bot)',
  // Only for the local test site.
  guard: { allowHosts: ['127.0.0.1'] },
});

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
await robotsBrowser(client, browser, {
  resourceTypes: ['Document', 'Image'],
  onRefused: ({ decision }) => console.log(`refused: ${new URL(decision.url).pathname}`),
});

const page = await browser.newPage({ userAgent: client.userAgent });
for (const path of ['/page', '/private/page', '/moved']) {
  const response = await page.goto(`${site}${path}`).catch(() => undefined);
  console.log(`${path}: ${response?.status() ?? 'not loaded'}`);
}

await browser.close();
await client.close();
server.close();

// Prints:
// refused: /private/image
// /page: 200
// refused: /private/page
// /private/page: not loaded
// refused: /private/page
// /moved: not loaded
