import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { site, siteWith } from '../../../../test/support/site.js';
import { run } from '../../src/run.js';
import { fakeIo, type World } from '../support/fake-io.js';

const ROBOTS = `User-agent: *
Disallow: /a
Allow: /a/open

User-agent: GPTBot
Disallow: /
`;
const URLS = `https://example.com/a
https://example.com/a/open/b
/c
`;
const files = { robots: ROBOTS, urls: URLS };

async function repkitCoverage(argv: string, world: World = {}) {
  const io = fakeIo({ files, ...world });
  const code = await run(['coverage', ...argv.split(' ')], io);
  return { code, ...io.written };
}

const ALL_OTHERS = `*  2 allowed, 1 disallowed
  1  Disallow: /a (line 2)
  1  Allow: /a/open (line 3)
  1  no rule
`;

test('a list can be compressed', async () => {
  const packed = { ...files, urls: gzipSync(URLS) };
  expect((await repkitCoverage('robots urls', { files: packed })).out).toContain(ALL_OTHERS);
  const cut = { ...files, urls: gzipSync(URLS).subarray(0, -9) };
  const { code, err } = await repkitCoverage('robots urls', { files: cut });
  expect([code, err]).toEqual([2, expect.stringContaining('"urls" is damaged or incomplete')]);
});

test('empty standard input is reported', async () => {
  for (const argv of ['coverage robots', 'coverage robots -', 'diff --urls - robots robots']) {
    const io = fakeIo({ files });
    const [command = '', ...rest] = argv.split(' ');
    expect(await run([command, ...rest], io)).toBe(0);
    expect(io.written.err).toBe(
      `repkit ${command}: Standard input is empty. Check that the command before the pipe succeeded.\n`,
    );
  }
});

test('each rule with the number of URLs it decides, for every token', async () => {
  const out = `GPTBot  0 allowed, 3 disallowed
  3  Disallow: / (line 6)
  0  no rule

${ALL_OTHERS}`;
  expect(await repkitCoverage('robots urls')).toEqual({ code: 0, out, err: '' });
});

describe('--format csv', () => {
  test('has a row per crawler and rule, and one without a rule', async () => {
    expect(await repkitCoverage('--format csv robots urls')).toEqual({
      code: 0,
      out: [
        'crawler,kind,pattern,line,urls',
        'GPTBot,disallow,/,6,3',
        'GPTBot,none,,,0',
        '*,disallow,/a,2,1',
        '*,allow,/a/open,3,1',
        '*,none,,,1',
        '',
      ].join('\r\n'),
      err: '',
    });
  });

  test('quotes patterns, and counts URLs that the budget left unchecked', async () => {
    const world = { files: { robots: 'User-agent: *\nDisallow: /a,"b"\n', urls: '/\n'.repeat(3) } };
    const all = await repkitCoverage('--format csv robots urls', world);
    expect(all.out).toContain('*,disallow,"/a,""b""",2,0\r\n*,none,,,3\r\n');
    const none = await repkitCoverage('--format csv --budget 0 robots urls', world);
    expect(none.out).toContain('*,unchecked,,,3\r\n');
  });

  test('with --blocked, has a row per URL and crawler', async () => {
    expect(await repkitCoverage('--format csv --blocked robots urls')).toEqual({
      code: 0,
      out: [
        'url,crawler,kind,pattern,line',
        'https://example.com/a,GPTBot,disallow,/,6',
        'https://example.com/a,*,disallow,/a,2',
        'https://example.com/a/open/b,GPTBot,disallow,/,6',
        '/c,GPTBot,disallow,/,6',
        '',
      ].join('\r\n'),
      err: '',
    });
  });

  test.each(['', '--blocked'])('sends no control characters to a terminal %s', async (option) => {
    const world = { files: { robots: 'User-agent: *\nDisallow: /\x1b[2J', urls: '/\x1b[2J\n' } };
    const argv = `--format csv --agent * ${option}`.trimEnd();
    const { out } = await repkitCoverage(`${argv} robots urls`, { ...world, isTerminal: true });
    expect(out).toContain(',disallow,/\\x1b[2J,2');
    expect((await repkitCoverage(`${argv} robots urls`, world)).out).toContain('/\x1b[2J,2');
  });

  test('cannot be used with --json', async () => {
    const { code, err } = await repkitCoverage('--format csv --json robots urls');
    expect([code, err]).toEqual([2, expect.stringContaining('cannot be used with')]);
  });
});

test('sitemaps and access logs', async () => {
  const sitemap = URLS.split('\n')
    .filter((url) => url.startsWith('http'))
    .map((url) => `<url><loc>${url}</loc></url>`)
    .join('');
  const sources = {
    ...files,
    'sitemap.xml': `<urlset>${sitemap}</urlset>`,
    'access.log': '192.0.2.1 - - [21/Nov/2026:12:00:00 +0000] "GET /c HTTP/1.1" 200 1\n',
  };
  const result = await repkitCoverage('robots sitemap.xml access.log', { files: sources });
  expect(result).toEqual(await repkitCoverage('robots urls'));
});

test('--agent limits the tokens, including one without a group', async () => {
  const result = { code: 0, out: ALL_OTHERS.replace('*', 'CCBot'), err: '' };
  expect(await repkitCoverage('--agent CCBot robots urls')).toEqual(result);
  const none = await repkitCoverage('--agent CCBot robots urls', {
    files: { ...files, robots: '' },
  });
  expect(none.out).toBe('CCBot  3 allowed, 0 disallowed\n  3  no group applies\n');
});

test('several lists, or standard input by default', async () => {
  const argv = '--agent CCBot robots';
  expect(await repkitCoverage(argv, { stdin: URLS })).toEqual(await repkitCoverage(`${argv} urls`));
  const { out } = await repkitCoverage(`${argv} urls - urls`, { stdin: '/c\n'.repeat(1000) });
  expect(out).toContain('CCBot  1004 allowed, 2 disallowed\n');
  expect(out).toContain('     2  Disallow: /a (line 2)\n');
  expect(out).toContain('  1002  no rule\n');
});

test('shells of Windows pass on patterns', async () => {
  const world = { files: { ...files, 'u_ex1.log': URLS, 'u_ex2.log': URLS } };
  expect(await repkitCoverage('robots u_ex*.log', world)).toEqual(await repkitCoverage('robots u_ex1.log u_ex2.log', world));
  expect(await repkitCoverage('robots u_in*.log', world)).toMatchObject({
    code: 2,
    err: 'repkit coverage: No file matches "u_in*.log". Check the path.\n',
  });
});

test('robots.txt can come from standard input or a site', async () => {
  const { out } = await repkitCoverage('--agent CCBot - urls', { stdin: ROBOTS });
  const { origin } = await siteWith(200, ROBOTS);
  const site = await repkitCoverage(`--agent CCBot --allow 127.0.0.1 --store none ${origin} urls`);
  expect(site).toEqual({ code: 0, out, err: '' });
});

test('lines that are not URLs are skipped and counted', async () => {
  const one = { stdin: `example.com\n${URLS}` };
  const result = await repkitCoverage('--agent * robots -', one);
  expect(result).toEqual({
    code: 0,
    out: ALL_OTHERS,
    err: 'repkit coverage: Skipped 1 line that is not a URL.\n',
  });
  const two = { stdin: `example.com\n${URLS}/${'a'.repeat(1_100_000)}\n` };
  expect(await repkitCoverage('--agent * robots -', two)).toMatchObject({
    out: ALL_OTHERS,
    err: 'repkit coverage: Skipped 2 lines that are not URLs.\n',
  });
});

test('lists are parsed as by filter', async () => {
  const stdin = '# a comment\n\n /c\n/c\tmore\n/a\r\n\xff\n/é\nhttps://\n';
  const { out, err } = await repkitCoverage('--agent CCBot --json robots -', { stdin });
  const io = fakeIo({ files, stdin });
  expect(await run(['filter', '--robots', 'robots', '--agent', 'CCBot'], io)).toBe(0);
  const verdicts = io.written.out.trimEnd().split('\n');
  const count = (verdict: string) => verdicts.filter((row) => row.includes(verdict)).length;
  expect(JSON.parse(out)).toMatchObject({
    invalid: count('\tinvalid'),
    coverage: [{ allowed: count('\tallowed'), disallowed: count('\tdisallowed') }],
  });
  expect(err).toMatch(/^repkit coverage: Skipped \d lines that are not URLs\.\n$/);
});

describe('URLs that the budget leaves unchecked', () => {
  const URL_COUNT = 10_000;
  const lists = { blocked: '/a\n'.repeat(URL_COUNT), open: '/c\n'.repeat(URL_COUNT) };
  const world = { files: { robots: ROBOTS, ...lists } };
  const SKIPPED = /^repkit coverage: Budget used up; skipped \d+ URLs\. Use --budget to raise it\.\n$/;

  test.each([
    ['--budget 0 robots blocked', 0],
    ['--budget 0 --fail-on blocked robots blocked', 2],
    ['--budget 0 --fail-on blocked --blocked robots blocked', 2],
    ['--budget 10000 --fail-on blocked robots blocked', 1],
    ['--budget 10000 --fail-on blocked --agent CCBot robots open', 2],
    ['--budget 10000 --fail-on blocked --json --agent CCBot robots open', 2],
  ])('%s: exit code %i', async (argv, code) => {
    expect(await repkitCoverage(argv, world)).toMatchObject({
      code,
      err: expect.stringMatching(SKIPPED),
    });
  });

  test('are not listed by --blocked', async () => {
    const argv = '--agent CCBot --blocked robots blocked';
    const line = '/a\tCCBot\tDisallow: /a\n';
    expect((await repkitCoverage(argv, world)).out).toBe(line.repeat(URL_COUNT));
    const { out, err } = await repkitCoverage(`--budget 10000 ${argv}`, world);
    const skipped = Number(/skipped (\d+)/.exec(err)?.[1]);
    expect(out).toBe(line.repeat(URL_COUNT - skipped));
    expect(skipped).toBeLessThan(URL_COUNT);
  });
});

test('--json is one document', async () => {
  const { out } = await repkitCoverage('--json --agent CCBot robots -', { stdin: `${URLS}x\n` });
  expect(JSON.parse(out)).toMatchObject({
    version: 1,
    dialect: 'rfc9309',
    invalid: 1,
    coverage: [
      {
        productToken: 'CCBot',
        group: { productToken: '*', userAgentLines: [1] },
        allowed: 2,
        disallowed: 1,
        withoutRule: 1,
        rules: [
          { urls: 1, kind: 'disallow', pattern: '/a', line: 2 },
          { urls: 1, kind: 'allow', pattern: '/a/open', line: 3 },
        ],
      },
    ],
  });
});

test.each([
  ['--json', 'Missing argument. Write "repkit coverage ROBOTS.TXT [URLS…]".'],
  ['-', 'Standard input can be read only once. Name a file for the other input.'],
  ['robots - -', 'Standard input can be read only once. Name a file for the other input.'],
  ['robots nothing', '"nothing" cannot be read: no such file or folder; check the path.'],
  [
    '--agent GPTBot,CCBot robots urls',
    '--agent takes one product token and can be repeated. Write --agent GPTBot --agent CCBot.',
  ],
])('%s is rejected with a correction', async (argv, message) => {
  const err = `repkit coverage: ${message}\n`;
  expect(await repkitCoverage(argv)).toEqual({ code: 2, out: '', err });
});

test('RFC 9309 2.5: a file that exceeds the parsing limit yields a warning', async () => {
  const robots = `${ROBOTS}${'# x\n'.repeat(200_000)}`;
  for (const argv of ['robots urls', '--json robots urls']) {
    const { code, err } = await repkitCoverage(argv, { files: { ...files, robots } });
    expect({ code, err }).toEqual({
      code: 0,
      err: 'repkit coverage: Read only the first 512000 bytes of robots, the parsing limit (RFC 9309 2.5).\n',
    });
  }
});

test('a robots.txt can be compressed', async () => {
  const packed = { ...files, robots: gzipSync(ROBOTS) };
  expect((await repkitCoverage('robots urls', { files: packed })).out).toContain(ALL_OTHERS);
});

test('a request of an access log counts for the crawler that its User-Agent names', async () => {
  const agents = [
    'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    ...Array.from({ length: 2 }, () => 'Mozilla/5.0 (X11; rv:140.0) Gecko/20100101 Firefox/140.0'),
    '-',
  ];
  const lines = agents.map((agent) => `192.0.2.1 - - [21/Nov/2026:12:00:00 +0000] "GET /a HTTP/1.1" 200 1 "-" "${agent}"\n`);
  const sources = { ...files, 'access.log': lines.join('') };
  const { out, err } = await repkitCoverage('robots access.log', { files: sources });
  expect(out).toBe(`GPTBot  0 allowed, 1 disallowed
  1  Disallow: / (line 6)
  0  no rule

*  0 allowed, 1 disallowed
  1  Disallow: /a (line 2)
  0  Allow: /a/open (line 3)
  0  no rule
`);
  expect(err).toBe('repkit coverage: 3 of 5 requests are of browsers and other clients and not counted.\n');
  const chosen = await repkitCoverage('--crawler Googlebot robots access.log', { files: sources });
  expect(chosen.err).toBe('repkit coverage: 4 of 5 requests are of other crawlers and clients and not counted.\n');
  const json = JSON.parse((await repkitCoverage('--json robots access.log', { files: sources })).out);
  expect(json.others).toBe(3);
});

test('an access log with several hosts is reported, because a robots.txt applies to one host', async () => {
  const log = (hosts: readonly string[]) =>
    hosts.map((host) => `${host} 192.0.2.1 - - [21/Nov/2026:12:00:00 +0000] "GET /a HTTP/1.1" 200 1 "-" "GPTBot/1.2"\n`).join('');
  const sources = {
    ...files,
    a: log(['a.example', 'b.example:443', 'c.example', 'a.example']),
    b: log(['a.example', 'a.example']),
  };
  const { out, err, code } = await repkitCoverage('--crawler GPTBot robots a b', { files: sources });
  expect(out).toContain('GPTBot  0 allowed, 6 disallowed');
  expect([code, err]).toEqual([
    0,
    'repkit coverage: "a" has requests for several hosts, such as "a.example" and "b.example", and all are counted, although a ' +
      'robots.txt applies to one host only. Give the log of one host.\n',
  ]);
});

describe('requests of known crawlers that document another dialect', () => {
  const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
  const log = (...agents: readonly string[]) =>
    agents
      .map((agent) => `192.0.2.1 - - [21/Nov/2026:12:00:00 +0000] "GET /wiki/Special%3ALog HTTP/1.1" 200 1 "-" "${agent}"\n`)
      .join('');
  const rules = 'Disallow: /wiki/Special:\nDisallow: /x\n';

  test.each([
    ['*', `User-agent: *\n${rules}`, GOOGLEBOT],
    ['Googlebot', `User-agent: Googlebot\n${rules}`, GOOGLEBOT],
    ['Googlebot', `User-agent: Googlebot\n${rules}`, 'Googlebot-Image/1.0'],
  ])('count for %s with the verdicts of their dialect: %j, %s', async (token, robots, agent) => {
    const world = { files: { robots, log: log(agent, 'GPTBot/1.2'), list: '/wiki/Special%3AA\n' } };
    const { out } = await repkitCoverage('--json robots log list', world);
    const { coverage } = JSON.parse(out);
    const one = coverage.find(({ productToken }: { productToken: string }) => productToken === token);
    const disallowed = token === '*' ? 2 : 1;
    expect(one).toMatchObject({ allowed: 1, disallowed, withoutRule: 1, rules: [{}, { urls: 0 }] });
    const check = await run(['check', '--robots=robots', '--crawler', 'Googlebot', '/wiki/Special%3ALog'], fakeIo(world));
    expect(check).toBe(0);
    for (const given of ['--dialect', '--policy']) {
      const stated = await repkitCoverage(`${given}=rfc9309 --json robots log`, world);
      expect(JSON.parse(stated.out).coverage.map(({ allowed }: { allowed: number }) => allowed)).toEqual(
        token === '*' ? [0] : [0, 1],
      );
    }
  });
});

test('a sitemap of an index on another host is requested only if its robots.txt allows it', async () => {
  const other = await site((_request, response) => {
    response.end('User-agent: repkit\nDisallow: /\n');
  });
  const { origin } = await site((_request, response) => {
    response.end(`<sitemapindex><sitemap><loc>${other.origin}/a.xml</loc></sitemap></sitemapindex>`);
  });
  const argv = `--allow=127.0.0.1 --store=none robots ${origin}/index.xml`;
  const { err } = await repkitCoverage(argv);
  expect(other.log).toEqual(['/robots.txt']);
  expect(err).toBe(
    `repkit coverage: Did not request the sitemap ${other.origin}/a.xml: robots.txt disallows it for repkit. Allow it there, or download it and name the file.\n`,
  );
});

test('the sitemaps of a local index follow a local file and the robots.txt of their host', async () => {
  const { origin, log } = await site(({ url = '' }, response) => {
    if (url === '/robots.txt') response.end('User-agent: repkit\nDisallow: /theirs\n');
    else response.end('<urlset></urlset>');
  });
  const index = ['theirs', 'ours', 'open'].map((name) => `<sitemap><loc>${origin}/${name}.xml</loc></sitemap>`).join('');
  const files = {
    robots: 'User-agent: repkit\nDisallow: /ours\n',
    index: `<sitemapindex>${index}</sitemapindex>`,
  };
  const argv = `--allow=127.0.0.1 --store=none robots index ${origin}/more.xml`;
  const { err } = await repkitCoverage(argv, { files });
  expect(log).toEqual(['/robots.txt', '/open.xml', '/more.xml']);
  expect(err.match(/\/\w+\.xml(?=: robots\.txt disallows)/g)).toEqual(['/theirs.xml', '/ours.xml']);
});

test.each(['coverage robots', 'diff old robots --urls'])(
  '%s INDEX: sitemaps that robots.txt disallows are not requested, but reported',
  async (argv) => {
    const { origin, log } = await site(({ url = '' }, response) => {
      const children = ['open', 'hidden/a'].map((name) => `<sitemap><loc>${origin}/${name}.xml</loc></sitemap>`).join('');
      if (url === '/open.xml') response.end(`<urlset><url><loc>${origin}/x</loc></url></urlset>`);
      else response.end(`<sitemapindex>${children}</sitemapindex>`);
    });
    const io = fakeIo({
      files: { robots: 'User-agent: repkit\nDisallow: /hidden\n', old: '' },
    });
    const [command = '', ...rest] = argv.split(' ');
    await run([command, '--allow=127.0.0.1', ...rest, `${origin}/index.xml`], io);
    expect(log).toEqual(['/index.xml', '/open.xml']);
    expect(io.written.err).toBe(
      `repkit ${command}: Did not request the sitemap ${origin}/hidden/a.xml: robots.txt disallows it for repkit. Allow it there, or download it and name the file.\n`,
    );
  },
);

test.each(['coverage robots', 'diff old robots --urls'])(
  '%s: a stop signal while a robots.txt is requested ends the run',
  async (argv) => {
    const stop = new AbortController();
    const others = [1, 2].map(() =>
      site((_request, response) => {
        stop.abort('SIGINT');
        response.writeHead(503).end();
      }),
    );
    const [one, two] = await Promise.all(others);
    const { origin } = await site(({ url = '' }, response) => {
      const sitemaps = [one, two].map((host) => `<sitemap><loc>${host.origin}/a.xml</loc></sitemap>`);
      if (url === '/robots.txt') response.end(`Sitemap: ${origin}/index.xml\n`);
      else response.end(`<sitemapindex>${sitemaps.join('')}</sitemapindex>`);
    });
    const io = fakeIo({ files: { robots: '', old: 'x' }, stop: stop.signal });
    const [command = '', ...rest] = argv.split(' ');
    const source = `${origin}/index.xml`;
    const options = ['--allow=127.0.0.1', '--store=none'];
    const code = await run([command, ...options, ...rest, source], io);
    expect(code).toBe(2);
    expect(io.written.err).toBe(`repkit ${command}: Stopped by SIGINT.\n`);
    expect([one.log, two.log]).toEqual([['/robots.txt'], []]);
  },
);

test.each(['coverage robots index', 'coverage robots'])(
  '%s: options for fetching apply to the sitemaps of a local index',
  async (argv) => {
    const { origin, log } = await siteWith(200, '<urlset></urlset>');
    const index = `<sitemapindex><sitemap><loc>${origin}/a.xml</loc></sitemap></sitemapindex>`;
    const io = fakeIo({ files: { robots: 'User-agent: *\nAllow: /\n', index }, stdin: index });
    const [command = '', ...rest] = argv.split(' ');
    expect(await run([command, '--allow=127.0.0.1', '--store=none', ...rest], io)).toBe(0);
    expect([io.written.err, log]).toEqual(['', ['/robots.txt', '/a.xml']]);
  },
);

describe('texts that are not URLs are counted once, whichever crawler comes first', () => {
  const robots = 'User-agent: GPTBot\nDisallow: /\nUser-agent: CCBot\nDisallow: /\n';
  const requestOf = (agent: string) =>
    `192.0.2.1 - - [21/Nov/2026:12:00:00 +0000] "GET https:// HTTP/1.1" 400 1 "-" "${agent}"\n`;
  const log = ['GPTBot/1.2', 'CCBot/2.0', 'CCBot/2.0', 'OtherBot/1.0'].map(requestOf).join('');
  const files = { robots, log, sitemap: '<urlset><url><loc>x</loc></url></urlset>' };

  test.each([
    ['', 4],
    ['--agent=GPTBot --agent=CCBot ', 3],
    ['--agent=CCBot --agent=GPTBot ', 3],
    // Google's parser accepts them.
    ['--agent=GPTBot --crawler=Googlebot ', 1],
    ['--crawler=Googlebot ', 0],
  ])('coverage %j', async (options, invalid) => {
    const { out, err } = await repkitCoverage(`${options}--json robots log`, { files });
    expect(JSON.parse(out).invalid).toBe(invalid);
    expect(err.includes('not a URL') || err.includes('not URLs')).toBe(invalid > 0);
  });

  test.each(['--crawler=Googlebot --agent=CCBot', '--agent=CCBot --crawler=Googlebot'])(
    'coverage %s with a text that is not a URL',
    async (options) => {
      const { out } = await repkitCoverage(`${options} --json robots sitemap`, { files });
      expect(JSON.parse(out).invalid).toBe(1);
    },
  );
});

describe('sitemaps of an index that cannot be read', () => {
  const FAULTY = ['missing', 'html', 'index', 'cut.gz'];

  /** Serves an index of faulty sitemaps, and one that is not, with a URL that is disallowed. */
  async function siteWithFaults(faulty: readonly string[] = FAULTY) {
    const found = await site(({ url = '' }, response) => {
      const { origin } = found;
      const open = `<urlset><url><loc>${origin}/open/a</loc></url></urlset>`;
      const children = [...faulty, 'open'].map((name) => `<sitemap><loc>${origin}/${name}</loc></sitemap>`);
      if (url === '/robots.txt') {
        response.end(`User-agent: *\nDisallow: /open/\nSitemap: ${origin}/index\n`);
      } else if (url === '/index') response.end(`<sitemapindex>${children.join('')}</sitemapindex>`);
      else if (url === '/html') response.end('<html>');
      else if (url === '/cut.gz') response.end(gzipSync(open).subarray(0, -9));
      else if (url === '/open') response.end(open);
      else response.writeHead(404).end();
    });
    return found;
  }

  const faultsOf = (origin: string) => [
    `"${origin}/missing" cannot be fetched (status 404).`,
    `"${origin}/html" is XML or HTML, but not a sitemap.`,
    `"${origin}/index" is a sitemap index, but an index cannot contain another one (sitemaps.org).`,
    `"${origin}/cut.gz" is damaged or incomplete`,
  ];

  test.each(['coverage robots', 'diff old robots --urls'])(
    '%s INDEX: they are reported, and the others are read',
    async (argv) => {
      const { origin } = await siteWithFaults();
      const io = fakeIo({ files: { robots: 'User-agent: *\nDisallow: /open/\n', old: '' } });
      const [command = '', ...rest] = argv.split(' ');
      const options = ['--allow=127.0.0.1', '--store=none', '--json'];
      expect(await run([command, ...options, ...rest, `${origin}/index`], io)).toBe(2);
      const lines = io.written.err.trimEnd().split('\n');
      const starts = faultsOf(origin).map((fault) => `repkit ${command}: ${fault}`);
      expect(lines.map((line, at) => line.slice(0, starts[at]?.length))).toEqual(starts);
      const { coverage: [counts] = [], urls: [source] = [] } = JSON.parse(io.written.out);
      expect(counts?.disallowed ?? source.changes[0].urls).toBe(1);
    },
  );

  test('at most 100 are listed', async () => {
    const names = Array.from({ length: 120 }, (_, at) => `missing/${at}`);
    const { origin } = await siteWithFaults(names);
    const { code, out, err } = await repkitCoverage(`--allow=127.0.0.1 robots ${origin}/index`);
    expect([code, out.includes('*  1 allowed, 0 disallowed')]).toEqual([2, true]);
    const lines = err.trimEnd().split('\n');
    expect(lines).toHaveLength(101);
    expect(lines.at(-1)).toBe('repkit coverage: Further sources that were not read completely: 20.');
  });

  test('an invalid proxy ends the run', async () => {
    const index = '<sitemapindex><sitemap><loc>https://a.example/a</loc></sitemap></sitemapindex>';
    const robots = 'User-agent: *\nAllow: /\n';
    vi.stubEnv('HTTPS_PROXY', 'no URL');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { code, err } = await repkitCoverage('--store=none robots index', {
      files: { robots, index },
    });
    expect([code, err]).toEqual([2, expect.stringContaining('HTTPS_PROXY')]);
  });
});
