/** fetch: the same function, which asks before each hop. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RobotsClient, RobotsDisallowedError } from '@repkit/client';
import { robotsFetch } from '@repkit/client/fetch';

/** A site on this machine, in place of the web. */
const server = createServer(({ url }, response) => {
  console.log(`the site is asked for ${url}`);
  if (url === '/robots.txt') response.end('User-agent: *\nDisallow: /private/\n');
  else if (url === '/moved') response.writeHead(302, { location: '/private/page' }).end();
  else response.end('a page');
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
const site = `http://127.0.0.1:${port}`;

const client = new RobotsClient({ userAgent: 'ExampleBot/1.0 (+https://example.com/bot)' });
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
// the site is asked for /robots.txt
// the site is asked for /page
// /page: 200 a page
// /private/page: /private/page is disallowed
// the site is asked for /moved
// /moved: /private/page is disallowed
