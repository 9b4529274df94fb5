import { isGoverned } from '@repkit/core';
import { crawlersFor } from '@repkit/core/crawlers';
import { describe, expect, test } from 'vitest';
import { siteWith, unusedOrigin } from '../../../../test/support/site.js';
import { run } from '../../src/run.js';
import { fakeIo, type World } from '../support/fake-io.js';

const ROBOTS = `User-agent: *
Disallow: /cart

User-agent: GPTBot
Disallow: /
Allow: /press/
`;

async function repkitCheck(argv: readonly string[], world: World = {}) {
  const io = fakeIo({ files: { 'robots.txt': ROBOTS }, ...world });
  const code = await run(['check', ...argv], io);
  return { code, ...io.written };
}

/** Checks expectations against the file. */
function checkText(expectations: string, options: readonly string[] = []) {
  const files = { 'robots.txt': ROBOTS, e: expectations };
  return repkitCheck(['--robots', 'robots.txt', '--expect', 'e', ...options], { files });
}

describe('expectations that hold', () => {
  test.each([
    ['columns with tabs', 'allowed\t/\t*\n', 1],
    ['columns with runs of spaces, before and after', '  allowed   / \t *  \n', 1],
    ['comments on lines of their own and after white space', '# a\n  # b\nallowed / * # c\n', 1],
    ['"#" within a URL is a fragment', 'disallowed /cart#top *\n', 1],
    ['CRLF and a byte-order mark', '\uFEFFallowed / *\r\n\r\ndisallowed /cart *\r\n', 2],
    ['no line break at the end', 'allowed / *', 1],
    ['percent-encoded spaces', 'disallowed /cart%20a *', 1],
    ['whole URLs, against the file', 'disallowed https://example.com/cart *', 1],
    ['a product token that the file names', 'disallowed / gptbot', 1],
    ['an unknown product token', 'allowed / ExampleBot', 1],
    ['agent: forces a token', 'allowed / agent:search\ndisallowed / agent:GPTBot', 2],
    // It ignores the group of "*".
    ['a known crawler, as it is documented', 'allowed /cart AdsBot-Google', 1],
    ['a crawler that robots.txt does not govern', 'not-governed / ChatGPT-User', 1],
    ['a label without a group', 'unstated / __usage_ai-training', 1],
  ])('%s', async (_name, text, checks) => {
    expect(await checkText(text)).toEqual({
      code: 0,
      out: `${checks} check${checks === 1 ? '' : 's'}, all as expected.\n`,
      err: '',
    });
  });

  test('a purpose stands for its crawlers, without those that are not governed', async () => {
    const { code, out } = await checkText('allowed /press/ ai-user', ['--json']);
    const { held, notGoverned, differing } = JSON.parse(out);
    expect({ code, differing }).toEqual({ code: 0, differing: [] });
    expect(held).toBeGreaterThan(1);
    expect(notGoverned).toBeGreaterThan(1);
  });
});

test('prints only the lines that differ, with the deciding rule', async () => {
  const text = 'allowed / *\nallowed /a GPTBot\nunreachable /press/ GPTBot\n';
  expect(await checkText(text)).toEqual({
    code: 1,
    out: `e:2: expected allowed: /a for GPTBot
  disallowed: Disallow: / (line 5)

e:3: expected unreachable: /press/ for GPTBot
  allowed: Allow: /press/ (line 6)

3 checks, 2 of them differ from what is expected.
`,
    err: '',
  });
});

test('names the crawlers of a purpose that differ, by their reason', async () => {
  const { code, out } = await checkText('allowed / ai-training');
  expect(code).toBe(1);
  expect(out).toMatch(/^e:1: expected allowed: \/ for ai-training\n {2}disallowed: Disallow: \/ \(line 5\)\n {4}GPTBot\n/);
});

test('says why a crawler is not governed, instead of naming a rule that it may ignore', async () => {
  const { out } = await checkText('allowed / ChatGPT-User');
  expect(out).toMatch(/^e:1: expected allowed: \/ for ChatGPT-User\n {2}not-governed: .*may ignore robots\.txt\n\n1 check/);
});

describe('a line with one crawler is an exception to that of its purpose for the same URL', () => {
  const AI_CRAWLERS = crawlersFor('ai-training').filter(isGoverned).length;
  test.each([
    ['before it', 'disallowed / GPTBot\nallowed / ai-training\n', 0, 0],
    ['after it', 'allowed / ai-training\ndisallowed / GPTBot\n', 0, 0],
    ['of each purpose', 'allowed / ai\nallowed / ai-training\ndisallowed / gptbot\n', 0, 0],
    ['with the same outcome', 'allowed / ai-training\nallowed / CCBot\n', 1, 1],
    ['that does not hold', 'allowed / ai-training\nallowed / GPTBot\n', 1, 1],
    ['for another URL', 'allowed / ai-training\ndisallowed /a GPTBot\n', 1, 1],
    ['for a product token', 'allowed / ai-training\ndisallowed / agent:GPTBot\n', 1, 1],
  ])('%s', async (_name, text, code, differing) => {
    const result = await checkText(text, ['--json']);
    expect(result.code).toBe(code);
    expect(JSON.parse(result.out).differing).toHaveLength(differing);
  });

  test('each crawler is checked once per URL', async () => {
    const { out } = await checkText('disallowed / GPTBot\nallowed / ai-training\n');
    expect(out).toBe(`${AI_CRAWLERS} checks, all as expected.\n`);
  });
});

describe('lines that no robots.txt can meet', () => {
  test.each([
    [
      'a purpose within another',
      'disallowed /press/ ai\nallowed /press/ ai-search',
      /^line 2: "\/press\/" cannot be allowed for ai-search and, in line 1, disallowed for ai\. Both lines stand for \d+ crawlers: .*OAI-SearchBot/,
    ],
    [
      'purposes of one crawler',
      'allowed / search\ndisallowed / ai-training',
      'line 2: "/" cannot be disallowed for ai-training and, in line 1, allowed for search. Both lines stand for bingbot. Add a line for bingbot, which is an exception.',
    ],
    [
      'a crawler, in other case',
      'allowed / GPTBot\n\nunreachable / gptbot',
      'line 3: "/" cannot be unreachable for gptbot and, in line 1, allowed for GPTBot. Remove one of them.',
    ],
    ['a token', 'allowed / Mine\nnot-governed / agent:mine', 'line 2: "/" cannot be not-governed'],
    ['"*"', 'allowed / *\ndisallowed / *', 'line 2: "/" cannot be disallowed for * and, in line 1'],
    ['a third line', 'allowed / x\nallowed / y\ndisallowed / y', 'line 3: "/" cannot be disallowed'],
  ])('%s', async (_name, text, problem) => {
    const { code, out, err } = await checkText(text);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    const [, message] = /^repkit check: --expect "e", (.*)\n$/s.exec(err) ?? [];
    expect(message).toMatch(problem);
  });

  test.each([
    ['other URLs', 'disallowed / ai-training\nallowed /press/ ai-search'],
    ['the same outcome', 'allowed / search\nallowed / ai-search\nallowed / all'],
    ['a crawler with a line of its own', 'allowed / search\ndisallowed / ai-training\nallowed / bingbot'],
    ['a token and the crawler of this name', 'allowed / agent:Applebot\ndisallowed / Applebot'],
  ])('%s can be met', async (_name, text) => {
    expect((await checkText(text)).code).not.toBe(2);
  });

  test('each is reported with all lines that it contradicts', async () => {
    const text = 'allowed / search\nallowed / ai-user\ndisallowed / all\ndisallowed / search';
    const { err } = await checkText(text);
    expect(err.match(/line \d: |in line \d/g)).toEqual([
      ...['line 3: ', 'in line 1', 'line 3: ', 'in line 2', 'line 4: ', 'in line 1'],
    ]);
  });
});

test('--json has one entry per crawler', async () => {
  const { code, out } = await checkText('allowed / *\n\nallowed /a GPTBot\n', ['--json']);
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    version: 1,
    held: 1,
    notGoverned: 0,
    differing: [
      {
        line: 3,
        expected: 'allowed',
        actual: 'disallowed',
        crawler: 'GPTBot',
        url: '/a',
        rule: { kind: 'disallow', pattern: '/', line: 5 },
      },
    ],
  });
});

describe('lines that cannot be read', () => {
  test.each([
    ['alowed / *', 'Unknown outcome "alowed". Did you mean "allowed"?'],
    ['allowed /', '"allowed /" must have three columns'],
    ['allowed /a b *', '"allowed /a b *" must have three columns'],
    ['allowed / * #', undefined],
    ['allowed / *#', undefined],
    // As pasted from a page, and as typed in Japanese.
    ['allowed\u00a0/\u3000* # c', undefined],
    ['allowed a *', '"a" is not a URL. Write /a.'],
    ['allowed http:// *', '"http://" is not a URL'],
    ['allowed / Mozilla/5.0(x)', '"Mozilla/5.0(x)" is not a product token'],
    ['allowed / agent:', '"" is not a product token'],
    ['allowed / ai-traning', 'Unknown crawler "ai-traning". Did you mean "ai-training"?'],
    ['allowed / gogglebot', 'Unknown crawler "gogglebot". Did you mean "Googlebot"?'],
    ['allowed / agent:gogglebot', undefined],
    ['allowed / anthropic-ai', undefined],
    ['allowed / Googlebot,bingbot', '"Googlebot,bingbot" has a comma. Write a line for each crawler.'],
    ['allowed // *', '"//" is not a URL. Write it in full, such as https://example.com/a.'],
    ['allowed //?a *', '"//?a" is not a URL.'],
    ['allowed /\\ *', '"/\\" is not a URL.'],
    ['allowed //a *', undefined],
  ])('%j', async (line, problem) => {
    const { code, err } = await checkText(`allowed / *\n${line}\n`);
    expect(code).toBe(problem === undefined ? 0 : 2);
    if (problem !== undefined) expect(err).toContain(`--expect "e", line 2: ${problem}`);
  });

  test.each([
    ['Latin-1', 'latin1'],
    ['UTF-16', 'utf16le'],
  ] as const)('a file in %s is not guessed', async (_name, encoding) => {
    const e = Buffer.from('\ufeffallowed /caf\u00e9 *\n', encoding);
    const io = fakeIo({ files: { 'robots.txt': ROBOTS, e } });
    expect(await run(['check', '--robots', 'robots.txt', '--expect', 'e'], io)).toBe(2);
    expect(io.written.err).toBe('repkit check: --expect "e" is not UTF-8. Save it as UTF-8.\n');
  });

  test('each is reported, and nothing is checked', async () => {
    const { code, out, err } = await checkText('a / *\nallowed / *\nallowed /\n');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err.match(/line \d+/g)).toEqual(['line 1', 'line 3']);
  });

  test('a file without expectations promises nothing', async () => {
    const { code, err } = await checkText('# later\n');
    expect(code).toBe(2);
    expect(err).toContain('--expect "e" has no expectations.');
  });
});

describe('sites', () => {
  const OPTIONS = ['--allow', '127.0.0.1', '--store', 'none', '--expect', 'e'];

  test('paths are those of the site that is named', async () => {
    const { origin } = await siteWith(200, ROBOTS);
    const files = { e: `disallowed /cart *\ndisallowed ${origin}/cart *\n` };
    const { code, out } = await repkitCheck([...OPTIONS, origin], { files });
    expect({ code, out }).toEqual({ code: 0, out: '2 checks, all as expected.\n' });
  });

  test.each(['allowed', 'disallowed'])('an unreachable site is not %s', async (outcome) => {
    const origin = await unusedOrigin();
    const files = { e: `${outcome} / *\nunreachable /a *\n` };
    const { code, out } = await repkitCheck([...OPTIONS, origin], { files });
    expect(code).toBe(1);
    expect(out).toMatch(/^e:1: .*\n {2}unreachable: /);
    expect(out).toContain('2 checks, 1 of them differs');
  });

  test.each([
    ['a path without a site', [], 'line 1: "/" names no site. Add --robots FILE, or name a site.'],
    ['a page', ['https://example.com/a'], 'name at most one site'],
    ['two sites', ['https://a.example', 'https://b.example'], 'name at most one site'],
    ['--crawler', ['--crawler', 'ai'], '"--crawler'],
    ['a format', ['--format', 'expect'], '"--format'],
  ])('%s is an error', async (_name, argv, problem) => {
    const { code, err } = await repkitCheck([...OPTIONS, ...argv], { files: { e: 'allowed / *' } });
    expect(code).toBe(2);
    expect(err).toContain(problem);
  });
});

describe('--format expect', () => {
  const URLS = ['/', '/cart', '/a b', '/ü', '/a#b', 'https://example.com/cart?a=b c'];

  test('prints an outcome, a URL and a crawler per line', async () => {
    const argv = ['--robots', 'robots.txt', '--format', 'expect', '--agent', 'GPTBot'];
    expect(await repkitCheck([...argv, '--crawler', 'ChatGPT-User', '/a b'])).toEqual({
      code: 0,
      out: 'disallowed\t/a%20b\tagent:GPTBot\nnot-governed\t/a%20b\tChatGPT-User\n',
      err: '',
    });
  });

  test.each(['rfc9309', 'google', 'koster1996'])('holds against the same file: %s', async (policy) => {
    const crawlers = ['*', 'GPTBot', 'search', '#x', 'agent:x', 'Gogglebot'].flatMap((name) => ['--agent', name]);
    const options = ['--robots', 'robots.txt', '--policy', policy];
    const recorded = await repkitCheck([...[...options, '--format', 'expect', ...crawlers, '--crawler', 'all'], ...URLS]);
    expect(recorded.code).toBe(0);
    const files = { 'robots.txt': ROBOTS, e: recorded.out };
    const { code, out } = await repkitCheck([...options, '--expect', 'e'], { files });
    const lines = recorded.out.split('\n').length - 1;
    expect(lines).toBeGreaterThan(URLS.length * 100);
    expect({ code, out }).toEqual({ code: 0, out: `${lines} checks, all as expected.\n` });
  });

  test('holds for an unreachable site', async () => {
    const origin = await unusedOrigin();
    const options = ['--allow', '127.0.0.1', '--store', 'none'];
    const { out } = await repkitCheck([...options, '--format', 'expect', `${origin}/a`]);
    expect(out).toBe(`unreachable\t${origin}/a\t*\n`);
    const files = { e: out };
    expect((await repkitCheck([...options, '--expect', 'e'], { files })).code).toBe(0);
  });
});
