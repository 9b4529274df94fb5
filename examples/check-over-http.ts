/** Check URLs through the HTTP service. */
import { createServer as createSite } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MemoryStore } from '@repkit/client';
import { createServer, serve } from '@repkit/server';

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

// All types of the API: npx openapi-typescript http://127.0.0.1:9309/openapi.json -o service.ts
interface CheckResponse {
  verdicts: { url: string; verdict: string; turnAt: number | null }[];
}

const response = await fetch(`${service.url}/v1/check`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    urls: [`${origin}/a`, `${origin}/private/b`, `${origin}/c`],
    productTokens: ['ExampleBot'],
    reserve: true,
  }),
});
const { verdicts } = (await response.json()) as CheckResponse;
const [first] = verdicts;
for (const { url, verdict, turnAt } of verdicts) {
  const wait = turnAt === null ? '' : ` after ${((turnAt - (first?.turnAt ?? 0)) / 1000).toFixed()} s`;
  console.log(`${verdict}${wait}: ${new URL(url).pathname}`);
}

const wrong = await fetch(`${service.url}/v1/check?url=${origin}`);
const { detail } = (await wrong.json()) as { detail: string };
console.log(detail);

site.close();
await service.close();

// Prints:
// allowed after 0 s: /a
// disallowed: /private/b
// allowed after 1 s: /c
// No product token or crawler. Add productToken or crawler.
