/** fetch: a function that checks robots.txt before every request and redirect. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RobotsClient, RobotsDisallowedError } from '@repkit/client';
import { robotsFetch } from '@repkit/client/fetch';

/** A local test site. */
const server = createServer(({ url, headers }, response) => {
  // Each request has the User-Agent of the client.
  console.log(`request: ${url} by ${headers['user-agent']}`);
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
const politeFetch = robotsFetch(client);

for (const path of ['/page', '/private/page', '/moved']) {
  try {
    const response = await politeFetch(`${site}${path}`);
    console.log(`${path}: ${response.status} ${await response.text()}`);
  } catch (error) {
    if (!(error instanceof RobotsDisallowedError)) throw error;
    const { outcome, url } = error.decision;
    console.log(`${path}: ${new URL(url).pathname} is ${outcome}`);
  }
}

await client.close();
server.closeAllConnections();
server.close();

// Prints:
// request: /robots.txt by ExampleBot/1.0 (+https://example.com/bot)
// request: /page by ExampleBot/1.0 (+https://example.com/bot)
// /page: 200 a page
// /private/page: /private/page is disallowed
// request: /moved by ExampleBot/1.0 (+https://example.com/bot)
// /moved: /private/page is disallowed
