import { expect, test, vi } from 'vitest';
import { site } from '../../../../test/support/site.js';
import { run } from '../../src/run.js';
import { fakeIo, type World } from '../support/fake-io.js';

const ONE =
  'Sitemap: https://example.com/a.xml\nUser-agent: *\nSitemap: https://example.com/b.xml\n';
const TWO =
  'Sitemap: /c.xml\nSitemap: https://example.com/b.xml\nSitemap: https://example.com/d.xml\n';

async function repkitSitemaps(argv: string, world: World = {}) {
  const io = fakeIo({ files: { one: ONE, two: TWO, none: '' }, ...world });
  const code = await run(['sitemaps', ...argv.split(' ')], io);
  return { code, ...io.written };
}

test('one URL per line without duplicates; relative ones are counted', async () => {
  expect(await repkitSitemaps('one two')).toEqual({
    code: 0,
    out: ['a', 'b', 'd'].map((name) => `https://example.com/${name}.xml\n`).join(''),
    err: 'repkit sitemaps: Skipped 1 sitemap that is not an absolute URL in two.\n',
  });
  const { err } = await repkitSitemaps('-', { stdin: 'Sitemap: a\nSitemap: b\n' });
  expect(err).toBe(
    'repkit sitemaps: Skipped 2 sitemaps that are not absolute URLs in standard input.\n',
  );
});

test('no sitemaps, no output', async () => {
  expect(await repkitSitemaps('none')).toEqual({ code: 0, out: '', err: '' });
});

test('--json lists them by file', async () => {
  const { out } = await repkitSitemaps('--json one none');
  expect(JSON.parse(out)).toEqual({
    version: 1,
    files: [
      { name: 'one', sitemaps: ['https://example.com/a.xml', 'https://example.com/b.xml'] },
      { name: 'none', sitemaps: [] },
    ],
  });
});

test('text of a file is escaped on a terminal', async () => {
  const { out } = await repkitSitemaps('-', { stdin: 'Sitemap: https://example.com/\x1b[2J\n' });
  expect(out).toBe('https://example.com/\\x1b[2J\n');
});

test.each([
  ['--json', 'Missing argument. Write "repkit sitemaps ROBOTS.TXT…".'],
  ['nothing', '"nothing" cannot be read: no such file or folder; check the path.'],
])('%s is rejected with a correction', async (argv, message) => {
  const err = `repkit sitemaps: ${message}\n`;
  expect(await repkitSitemaps(argv)).toEqual({ code: 2, out: '', err });
});

test('RFC 9309 2.5: a file that exceeds the parsing limit yields a warning', async () => {
  const long = `Sitemap: https://example.com/a.xml\n${'# x\n'.repeat(200_000)}`;
  const { out, err } = await repkitSitemaps('long', { files: { long } });
  expect(out).toBe('https://example.com/a.xml\n');
  expect(err).toBe(
    'repkit sitemaps: Read only the first 512000 bytes of long, the parsing limit (RFC 9309 2.5).\n',
  );
});

test('--check lists the URLs of the sitemaps that a crawler may not fetch', async () => {
  const { origin } = await site(({ url = '' }, response) => {
    const location = (path: string) => `<url><loc>${origin}${path}</loc></url>`;
    if (url === '/robots.txt') {
      response.end(
        `User-agent: *\nDisallow: /hidden\n\nUser-agent: repkit\nAllow: /\nSitemap: ${origin}/hidden.xml\nSitemap: ${origin}/none.xml\n`,
      );
    } else if (url === '/hidden.xml') {
      const many = Array.from({ length: 120 }, (_, at) => location(`/hidden/${at}`));
      const other = '<url><loc>https://other.example/hidden</loc></url><url><loc>x</loc></url>';
      response.end(`<urlset>${location('/open')}${many.join('')}${other}</urlset>`);
    } else response.writeHead(404).end();
  });
  const options = `--check --allow 127.0.0.1 --store none`;
  const { code, out, err } = await repkitSitemaps(`${options} ${origin}`);
  expect([code, err]).toEqual([1, '']);
  const lines = out.split('\n');
  const rule = 'Disallow: /hidden (line 2)';
  expect(lines.slice(0, 3)).toEqual([
    `${origin}/hidden.xml  121 URLs, 121 disallowed, 1 of other hosts, 1 invalid`,
    `  disallowed  ${origin}/hidden.xml  *  ${rule}`,
    `  disallowed  ${origin}/hidden/0  *  ${rule}`,
  ]);
  expect(lines.slice(100)).toEqual([
    `  disallowed  ${origin}/hidden/98  *  ${rule}`,
    '  and 21 more',
    `${origin}/none.xml  0 URLs, 0 disallowed`,
    `  error  "${origin}/none.xml" cannot be fetched (status 404). Check the URL, or save the sitemap to a file.`,
    '',
  ]);
  const world = {
    files: {
      ok: `User-agent: GPTBot\nDisallow: /open\nSitemap: ${origin}/hidden.xml\n`,
    },
  };
  const fetching = '--check --allow 127.0.0.1';
  expect((await repkitSitemaps(`${fetching} ok`, world)).code).toBe(0);
  const json = await repkitSitemaps(`${fetching} --agent GPTBot --json ok`, world);
  expect(json.code).toBe(1);
  expect(JSON.parse(json.out).files[0].sitemaps).toMatchObject([
    {
      ...{ url: `${origin}/hidden.xml`, error: null, urls: 121, disallowedCount: 1 },
      disallowed: [{ url: `${origin}/open`, productToken: 'GPTBot', rule: { line: 2 } }],
    },
  ]);
  expect(await repkitSitemaps('--agent GPTBot ok', world)).toMatchObject({
    code: 2,
    err: 'repkit sitemaps: --agent requires --check.\n',
  });
});

test('--check lists disallowed sitemaps, those of an index, and redirect targets, and does not request them', async () => {
  const requested: string[] = [];
  const { origin } = await site(({ url = '' }, response) => {
    requested.push(url);
    const child = (path: string) => `<sitemap><loc>${origin}${path}</loc></sitemap>`;
    if (url === '/robots.txt') {
      response.end(
        `User-agent: *\nDisallow: /hidden\nSitemap: ${origin}/index.xml\nSitemap: ${origin}/moved.xml\nSitemap: ${origin}/hidden.xml\n`,
      );
    } else if (url === '/index.xml') {
      response.end(`<sitemapindex>${child('/hidden/a.xml')}${child('/open.xml')}</sitemapindex>`);
    } else if (url === '/moved.xml') response.writeHead(301, { location: '/hidden/b.xml' }).end();
    else response.end(`<urlset><url><loc>${origin}/page</loc></url></urlset>`);
  });
  const { code, out } = await repkitSitemaps(`--check --allow 127.0.0.1 --store none ${origin}`);
  expect(code).toBe(1);
  expect(requested).toEqual(['/robots.txt', '/index.xml', '/open.xml', '/moved.xml']);
  expect(out).toContain(`${origin}/index.xml  1 URL, 1 disallowed`);
  expect(out).toContain(`  disallowed  ${origin}/hidden/a.xml  *  Disallow: /hidden (line 2)`);
  expect(out).toContain(
    `  not requested  ${origin}/hidden/a.xml  robots.txt disallows it for repkit\n`,
  );
  expect(out).toContain(`  disallowed  ${origin}/hidden/b.xml  *  Disallow: /hidden (line 2)`);
  expect(out).toContain(
    `${origin}/hidden.xml  0 URLs, 1 disallowed\n  disallowed  ${origin}/hidden.xml  *  Disallow: /hidden (line 2)\n  not requested  ${origin}/hidden.xml  robots.txt disallows it for repkit\n`,
  );
});

const sitemapOf = (...urls: readonly string[]) =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
const indexOf = (...urls: readonly string[]) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`;

/** A host that serves sitemaps of another one, as a network for content delivery does. */
async function otherHost(robotsTxt: string, status = 200) {
  return await site(({ url = '' }, response) => {
    if (url === '/robots.txt') response.writeHead(status).end(robotsTxt);
    else response.end(sitemapOf());
  });
}

test('RFC 9309 2.3: --check requests sitemaps of other hosts only if their robots.txt allows it', async () => {
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
  const { code, out, err } = await repkitSitemaps(
    `--check --allow 127.0.0.1 --store none ${origin}`,
  );
  expect([code, err]).toEqual([1, '']);
  expect([other.log, failing.log]).toEqual([['/robots.txt', '/open.xml'], ['/robots.txt']]);
  const why = 'robots.txt disallows it for repkit';
  expect(out).toContain(`  not requested  ${other.origin}/closed.xml  ${why}\n`);
  expect(out).toContain(`  not requested  ${other.origin}/closed/child.xml  ${why}\n`);
  expect(out).toContain(`  not requested  ${other.origin}/closed/target.xml  ${why}\n`);
  expect(out).toContain(
    `  not requested  ${failing.origin}/a.xml  robots.txt is unreachable (status 503)\n`,
  );
});

test('--check: a local file is not the robots.txt of the host that its sitemaps share', async () => {
  const other = await otherHost('User-agent: repkit\nDisallow: /closed\n');
  const listed = ['/closed.xml', '/open.xml'].map((path) => `Sitemap: ${other.origin}${path}\n`);
  const files = { robots: `User-agent: repkit\nDisallow: /open\n${listed.join('')}` };
  const argv = '--check --allow 127.0.0.1 --store none robots';
  const { code, out } = await repkitSitemaps(argv, { files });
  expect(code).toBe(1);
  expect(other.log).toEqual(['/robots.txt', '/open.xml']);
  expect(out).toContain(
    `  not requested  ${other.origin}/closed.xml  robots.txt disallows it for repkit\n`,
  );
});

test('--check reports what prevents requests once per sitemap, not when it closes', async () => {
  const files = { robots: 'Sitemap: https://a.example/a.xml\nSitemap: https://b.example/b.xml\n' };
  vi.stubEnv('HTTPS_PROXY', 'no URL');
  const { code, out } = await repkitSitemaps('--check --store none --json robots', { files });
  vi.unstubAllEnvs();
  expect(code).toBe(1);
  const error = expect.stringContaining('HTTPS_PROXY');
  expect(JSON.parse(out).files[0].sitemaps).toMatchObject([{ error }, { error }]);
});

test('--check: a local file with sitemaps of several hosts governs none of them', async () => {
  const [one, other] = [await otherHost('User-agent: *\nDisallow: /\n'), await otherHost('')];
  const listed = [one, other].map(({ origin }) => `Sitemap: ${origin}/a.xml\n`).join('');
  const robots = `User-agent: *\nAllow: /\n${listed}`;
  const argv = '--check --allow 127.0.0.1 --store none --json robots';
  const { code, out } = await repkitSitemaps(argv, { files: { robots } });
  expect(code).toBe(1);
  expect([one.log, other.log]).toEqual([['/robots.txt'], ['/robots.txt', '/a.xml']]);
  const [{ sitemaps }] = JSON.parse(out).files;
  expect(sitemaps).toMatchObject([
    {
      notRequested: [{ url: `${one.origin}/a.xml`, reason: 'robots.txt disallows it for repkit' }],
    },
    { notRequested: [] },
  ]);
});

test('--check follows at most five redirects', async () => {
  const { origin, log } = await site(({ url = '' }, response) => {
    if (url === '/robots.txt') response.end(`Sitemap: ${origin}/0\n`);
    else response.writeHead(302, { location: `/${Number(url.slice(1)) + 1}` }).end();
  });
  const { out } = await repkitSitemaps(`--check --allow 127.0.0.1 --store none ${origin}`);
  expect(out).toContain(`  error  "${origin}/0" cannot be fetched (too many redirects).`);
  expect(log).toEqual(['/robots.txt', '/0', '/1', '/2', '/3', '/4', '/5']);
});

test('--check reports an index inside an index as an error (sitemaps.org)', async () => {
  const { origin } = await site(({ url = '' }, response) => {
    if (url === '/robots.txt') response.end(`Sitemap: ${origin}/index.xml\n`);
    else response.end(indexOf(`${origin}/nested.xml`));
  });
  const { code, out } = await repkitSitemaps(`--check --allow 127.0.0.1 --store none ${origin}`);
  expect(code).toBe(1);
  expect(out).toBe(
    `${origin}/index.xml  0 URLs, 0 disallowed\n  error  "${origin}/nested.xml" is a sitemap index, but an index cannot contain another one (sitemaps.org). List its sitemaps instead.\n`,
  );
});

test('--check answers for a known crawler as its operator documents', async () => {
  const { origin } = await site(({ url = '' }, response) => {
    response.end(url === '/robots.txt' ? 'User-agent: *\nAllow: /\n' : sitemapOf(`${origin}/`));
  });
  const robots = `User-agent: *\nDisallow: /\nAllow: /index.html\nAllow: /s.xml\nUser-agent: Amzn-User\nAllow: /\nSitemap: ${origin}/s.xml\n`;
  const repkit = (crawlers: string) =>
    repkitSitemaps(`--check --allow 127.0.0.1 --store none ${crawlers} robots`, {
      files: { robots },
    });
  expect(await repkit('--crawler Googlebot')).toMatchObject({ code: 0, err: '' });
  expect(await repkit('--agent Googlebot')).toMatchObject({ code: 1 });
  expect(await repkit('--crawler Googlebot --dialect rfc9309')).toMatchObject({ code: 1 });
  const { code, out } = await repkit('--crawler Bingbot --crawler Googlebot');
  expect(code).toBe(1);
  expect(out).toContain(`  disallowed  ${origin}/  bingbot  Disallow: / (line 2)\n`);
  expect((await repkit('--crawler Amzn-User')).err).toMatch(/does not govern Amzn-User/);
});

test.each(['\0#', '\x01 b', '[', 'a b'])(
  '--check reports a sitemap without a valid host: %j',
  async (rest) => {
    const files = { robots: `User-agent: *\nDisallow: /x\nSitemap: https://${rest}\n` };
    const { code, out, err } = await repkitSitemaps('--check robots', { files });
    expect([code, err]).toEqual([1, '']);
    expect(out).toMatch(/^https:\S+.* {2}0 URLs, 0 disallowed\n {2}error {2}/);
  },
);

test('--check takes one stop signal for all sitemaps of an index', async () => {
  const { origin } = await site(({ url = '' }, response) => {
    const children = Array.from(
      { length: 20 },
      (_, at) => `<sitemap><loc>${origin}/${at}.xml</loc></sitemap>`,
    );
    response.end(
      url === '/index.xml'
        ? `<sitemapindex>${children.join('')}</sitemapindex>`
        : '<urlset></urlset>',
    );
  });
  const io = fakeIo({ files: { index: `Sitemap: ${origin}/index.xml\n` } });
  let signals = 0;
  const stopSignal = () => {
    signals++;
    return new AbortController().signal;
  };
  const code = await run(['sitemaps', '--check', '--allow', '127.0.0.1', 'index'], {
    ...io,
    stopSignal,
  });
  expect([code, signals]).toEqual([0, 1]);
});
