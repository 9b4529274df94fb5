/** `--crawler`: the verdicts of known crawlers, through the commands. */
import { readFileSync } from 'node:fs';
import { knownCrawlers } from '@repkit/core/crawlers';
import { describe, expect, test } from 'vitest';
import { siteWith } from '../../../../test/support/site.js';
import { run } from '../../src/run.js';
import { fakeIo } from '../support/fake-io.js';

const CASES = new URL('../../../conformance/cases/profiles.ndjson', import.meta.url);

interface ProfileCase {
  readonly id: string;
  readonly dialect: string | readonly string[];
  readonly body: string;
  readonly crawler: string;
  readonly url: string;
  readonly allowed: boolean;
  readonly line: number;
  readonly step: string;
  readonly governed?: false;
}

async function repkit(body: string, ...argv: string[]) {
  const io = fakeIo({ files: { 'r.txt': body, 'urls.txt': 'https://example.com/a\n/a\n' } });
  return { code: await run(argv, io), ...io.written };
}

const BODY = 'User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nDisallow: /private/\n';
const check = (...argv: string[]) => repkit(BODY, 'check', '--robots', 'r.txt', ...argv);

test('check --crawler gives the verdict of every conformance case', async () => {
  const cases = readFileSync(CASES, 'utf8')
    .trim()
    .split('\n')
    .map((line): ProfileCase => JSON.parse(line));
  let tested = 0;
  for (const { id, dialect, body, crawler, url, allowed, line, step, governed } of cases) {
    if (!knownCrawlers.some(({ name }) => name === crawler)) continue;
    for (const name of [dialect].flat()) {
      const options = ['--dialect', name, '--json', '--crawler', crawler];
      const { code, out, err } = await repkit(body, 'check', '--robots', 'r.txt', ...options, url);
      expect(err, id).toBe('');
      const [{ verdict, rule, profile }] = JSON.parse(out).verdicts;
      const ruled = allowed ? 'allowed' : 'disallowed';
      expect(verdict, id).toBe(governed === false ? 'not-governed' : ruled);
      expect([rule?.line ?? 0, profile.step], id).toEqual([line, step]);
      expect(code, id).toBe(verdict === 'disallowed' ? 1 : 0);
      tested++;
    }
  }
  expect(tested).toBeGreaterThan(250);
});

test('names are separated by commas, or the option is repeated', async () => {
  const lists = [['Googlebot,GPTBot'], ['Googlebot', 'GPTBot'], [' googlebot , GPTBot,Googlebot']];
  const outputs = lists.map((list) => check(...list.flatMap((name) => ['--crawler', name]), '/a'));
  const [joined, ...others] = await Promise.all(outputs);
  expect(joined?.out).toMatch(/^allowed +\/a {2}Googlebot.*\ndisallowed +\/a {2}GPTBot/);
  expect(others).toEqual([joined, joined]);
  expect(await check('--crawler', 'Googlebot,,GPTBot', '/a')).toMatchObject({
    code: 2,
    err: expect.stringContaining('Unknown crawler ""'),
  });
});

describe('check', () => {
  test('names the fallback group, and marks crawlers that are not governed', async () => {
    const { code, out } = await check('--crawler', 'applebot', '--crawler', 'ChatGPT-User', '/a', '/private/a');
    expect(code).toBe(1);
    expect(out).toBe(
      [
        'allowed       /a          Applebot      no rule matches; Applebot follows the Googlebot group, because no group names Applebot',
        'not governed  /a          ChatGPT-User  ChatGPT-User fetches pages for users and may ignore robots.txt',
        'disallowed    /private/a  Applebot      Disallow: /private/ (line 5); Applebot follows the Googlebot group, because no group names Applebot',
        'not governed  /private/a  ChatGPT-User  ChatGPT-User fetches pages for users and may ignore robots.txt',
        '',
      ].join('\n'),
    );
  });

  test('a crawler that is not governed does not fail the check', async () => {
    expect(await check('--crawler', 'ChatGPT-User', '/a')).toMatchObject({ code: 0 });
  });

  test('a control token answers for the use of content, and its group fails the check', async () => {
    const body = 'User-agent: Google-Extended\nDisallow: /private/\n';
    const use = (...argv: string[]) => repkit(body, 'check', '--robots', 'r.txt', ...argv);
    expect(await use('--crawler', 'Google-Extended', '/private/')).toEqual({
      code: 1,
      out: 'disallowed   /private/  Google-Extended  content may not be used for Gemini training and grounding: Disallow: /private/ (line 2)\n',
      err: '',
    });
    expect(await use('--crawler', 'Google-Extended', '/')).toMatchObject({
      code: 0,
      out: 'allowed      /  Google-Extended  content may be used for Gemini training and grounding: no rule matches\n',
    });
    expect((await use('--explain', '--crawler', 'Google-Extended', '/private/')).out).toMatch(
      /sends no requests; its rules decide about Gemini training and grounding\n[\s\S]*Disallow: \/private\//,
    );
    expect((await use('--agent', 'Google-Extended', '/private/')).err).toBe('');
    const { out } = await use('--json', '--crawler', 'Google-Extended', '/private/');
    expect(JSON.parse(out).verdicts[0].profile.kind).toBe('control-token');
  });

  test('--json states the kind of a control token without a robots.txt, too', async () => {
    const { origin } = await siteWith(404);
    const io = fakeIo();
    const fetching = ['--allow', '127.0.0.1', '--store', 'none', '--json'];
    await run(['check', ...fetching, '--crawler', 'Google-Extended', `${origin}/a`], io);
    expect(JSON.parse(io.written.out).verdicts[0].profile).toMatchObject({
      name: 'Google-Extended',
      kind: 'control-token',
    });
  });

  test('--explain cites the source', async () => {
    const { out } = await check('--explain', '--crawler', 'AdsBot-Google', '/a');
    expect(out).toContain('  crawler:    AdsBot-Google ignores the * group, and no group names it\n');
    expect(out).toMatch(/ {2}documented: https:\/\/developers\.google\.com\/\S+ \(checked \d{4}-\d\d-\d\d\)\n/);
    expect(out).toContain('  reason:     no group applies, so it is allowed\n');
  });

  test('warns once if the crawler of an --agent documents other behavior', async () => {
    const { out, err } = await check('--agent', 'Applebot', '/private/a', '/a', '/b');
    expect(out).not.toContain('Googlebot');
    expect(err).toBe(
      'repkit check: --agent Applebot checks only the product token, but Applebot documents other behavior: Applebot follows the Googlebot group, because no group names Applebot. Use --crawler Applebot to check what it does.\n',
    );
    expect((await check('--agent', 'Applebot', '/private/a')).err).toBe('');
    expect((await check('--agent', 'GPTBot', '/a')).err).toBe('');
    const { err: ofPolicy } = await check('--policy', 'google', '--agent', 'Applebot', '/private/a', '/a');
    expect(ofPolicy).toContain('documents other behavior');
    expect(ofPolicy).not.toContain('RFC 9309');
  });

  test.each([
    ['ai', 'GPTBot', 'Googlebot'],
    ['ai', 'CCBot', 'ia_archiver'],
    ['ai-training', 'CCBot', 'OAI-SearchBot'],
    ['AI-search', 'OAI-SearchBot', 'GPTBot'],
    ['ai-user', 'ChatGPT-User', 'CCBot'],
    ['search', 'Googlebot', 'GPTBot'],
    ['seo', 'AhrefsBot', 'GPTBot'],
    ['archive', 'CCBot', 'GPTBot'],
    ['Advertising', 'AdsBot-Google', 'Googlebot'],
    ['all', 'AhrefsBot', undefined],
  ])('--crawler %s includes %s but not %s', async (set, included, excluded) => {
    const { out } = await check('--json', '--crawler', set, '/a');
    const names = JSON.parse(out).verdicts.map(({ productToken }: { productToken: string }) => productToken);
    expect(names).toContain(included);
    if (excluded === undefined) expect(names).toHaveLength(knownCrawlers.length);
    else expect(names).not.toContain(excluded);
  });

  test.each([
    ['Googelbot', 'Unknown crawler "Googelbot". Did you mean "Googlebot"?'],
    ['x', 'Unknown crawler "x". For other crawlers, use --agent TOKEN. repkit crawlers lists the known ones.'],
    ['constructor', 'Unknown crawler "constructor". '],
    ['Claude-Web', 'Unknown crawler "Claude-Web". No crawler has this name today; use ClaudeBot.'],
  ])('--crawler %s is an error', async (name, message) => {
    const { code, err } = await check('--crawler', name, '/a');
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

test('check uses the documented dialect unless an option names one', async () => {
  const body = 'User-agent: *\nAllow: /index.html\nDisallow: /\n';
  const profileOf = async (...argv: string[]) => {
    const { out } = await repkit(body, 'check', '--robots', 'r.txt', '--json', ...argv, '/');
    return JSON.parse(out).verdicts.map(({ verdict, profile }: { verdict: string; profile?: { dialect: string } }) => [
      verdict,
      profile?.dialect,
    ]);
  };
  const both = ['--crawler', 'Googlebot', '--crawler', 'bingbot'];
  expect(await profileOf(...both)).toEqual([
    ['allowed', 'google'],
    ['disallowed', 'rfc9309'],
  ]);
  expect(await profileOf(...both, '--dialect', 'rfc9309')).toEqual([
    ['disallowed', 'rfc9309'],
    ['disallowed', 'rfc9309'],
  ]);
});

test('filter writes the verdict of each crawler', async () => {
  const argv = ['--agent', 'x', '--crawler', 'Applebot', '--crawler', 'ChatGPT-User', 'urls.txt'];
  const { out, err } = await repkit(BODY, 'filter', '--robots', 'r.txt', ...argv);
  expect(err).toBe('');
  expect(out).toBe(
    ['https://example.com/a', '/a']
      .flatMap((url) => [`${url}\tx\tdisallowed\n`, `${url}\tApplebot\tallowed\n`, `${url}\tChatGPT-User\tnot-governed\n`])
      .join(''),
  );
});

test('filter --only ignores crawlers that are not governed', async () => {
  const argv = ['--only', 'allowed', '--crawler', 'ChatGPT-User', 'urls.txt'];
  const { out } = await repkit('', 'filter', '--robots', 'r.txt', ...argv);
  expect(out).toBe('');
});

test('filter warns if the crawler of an --agent documents other behavior', async () => {
  const { err } = await repkit(BODY, 'filter', '--robots', 'r.txt', '--agent', 'AdsBot-Google', 'urls.txt');
  expect(err).toBe(
    'repkit filter: --agent AdsBot-Google checks only the product token, but AdsBot-Google documents other behavior. Use --crawler AdsBot-Google to check what it does.\n',
  );
});

test('coverage counts for a profile', async () => {
  const argv = ['--json', '--crawler', 'Applebot', '--crawler', 'ChatGPT-User', 'r.txt', 'urls.txt'];
  const { out, err } = await repkit(BODY, 'coverage', ...argv);
  expect(JSON.parse(out).coverage).toMatchObject([
    { productToken: 'Applebot', group: { productToken: 'Googlebot' }, allowed: 2 },
  ]);
  expect(err).toBe('repkit coverage: ChatGPT-User is not governed by robots.txt; skipped.\n');
});

test('coverage warns only if the crawler follows another group', async () => {
  const warningOf = async (token: string, body = BODY) =>
    (await repkit(body, 'coverage', '--agent', token, 'r.txt', 'urls.txt')).err;
  expect(await warningOf('Applebot')).toMatch(/^repkit coverage: --agent Applebot checks only the product token, but/);
  expect(await warningOf('Applebot', 'User-agent: *\nDisallow: /a\n')).toBe('');
  expect(await warningOf('bingbot')).toBe('');
});

test('diff compares for a profile', async () => {
  const diff = async (...argv: string[]) => {
    const files = { 'old.txt': BODY, 'new.txt': 'User-agent: *\nDisallow: /\n' };
    const io = fakeIo({ files });
    return { code: await run(['diff', ...argv, 'old.txt', 'new.txt'], io), ...io.written };
  };
  const { out } = await diff('--json', '--crawler', 'Applebot');
  expect(JSON.parse(out).changes).toMatchObject([{ productTokens: ['Applebot'], effect: 'newly-blocked', pattern: '/' }]);
  expect(JSON.parse((await diff('--json', '--crawler', 'GPTBot')).out).equivalent).toBe(true);
  const body = 'User-agent: Google-Extended\nDisallow: /\n';
  const io = fakeIo({ files: { 'old.txt': '', 'new.txt': body } });
  expect(await run(['diff', '--json', '--crawler', 'ai', 'old.txt', 'new.txt'], io)).toBe(0);
  expect(JSON.parse(io.written.out).changes).toMatchObject([{ productTokens: ['Google-Extended'], effect: 'newly-blocked' }]);
});

test.each(['coverage robots', 'diff robots robots'])('%s: crawlers that robots.txt does not govern', async (argv) => {
  const [command = '', ...rest] = argv.split(' ');
  const io = fakeIo({ files: { robots: '' } });
  expect(await run([command, '--crawler=ChatGPT-User', ...rest], io)).toBe(2);
  const message = 'robots.txt does not govern ChatGPT-User. Name another crawler.';
  expect(io.written.err).toBe(`repkit ${command}: ${message}\n`);
});
