/** undici: an interceptor that checks every request and redirect before it is sent. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RobotsClient, RobotsDisallowedError } from '@repkit/client';
import { robotsInterceptor } from '@repkit/client/undici';
import { Agent, interceptors, request } from 'undici';

/** A local test site. */
const server = createServer(({ url }, response) => {
  console.log(`request: ${url}`);
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
// `redirect` comes last, so that redirects pass through `robotsInterceptor` again.
const dispatcher = new Agent().compose(robotsInterceptor(client), interceptors.redirect({ maxRedirections: 5 }));

for (const path of ['/page', '/private/page', '/moved']) {
  try {
    const { statusCode, body } = await request(`${site}${path}`, { dispatcher });
    await body.dump();
    console.log(`${path}: ${statusCode}`);
  } catch (error) {
    if (!(error instanceof RobotsDisallowedError)) throw error;
    const { outcome, url } = error.decision;
    console.log(`${path}: ${new URL(url).pathname} is ${outcome}`);
  }
}

await dispatcher.close();
await client.close();
server.close();

// Prints:
// request: /robots.txt
// request: /page
// /page: 200
// /private/page: /private/page is disallowed
// request: /moved
// /moved: /private/page is disallowed
