/** Check URLs through the HTTP service, with openapi-fetch. */
import { createServer as createSite } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MemoryStore } from '@repkit/client';
import { createServer, serve } from '@repkit/server';
import createClient from 'openapi-fetch';

// What `repkit serve --store memory --allow 127.0.0.1` starts, and a site to check.
const app = await createServer({
  store: new MemoryStore(),
  userAgent: 'ExampleBot/1.0',
  guard: { allowHosts: ['127.0.0.1'] },
});
const service = await serve(app, { port: 0 });
const site = createSite((_request, response) => {
  response.end('User-agent: *\nDisallow: /private/\nCrawl-delay: 1\n');
});
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

// For the types of all routes: npx openapi-typescript http://127.0.0.1:9309/openapi.json -o paths.ts
interface Responses {
  200: { content: { 'application/json': { verdicts: { url: string; verdict: string; turnAt?: number | null }[] } } };
  default: { content: { 'application/problem+json': { detail: string } } };
}
interface Paths {
  '/v1/check': {
    get: { parameters: { query: { url: string; productToken?: string } }; responses: Responses };
    post: {
      requestBody: { content: { 'application/json': { urls: string[]; productTokens: string[]; reserve?: boolean } } };
      responses: Responses;
    };
  };
}
const client = createClient<Paths>({ baseUrl: service.url });

const { data, error } = await client.POST('/v1/check', {
  body: {
    urls: [`${origin}/a`, `${origin}/private/b`, `${origin}/c`],
    productTokens: ['ExampleBot'],
    reserve: true,
  },
});
if (error) throw new Error(error.detail);
const [first] = data.verdicts;
for (const { url, verdict, turnAt } of data.verdicts) {
  const wait = turnAt == null ? '' : ` after ${((turnAt - (first?.turnAt ?? 0)) / 1000).toFixed()} s`;
  console.log(`${verdict}${wait}: ${new URL(url).pathname}`);
}

const wrong = await client.GET('/v1/check', { params: { query: { url: origin } } });
console.log(wrong.error?.detail);

site.close();
await service.close();

// Prints:
// allowed after 0 s: /a
// disallowed: /private/b
// allowed after 1 s: /c
// No product token or crawler. Add productToken or crawler.
