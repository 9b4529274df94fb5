import { describe, expect, test } from 'vitest';
import { RobotsClient } from '../src/index.js';
import { MemoryStore } from '../src/store/memory-store.js';
import { DAY, FakeClock, HOUR, MINUTE } from './support/clock.js';
import { http } from './support/outcomes.js';
import { proofClient } from './support/proof.js';
import { gate, ScriptedTransport } from './support/scripted-transport.js';
import { startSite } from './support/site.js';

const RULES = 'User-agent: ExampleBot\nDisallow: /private\nCrawl-delay: 2\nSitemap: https://example.com/map.xml\n';

describe('basic use', () => {
  test('1,000 concurrent checks of one origin make one request with the configured header', async () => {
    let header: string | undefined;
    const site = await startSite({
      '/robots.txt': (request, response) => {
        header = request.headers['user-agent'];
        response.end(RULES);
      },
    });
    const client = proofClient();
    const paths = Array.from({ length: 1000 }, (_, index) => (index % 2 ? `/${index}` : `/private/${index}`));
    const answers = await Promise.all(paths.map((path) => client.isAllowed(`${site.origin}${path}`)));
    expect(answers).toEqual(paths.map((path) => !path.startsWith('/private')));
    expect(site.log).toEqual(['GET /robots.txt']);
    expect(header).toBe('ExampleBot/1.0');
    expect(client.counters).toMatchObject({ fetches: 1, waits: 999, wireBytes: RULES.length });
  });

  test("a decision contains its provenance and core's verdict", async () => {
    const site = await startSite({ '/robots.txt': RULES });
    const client = proofClient();
    const decision = await client.check(`${site.origin}/private/a`);
    expect(decision).toMatchObject({
      outcome: 'disallowed',
      reason: 'rule',
      crawler: 'ExampleBot',
      verdict: { rule: { line: 2 } },
      provenance: { origin: site.origin, status: 200, source: 'fetched', store: 'memory' },
    });
    expect(await client.check(`${site.origin}/a`)).toMatchObject({
      outcome: 'allowed',
      reason: 'no-rule',
      provenance: { source: 'memory' },
    });
  });

  test('another product token can be checked', async () => {
    const site = await startSite({ '/robots.txt': RULES });
    const client = proofClient();
    expect(await client.isAllowed(`${site.origin}/private`, { productToken: 'OtherBot' })).toBe(true);
  });

  test('robots.txt, crawl-delay and sitemaps', async () => {
    const site = await startSite({ '/robots.txt': RULES });
    const client = proofClient();
    expect(await client.crawlDelay(`${site.origin}/`)).toBe(2);
    expect(await client.crawlDelay(`${site.origin}/`, { productToken: 'OtherBot' })).toBeUndefined();
    expect(await client.sitemaps(site.origin)).toEqual(['https://example.com/map.xml']);
    const { kind, robotsTxt, provenance } = await client.robotsTxt(site.origin);
    expect(kind).toBe('rules');
    expect(robotsTxt?.groups.length).toBe(1);
    expect(provenance.access).toBe('successful');
    expect(site.log.length).toBe(1);
  });

  test('without a robots.txt, there is no delay and no sitemap', async () => {
    const site = await startSite({});
    const client = proofClient();
    expect(await client.robotsTxt(site.origin)).toMatchObject({
      kind: 'unavailable',
      robotsTxt: undefined,
      provenance: { access: 'unavailable', status: 404 },
    });
    expect(await client.crawlDelay(site.origin)).toBeUndefined();
    expect(await client.sitemaps(site.origin)).toEqual([]);
  });

  test.each(['/private/a', 'mailto:a@example.com', 'https://', ''])(
    '%j has no robots.txt: the error says what is expected',
    async (url) => {
      const client = proofClient();
      await expect(client.isAllowed(url)).rejects.toThrow(TypeError);
      await expect(client.check(url)).rejects.toThrow('Use an absolute http:, https: or ftp: URL');
      await expect(client.invalidate(url)).rejects.toThrow(TypeError);
    },
  );
});

describe('caching', () => {
  test('2.4: a copy is renewed in the background after 80 % of its lifetime, and at the latest after 24 hours', async () => {
    const site = await startSite({ '/robots.txt': RULES });
    const clock = new FakeClock();
    const client = proofClient({ clock: clock.now });
    const url = `${site.origin}/a`;
    await client.check(url);
    clock.pass(0.74 * DAY);
    await client.check(url);
    expect(site.log.length).toBe(1);
    clock.pass(0.12 * DAY);
    expect((await client.check(url)).provenance.source).toBe('memory');
    await expect.poll(() => site.log.length).toBe(2);
    await expect.poll(async () => (await client.check(url)).provenance.ageMs).toBe(0);
    clock.pass(DAY);
    expect((await client.check(url)).provenance).toMatchObject({ source: 'fetched', ageMs: 0 });
    expect(site.log.length).toBe(3);
  });

  test('2.3.1.3: an unavailable result is cached for 24 hours', async () => {
    const site = await startSite({});
    const clock = new FakeClock();
    const client = proofClient({ clock: clock.now });
    for (let index = 0; index < 10; index++) await client.isAllowed(`${site.origin}/${index}`);
    clock.pass(0.7 * DAY);
    await client.isAllowed(site.origin);
    expect(site.log.length).toBe(1);
  });

  test('2.3.1.4: no request and no access between two tries, then the copy once the site is back', async () => {
    const site = await startSite({ '/robots.txt': 503 });
    const clock = new FakeClock();
    const client = proofClient({ clock: clock.now });
    const url = `${site.origin}/a`;
    const decision = await client.check(url);
    expect(decision).toMatchObject({
      outcome: 'unreachable',
      provenance: { reason: 'status' },
    });
    for (let index = 0; index < 10; index++) expect(await client.isAllowed(url)).toBe(false);
    expect(site.log.length).toBe(1);
    site.answer('/robots.txt', RULES);
    clock.pass(MINUTE);
    expect(await client.isAllowed(url)).toBe(true);
    expect(site.log.length).toBe(2);
  });

  test('no-store: one request per minute, regardless of the jitter', async () => {
    const clock = new FakeClock();
    const client = proofClient({ clock: clock.now });
    for (let index = 0; index < 5; index++) {
      const site = await startSite({
        '/robots.txt': (_, response) => response.writeHead(200, { 'cache-control': 'no-store' }).end(RULES),
      });
      const { nextRequestAt, fetchedAt } = (await client.check(site.origin)).provenance;
      expect(nextRequestAt - fetchedAt).toBe(MINUTE);
      clock.pass(MINUTE);
      await client.check(site.origin);
      expect(site.log).toHaveLength(2);
    }
  });

  test('refresh fetches again, invalidate removes the entry', async () => {
    const site = await startSite({ '/robots.txt': RULES });
    const client = proofClient();
    const url = `${site.origin}/private`;
    expect(await client.isAllowed(url)).toBe(false);
    site.answer('/robots.txt', 404);
    expect((await client.refresh(site.origin)).provenance).toMatchObject({ status: 404 });
    expect(await client.isAllowed(url)).toBe(true);
    site.answer('/robots.txt', RULES);
    await client.invalidate(url);
    expect(await client.isAllowed(url)).toBe(false);
    expect(site.log.length).toBe(3);
  });

  test('refresh fetches while a check reads a fresh copy from the store', async () => {
    const site = await startSite({ '/robots.txt': RULES });
    const store = new MemoryStore();
    const url = `${site.origin}/private`;
    expect(await proofClient({ store }).isAllowed(url)).toBe(false);
    site.answer('/robots.txt', 404);
    const client = proofClient({ store });
    const checking = client.check(url);
    expect((await client.refresh(url)).provenance).toMatchObject({ status: 404 });
    expect((await checking).provenance.source).toBe('store');
    expect(await client.isAllowed(url)).toBe(true);
    expect(site.log.length).toBe(2);
  });

  test('invalidate discards running fetches, also in the store', async () => {
    const bodies = [RULES, 'User-agent: *\nDisallow: /\n'];
    const { opened, open } = gate();
    const transport = new ScriptedTransport(async (_, count) => {
      await opened;
      return http(200, bodies[count]);
    });
    const store = new MemoryStore();
    const client = proofClient({ transport, store });
    const url = 'https://example.com/a';
    const checking = client.check(url);
    await expect.poll(() => transport.requests.length).toBe(1);
    const invalidated = client.invalidate(url);
    open();
    await invalidated;
    expect((await checking).outcome).toBe('allowed');
    expect((await client.check(url)).outcome).toBe('disallowed');
    expect((await proofClient({ store }).check(url)).outcome).toBe('disallowed');
  });

  test('other clients read the store again when their copy is due', async () => {
    const clock = new FakeClock();
    const transport = new ScriptedTransport((_, count) => http(200, count ? '' : RULES));
    const store = new MemoryStore({ clock: clock.now });
    const [first, second] = [1, 2].map(() => proofClient({ transport, store, clock: clock.now }));
    const url = 'https://example.com/private';
    for (const client of [first, second]) expect(await client?.isAllowed(url)).toBe(false);
    clock.pass(HOUR);
    await first?.invalidate(url);
    expect(await first?.isAllowed(url)).toBe(true);
    expect(await second?.isAllowed(url)).toBe(false);
    clock.pass(0.9 * DAY);
    await expect.poll(() => second?.isAllowed(url)).toBe(true);
  });

  test('clients that share a store fetch once', async () => {
    const site = await startSite({ '/robots.txt': RULES });
    const store = new MemoryStore();
    const clients = Array.from({ length: 5 }, () => proofClient({ store }));
    await Promise.all(clients.map((client) => client.isAllowed(`${site.origin}/a`)));
    expect(site.log.length).toBe(1);
    const sources = await Promise.all(clients.map((client) => client.robotsTxt(site.origin)));
    expect(sources.map(({ provenance }) => provenance.source)).toEqual(clients.map(() => 'memory'));
  });

  test('http and https, and two ports, are fetched separately', async () => {
    const one = await startSite({ '/robots.txt': 'User-agent: *\nDisallow: /\n' });
    const other = await startSite({});
    const client = proofClient();
    expect(await client.isAllowed(`${one.origin}/a`)).toBe(false);
    expect(await client.isAllowed(`${other.origin}/a`)).toBe(true);
  });
});

describe('aborting', () => {
  test('a signal ends only the wait of its check', async () => {
    const site = await startSite({
      '/robots.txt': (_, response) => setTimeout(() => response.end(RULES), 50),
    });
    const client = proofClient();
    const controller = new AbortController();
    const leaving = client.isAllowed(`${site.origin}/a`, { signal: controller.signal });
    const staying = client.isAllowed(`${site.origin}/a`);
    controller.abort(new Error('enough'));
    await expect(leaving).rejects.toThrow('enough');
    expect(await staying).toBe(true);
    expect(site.log.length).toBe(1);
  });

  test('close aborts running work, and a closed client rejects', async () => {
    const site = await startSite({ '/robots.txt': () => {} });
    const client = proofClient();
    const waiting = client.isAllowed(`${site.origin}/a`);
    const ended = expect(waiting).rejects.toThrow('The client was closed.');
    await expect.poll(() => site.log.length).toBe(1);
    await client.close();
    await ended;
    await expect(client.isAllowed(`${site.origin}/a`)).rejects.toThrow('The client is closed');
  });

  test('`await using` closes the client', async () => {
    let outer: RobotsClient;
    {
      await using client = new RobotsClient({ userAgent: 'ExampleBot/1.0' });
      outer = client;
    }
    await expect(outer.isAllowed('http://127.0.0.1:9/a')).rejects.toThrow('The client is closed');
  });
});

describe('schedule', () => {
  test('schedule: turns are a crawl-delay apart', async () => {
    const site = await startSite({ '/robots.txt': RULES });
    const clock = new FakeClock();
    const client = proofClient({ clock: clock.now });
    const turns = [];
    for (let index = 0; index < 3; index++) turns.push(await client.schedule(`${site.origin}/a`));
    expect(turns.map(({ at }) => at - clock.time)).toEqual([0, 2000, 4000]);
    expect(turns[0]).toMatchObject({ intervalMs: 2000, from: 'crawl-delay' });
  });

  test('schedule: under another policy, as access', async () => {
    const { origin } = await startSite({ '/robots.txt': 503 });
    const client = proofClient();
    expect(await client.schedule(origin)).toMatchObject({ from: 'unreachable' });
    expect(await client.schedule(origin, { policy: 'yandex' })).toMatchObject({ from: 'none' });
    const { access } = await client.access(origin, { policy: 'yandex' });
    expect(access.kind).toBe('given-up');
  });

  test('schedule: no delay without a robots.txt; the next try while unreachable', async () => {
    const site = await startSite({});
    const clock = new FakeClock();
    const client = proofClient({ clock: clock.now });
    expect(await client.schedule(site.origin)).toEqual({
      at: clock.time,
      intervalMs: 0,
      from: 'none',
    });
    const down = await startSite({
      '/robots.txt': (_, response) => response.writeHead(503, { 'retry-after': '3600' }).end(),
    });
    expect(await client.schedule(down.origin)).toEqual({
      at: clock.time + HOUR,
      intervalMs: 0,
      from: 'unreachable',
    });
  });
});

test('the guard is on unless it is false', async () => {
  const site = await startSite({ '/robots.txt': RULES });
  const refused = { outcome: 'unreachable', provenance: { reason: 'refused-address' } };
  for (const guard of [undefined, true, {}]) {
    expect(await proofClient({ guard }).check(`${site.origin}/a`)).toMatchObject(refused);
  }
  expect(site.log).toHaveLength(0);
  expect(await proofClient({ guard: false }).isAllowed(`${site.origin}/a`)).toBe(true);
});

test('clients with different guards share neither copies nor refusals', async () => {
  const site = await startSite({ '/robots.txt': RULES });
  const store = new MemoryStore();
  const url = `${site.origin}/private`;
  const reached = { outcome: 'disallowed', provenance: { source: 'fetched' } };
  const refused = { outcome: 'unreachable', provenance: { reason: 'refused-address' } };
  const inside = { allowCidrs: ['127.0.0.0/8'] };
  expect(await proofClient({ store, guard: true }).check(url)).toMatchObject(refused);
  expect(await proofClient({ store, guard: inside }).check(url)).toMatchObject(reached);
  expect(await proofClient({ store }).check(url)).toMatchObject(reached);
  expect(await proofClient({ store, guard: true }).check(url)).toMatchObject(refused);
  expect(await proofClient({ store, guard: { ...inside } }).check(url)).toMatchObject({
    outcome: 'disallowed',
    provenance: { source: 'store' },
  });
  expect(site.log).toHaveLength(2);
});

test('clients with different User-Agent headers do not share refusals', async () => {
  const site = await startSite({
    '/robots.txt': (request, response) => {
      if (request.headers['user-agent'] === 'BadBot/1.0') response.writeHead(403).end();
      else response.end(RULES);
    },
  });
  const store = new MemoryStore();
  const url = `${site.origin}/private`;
  const productToken = 'ExampleBot';
  const refused = proofClient({ store, userAgent: 'BadBot/1.0', productToken });
  expect(await refused.check(url)).toMatchObject({ outcome: 'allowed', reason: 'unavailable' });
  const served = proofClient({ store, productToken });
  expect(await served.check(url)).toMatchObject({ outcome: 'disallowed', reason: 'rule' });
  expect(await proofClient({ store, productToken: 'OtherBot' }).check(url)).toMatchObject({
    outcome: 'allowed',
    provenance: { source: 'store' },
  });
  expect(site.log).toHaveLength(2);
});

describe('a copy that was cut at the limit of one client', () => {
  const small = { maxBytes: 512_000 };
  const large = { maxBytes: 600_000 };
  const head = 'User-agent: *\n';
  const filler = `# ${'x'.repeat(97)}\n`;
  /** The limit cuts the path of the rule, and the shorter path would block more. */
  const rule = 'Disallow: /private/only/this\n';
  const fit = 512_000 - head.length - 'Disallow: /private'.length;
  const body = `${head}${filler.repeat(Math.floor(fit / 100))}${'#'.padEnd((fit % 100) - 1)}\n${rule}`;

  async function startLargeSite() {
    const conditional: boolean[] = [];
    const site = await startSite({
      '/robots.txt': (request, response) => {
        const isConditional = request.headers['if-none-match'] !== undefined;
        conditional.push(isConditional);
        response.setHeader('etag', '"a"');
        if (isConditional) response.writeHead(304).end();
        else response.end(body);
      },
    });
    return { site, conditional };
  }

  test('is fetched again by a client with a larger limit, unconditionally', async () => {
    const { site, conditional } = await startLargeSite();
    const store = new MemoryStore();
    const url = `${site.origin}/private/else`;
    const first = proofClient({ store, limits: small });
    expect((await first.check(url)).provenance.body?.truncated).toBe(true);
    const second = proofClient({ store, limits: large });
    expect(await second.check(url)).toMatchObject({
      outcome: 'allowed',
      provenance: { source: 'fetched', body: { truncated: false, bytes: body.length } },
    });
    expect(await second.check(`${site.origin}/private/only/this`)).toMatchObject({
      outcome: 'disallowed',
    });
    // The whole body serves clients of every limit.
    const third = proofClient({ store, limits: small });
    expect(await third.check(`${site.origin}/private/only/this`)).toMatchObject({
      outcome: 'allowed',
      provenance: { source: 'store', body: { truncated: true } },
    });
    expect(conditional).toEqual([false, false]);
  });

  test('is renewed by a 304 only at its own limit', async () => {
    const { site, conditional } = await startLargeSite();
    const clock = new FakeClock();
    const store = new MemoryStore();
    const options = { store, clock: clock.now };
    const url = `${site.origin}/private/else`;
    const first = proofClient({ ...options, limits: small });
    const second = proofClient({ ...options, limits: large });
    await first.check(url);
    clock.pass(DAY);
    expect((await first.check(url)).provenance.status).toBe(304);
    clock.pass(DAY);
    expect(await second.check(url)).toMatchObject({
      outcome: 'allowed',
      provenance: { status: 200, body: { truncated: false } },
    });
    expect(conditional).toEqual([false, true, false]);
  });

  test('while the site fails, is used by a client with a larger limit, without its truncated last line', async () => {
    const { site } = await startLargeSite();
    const clock = new FakeClock();
    const store = new MemoryStore();
    const options = { store, clock: clock.now };
    const first = proofClient({ ...options, limits: small });
    await first.check(site.origin);
    site.answer('/robots.txt', 503);
    await first.refresh(site.origin);
    const second = proofClient({ ...options, limits: large });
    expect(await second.check(`${site.origin}/private/else`)).toMatchObject({
      outcome: 'allowed',
      provenance: { source: 'store', body: { truncated: true } },
    });
    expect(site.log).toHaveLength(2);
  });
});
