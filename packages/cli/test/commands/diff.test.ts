import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { site, siteWith } from '../../../../test/support/site.js';
import { CHANGES, files, NEW, OLD, repkitDiff, SUMMARY, UNAFFECTED } from '../support/diff-run.js';

test('each change with its example, pattern and deciding rules', async () => {
  expect(await repkitDiff('old new')).toEqual({ code: 0, out: CHANGES, err: '' });
});

describe('each rule that blocks has a change, although one rule allowed its URLs', () => {
  const paths = ['/cart', '/checkout', '/products'];
  const open = 'User-agent: *\nAllow: /\n';
  const shop = `User-agent: *\n${paths.map((path) => `Disallow: ${path}\n`).join('')}`;
  const world = { files: { open, shop } };

  describe.each([
    ['newly-blocked', 'open shop'],
    ['newly-allowed', 'shop open'],
  ])('%s', (effect, argv) => {
    test('as text', async () => {
      const { out } = await repkitDiff(argv, world);
      const blocks = out.split('\n\n').slice(1);
      expect(blocks.map((block) => block.split('\n').slice(0, 2))).toEqual(
        paths.map((path) => [`${effect}  *  ${path}`, `  pattern  ${path}`]),
      );
      expect(out).toMatch(/^(?:Blocks|Allows) 3 patterns for all other crawlers \("\*"\)\.\n/);
    });

    test('as Markdown', async () => {
      const { out } = await repkitDiff(`--format markdown ${argv}`, world);
      const rows = out.split('\n').filter((line) => /^\| [^C-]/u.test(line));
      expect(rows.map((row) => row.split(' | ').slice(2, 4))).toEqual(paths.map((path) => [`\`${path}\``, `\`${path}\``]));
      expect(out).toMatch(/\*\*: (?:Blocks|Allows) 3 patterns for /);
    });

    test('as JSON', async () => {
      const { out } = await repkitDiff(`--json ${argv}`, world);
      const { changes, complete } = JSON.parse(out);
      expect(complete).toBe(true);
      expect(changes).toMatchObject(paths.map((path) => ({ effect, pattern: path, witness: path, productTokens: ['*'] })));
      const blocking = effect === 'newly-blocked' ? 'after' : 'before';
      for (const change of changes) expect(change[blocking].rule.pattern).toBe(change.pattern);
    });

    test('with the URLs of each rule', async () => {
      const urls = '/cart\n/products\n/products/1\n/about\n';
      const { out } = await repkitDiff(`--json --urls urls ${argv}`, {
        files: { ...world.files, urls },
      });
      const { changes, urls: sources } = JSON.parse(out);
      expect(sources[0].changes).toMatchObject([
        {
          effect,
          urls: 3,
          rules: [
            { pattern: '/products', urls: 2 },
            { pattern: '/cart', urls: 1 },
          ],
        },
      ]);
      expect(changes.map(({ pattern }: { pattern: string }) => pattern)).toEqual(['/products', '/cart', '/checkout']);
    });
  });
});

test('equivalent files are proved equivalent', async () => {
  const out = 'equivalent: nothing that a crawler reads has changed\n';
  expect(await repkitDiff('--fail-on any old same')).toEqual({ code: 0, out, err: '' });
});

test('--agent limits the comparison', async () => {
  const world = { files: { ...files, gpt: `${OLD}\nUser-agent: GPTBot\nDisallow: /\n` } };
  expect((await repkitDiff('--agent CCBot old gpt', world)).out).toContain('equivalent');
  const { out } = await repkitDiff('--agent CCBot --agent GPTBot --agent GPTBot old gpt', world);
  expect(out).toMatch(/^Blocks 1 pattern for 1 crawler\.\nchanged, named in the edit: GPTBot\nunaffected: CCBot\n\n/);
  expect(out).toContain('\nnewly-blocked  GPTBot  /\n');
});

test('--dialect applies to both files', async () => {
  const world = {
    files: { one: 'User-agent: *\nDisallow: /*a', two: 'User-agent: *\nDisallow: /*aa*' },
  };
  expect((await repkitDiff('one two', world)).out).toContain('newly-allowed  *  /a\n');
  expect((await repkitDiff('--dialect koster1996 one two', world)).out).toContain('/*a\n');
});

test('without a crawler, known crawlers are compared in their own dialects, too', async () => {
  const names = 'User-agent: *\nDisallow: /wiki/Special:\n';
  const world = { files: { both: `${names}Disallow: /wiki/Special%3A\n`, one: names } };
  const { out } = await repkitDiff('both one', world);
  expect(out).toMatch(/\nnewly-allowed {2}\d+ crawlers: .*Googlebot.* {2}\/wiki\/Special%3A\n/);
  expect(out).toMatch(/^Allows 1 pattern for \d+ crawlers\.\n/);
  for (const argv of ['--dialect rfc9309', '--policy rfc9309', '--agent GPTBot']) {
    expect((await repkitDiff(`${argv} both one`, world)).out).toContain('equivalent');
  }
  const failOn = async (condition: string) => (await repkitDiff(`--fail-on newly-allowed:${condition} both one`, world)).code;
  expect(await failOn('Googlebot')).toBe(1);
  expect(await failOn('Googlebot --dialect rfc9309')).toBe(0);
  expect(await failOn('GPTBot')).toBe(0);
});

test('URLs are counted for known crawlers in their own dialects, too', async () => {
  const names = 'User-agent: *\nDisallow: /wiki/Special:\n';
  const urls = '/wiki/Special:a\n/wiki/Special%3Aa\n';
  const world = { files: { both: `${names}Disallow: /wiki/Special%3A\n`, one: names, urls } };
  const { out } = await repkitDiff('--urls urls both one', world);
  expect(out).toMatch(/\nallows 1 of 2 URLs in urls for \d+ crawlers: .*Googlebot/);
  const { out: given } = await repkitDiff('--urls urls --dialect rfc9309 both one', world);
  expect(given).toContain('\nchanges none of 2 URLs in urls\n');
});

describe('--fail-on', () => {
  test.each([
    ['newly-blocked', 'old new', 1],
    ['newly-allowed', 'old new', 1],
    ['any', 'old new', 1],
    ['newly-blocked', 'old none', 0],
    ['newly-allowed', 'old none', 1],
    ['newly-blocked', 'none old', 1],
    ['newly-allowed', 'none old', 0],
    ['any', 'none old', 1],
    ['any', 'old same', 0],
  ])('%s: %s exits with %i', async (change, names, code) => {
    const world = { files: { ...files, none: '' } };
    expect(await repkitDiff(`--fail-on ${change} ${names}`, world)).toMatchObject({
      code,
      err: '',
    });
    expect(await repkitDiff(names, world)).toMatchObject({ code: 0 });
  });

  test('an undecided result fails and is reported', async () => {
    const out = `undecided: no change found within the budget
Raise the limit of the comparison with --budget.

undecided  *  all rules
`;
    expect(await repkitDiff('--budget 0 old new')).toMatchObject({ code: 0, out });
    expect(await repkitDiff('--budget 0 --fail-on any old new')).toMatchObject({ code: 1, out });
  });
});

describe('--fail-on for one crawler', () => {
  test.each([
    [
      'newly-blocked:',
      '--fail-on newly-blocked: is empty. Give a product token such as GPTBot, or "*" for all crawlers that robots.txt does not name.',
    ],
    [
      'newly-blocked:GPTBot,CCBot',
      '--fail-on newly-blocked: takes one product token and can be repeated. Write --fail-on newly-blocked:GPTBot --fail-on newly-blocked:CCBot.',
    ],
    ['any:GPTBot/1(x)', '--fail-on any: takes a product token, not a User-Agent header. Write --fail-on any:GPTBot.'],
  ])('%s is rejected with a correction', async (value, message) => {
    expect(await repkitDiff(`--fail-on ${value} old new`)).toEqual({
      code: 2,
      out: '',
      err: `repkit diff: ${message}\n`,
    });
  });

  const rules = 'Disallow: /a\nCrawl-delay: 1\n';
  const world = {
    files: {
      old: `User-agent: *\nDisallow:\n\nUser-agent: GPTBot\n${rules}`,
      new: `User-agent: *\nDisallow: /b\n\nUser-agent: GPTBot\n${rules.replace('1', '2')}`,
    },
  };
  test.each([
    ['newly-blocked:GPTBot', 0],
    ['newly-blocked:Googlebot', 1],
    ['newly-blocked:*', 1],
    ['newly-allowed:Googlebot', 0],
    ['other-records:gptbot', 1],
    ['other-records:Googlebot', 0],
    ['any:GPTBot', 1],
    ['newly-allowed:Googlebot --fail-on any:GPTBot', 1],
    ['newly-blocked:Googlebot --agent GPTBot', 1],
  ])('%s exits with %i', async (conditions, code) => {
    expect(await repkitDiff(`--fail-on ${conditions} old new`, world)).toMatchObject({ code });
  });

  test('without a product token', async () => {
    expect(await repkitDiff('--fail-on newly-bloked:GPTBot old new', world)).toMatchObject({
      code: 2,
      err: 'repkit diff: Unknown value for --fail-on: "newly-bloked". Did you mean "newly-blocked"?\n',
    });
    expect((await repkitDiff('--fail-on any: old new', world)).code).toBe(2);
  });
});

test('other records, and comments if requested', async () => {
  const world = {
    files: {
      old: `# old\n${OLD}Crawl-delay: 5\nSitemap: https://a.example/1\n`,
      new: `# new\n${OLD}Crawl-delay: 2\nSitemap: https://a.example/1\nSitemap: https://a.example/2\n`,
    },
  };
  const records = `sitemap
  added    https://a.example/2 (line 7)
crawl-delay  *
  removed  5 (line 5)
  added    2 (line 5)
`;
  const summary = 'same access, other records changed: sitemap, crawl-delay\n\n';
  const access = '--fail-on newly-blocked --fail-on newly-allowed';
  expect(await repkitDiff(`${access} old new`, world)).toEqual({
    code: 0,
    out: summary + records,
    err: '',
  });
  expect((await repkitDiff('--fail-on any old new', world)).code).toBe(1);
  const comments = 'comment\n  removed  # old (line 1)\n  added    # new (line 1)\n';
  expect((await repkitDiff('--comments old new', world)).out).toBe(summary + records + comments);
  const onlyComments = { files: { old: '# a\n', new: '# b\n' } };
  expect(await repkitDiff('--comments --fail-on any old new', onlyComments)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^equivalent: nothing.*\n\ncomment\n/),
  });
});

test('changed preferences with an example URL', async () => {
  const world = {
    files: {
      old: 'User-agent: *\nContent-Usage: train-ai=n\nDisallow: /a\n',
      new: 'User-agent: *\nContent-Usage: train-ai=n\nContent-Usage: /open/ train-ai=y\nDisallow: /a\n',
    },
  };
  expect((await repkitDiff('old new', world)).out).toBe(`same access, other records changed: content-usage

content-usage  *
  added    /open/ train-ai=y (line 3)

preference  *  /open/
  AIPREF train-ai: no → yes
`);
  expect((await repkitDiff('--format markdown old new', world)).out).toContain(
    '- preference for `*`, such as on `/open/`: AIPREF train-ai: no → yes',
  );
  expect(JSON.parse((await repkitDiff('--json old new', world)).out)).toMatchObject({
    preferenceChanges: [
      {
        productTokens: ['*'],
        mechanism: 'aipref',
        category: 'train-ai',
        before: 'no',
        after: 'yes',
        witness: '/open/',
      },
    ],
  });
});

describe('--urls', () => {
  const log = (target: string) => `1.2.3.4 - - [21/Nov/2026:12:00:00 +0000] "GET ${target} HTTP/1.1" 200 1 "-" "x"\n`;
  const sitemap = (...urls: readonly string[]) =>
    `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;

  test('counts a request for the crawler that its User-Agent names', async () => {
    const line = (agent: string) => log('/b/1').replace('"x"', `"${agent}"`);
    const agents = ['x/1.0', 'GPTBot/1.2', 'Mozilla/5.0 Firefox/140.0', '-'];
    const world = { files: { ...files, 'access.log': agents.map(line).join('') } };
    const argv = '--urls access.log --agent * --agent GPTBot old new';
    const { out } = await repkitDiff(argv, world);
    expect(out).toContain(`
allows 2 of 2 requests in access.log for *, GPTBot
  2  Disallow: /b (OLD line 3)
  most requested: /b/1 (2)
  2 of browsers and other clients not counted
`);
    const { urls } = JSON.parse((await repkitDiff(`--json ${argv}`, world)).out);
    expect(urls).toMatchObject([{ urls: 2, others: 2, changes: [{ urls: 2, total: 2 }] }]);
  });

  test('counts requests and pages, and sorts the changes by them', async () => {
    const world = {
      files: {
        ...files,
        'access.log': `${['/b/1', '/b/1', '/b/2', '/c'].map((target) => log(target)).join('')}broken\n`,
        'sitemap.xml': sitemap('https://a.example/c', 'https://a.example/'),
        none: '/x\n',
      },
    };
    const sources = '--urls access.log --urls sitemap.xml --urls none';
    const { out, err } = await repkitDiff(`${sources} old new`, world);
    expect(err).toBe('');
    expect(out).toMatch(/\n\nnewly-allowed.*\nnewly-blocked/s);
    expect(out.startsWith(SUMMARY)).toBe(true);
    expect(out.slice(out.indexOf('\nallows'))).toBe(
      `
allows 3 of 4 requests in access.log, none of them in a sitemap, for *
  3  Disallow: /b (OLD line 3)
  most requested: /b/1 (2), /b/2 (1)
blocks 1 of 4 requests in access.log, 1 of them in a sitemap, for *
  1  Disallow: /c (NEW line 3)
  such as: /c
  skipped 1 line without a URL

blocks 1 of 2 URLs in sitemap.xml for *
  1  Disallow: /c (NEW line 3)
  such as: /c

changes none of 1 URL in none
`,
    );
    const json = JSON.parse((await repkitDiff(`--json ${sources} old new`, world)).out);
    expect(json.urls).toMatchObject([
      {
        name: 'access.log',
        kind: 'access-log',
        urls: 4,
        invalid: 1,
        changes: [
          { effect: 'newly-allowed', urls: 3, rules: [{ urls: 3, file: 'before', line: 3 }] },
          { effect: 'newly-blocked', urls: 1, inSitemaps: 1, targets: [{ target: '/c', urls: 1 }] },
        ],
      },
      { name: 'sitemap.xml', kind: 'sitemap', urls: 2 },
      { name: 'none', kind: 'list', changes: [] },
    ]);
    const markdown = await repkitDiff(`--format markdown ${sources} old new`, world);
    expect(markdown.out).toContain('```text\nallows 3 of 4 requests');
  });

  test('a compressed sitemap index is fetched with its sitemaps', async () => {
    const { origin, log: paths } = await site(({ url = '' }, response) => {
      const child = (path: string) => `<sitemap><loc>${path}</loc></sitemap>`;
      if (url === '/index.xml') {
        response.end(`<sitemapindex>${child(`${origin}/1.xml.gz`)}${child('2')}</sitemapindex>`);
      } else if (url === '/nested.xml') {
        response.end(`<sitemapindex>${child(`${origin}/index.xml`)}</sitemapindex>`);
      } else if (url === '/1.xml.gz') {
        response.setHeader('Content-Type', 'application/x-gzip');
        response.end(gzipSync(sitemap(`${origin}/c`, `${origin}/é`)));
      } else response.writeHead(404).end();
    });
    const { out, err } = await repkitDiff(`--allow 127.0.0.1 --urls ${origin}/index.xml old new`);
    expect(err).toBe('');
    expect(paths).toEqual(['/index.xml', '/1.xml.gz']);
    expect(out).toContain(`blocks 1 of 2 URLs in ${origin}/index.xml for *\n`);
    expect(out).toContain('  skipped 1 line without a URL\n');
    expect(await repkitDiff(`--allow 127.0.0.1 --urls ${origin}/none.xml old new`)).toMatchObject({
      code: 2,
      err: `repkit diff: "${origin}/none.xml" cannot be fetched (status 404). Check the URL, or save the sitemap to a file.\n`,
    });
    const nested = await repkitDiff(`--allow 127.0.0.1 --urls ${origin}/nested.xml old new`);
    expect(nested.err).toBe(
      `repkit diff: "${origin}/index.xml" is a sitemap index, but an index cannot contain another one (sitemaps.org). List its sitemaps instead.\n`,
    );
    expect(nested.out).toContain(`of 0 URLs in ${origin}/nested.xml`);
    expect((await repkitDiff(`--urls ${origin}/index.xml old new`)).err).toMatch(
      /cannot be fetched \(the address of the host is not public; use --allow 127\.0\.0\.1 to permit it\)/,
    );
  });

  test.each([
    ['--urls missing old new', /"missing" cannot be read/],
    ['--urls - - new', /Standard input can be read only once/],
    ['--urls html old new', /"html" is XML or HTML, but not a sitemap/],
  ])('%s is rejected', async (argv, message) => {
    const world = { files: { ...files, html: '<html>' } };
    const { code, err } = await repkitDiff(argv, world);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  });
});

describe('--format markdown', () => {
  test('is a table with a list of the other records', async () => {
    const world = { files: { old: OLD, new: `${NEW}Crawl-delay: 3\n` } };
    expect(
      (await repkitDiff('--format markdown old new', world)).out,
    ).toBe(`**\`old\` → \`new\`**: Blocks 1 pattern and allows 1 for all other crawlers ("*"). Other records changed: crawl-delay.

- changed, named in the edit: \`*\`
- unaffected: \`${UNAFFECTED}\`

| Change | Crawlers | Pattern | Example | Before | After |
|---|---|---|---|---|---|
| 🔴 newly blocked | \`*\` | \`/c\` | \`/c\` | \`allowed: no rule matches\` | \`disallowed: Disallow: /c (line 3)\` |
| 🟢 newly allowed | \`*\` | \`/b\` | \`/b\` | \`disallowed: Disallow: /b (line 3)\` | \`allowed: no rule matches\` |

- \`crawl-delay\` for \`*\`: added \`3\`
`);
    expect((await repkitDiff('--format markdown old same')).out).toBe(
      '**`old` → `same`**: equivalent: nothing that a crawler reads has changed\n',
    );
  });

  test('a path cannot end a code span or a cell', async () => {
    const world = { files: { old: '', new: 'User-agent: *\nDisallow: /`|<b>``\n' } };
    const { out } = await repkitDiff('--format markdown old new', world);
    expect(out).toContain('| ``` /`\\|<b>`` ``` |');
  });

  test('a list shows a vertical bar unescaped', async () => {
    const world = { files: { old: OLD, new: `${OLD}Sitemap: https://example.com/a|b.xml\n` } };
    expect((await repkitDiff('--format markdown old new', world)).out).toContain('added `https://example.com/a|b.xml`');
  });
});

test('--json is one document', async () => {
  const { out, code } = await repkitDiff('--json --fail-on newly-allowed old new');
  expect(code).toBe(1);
  const { changes, ...document } = JSON.parse(out);
  expect(document).toEqual({
    version: 1,
    dialects: ['rfc9309', 'google', 'yandex'],
    before: 'old',
    after: 'new',
    truncated: { before: false, after: false },
    equivalent: false,
    accessEquivalent: false,
    recordChanges: [],
    preferenceChanges: [],
    crawlers: {
      unnamed: [],
      named: ['*'],
      unaffected: expect.arrayContaining(['AdsBot-Google']),
    },
    complete: true,
    undecided: [],
  });
  expect(changes).toHaveLength(2);
  expect(changes[1]).toMatchObject({
    productTokens: ['*'],
    effect: 'newly-allowed',
    witness: '/b',
    pattern: '/b',
    before: { verdict: 'disallowed', reason: 'rule', rule: { line: 3, pattern: '/b' } },
    after: { verdict: 'allowed', reason: 'no-rule', target: '/b', rule: null },
  });
  const undecided = JSON.parse((await repkitDiff('--json --budget 0 old new')).out);
  expect(undecided).toMatchObject({
    equivalent: 'undecided',
    complete: false,
    changes: [],
    undecided: [{ productTokens: ['*'], before: [], after: [] }],
  });
});

test('a site', async () => {
  const { origin, log } = await siteWith(200, OLD);
  const options = '--allow 127.0.0.1 --store none';
  expect(await repkitDiff(`${options} ${origin} new`)).toEqual({ code: 0, out: CHANGES, err: '' });
  expect(log).toEqual(['/robots.txt']);
});

test('colors on a terminal, with escaped text', async () => {
  const world = {
    isTerminal: true,
    files: { old: '', new: 'User-agent: *\nDisallow: /\x1b[2J\n' },
  };
  const { out } = await repkitDiff('old new', world);
  expect(out).toContain('\x1b[31mnewly-blocked\x1b[39m');
  expect(out).toContain('\x1b[31mBlocks 1 pattern\x1b[39m for');
  expect(out).toContain('pattern  \x1b[31m/\\x1b[2J\x1b[39m\n');
  expect(out).not.toContain('\x1b[2J');
});

test.each([
  ['old', 'Missing argument. Write "repkit diff OLD NEW".'],
  ['--json', 'Missing argument. Write "repkit diff OLD NEW".'],
  ['old new old', 'Unexpected argument "old". Write "repkit diff OLD NEW".'],
  ['--fail-on newly-bloked old new', 'Unknown value for --fail-on: "newly-bloked". Did you mean "newly-blocked"?'],
  ['--fail-on x old new', 'Unknown value for --fail-on: "x". Use one of newly-blocked, newly-allowed, other-records, any.'],
  ['--json --format text old new', 'Option "--json" cannot be used with option "--format <NAME>". See repkit diff --help.'],
  ['--budget much old new', '--budget must be a whole number from 0, not "much".'],
  ['old nothing', '"nothing" cannot be read: no such file or folder; check the path.'],
])('%s is rejected with a correction', async (argv, message) => {
  expect(await repkitDiff(argv)).toEqual({ code: 2, out: '', err: `repkit diff: ${message}\n` });
});

describe('RFC 9309 2.5: text beyond the parsing limit', () => {
  const long = `${OLD}${`#${'x'.repeat(1000)}\n`.repeat(600)}`;
  const world = { files: { old: long, new: `${long}Disallow: /\n`, same: OLD } };
  const warning = (name: string) =>
    `repkit diff: Read only the first 512000 bytes of ${name}, the parsing limit (RFC 9309 2.5).\n`;

  test('yields a warning per file', async () => {
    const out = 'equivalent: nothing that a crawler reads has changed\n';
    expect(await repkitDiff('old new', world)).toEqual({
      code: 0,
      out,
      err: warning('old') + warning('new'),
    });
    expect(await repkitDiff('same new', world)).toEqual({ code: 0, out, err: warning('new') });
  });

  test('is marked in JSON', async () => {
    const { out } = await repkitDiff('--json same new', world);
    expect(JSON.parse(out)).toMatchObject({ truncated: { before: false, after: true } });
  });
});

test('crawlers that the edit changes without naming them come first, and none is cut', async () => {
  const names = Array.from({ length: 14 }, (_, at) => `bot${'abcdefghijklmn'[at]}`);
  const group = (tokens: readonly string[], lines: string) =>
    `${tokens.map((token) => `User-agent: ${token}\n`).join('')}${lines}`;
  const slow = group(names, 'Crawl-delay: 9\n');
  const world = {
    files: {
      before: group(['moved'], 'Disallow:\n') + slow,
      after: slow + group(['moved'], 'Disallow: /a\n'),
    },
  };
  const { out } = await repkitDiff('before after', world);
  expect(out).toContain(`newly-blocked  15 crawlers: ${[...names, 'moved'].join(', ')}  /a\n`);
  const markdown = await repkitDiff('--format markdown before after', world);
  expect(markdown.out).toContain([...names, 'moved'].join(', '));
});

describe('lists of crawlers', () => {
  const OTHERS = 'User-agent: *\nDisallow: /b\n';
  const GPT = 'User-agent: GPTBot\nDisallow: /\n';
  test.each([
    ['a group is added', OTHERS, OTHERS + GPT, [], ['GPTBot'], ['*', 'Googlebot']],
    ['the rules of "*" change', OTHERS, 'User-agent: *\n', [], ['*'], ['AdsBot-Google']],
    ['a group of a fallback is added', '', 'User-agent: Googlebot\nDisallow: /\n', ['Googlebot-Image'], ['Googlebot'], ['*']],
    ['a rule is added to a group', `${GPT}User-agent: a\n`, `${GPT}Allow: /a\nUser-agent: a\n`, [], ['GPTBot'], ['a', '*']],
    [
      'a name moves to another group with more rules',
      'User-agent: a\nUser-agent: GPTBot\nDisallow: /a\n\nUser-agent: b\nDisallow: /\n',
      'User-agent: a\nDisallow: /a\n\nUser-agent: b\nUser-agent: GPTBot\nDisallow: /\n',
      [],
      ['GPTBot'],
      ['a', 'b', '*'],
    ],
    [
      'a name moves to a new group',
      'User-agent: GPTBot\nDisallow: /a\n',
      'User-agent: CCBot\nUser-agent: GPTBot\nDisallow: /\n',
      [],
      ['GPTBot', 'CCBot'],
      ['*'],
    ],
    [
      'an added group merges with a group that has no rules',
      'User-agent: AhrefsBot\nCrawl-delay: 10\n\n',
      `User-agent: AhrefsBot\nCrawl-delay: 10\n\n${GPT}`,
      ['AhrefsBot'],
      ['GPTBot'],
      ['*'],
    ],
    ['a name and a rule are added to a group', GPT, `User-agent: CCBot\n${GPT}Allow: /a\n`, ['GPTBot'], ['CCBot'], ['*']],
    ['nothing changes', OTHERS, OTHERS, [], [], ['*']],
    ['a crawl delay changes', GPT, `${GPT}Crawl-delay: 2\n`, [], ['GPTBot'], ['*']],
    [
      'a user-agent line is repeated, and a record differs in case',
      `User-agent: bot\n${GPT}Crawl-Delay: 2\n`,
      `User-agent: bot\nUser-agent: a\nUser-agent: A\n${GPT}crawl-delay: 2\nAllow: /b\n`,
      ['bot', 'GPTBot'],
      ['a'],
      ['*'],
    ],
    ['a sitemap in a group changes', GPT, `${GPT}Sitemap: https://a.example/\n`, [], [], ['GPTBot']],
  ])('%s', async (_name, old, edited, unnamed, named, unaffected) => {
    const { out } = await repkitDiff('--json old new', { files: { old, new: edited } });
    const { crawlers } = JSON.parse(out);
    expect(crawlers).toEqual({
      unnamed: expect.arrayContaining(unnamed),
      named,
      unaffected: expect.arrayContaining(unaffected),
    });
    if (unnamed.length === 0) expect(crawlers.unnamed).toEqual([]);
    const all = [...crawlers.unnamed, ...crawlers.named, ...crawlers.unaffected];
    expect(new Set(all).size).toBe(all.length);
  });

  test('a crawler that could not be compared is not unaffected', async () => {
    const { out } = await repkitDiff('--json --budget 0 old new');
    const { unnamed, named, unaffected } = JSON.parse(out).crawlers;
    expect({ unnamed, named }).toEqual({ unnamed: [], named: [] });
    expect(unaffected).toContain('AdsBot-Google');
    for (const name of ['*', 'Googlebot']) expect(unaffected).not.toContain(name);
  });
});

describe('a block that Cloudflare manages', () => {
  const block = '# BEGIN Cloudflare Managed content\nUser-agent: GPTBot\nDisallow: /\n# END Cloudflare Managed Content\n';
  const note = (name: string, without: string) =>
    `repkit diff: ${name} has a block that Cloudflare manages (lines 1-4), and ${without} does not. Turn off managed robots.txt in Cloudflare, or expect the changes that the block makes.\n`;

  test.each([
    ['old', 'served', note('served', 'old')],
    ['served', 'old', note('served', 'old')],
    ['served', 'served', ''],
    ['old', 'open', ''],
  ])('%s and %s', async (before, after, err) => {
    const open = block.split('\n').slice(0, 3).join('\n');
    const world = { files: { old: OLD, served: block + OLD, open } };
    expect((await repkitDiff(`${before} ${after}`, world)).err).toBe(err);
  });

  test('in the file that a site serves', async () => {
    const { origin } = await siteWith(200, block + OLD);
    const { out, err } = await repkitDiff(`--allow 127.0.0.1 --store none old ${origin}/robots.txt`);
    expect(out).toMatch(/^Blocks 1 pattern for 1 crawler\.\nchanged, named in the edit: GPTBot\n/);
    expect(err).toBe(note(`${origin}/robots.txt`, 'old'));
  });
});
