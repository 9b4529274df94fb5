/** Clients with thousands of origins. */
import { describe, expect, test } from 'vitest';
import type { ClientLimits, FetchOutcome } from '../src/index.js';
import { DAY, FakeClock } from './support/clock.js';
import { http } from './support/outcomes.js';
import { proofClient } from './support/proof.js';
import { ScriptedTransport } from './support/scripted-transport.js';

const RULES = 'User-agent: ExampleBot\nDisallow: /private\nCrawl-delay: 2\nSitemap: https://example.com/map.xml\n';

test('at most 1,000 copies are renewed at a time', async () => {
  const clock = new FakeClock();
  const urls = Array.from({ length: 1001 }, (_, index) => `https://${index}.example/`);
  const transport = new ScriptedTransport((request, count) => {
    if (count < urls.length) return http(200, RULES);
    return new Promise((_, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason));
    });
  });
  const client = proofClient({ transport, clock: clock.now });
  for (const url of urls) await client.check(url);
  clock.pass(0.9 * DAY);
  for (const url of urls) expect((await client.check(url)).provenance.source).toBe('memory');
  await new Promise(setImmediate);
  expect(transport.requests).toHaveLength(urls.length + 1000);
});

describe('without a store, results are held in bounded memory', () => {
  /** Checks each origin, one after the other, twice; returns the requests of each round. */
  async function rounds(
    origins: number,
    answer: (index: number) => FetchOutcome,
    limits: Partial<ClientLimits> = {},
  ): Promise<number[]> {
    const transport = new ScriptedTransport(({ url }) => answer(Number(/\d+/.exec(url)?.[0])));
    // A standing clock: on a busy machine a round may take longer than a backoff.
    const client = proofClient({ transport, limits, clock: new FakeClock().now });
    const requests: number[] = [];
    for (let round = 0; round < 2; round++) {
      const before = transport.requests.length;
      for (let index = 0; index < origins; index++) {
        await client.isAllowed(`https://host-${index}.example/private`);
      }
      requests.push(transport.requests.length - before);
    }
    return requests;
  }

  test('12,000 origins in sequence are fetched once each, and failing ones retain their backoff', async () => {
    const body = `${RULES}${'Disallow: /some/other/path\n'.repeat(20)}`;
    const answers = [http(200, body), http(404), http(503), http(200, RULES)];
    const requests = await rounds(12_000, (index) => answers[index % 4] ?? http(404));
    expect(requests).toEqual([12_000, 0]);
  });

  test('140 origins with files of 500 kB are fetched once each', async () => {
    // As in real files, most of a line repeats earlier ones.
    const lines = (index: number) =>
      Array.from({ length: 12_000 }, (_, line) => `Disallow: /section-${index}/item-${line}/*?sort=`);
    const requests = await rounds(140, (index) => http(200, `${RULES}${lines(index).join('\n')}`));
    expect(requests).toEqual([140, 0]);
  });

  test('a limit smaller than one file does not cause a request per check', async () => {
    const transport = new ScriptedTransport(() => http(200, RULES.repeat(100)));
    const client = proofClient({ transport, limits: { memoryBytes: 1 } });
    for (let check = 0; check < 20; check++) {
      expect(await client.isAllowed('https://example.com/private')).toBe(false);
    }
    expect(transport.requests).toHaveLength(1);
  });
});
