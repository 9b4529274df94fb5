import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { policies } from '@repkit/client';
import { dialects } from '@repkit/core';
import { describe, expect, test } from 'vitest';
import { nobodyThere, siteWith } from '../../../../test/support/site.js';
import { check } from '../../src/commands/check.js';
import { run } from '../../src/program/run.js';
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

describe('lines', () => {
  test('one a URL and product token, in columns, in the order asked', async () => {
    const result = await repkitCheck(
      '--robots robots.txt --agent GPTBot --agent CCBot /private/a /press https://example.com/',
    );
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

  test('without --agent the question is asked for everyone who is not named', async () => {
    expect(await repkitCheck('--robots robots.txt /private/a')).toMatchObject({
      code: 1,
      out: 'disallowed   /private/a  *  Disallow: /private/ (line 2)\n',
    });
  });

  test('--robots - reads standard input', async () => {
    expect(
      await repkitCheck('--robots - /a', { stdin: 'user-agent:*\ndisallow:/a' }),
    ).toMatchObject({
      code: 1,
      out: 'disallowed   /a  *  Disallow: /a (line 2)\n',
    });
  });

  test('--explain puts the reasons under each, with a blank line between', async () => {
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

  test('colours at a terminal only, and not where NO_COLOR is set', async () => {
    const argv = '--robots robots.txt --explain /private/a';
    const sequence = '\x1b[';
    expect((await repkitCheck(argv, { isTerminal: true })).out).toContain(sequence);
    expect((await repkitCheck(argv)).out).not.toContain(sequence);
    const env = { NO_COLOR: '1' };
    expect((await repkitCheck(argv, { isTerminal: true, env })).out).not.toContain(sequence);
  });
});

describe('--json', () => {
  test('one document, and the same exit codes', async () => {
    const result = await repkitCheck(
      '--json --robots robots.txt --dialect google --agent GPTBot /press /',
    );
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

  test('never in colours', async () => {
    const { out } = await repkitCheck('--json --robots robots.txt /a', { isTerminal: true });
    expect(JSON.parse(out).version).toBe(1);
  });

  test('--explain adds the rules that matched', async () => {
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
  ])('%s says %s', async (dialect, outcome) => {
    const { out } = await repkitCheck(
      `--robots robots.txt --dialect ${dialect} --agent GPTBot /press`,
    );
    expect(out).toMatch(new RegExp(`^${outcome} `));
  });

  test('the help names them all', () => {
    const { choices } = check.options.find(({ name }) => name === 'dialect') ?? {};
    expect(choices).toEqual(Object.keys(dialects));
  });
});

describe('--policy', () => {
  test('brings its dialect, and --dialect another one', async () => {
    const dialectOf = async (options: string) =>
      JSON.parse((await repkitCheck(`--json --robots robots.txt ${options} /a`)).out).dialect;
    expect(await dialectOf('--policy google-2026')).toBe('google');
    expect(await dialectOf('--policy koster1996')).toBe('koster1996');
    expect(await dialectOf('--policy google --dialect rfc9309')).toBe('rfc9309');
    expect(await dialectOf('--dialect google')).toBe('google');
  });

  test('the help names them all', () => {
    const { choices } = check.options.find(({ name }) => name === 'policy') ?? {};
    expect(choices).toEqual(Object.keys(policies));
  });
});

describe('fetching', () => {
  const loopback = '--store none --allow 127.0.0.0/8';

  test('each origin is asked once, and each URL answered by its own', async () => {
    const strict = await siteWith(200, body);
    const open = await siteWith(404);
    const busy = await siteWith(503);
    const result = await repkitCheck(
      `${loopback} --agent CCBot ${strict.origin}/private/a ${open.origin}/private/a ${strict.origin}/a ${busy.origin}/a`,
    );
    expect(result.code).toBe(1);
    expect(result.err).toBe('');
    expect(
      result.out.split('\n').map((line) => line.replace(/http\S+/, 'URL').replace(/ +/g, ' ')),
    ).toEqual([
      'disallowed URL CCBot Disallow: /private/ (line 2)',
      'allowed URL CCBot no robots.txt (status 404)',
      'allowed URL CCBot no rule matches',
      'unreachable URL CCBot disallowed while robots.txt is unreachable (status 503)',
      '',
    ]);
    expect([strict.log, open.log, busy.log]).toEqual([
      ['/robots.txt'],
      ['/robots.txt'],
      ['/robots.txt'],
    ]);
  });

  test('what is out of reach alone ends with 1 too', async () => {
    const result = await repkitCheck(`${loopback} ${await nobodyThere()}/a`);
    expect(result).toMatchObject({ code: 1, err: '' });
    expect(result.out).toContain('(the connection was refused)');
  });

  test('an address that is not public is not asked, and it is said how to allow it', async () => {
    const { origin, log } = await siteWith(200, body);
    const result = await repkitCheck(`--store none ${origin}/a`);
    expect(result).toMatchObject({ code: 1, err: '' });
    expect(result.out).toMatch(
      /^unreachable .* public; use --allow 127\.0\.0\.1 to permit it\)\n$/,
    );
    expect(log).toEqual([]);
  });

  test('--explain tells the redirects, the policy and how long the copy lives', async () => {
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

  test('the fields of --json that docs/commands/check.md names', async () => {
    const { origin } = await siteWith(200, body);
    const { out } = await repkitCheck(`${loopback} --json ${origin}/a`);
    const { robotsTxt } = JSON.parse(out).verdicts[0];
    const fields = documentedFields();
    expect(fields.length).toBeGreaterThan(15);
    expect(Object.keys(robotsTxt).sort()).toEqual(fields.filter((name) => name !== 'file').sort());
  });

  test('a store that cannot be opened is a warning, and the sites are asked', async () => {
    const { origin } = await siteWith(200, body);
    const result = await repkitCheck(`--allow 127.0.0.1 ${origin}/private/a`);
    expect(result.code).toBe(1);
    expect(result.out).toMatch(/^disallowed /);
    expect(result.err).toBe(
      'repkit check: Continuing without the store: this test has no home. Use --store none to disable it.\n',
    );
  });

  test('a path without a file is a mistake, and nothing is fetched', async () => {
    expect(await repkitCheck('/private/a')).toMatchObject({ code: 2, out: '' });
  });
});

/** The fields of `robotsTxt` in the page, from the rows of their table. */
function documentedFields(): string[] {
  const page = readFileSync(new URL('../../../../docs/commands/check.md', import.meta.url), 'utf8');
  const [, table = ''] = /\n\| `robotsTxt\.…` \|.*?\n\|---.*?\n(.*?)\n\n/s.exec(page) ?? [];
  return table.split('\n').flatMap((row) => {
    const [, names = ''] = row.split('|');
    return [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  });
}

test.each([
  ['--robots robots.txt', 'repkit check: No URL given. Write repkit check https://example.com/a.'],
  [
    '--robots robots.txt --agent A,B /a',
    'repkit check: --agent takes one product token and can be repeated. Write --agent A --agent B.',
  ],
  [
    '--robots robots.txt --dialect goggle /a',
    'repkit check: Unknown value for --dialect: "goggle". Did you mean "google"?',
  ],
  ['--robots robots.txt /a fish', 'repkit check: "fish" is not a URL. Write /fish.'],
  [
    '--robots gone.txt /a',
    'repkit check: --robots "gone.txt" cannot be read: no such file or folder; check the path.',
  ],
  ['--robots robots.txt --store none /a', 'repkit check: --store has no effect with --robots.'],
  [
    '--robots robots.txt --user-agent GPTBot /a',
    'repkit check: --user-agent has no effect with --robots.',
  ],
  [
    '--timeout never https://example.com/',
    'repkit check: --timeout must be more than 0 and at most 3600 seconds, not "never".',
  ],
  ['--robot robots.txt /a', 'repkit check: Unknown option --robot. Did you mean --robots?'],
])('%s: one sentence on standard error, nothing on standard output, 2', async (argv, message) => {
  expect(await repkitCheck(argv)).toEqual({ code: 2, out: '', err: `${message}\n` });
});

describe('RFC 9309 2.5: that a file is longer than what is read of it', () => {
  const long = `${body}${'# x\n'.repeat(200_000)}`;
  const said = (name: string) =>
    `repkit check: Read only the first 512000 bytes of ${name}, the parsing limit (RFC 9309 2.5).\n`;

  test('is said once, whatever is asked about', async () => {
    const world = { files: { long } };
    const { err } = await repkitCheck('--robots long --agent a --agent b /a /b', world);
    expect(err).toBe(said('long'));
    expect((await repkitCheck('--robots - /a', { stdin: long })).err).toBe(said('standard input'));
  });

  test('is said of each site', async () => {
    const origins = [await siteWith(200, long), await siteWith(200, body)].map(
      (site) => site.origin,
    );
    const urls = origins.map((origin) => `${origin}/a ${origin}/b`).join(' ');
    const { err } = await repkitCheck(`--allow 127.0.0.1 --store none ${urls}`);
    expect(err).toBe(said(`${origins[0]}/robots.txt`));
  });

  test('is among the reasons and in the document, where these are asked for', async () => {
    const world = { files: { long } };
    for (const [option, there] of [
      ['--explain', 'limit:      the file exceeds'],
      ['--json', '"truncated": true'],
    ]) {
      const { out, err } = await repkitCheck(`${option} --robots long /a`, world);
      expect(err).toBe('');
      expect(out).toContain(there);
    }
  });
});

test('a file that gzip has packed is read as it was', async () => {
  const { code, out } = await repkitCheck('--robots robots.txt.gz /private/a', {
    files: { 'robots.txt.gz': gzipSync(body) },
  });
  expect([code, out]).toEqual([1, 'disallowed   /private/a  *  Disallow: /private/ (line 2)\n']);
});
