/** `repkit coverage SITE` reads the sitemaps that the robots.txt of the site lists. */
import { describe, expect, test } from 'vitest';
import { bodyCases } from '../../../../test/support/body-cases.js';
import { site, siteWith } from '../../../../test/support/site.js';
import { run } from '../../src/run.js';
import { fakeIo, type World } from '../support/fake-io.js';

async function repkitCoverage(argv: string, world: World = {}) {
  const io = fakeIo({ files: {}, ...world });
  const code = await run(['coverage', '--allow=127.0.0.1', '--store=none', ...argv.split(' ')], io);
  return { code, ...io.written };
}

const sitemapOf = (...urls: readonly string[]) =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
const indexOf = (...urls: readonly string[]) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`;

/** Serves a robots.txt that lists one sitemap, and that sitemap. */
async function siteWithSitemap(robots: string, sitemap: (origin: string) => string) {
  const found = await site(({ url = '' }, response) => {
    const { origin } = found;
    if (url === '/robots.txt') response.end(`${robots}\nSitemap: ${origin}/s.xml\n`);
    else response.end(sitemap(origin));
  });
  return found;
}

test('--blocked lists each blocked URL with crawler and rule, and --fail-on exits with 1', async () => {
  const robots = 'User-agent: *\nDisallow: /hidden\n\nUser-agent: GPTBot\nDisallow: /\n';
  const { origin } = await siteWithSitemap(robots, (host) =>
    sitemapOf(`${host}/open`, `${host}/hidden/a`, 'https://other.example/hidden', 'x'),
  );
  const { code, out, err } = await repkitCoverage(`--blocked --fail-on blocked ${origin}`);
  expect(out.split('\n')).toEqual([
    `${origin}/open\tGPTBot\tDisallow: /`,
    `${origin}/hidden/a\tGPTBot\tDisallow: /`,
    `${origin}/hidden/a\t*\tDisallow: /hidden`,
    '',
  ]);
  expect(code).toBe(1);
  expect(err).toContain('Skipped 1 URL of other hosts, which have their own robots.txt.');
  expect(err).toContain('Skipped 1 line that is not a URL.');
  expect(await repkitCoverage(`--blocked ${origin}`)).toMatchObject({ code: 0 });
  const open = await repkitCoverage(`--blocked --fail-on blocked --agent FooBot ${origin}`);
  expect([open.code, open.out]).toEqual([1, `${origin}/hidden/a\tFooBot\tDisallow: /hidden\n`]);
});

test('a crawler is judged as its operator documents', async () => {
  const { origin } = await siteWithSitemap('User-agent: *\nDisallow: /\nAllow: /index.html\nAllow: /s.xml', (host) =>
    sitemapOf(`${host}/`),
  );
  const codeFor = async (options: string) => (await repkitCoverage(`--fail-on blocked ${options} ${origin}`)).code;
  // Google allows the folder of an index page.
  expect(await codeFor('--crawler Googlebot')).toBe(0);
  expect(await codeFor('--agent Googlebot')).toBe(1);
  expect(await codeFor('--crawler Googlebot --dialect rfc9309')).toBe(1);
});

describe('an incomplete source ends with 2, and the rest is counted', () => {
  const whole = (origin: string) => sitemapOf(`${origin}/a`);
  test.each<[string, (origin: string) => string, string]>([
    ['within a location', (origin) => whole(origin).slice(0, -25), 'it ends before its root element'],
    ['after a location', (origin) => whole(origin).slice(0, -9), 'it ends before its root element'],
    ['before the first URL', () => '<urlset>', 'it ends before its root element'],
    ['empty', () => '', 'is empty'],
    ['an index with a path', () => indexOf('/a.xml'), '"/a.xml" was not read: "http://'],
    [
      'an index with too many sitemaps',
      () => indexOf(...new Array<string>(50_001).fill('/a.xml')),
      'lists more than 50,000 sitemaps; the others were not read.',
    ],
    ['JSON', () => '{"urls": []}', 'is JSON'],
    ['HTML', () => '<html>', 'is XML or HTML, but not a sitemap'],
  ])('%s', async (_, sitemap, why) => {
    const { origin } = await siteWithSitemap('User-agent: *\nDisallow: /a', sitemap);
    const { code, err } = await repkitCoverage(`--fail-on blocked ${origin}`);
    expect(err).toContain(why);
    expect(code).toBe(2);
  });

  test.each<[string, World, string]>([
    ['a sitemap that is cut', { files: { 'a.xml': '<urlset><url><loc>/a</loc></url>' } }, 'a.xml'],
    ['an empty sitemap', { files: { 'a.xml': '' } }, 'a.xml'],
    ['JSON lines', { files: { log: '{"uri":"/a","ts":1}\n' } }, 'log'],
    ['a list in UTF-16', { files: { list: Buffer.from('\ufeff/a\n', 'utf16le') } }, 'list'],
    ['lines without a URL', { files: { log: 'some text\nmore text\n' } }, 'log'],
  ])('%s, as a file', async (_, { files }, name) => {
    const world = { files: { ...files, robots: 'User-agent: *\nDisallow: /a\n', old: '' } };
    for (const argv of [
      ['coverage', 'robots', name],
      ['diff', 'old', 'robots', '--urls', name],
    ]) {
      const io = fakeIo(world);
      expect(await run(argv, io)).toBe(2);
      expect(io.written.err).toContain(`"${name}"`);
    }
  });

  test.each<[string, World]>([
    ['an empty list', { files: { list: '' } }],
    ['a sitemap without URLs', { files: { list: '<urlset></urlset>' } }],
    ['a sitemap without URLs in one tag', { files: { list: '<urlset/>' } }],
    ['a list with one URL', { files: { list: 'text\n/a\n' } }],
  ])('%s is complete', async (_, { files }) => {
    const world = { files: { ...files, robots: 'User-agent: *\nAllow: /\n' } };
    const io = fakeIo(world);
    expect(await run(['coverage', 'robots', 'list'], io)).toBe(0);
  });
});

test('RFC 9309 2.3: sitemaps of other hosts are requested only if their robots.txt allows it', async () => {
  const otherHost = (robotsTxt: string, status = 200) =>
    site(({ url = '' }, response) => {
      if (url === '/robots.txt') response.writeHead(status).end(robotsTxt);
      else response.end(sitemapOf());
    });
  const other = await otherHost('User-agent: repkit\nDisallow: /closed\n');
  const failing = await otherHost('', 503);
  const { origin } = await site(({ url = '' }, response) => {
    if (url === '/robots.txt') {
      const listed = [`${other.origin}/closed.xml`, `${origin}/index.xml`, `${origin}/moved.xml`];
      response.end(listed.map((sitemap) => `Sitemap: ${sitemap}\n`).join(''));
    } else if (url === '/index.xml') {
      const paths = ['/closed/child.xml', '/open.xml'].map((path) => other.origin + path);
      response.end(indexOf(...paths, `${failing.origin}/a.xml`));
    } else response.writeHead(302, { location: `${other.origin}/closed/target.xml` }).end();
  });
  const { code, err } = await repkitCoverage(origin);
  expect(code).toBe(2);
  expect([other.log, failing.log]).toEqual([['/robots.txt', '/open.xml'], ['/robots.txt']]);
  const why = 'robots.txt disallows it for repkit. Allow it there, or download it and name the file';
  for (const path of ['/closed.xml', '/closed/child.xml', '/closed/target.xml']) {
    expect(err).toContain(`Did not request the sitemap ${other.origin}${path}: ${why}.`);
  }
  expect(err).toContain(`${failing.origin}/a.xml: robots.txt is unreachable (status 503).`);
});

test('an unreachable host of several sitemaps is reported once', async () => {
  const failing = await siteWith(503, '');
  const paths = Array.from({ length: 200 }, (_, at) => `${failing.origin}/${at}.xml`);
  const files = { robots: 'User-agent: *\nAllow: /\n', index: indexOf(...paths) };
  const { code, err } = await repkitCoverage('robots index', { files });
  expect(code).toBe(2);
  expect(err).toBe(
    `repkit coverage: Did not request 200 sitemaps of ${failing.origin}, such as ${failing.origin}/0.xml: ` +
      'robots.txt is unreachable (status 503).\n',
  );
});

test('at most five redirects are followed', async () => {
  const { origin, log } = await site(({ url = '' }, response) => {
    if (url === '/robots.txt') response.end(`Sitemap: ${origin}/0\n`);
    else response.writeHead(302, { location: `/${Number(url.slice(1)) + 1}` }).end();
  });
  const { code, err } = await repkitCoverage(origin);
  expect([code, err]).toEqual([2, expect.stringContaining('(too many redirects)')]);
  expect(log).toEqual(['/robots.txt', '/0', '/1', '/2', '/3', '/4', '/5']);
});

test('a site that lists no sitemap is an error', async () => {
  const { origin } = await siteWith(200, 'User-agent: *\nAllow: /\n');
  const { code, err } = await repkitCoverage(origin);
  expect([code, err]).toEqual([2, expect.stringContaining('lists no sitemap')]);
});

describe('the encoding of a sitemap', () => {
  const latin1 = (declaration: string, host: string) =>
    Buffer.from(`${declaration}${sitemapOf(`${host}/priv\u00e9/`)}`, 'latin1');
  const declared = '<?xml version="1.0" encoding="ISO-8859-1"?>';

  test.each([
    ['in the XML', declared, 'application/xml'],
    ['in the Content-Type', '', 'application/xml; charset=iso-8859-1'],
    ['in both', declared, 'application/xml; charset=iso-8859-1'],
  ])('%s', async (_name, declaration, contentType) => {
    const found = await site(({ url = '' }, response) => {
      const { origin } = found;
      if (url !== '/robots.txt') {
        response.setHeader('content-type', contentType);
        return void response.end(latin1(declaration, origin));
      }
      response.end(`User-agent: *\nDisallow: /priv\u00e9/\nSitemap: ${origin}/s.xml\n`);
    });
    const { code, out } = await repkitCoverage(`--blocked --fail-on blocked ${found.origin}`);
    expect(out).toBe(`${found.origin}/priv\u00e9/\t*\tDisallow: /priv\u00e9/\n`);
    expect(code).toBe(1);
  });

  test('that is unknown is reported', async () => {
    const files = {
      robots: 'User-agent: *\nDisallow: /a\n',
      's.xml': `<?xml version="1.0" encoding="x-none"?>${sitemapOf('https://e.example/a')}`,
    };
    const { code, out, err } = await repkitCoverage('--blocked robots s.xml', { files });
    expect(out).toBe('https://e.example/a\t*\tDisallow: /a\n');
    expect(err).toContain('"s.xml" declares the unknown encoding "x-none"');
    expect(code).toBe(2);
  });
});

describe('feeds, and more addresses of a sitemap', () => {
  const files = {
    robots: 'User-agent: *\nDisallow: /\n',
    'rss.xml': '<rss><channel><item><link>https://e.example/a</link></item></channel></rss>',
    'atom.xml': '<feed><entry><link href="https://e.example/a"/></entry></feed>',
    's.xml':
      '<urlset><url><loc>https://e.example/a</loc><image:image><image:loc>https://e.example/i.png</image:loc></image:image>' +
      '<xhtml:link rel="alternate" hreflang="de" href="https://e.example/de"/></url></urlset>',
  };
  const PAGE = 'https://e.example/a';
  test.each([
    ['rss.xml', [PAGE]],
    ['atom.xml', [PAGE]],
    ['s.xml', [PAGE]],
    ['--include images s.xml', [PAGE, 'https://e.example/i.png']],
    ['--include alternates s.xml', [PAGE, 'https://e.example/de']],
    ['--include images,alternates s.xml', [PAGE, 'https://e.example/i.png', 'https://e.example/de']],
    ['--include alternates --include images s.xml', [PAGE, 'https://e.example/i.png', 'https://e.example/de']],
  ])('%s', async (argv, urls) => {
    const io = fakeIo({ files });
    const [file = '', ...options] = argv.split(' ').reverse();
    const code = await run(['coverage', '--blocked', ...options.reverse(), 'robots', file], io);
    expect(io.written.out).toBe(urls.map((url) => `${url}\t*\tDisallow: /\n`).join(''));
    expect(code).toBe(0);
    const filter = fakeIo({ files });
    expect(await run(['filter', '--robots', 'robots', ...argv.split(' ')], filter)).toBe(0);
    expect(filter.written.out).toBe(urls.map((url) => `${url}\t*\tdisallowed\n`).join(''));
  });

  test('an unknown kind', async () => {
    const { code, err } = await repkitCoverage('--include videos robots s.xml', { files });
    expect(err).toContain('Unknown value for --include: "videos". Use one of images, alternates.');
    expect(code).toBe(2);
  });
});

/** Sitemaps are often files in gzip or zstd, without a Content-Encoding or with one. */
const COMPRESSED_FILES = ['gzip without a label', 'zstd', 'zstd without a label'];

test.each(bodyCases(sitemapOf('https://e.example/a')))(
  'a fetched sitemap is decoded, or reported: $name, $contentEncoding',
  async ({ name, body, contentEncoding, received }) => {
    const { origin } = await site((_, response) => {
      if (contentEncoding !== undefined) response.setHeader('content-encoding', contentEncoding);
      response.end(body);
    });
    const { code, out, err } = await repkitCoverage(`--blocked robots ${origin}/s.xml`, {
      files: { robots: 'User-agent: *\nDisallow: /\n' },
    });
    const isRead = received === 'text' || COMPRESSED_FILES.includes(name);
    expect(out).toBe(isRead ? 'https://e.example/a\t*\tDisallow: /\n' : '');
    expect(code).toBe(isRead ? 0 : 2);
    if (!isRead) expect(err).toContain(`${origin}/s.xml`);
  },
);
