/** Cached checks per second of a client that fetches and caches robots.txt. */
import { RobotsClient } from '@repkit/client';
import { makeInput, makeUrls, TOKEN } from './inputs.ts';
import type { Part } from './part.ts';
import { race, rateOf } from './race.ts';

const ORIGINS = 20;

export const reportClient: Part = async ({ race: options }) => {
  const input = makeInput('typical', 0);
  const { bytes } = input;
  const charset = { name: 'utf-8', from: 'default' } as const;
  const body = { bytes, truncated: false, charset, wireBytes: bytes.length };
  const transport = {
    fetch: async ({ url }: { readonly url: string }) =>
      ({ kind: 'http', url, hops: [], status: 200, headers: {}, body, conditional: false }) as const,
    close: async () => {},
  };
  const paths = makeUrls('typical', input).few.map((url) => new URL(url).pathname);
  const urls = Array.from({ length: ORIGINS }, (_, at) => paths.map((path) => `https://${at}.example.com${path}`)).flat();
  const client = new RobotsClient({ userAgent: `${TOKEN}/1.0`, transport });
  const check = async (from: number, count: number): Promise<number> => {
    let allowed = 0;
    for (let index = 0; index < count; index++) {
      if (await client.isAllowed(urls[(from * 61 + index) % urls.length])) allowed++;
    }
    return allowed;
  };
  await check(0, urls.length);
  const lane = { heat: 'cached', contender: 'repkit', work: check };
  const results = await race([lane], options);
  await client.close();
  return { 'cached checks of the client': rateOf(results, 'cached', 'repkit') };
};
