import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { policies, RobotsClient } from '@repkit/client';
import { crawlerName, dialects } from '@repkit/core';
import { describe, expect, test, vi } from 'vitest';
import { siteWith, unusedOrigin } from '../../../../test/support/site.js';
import { check } from '../../src/commands/check.js';
import { run } from '../../src/run.js';
import { fakeIo, type World } from '../support/fake-io.js';

const body = `User-agent: *
Disallow: /private/

User-agent: GPTBot
Disallow: /
Allow: /press
`;

async function repkitCheck(argv: string, world: World = {}) {
  const io = fakeIo({ files: { 'robots.txt': body }, ...world });
  const code = await run(['check', ...argv.split(' ')], io);
  return { code, ...io.written };
}

describe('access without a file', () => {
  const NOT_FOUND = '<title>404 Not Found</title>';

  test.each([
    [200, '', '', 'allowed      ORIGIN/a  *  no group applies\n'],
    [204, '', '', 'allowed      ORIGIN/a  *  no robots.txt (status 204)\n'],
    [500, NOT_FOUND, '', 'unreachable  ORIGIN/a  *  disallowed while robots.txt is unreachable (status 500)\n'],
    [
      500,
      NOT_FOUND,
      '--soft-not-found ',
      'allowed      ORIGIN/a  *  no robots.txt (status 500, and the page says that it was not found)\n',
    ],
    [
      500,
      'Internal Server Error',
      '--soft-not-found ',
      'unreachable  ORIGIN/a  *  disallowed while robots.txt is unreachable (status 500)\n',
    ],
  ])('status %i with the body %j and the options %j: %j', async (status, text, options, line) => {
    const { origin } = await siteWith(status, text);
    const { out } = await repkitCheck(`--allow 127.0.0.1 --store none ${options}${origin}/a`);
    expect(out.replaceAll(origin, 'ORIGIN')).toBe(line);
  });
});

describe('credentials in the URL of a site', () => {
  const OPTIONS = ['--allow', '127.0.0.1', '--store', 'none'];

  test.each([
    ['check', ['/a', '/b'], 0, 'no robots.txt (status 401)'],
    ['page', ['/a'], 0, 'no robots.txt (status 401)'],
    ['lint', ['/'], 2, ''],
    ['coverage', ['/'], 2, ''],
    ['watch', ['/'], 0, 'saved the first version (status 401, which allows everything)'],
  ])('are not sent, and %s says so once', async (command, paths, expected, text) => {
    const { origin } = await siteWith(401, '');
    const urls = paths.map((path) => origin.replace('//', '//user:secret@') + path);
    const io = fakeIo({ files: {} });
    expect(await run([command, ...OPTIONS, ...urls], io)).toBe(expected);
    const { out, err } = io.written;
    expect(out).toContain(text);
    expect(err.match(/Credentials in URLs are not sent/g)).toHaveLength(1);
    expect(err).not.toContain('secret');
  });

  test('are not in reports', async () => {
    const { origin } = await siteWith(200, body);
    const site = origin.replace('//', '//user:secret@');
    const io = fakeIo({ files: { old: '' } });
    await run(['diff', ...OPTIONS, '--format', 'markdown', 'old', site], io);
    expect(io.written.out).toContain(`→ \`${origin}\``);
  });
});

test('crawlers with the same access policy share one access per URL', async () => {
  const { origin } = await siteWith(200, body);
  const access = vi.spyOn(RobotsClient.prototype, 'access');
  try {
    const crawlers = '--agent A --agent B --crawler Googlebot --crawler Googlebot-Image';
    const options = `--allow 127.0.0.1 --store none ${crawlers}`;
    const { out } = await repkitCheck(`${options} ${origin}/a ${origin}/private/b`);
    const outcomes = out.split('\n').map((line) => line.split(' ')[0]);
    expect(outcomes).toEqual([...Array(4).fill('allowed'), ...Array(4).fill('disallowed'), '']);
    const checked = access.mock.calls.map(([url, options]) => [url, crawlerName(options?.crawler ?? '')]);
    const perUrl = (url: string) => [
      [url, 'A'],
      [url, 'Googlebot'],
    ];
    expect(checked.toSorted()).toEqual([...perUrl(`${origin}/a`), ...perUrl(`${origin}/private/b`)]);
  } finally {
    access.mockRestore();
  }
});

describe('lines', () => {
  test('one per URL and product token, in columns, in the given order', async () => {
    const result = await repkitCheck('--robots robots.txt --agent GPTBot --agent CCBot /private/a /press https://example.com/');
    expect(result).toEqual({
      code: 1,
      err: '',
      out: [
        'disallowed   /private/a            GPTBot  Disallow: / (line 5)',
        'disallowed   /private/a            CCBot   Disallow: /private/ (line 2)',
        'allowed      /press                GPTBot  Allow: /press (line 6)',
        'allowed      /press                CCBot   no rule matches',
        'disallowed   https://example.com/  GPTBot  Disallow: / (line 5)',
        'allowed      https://example.com/  CCBot   no rule matches',
        '',
      ].join('\n'),
    });
  });

  test('without --agent the check is for *', async () => {
    expect(await repkitCheck('--robots robots.txt /private/a')).toMatchObject({
      code: 1,
      out: 'disallowed   /private/a  *  Disallow: /private/ (line 2)\n',
    });
  });

  test('--robots - reads standard input', async () => {
    expect(await repkitCheck('--robots - /a', { stdin: 'user-agent:*\ndisallow:/a' })).toMatchObject({
      code: 1,
      out: 'disallowed   /a  *  Disallow: /a (line 2)\n',
    });
  });

  test('--explain adds the reasons below each line', async () => {
    const { out } = await repkitCheck('--robots robots.txt --explain --agent GPTBot /press /a');
    expect(out).toBe(`allowed      /press  GPTBot  Allow: /press (line 6)
  source:     robots.txt
  dialect:    rfc9309
  target:     /press
  group:      GPTBot
    4 | User-agent: GPTBot
  reason:     the longest matching rule wins; allow wins a tie
    6 | Allow: /press
      |        ^^^^^^ wins: 6 bytes
    5 | Disallow: /
      |           ^ loses: 1 byte, line 6 has 6

disallowed   /a      GPTBot  Disallow: / (line 5)
  source:     robots.txt
  dialect:    rfc9309
  target:     /a
  group:      GPTBot
    4 | User-agent: GPTBot
  reason:     only this rule matches
    5 | Disallow: /
      |           ^ wins: 1 byte
`);
  });

  test('colors only on a terminal without NO_COLOR', async () => {
    const argv = '--robots robots.txt --explain /private/a';
    const sequence = '\x1b[';
    expect((await repkitCheck(argv, { isTerminal: true })).out).toContain(sequence);
    expect((await repkitCheck(argv)).out).not.toContain(sequence);
    const env = { NO_COLOR: '1' };
    expect((await repkitCheck(argv, { isTerminal: true, env })).out).not.toContain(sequence);
  });
});

describe('--preferences', () => {
  const files = {
    stated: `License: https://example.com/license.xml
User-agent: *
Content-Usage: train-ai=n, train-genai=n
Content-Usage: /open/ train-ai=y
Content-Signal: ai-train=no, use=reference
Disallow: /private/
`,
  };

  test('what applies to each URL, with its line', async () => {
    const { code, out } = await repkitCheck('--robots stated --preferences /open/a /private/a', {
      files,
    });
    expect(code).toBe(1);
    expect(out).toBe(`allowed      /open/a     *  no rule matches
  preferences:
    AIPREF: train-ai=yes (line 4)
    Content Signals: ai-train=no (line 5)
    Content Signals: use=reference (line 5)
    RSL license: https://example.com/license.xml (line 1)
    conflict: training: AIPREF train-ai=yes (line 4), Content Signals ai-train=no (line 5)

disallowed   /private/a  *  Disallow: /private/ (line 6)
  preferences:
    RSL license: https://example.com/license.xml (line 1)
`);
  });

  test('invalid parts, and a file without preferences', async () => {
    const { out } = await repkitCheck('--robots stated --preferences /a', { files });
    expect(out).toContain('    ignored: train-genai (line 3): label of an earlier revision\n');
    expect((await repkitCheck('--robots robots.txt --preferences /a')).out).toContain('  preferences: none stated\n');
  });

  test('--json has them per mechanism', async () => {
    const { out } = await repkitCheck('--robots stated --json --preferences /a', { files });
    const [verdict] = JSON.parse(out).verdicts;
    expect(verdict.preferences).toMatchObject({
      aipref: {
        vocabulary: { name: 'draft-ietf-aipref-vocab-08' },
        categories: { 'train-ai': { value: 'no', statements: [{ source: { line: 3 } }] } },
      },
      conflicts: [],
    });
    expect(verdict.preferences.access).toBeUndefined();
    const plain = JSON.parse((await repkitCheck('--robots stated --json /a', { files })).out);
    expect(plain.verdicts[0].preferences).toBeUndefined();
  });
});

describe('--json', () => {
  test('one document, and the same exit codes', async () => {
    const result = await repkitCheck('--json --robots robots.txt --dialect google --agent GPTBot /press /');
    expect(result.code).toBe(1);
    expect(JSON.parse(result.out)).toMatchObject({
      version: 1,
      dialect: 'google',
      verdicts: [
        { url: '/press', productToken: 'GPTBot', verdict: 'allowed' },
        { url: '/', productToken: 'GPTBot', verdict: 'disallowed' },
      ],
    });
    expect((await repkitCheck('--json --robots robots.txt /a')).code).toBe(0);
  });

  test('has no colors', async () => {
    const { out } = await repkitCheck('--json --robots robots.txt /a', { isTerminal: true });
    expect(JSON.parse(out).version).toBe(1);
  });

  test('--explain adds the matching rules', async () => {
    const { out } = await repkitCheck('--json --explain --robots robots.txt --agent GPTBot /press');
    expect(JSON.parse(out).verdicts[0].matched).toMatchObject([
      { line: 6, lost: null },
      { line: 5, lost: 'fewer-bytes' },
    ]);
  });
});

describe('--dialect', () => {
  test.each([
    ['rfc9309', 'allowed'],
    ['koster1996', 'disallowed'],
  ])('%s yields %s', async (dialect, outcome) => {
    const { out } = await repkitCheck(`--robots robots.txt --dialect ${dialect} --agent GPTBot /press`);
    expect(out).toMatch(new RegExp(`^${outcome} `));
  });

  test('the help lists all names', () => {
    const { choices } = check.options.dialect;
    expect(choices).toEqual(Object.keys(dialects));
  });
});

describe('--policy', () => {
  test('implies a dialect, which --dialect overrides', async () => {
    const dialectOf = async (options: string) =>
      JSON.parse((await repkitCheck(`--json --robots robots.txt ${options} /a`)).out).dialect;
    expect(await dialectOf('--policy google-2026')).toBe('google');
    expect(await dialectOf('--policy koster1996')).toBe('koster1996');
    expect(await dialectOf('--policy google --dialect rfc9309')).toBe('rfc9309');
    expect(await dialectOf('--dialect google')).toBe('google');
  });

  test('the help lists all names', () => {
    const { choices } = check.options.policy;
    expect(choices).toEqual(Object.keys(policies));
  });
});

describe('fetching', () => {
  const loopback = '--store none --allow 127.0.0.0/8';

  test('each origin is fetched once and decides its own URLs', async () => {
    const strict = await siteWith(200, body);
    const open = await siteWith(404);
    const busy = await siteWith(503);
    const result = await repkitCheck(
      `${loopback} --agent CCBot ${strict.origin}/private/a ${open.origin}/private/a ${strict.origin}/a ${busy.origin}/a`,
    );
    expect(result.code).toBe(1);
    expect(result.err).toBe('');
    expect(result.out.split('\n').map((line) => line.replace(/http\S+/, 'URL').replace(/ +/g, ' '))).toEqual([
      'disallowed URL CCBot Disallow: /private/ (line 2)',
      'allowed URL CCBot no robots.txt (status 404)',
      'allowed URL CCBot no rule matches',
      'unreachable URL CCBot disallowed while robots.txt is unreachable (status 503)',
      '',
    ]);
    expect([strict.log, open.log, busy.log]).toEqual([['/robots.txt'], ['/robots.txt'], ['/robots.txt']]);
  });

  test('unreachable URLs exit with 1', async () => {
    const result = await repkitCheck(`${loopback} ${await unusedOrigin()}/a`);
    expect(result).toMatchObject({ code: 1, err: '' });
    expect(result.out).toContain('(the connection was refused)');
  });

  test('requests to a private address are blocked, with a hint to --allow', async () => {
    const { origin, log } = await siteWith(200, body);
    const result = await repkitCheck(`--store none ${origin}/a`);
    expect(result).toMatchObject({ code: 1, err: '' });
    expect(result.out).toMatch(/^unreachable .* public; use --allow 127\.0\.0\.1 to permit it\)\n$/);
    expect(log).toEqual([]);
  });

  test('--explain shows redirects, policy and lifetime of the copy', async () => {
    const there = await siteWith(200, body, { 'cache-control': 'max-age=7200' });
    const { origin } = await siteWith(301, '', { location: `${there.origin}/r.txt` });
    const { out } = await repkitCheck(`${loopback} --explain --policy google ${origin}/a`);
    expect(out.split('\n').slice(1, 5)).toEqual([
      `  source:     ${origin}/robots.txt (status 200), fetched just now, fresh for 2 h`,
      `  redirect:   ${origin}/robots.txt to ${there.origin}/r.txt (status 301)`,
      '  policy:     google',
      '  dialect:    google',
    ]);
  });

  test('--json has the fields listed in docs/commands/check.md', async () => {
    const { origin } = await siteWith(200, body);
    const { out } = await repkitCheck(`${loopback} --json ${origin}/a`);
    const { robotsTxt } = JSON.parse(out).verdicts[0];
    const fields = documentedFields();
    expect(fields.length).toBeGreaterThan(15);
    expect(Object.keys(robotsTxt).sort()).toEqual(fields.filter((name) => name !== 'file').sort());
  });

  test('a store that cannot be opened yields a warning, and sites are fetched', async () => {
    const { origin } = await siteWith(200, body);
    const result = await repkitCheck(`--allow 127.0.0.1 ${origin}/private/a`);
    expect(result.code).toBe(1);
    expect(result.out).toMatch(/^disallowed /);
    expect(result.err).toBe(
      'repkit check: Continuing without the store: this test has no home. Use --store none to disable it.\n',
    );
  });

  test('a path without --robots is rejected, and nothing is fetched', async () => {
    expect(await repkitCheck('/private/a')).toMatchObject({ code: 2, out: '' });
  });
});

/** Returns the fields of `robotsTxt` from the table in the page. */
function documentedFields(): string[] {
  const page = readFileSync(new URL('../../../../docs/commands/check.md', import.meta.url), 'utf8');
  const [, table = ''] = /\n\| `robotsTxt\.…` \|.*?\n\|---.*?\n(.*?)\n\n/s.exec(page) ?? [];
  return table.split('\n').flatMap((row) => {
    const [, names = ''] = row.split('|');
    return [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  });
}

test.each([
  ['--robots robots.txt', 'repkit check: Missing argument. Write "repkit check URL…", or add --expect FILE.'],
  [
    '--robots robots.txt --agent A,B /a',
    'repkit check: --agent takes one product token and can be repeated. Write --agent A --agent B.',
  ],
  ['--robots robots.txt --dialect goggle /a', 'repkit check: Unknown value for --dialect: "goggle". Did you mean "google"?'],
  ['--robots robots.txt /a fish', 'repkit check: "fish" is not a URL. Write /fish.'],
  ['--robots gone.txt /a', 'repkit check: --robots "gone.txt" cannot be read: no such file or folder; check the path.'],
  [
    '--robots robots.txt --store none /a',
    'repkit check: Option "--store <STORE>" cannot be used with option "--robots <FILE>". See repkit check --help.',
  ],
  [
    '--robots robots.txt --user-agent GPTBot /a',
    'repkit check: Option "--user-agent <TEXT>" cannot be used with option "--robots <FILE>". See repkit check --help.',
  ],
  ['--timeout never https://example.com/', 'repkit check: --timeout must be more than 0 and at most 3600 seconds, not "never".'],
  ['--robot robots.txt /a', 'repkit check: Unknown option "--robot". Did you mean --robots?'],
])('%s: an error message, no output, exit code 2', async (argv, message) => {
  expect(await repkitCheck(argv)).toEqual({ code: 2, out: '', err: `${message}\n` });
});

describe('RFC 9309 2.5: a file that exceeds the parsing limit', () => {
  const long = `${body}${'# x\n'.repeat(200_000)}`;
  const warning = (name: string) =>
    `repkit check: Read only the first 512000 bytes of ${name}, the parsing limit (RFC 9309 2.5).\n`;

  test('yields one warning', async () => {
    const world = { files: { long } };
    const { err } = await repkitCheck('--robots long --agent a --agent b /a /b', world);
    expect(err).toBe(warning('long'));
    expect((await repkitCheck('--robots - /a', { stdin: long })).err).toBe(warning('standard input'));
  });

  test('yields a warning per site', async () => {
    const origins = [await siteWith(200, long), await siteWith(200, body)].map((site) => site.origin);
    const urls = origins.map((origin) => `${origin}/a ${origin}/b`).join(' ');
    const { err } = await repkitCheck(`--allow 127.0.0.1 --store none ${urls}`);
    expect(err).toBe(warning(`${origins[0]}/robots.txt`));
  });

  test('yields the warning with --explain and --json too, and is marked in JSON', async () => {
    const world = { files: { long } };
    expect((await repkitCheck('--explain --robots long /a', world)).err).toBe(warning('long'));
    const { out, err } = await repkitCheck('--json --robots long /a', world);
    expect(err).toBe(warning('long'));
    expect(out).toContain('"truncated": true');
  });
});

test('a gzip file is decompressed', async () => {
  const { code, out } = await repkitCheck('--robots robots.txt.gz /private/a', {
    files: { 'robots.txt.gz': gzipSync(body) },
  });
  expect([code, out]).toEqual([1, 'disallowed   /private/a  *  Disallow: /private/ (line 2)\n']);
});

test('--explain says that a refused address was not requested, and states the reason once', async () => {
  const { out } = await repkitCheck('--explain --store none http://127.0.0.1:9/a');
  expect(
    out,
  ).toBe(`unreachable  http://127.0.0.1:9/a  *  disallowed while robots.txt is unreachable (the address of the host is not public; use --allow 127.0.0.1 to permit it)
  source:     http://127.0.0.1:9/robots.txt, not requested
  policy:     rfc9309
  reason:     the rules are unknown, so everything is disallowed (RFC 9309 2.3.1.4)
`);
});
