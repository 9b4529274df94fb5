import { describe, expect, test } from 'vitest';
import { robotsFetch } from '../src/hooks/fetch.js';
import type { CheckOptions, RobotsClient } from '../src/index.js';
import { MemoryStore } from '../src/store/memory-store.js';
import { proofClient } from './support/proof.js';
import { type Site, startSite } from './support/site.js';

const RULES = 'User-agent: ExampleBot\nDisallow: /private\nCrawl-delay: 2\n';

type Call = (client: RobotsClient, url: string | URL, options?: CheckOptions) => Promise<unknown>;

/** All methods of a client that take a URL. */
const METHODS = {
  isAllowed: (client, url, options) => client.isAllowed(url, options),
  check: (client, url, options) => client.check(url, options),
  robotsTxt: (client, url, options) => client.robotsTxt(url, options),
  crawlDelay: (client, url, options) => client.crawlDelay(url, options),
  sitemaps: (client, url, options) => client.sitemaps(url, options),
  schedule: (client, url, options) => client.schedule(url, options),
  refresh: (client, url, options) => client.refresh(url, options),
  access: (client, url, options) => client.access(url, options),
} satisfies Record<string, Call>;
const methods: readonly (readonly [string, Call])[] = Object.entries(METHODS);
const tokenMethods: readonly Call[] = [METHODS.isAllowed, METHODS.check, METHODS.crawlDelay, METHODS.schedule];

/** A site with a robots.txt that the client has cached. */
async function setUpKnown(): Promise<{ client: RobotsClient; site: Site; url: string }> {
  const site = await startSite({ '/robots.txt': RULES, '/a': 'a page' });
  const client = proofClient({ store: new MemoryStore() });
  const url = `${site.origin}/a`;
  await client.check(url);
  return { client, site, url };
}

describe('a closed client rejects', () => {
  test.each(methods)('%s, even for a cached origin', async (_, call) => {
    const { client, site, url } = await setUpKnown();
    await client.close();
    await expect(call(client, url)).rejects.toThrow('The client is closed. Create a new one.');
    expect(site.log).toEqual(['GET /robots.txt']);
  });

  test('invalidate', async () => {
    const { client, url } = await setUpKnown();
    await client.close();
    await expect(client.invalidate(url)).rejects.toThrow('The client is closed. Create a new one.');
  });

  test('robotsFetch sends nothing', async () => {
    const { client, site, url } = await setUpKnown();
    await client.close();
    await expect(robotsFetch(client)(url)).rejects.toThrow('The client is closed');
    expect(site.log).toEqual(['GET /robots.txt']);
  });
});

describe('a check with an aborted signal rejects', () => {
  test.each(methods)('%s, for cached and uncached origins', async (_, call) => {
    const { client, site, url } = await setUpKnown();
    const unknown = await startSite({});
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(call(client, url, { signal })).rejects.toThrow('enough');
    await expect(call(client, unknown.origin, { signal })).rejects.toThrow('enough');
    expect([...site.log, ...unknown.log]).toEqual(['GET /robots.txt']);
  });

  test('robotsFetch sends nothing', async () => {
    const { client, site, url } = await setUpKnown();
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(robotsFetch(client)(url, { signal })).rejects.toThrow('enough');
    expect(site.log).toEqual(['GET /robots.txt']);
  });

  test('schedule does not wait for a slow store', async () => {
    const site = await startSite({ '/robots.txt': RULES });
    const store = new MemoryStore();
    const client = proofClient({ store });
    await client.check(site.origin);
    store.lock = () => new Promise(() => {});
    const controller = new AbortController();
    const turn = client.schedule(site.origin, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(turn).rejects.toThrow('enough');
  });
});

describe('invalid arguments', () => {
  test.each([undefined, null, 7, 7n, {}, Symbol('a')])('%s is not a URL', async (url) => {
    const client = proofClient();
    for (const [, call] of [...methods, ['invalidate', asInvalidate] as const]) {
      const result = call(client, url as never);
      await expect(result).rejects.toThrow(TypeError);
      await expect(call(client, url as never)).rejects.toThrow(
        /^The URL must be an absolute http:, https: or ftp: URL, as a string or a URL object \(received /,
      );
    }
  });

  test.each([
    [{ signal: new AbortController() }, 'signal must be an AbortSignal'],
    [{ signal: null }, 'signal must be an AbortSignal'],
    ['OtherBot', 'The second argument must be options'],
    [null, 'The second argument must be options'],
  ])('%j is not an options object, even for a cached origin', async (options, sentence) => {
    const { client, url } = await setUpKnown();
    for (const [, call] of methods) {
      await expect(call(client, url, options as never)).rejects.toThrow(TypeError);
      await expect(call(client, url, options as never)).rejects.toThrow(sentence);
    }
  });

  test.each(['Mozilla/5.0 (X)', '', '/1.0', null, 7])('%j is not a product token: nothing is fetched', async (productToken) => {
    for (const answer of [RULES, 404, 503]) {
      const site = await startSite({ '/robots.txt': answer });
      const client = proofClient();
      for (const call of tokenMethods) {
        const result = call(client, site.origin, { productToken: productToken as never });
        await expect(result).rejects.toThrow(/^(The|Pass at least one) product token/);
      }
      expect(site.log).toEqual([]);
    }
  });
});

describe('URL objects', () => {
  test.each(methods)('%s has the same result as for a string', async (_, call) => {
    const { client, url } = await setUpKnown();
    const [ofObject, ofText] = [await call(client, new URL(url)), await call(client, url)];
    if (call === METHODS.schedule) expect(ofText).toMatchObject({ from: 'crawl-delay' });
    else expect(withoutTimes(ofObject)).toBe(withoutTimes(ofText));
  });

  test('the URL is read at the call, before the caller may change it', async () => {
    const site = await startSite({ '/robots.txt': RULES });
    const client = proofClient();
    const url = new URL(`${site.origin}/private`);
    const result = client.check(url);
    url.href = 'https://example.com/a';
    expect(await result).toMatchObject({
      outcome: 'disallowed',
      url: `${site.origin}/private`,
      provenance: { origin: site.origin },
    });
  });

  test('invalidate accepts a URL object', async () => {
    const { client, site, url } = await setUpKnown();
    await client.invalidate(new URL(url));
    await client.check(new URL(url));
    expect(site.log.length).toBe(2);
  });
});

function asInvalidate(client: RobotsClient, url: string | URL): Promise<unknown> {
  return client.invalidate(url);
}

/** Returns the result as JSON without times, which differ between two checks. */
function withoutTimes(answer: unknown): string | undefined {
  return JSON.stringify(answer, (name, value) => (/At$|Ms$|Until$|^at$/.test(name) ? undefined : value));
}
