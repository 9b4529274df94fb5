import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { cpuMs } from '../../../../test/support/cpu-time.js';
import { type ServiceOptions, startService } from '../support/service.js';

const ORIGIN = 'https://a.example';
const ROBOTS_TXT = `${ORIGIN}/robots.txt`;

const sitemapOf = (urls: readonly string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls
    .map((url) => `<url><loc> ${url} </loc></url>`)
    .join('')}</urlset>`;
const pages = (count: number) => Array.from({ length: count }, (_, at) => `${ORIGIN}/${at}`);

async function sampleOf(sites: ServiceOptions['sites'] = {}) {
  const service = await startService({ sites });
  const response = await service.get(`/v1/sitemap?origin=${ORIGIN}/page`);
  return { sample: await response.json(), fetched: service.fetched };
}

test('returns the pages of the sitemap that robots.txt lists', async () => {
  const listed = `${ORIGIN}/map.xml`;
  const { sample } = await sampleOf({
    [ROBOTS_TXT]: { status: 200, body: `Sitemap: ${listed}\n` },
    [listed]: { status: 200, body: sitemapOf(pages(3000)) },
  });
  expect(sample).toEqual({ origin: ORIGIN, sitemaps: [listed], found: 3000, urls: pages(3000) });
});

test('a sample is spread over several sitemaps', async () => {
  const listed = ['a', 'b'].map((name) => `${ORIGIN}/${name}.xml`);
  const all = pages(10_000);
  const { sample } = await sampleOf({
    [ROBOTS_TXT]: { status: 200, body: listed.map((url) => `Sitemap: ${url}\n`).join('') },
    [`${ORIGIN}/a.xml`]: { status: 200, body: sitemapOf(all.slice(0, 5000)) },
    [`${ORIGIN}/b.xml`]: { status: 200, body: sitemapOf(all.slice(5000)) },
  });
  const urls = all.filter((_, at) => at % 2 === 0);
  expect(sample).toEqual({ origin: ORIGIN, sitemaps: listed, found: 10_000, urls });
});

test('without a listed sitemap /sitemap.xml is read, unless robots.txt disallows it', async () => {
  const guess = `${ORIGIN}/sitemap.xml`;
  const map = { [guess]: { status: 200, body: sitemapOf(pages(2)) } };
  expect((await sampleOf(map)).sample).toMatchObject({ sitemaps: [guess], urls: pages(2) });
  const body = 'User-agent: *\nDisallow: /sitemap.xml\n';
  const { sample, fetched } = await sampleOf({ ...map, [ROBOTS_TXT]: { status: 200, body } });
  expect(sample).toMatchObject({ sitemaps: [], found: 0, urls: [] });
  expect(fetched).toEqual([ROBOTS_TXT]);
});

test('a sitemap is requested only if the robots.txt of its host allows it', async () => {
  const other = 'https://b.example';
  const listed = [`${ORIGIN}/private/map.xml`, `${other}/map.xml`];
  const index = `<sitemapindex>${listed.map((url) => `<sitemap><loc>${url}</loc></sitemap>`)}</sitemapindex>`;
  const lines = listed.map((url) => `Sitemap: ${url}\n`).join('');
  const refusing = { status: 200, body: 'User-agent: *\nDisallow: /map\n' };
  for (const body of [`${lines}User-agent: *\nDisallow: /private/\n`, 'User-agent: *\nDisallow: /private/\n']) {
    const { fetched, sample } = await sampleOf({
      [ROBOTS_TXT]: { status: 200, body },
      [`${ORIGIN}/sitemap.xml`]: { status: 200, body: index },
      [`${other}/robots.txt`]: refusing,
      [ORIGIN]: { status: 200, body: sitemapOf(pages(3)) },
      [other]: { status: 200, body: sitemapOf(pages(3)) },
    });
    expect(sample).toMatchObject({ found: 0 });
    expect(fetched).toEqual(
      [ROBOTS_TXT, body.startsWith('Sitemap') ? [] : `${ORIGIN}/sitemap.xml`, `${other}/robots.txt`].flat(),
    );
  }
});

test.each(['http://./s.xml', 'http://a..b/s.xml'])('a sitemap without a usable host, %s, is skipped', async (url) => {
  const listed = `${ORIGIN}/map.xml`;
  const { sample } = await sampleOf({
    [ROBOTS_TXT]: { status: 200, body: `Sitemap: ${url}\nSitemap: ${listed}\n` },
    [listed]: { status: 200, body: sitemapOf(pages(3)) },
  });
  expect(sample).toMatchObject({ sitemaps: [listed], found: 3 });
});

test('a redirect of a sitemap is followed only if robots.txt allows its target', async () => {
  const followed: [string, boolean][] = [];
  const service = await startService({
    transport: {
      async fetch({ url, mayFollow }) {
        const body = Buffer.from('User-agent: *\nDisallow: /private/\n');
        for (const target of url.endsWith('/sitemap.xml') ? ['/public', '/private/map'] : []) {
          followed.push([target, (await mayFollow?.(ORIGIN + target)) ?? true]);
        }
        return {
          kind: 'http',
          url,
          hops: [],
          status: 200,
          headers: {},
          conditional: false,
          body: {
            bytes: body,
            truncated: false,
            charset: { name: 'utf-8', from: 'default' },
            wireBytes: body.length,
          },
        };
      },
      close: async () => {},
    },
  });
  await service.get(`/v1/sitemap?origin=${ORIGIN}`);
  expect(followed).toEqual([
    ['/public', true],
    ['/private/map', false],
  ]);
});

test('an index leads to its sitemaps, at most 3 files in total', async () => {
  const index = `<sitemapindex>${['a', 'b', 'c', 'd']
    .map((name) => `<sitemap><loc>${ORIGIN}/${name}.gz</loc></sitemap>`)
    .join('')}</sitemapindex>`;
  const { fetched, sample } = await sampleOf({
    [`${ORIGIN}/sitemap.xml`]: { status: 200, body: index },
    [`${ORIGIN}/a.gz`]: { status: 200, body: gzipSync(sitemapOf(pages(3))) },
    [`${ORIGIN}/b.gz`]: { status: 404 },
  });
  expect(fetched.slice(1)).toEqual(['sitemap.xml', 'a.gz', 'b.gz'].map((name) => `${ORIGIN}/${name}`));
  expect(sample).toMatchObject({ found: 3, urls: pages(3) });
});

test.each([
  ['other sites', sitemapOf(['https://b.example/', 'javascript:alert(1)', 'not a url'])],
  ['a page of HTML', '<!doctype html><html><body><loc>https://a.example/x</loc></body></html>'],
  ['images', sitemapOf([]).replace('></urlset', '><url><i:image><i:loc>https://a.example/i</i:loc></i:image></url></urlset')],
  ['an unfinished entry', `<urlset><url><loc>${ORIGIN}/cut`],
  ['nothing', ''],
  [
    'damaged gzip',
    gzipSync(sitemapOf(pages(2)))
      .subarray(0, 20)
      .fill(7, 12),
  ],
])('a sitemap with only %s has no pages', async (_, body) => {
  const { sample } = await sampleOf({ [`${ORIGIN}/sitemap.xml`]: { status: 200, body } });
  expect(sample).toMatchObject({ found: 0, urls: [] });
});

test('reads only the beginning of a long or highly compressed sitemap', async () => {
  const { sample } = await sampleOf({
    [`${ORIGIN}/sitemap.xml`]: { status: 200, body: gzipSync(sitemapOf(pages(50_000))) },
  });
  expect(sample).toMatchObject({ found: 5000 });
  const began = cpuMs();
  const bomb = gzipSync(`<urlset>${' '.repeat(40_000_000)}`);
  const bombed = await sampleOf({ [`${ORIGIN}/sitemap.xml`]: { status: 200, body: bomb } });
  expect(bombed.sample).toMatchObject({ found: 0 });
  expect(cpuMs() - began).toBeLessThan(10_000);
});

test.each([
  ['text', Buffer.from('<!-- generated -->')],
  ['zeros', Buffer.alloc(512)],
  ['zeros and text', Buffer.from('\0\0\0text')],
  ['the start of another member', gzipSync('').subarray(0, 12)],
])('reads all of a gzip file that is followed by %s', async (_, rest) => {
  for (const count of [1, 4000]) {
    const body = Buffer.concat([gzipSync(sitemapOf(pages(count))), rest]);
    const { sample } = await sampleOf({ [`${ORIGIN}/sitemap.xml`]: { status: 200, body } });
    expect(sample).toMatchObject({ found: count, urls: pages(count) });
  }
});

test('reads all members of a gzip file, and an unfinished one up to its end', async () => {
  const text = sitemapOf(pages(4000));
  const half = text.length / 2;
  const members = [text.slice(0, half), text.slice(half)].map((part) => gzipSync(part));
  const guess = `${ORIGIN}/sitemap.xml`;
  const whole = await sampleOf({ [guess]: { status: 200, body: Buffer.concat(members) } });
  expect(whole.sample).toMatchObject({ found: 4000 });
  const cut = await sampleOf({ [guess]: { status: 200, body: gzipSync(text).subarray(0, 10_000) } });
  expect(cut.sample.found).toBeGreaterThan(1000);
});

test('reads feeds, and a sitemap in its declared encoding', async () => {
  const guess = `${ORIGIN}/sitemap.xml`;
  const feed = `<rss><channel><item><link>${ORIGIN}/a</link></item></channel></rss>`;
  const latin1 = sitemapOf([`${ORIGIN}/priv\u00e9`]).replace('?>', ' encoding="ISO-8859-1"?>');
  for (const [body, page] of [
    [feed, '/a'],
    [Buffer.from(latin1, 'latin1'), '/priv\u00e9'],
  ] as const) {
    const { sample } = await sampleOf({ [guess]: { status: 200, body } });
    expect(sample).toMatchObject({ urls: [`${ORIGIN}${page}`] });
  }
});

test('a URL without an origin is a problem', async () => {
  const service = await startService();
  expect((await service.get('/v1/sitemap?origin=page')).status).toBe(422);
});

test('a hostile sitemap of nested elements does not block other requests', async () => {
  const listed = `${ORIGIN}/map.xml`;
  // Quadratic for a reader without a bound of depth: minutes for these lengths.
  const hostile = `<urlset>${'<a>'.repeat(600_000)}${'</b>'.repeat(600_000)}`;
  const service = await startService({
    sites: {
      [ROBOTS_TXT]: { status: 200, body: `Sitemap: ${listed}\n` },
      [listed]: { status: 200, body: gzipSync(hostile) },
    },
  });
  const began = cpuMs();
  const sample = service.get(`/v1/sitemap?origin=${ORIGIN}`);
  expect((await service.get('/healthz')).status).toBe(200);
  expect(await (await sample).json()).toMatchObject({ sitemaps: [listed], found: 0 });
  expect(cpuMs() - began).toBeLessThan(10_000);
});
