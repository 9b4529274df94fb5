import { isGoverned } from '@repkit/core';
import { knownCrawlers } from '@repkit/core/crawlers';
import { describe, expect, test } from 'vitest';
import { site } from '../../../../test/support/site.js';
import { run } from '../../src/run.js';
import { fakeIo, type World } from '../support/fake-io.js';

const SHOP = 'User-agent: *\nDisallow: /cart\n';
const ARCHIVES = '--block archive --except CCBot';
const BLOCK = `# repkit init ${ARCHIVES}
User-agent: archive.org_bot
User-agent: arquivo-web-crawler
User-agent: bnf.fr_bot
User-agent: ia_archiver
Disallow: /
# end of repkit init
`;

async function repkitInit(argv: string, world: World = {}) {
  const io = fakeIo({ files: { 'robots.txt': SHOP }, ...world });
  const code = await run(['init', ...argv.split(' ').filter((word) => word !== '')], io);
  const textOf = (name: string) => {
    const content = io.files.get(name);
    return content === undefined || typeof content === 'string' ? content : new TextDecoder().decode(content);
  };
  return { code, ...io.written, textOf };
}

test('extends a file and reports what changes', async () => {
  const { code, out, err, textOf } = await repkitInit(`${ARCHIVES} robots.txt`);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(textOf('robots.txt')).toBe(`${SHOP}\n${BLOCK}`);
  expect(out).toContain('Changes 4 crawlers (archive)\n  archive.org_bot      Internet Archive; archive.');
  const others = knownCrawlers.filter(isGoverned).length - 4;
  expect(out).toContain(
    `\n\nProof by diff: Blocks 1 pattern for 4 crawlers.\nNot affected: ${others} other known crawlers, and all crawlers that are not known.\n  newly-blocked  /  4 crawlers: allowed: no rule matches -> disallowed: Disallow: / (line 9)\n`,
  );
  expect(out).toContain('\nrobots.txt was written.\n');
});

test('reports no change if the file cannot be written', async () => {
  const io = fakeIo({ files: { 'robots.txt': SHOP } });
  const replaceFile = () => {
    throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  };
  expect(await run(['init', '--block', 'monitoring', 'robots.txt'], { ...io, replaceFile })).toBe(2);
  const err = 'repkit init: "robots.txt" cannot be written: the disk is full; free some space and try again.\n';
  expect(io.written).toEqual({ out: '', err });
});

test('creates a file that does not exist', async () => {
  const { code, textOf } = await repkitInit(`${ARCHIVES} new.txt`);
  expect(code).toBe(0);
  expect(textOf('new.txt')).toBe(BLOCK);
});

test.each([
  ['without FILE', ARCHIVES, BLOCK],
  ['from standard input', `${ARCHIVES} -`, `${SHOP}\n${BLOCK}`],
  ['with --dry-run', `${ARCHIVES} --dry-run robots.txt`, `${SHOP}\n${BLOCK}`],
])('prints the file %s, and the report on standard error', async (_, argv, expected) => {
  const { code, out, err, textOf } = await repkitInit(argv, { stdin: SHOP });
  expect({ code, out }).toEqual({ code: 0, out: expected });
  expect(err).toMatch(/^Changes 4 crawlers/);
  expect(textOf('robots.txt')).toBe(SHOP);
});

test('--update leaves a current file unchanged', async () => {
  const files = { 'robots.txt': `${SHOP}\n${BLOCK}` };
  const { code, out, textOf } = await repkitInit('--update robots.txt', { files });
  expect(code).toBe(0);
  expect(out).toMatch(/^Changes 0 crawlers/);
  expect(out).toContain('and all crawlers that are not known.\n\nrobots.txt is up to date.');
  expect(textOf('robots.txt')).toBe(files['robots.txt']);
});

test('names kept crawlers that the file blocks already', async () => {
  const files = { 'robots.txt': 'User-agent: bingbot\nDisallow: /\n' };
  const { out } = await repkitInit(`${ARCHIVES} --keep search robots.txt`, { files });
  expect(out).toContain('Kept, but the file blocks their home page already: bingbot.\n');
});

describe('mixed crawlers', () => {
  test('are listed, and nothing is written', async () => {
    const { code, out, err, textOf } = await repkitInit('--block archive --keep ai-training robots.txt');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^Mixed crawlers\n {2}CCBot {2}Common Crawl; archive, ai-training\./);
    expect(err).toContain('Add --including mixed, or --except CCBot.\n');
    expect(textOf('robots.txt')).toBe(SHOP);
  });

  test('are blocked with --including mixed', async () => {
    const argv = '--block archive --keep ai-training --including mixed robots.txt';
    const { code, out } = await repkitInit(argv);
    expect(code).toBe(0);
    expect(out).toContain('Mixed, and blocked: CCBot.');
  });
});

describe('--json', () => {
  test('prints the result and the file', async () => {
    const { code, out, textOf } = await repkitInit(`${ARCHIVES} --json robots.txt`);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      written: true,
      options: { block: ['archive'], except: ['CCBot'] },
      blocked: [{ name: 'archive.org_bot', changed: true, mixed: false }, {}, {}, {}],
      diff: { equivalent: false, complete: true },
      robotsTxt: textOf('robots.txt'),
    });
  });

  test('says that a dry run wrote nothing', async () => {
    const { code, out, textOf } = await repkitInit(`${ARCHIVES} --json --dry-run robots.txt`);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ written: false, robotsTxt: `${SHOP}\n${BLOCK}` });
    expect(textOf('robots.txt')).toBe(SHOP);
  });

  test('has the same options after an update', async () => {
    const first = await repkitInit('--block archive --json robots.txt');
    const files = { 'robots.txt': first.textOf('robots.txt') ?? '' };
    const { out } = await repkitInit('--update --json robots.txt', { files });
    expect(JSON.parse(out).options).toEqual(JSON.parse(first.out).options);
  });

  test('says that a current file was not written', async () => {
    const files = { 'robots.txt': `${SHOP}\n${BLOCK}` };
    const { code, out } = await repkitInit('--update --json robots.txt', { files });
    expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 0, written: false, robotsTxt: files['robots.txt'] });
  });

  test('prints a refusal', async () => {
    const { code, out, textOf } = await repkitInit('--block archive --keep ai-training --json robots.txt');
    expect(code).toBe(2);
    const refused = { written: false, reason: 'mixed', mixed: [{ name: 'CCBot' }] };
    expect(JSON.parse(out)).toMatchObject(refused);
    expect(textOf('robots.txt')).toBe(SHOP);
  });
});

test.each([
  ['no purpose', 'robots.txt', '--block is missing.'],
  ['an unknown purpose', '--block archives', 'Unknown purpose for --block: "archives". Did you mean "archive"?'],
  [
    'a crawler to block',
    '--block gptbot',
    '"gptbot" is a crawler, and --block takes purposes. To block one crawler, write a group for it.',
  ],
  [
    'a crawler to keep',
    '--block seo --keep Googlebot',
    '"Googlebot" is a crawler, and --keep takes purposes. To leave it as it is, use --except Googlebot.',
  ],
  ['a former name to block', '--block anthropic-ai', '"anthropic-ai" is a crawler, and --block takes purposes.'],
  ['a former name as an exception', '--block seo --except Claude-Web', 'Did you mean "ClaudeBot"?'],
  ['a purpose twice', '--block seo --keep seo', 'The purpose "seo" is both blocked and kept.'],
  ['an invalid sitemap', '--block seo --sitemap /s.xml', 'The sitemap "/s.xml" is not an absolute URL.'],
  [
    'an update with purposes',
    '--update --block seo robots.txt',
    'Option "--update" cannot be used with option "--block <PURPOSES>".',
  ],
  ['an update of no file', '--update', '--update requires FILE'],
  ['an update of a file that does not exist', '--update missing.txt', '"missing.txt" cannot be read'],
  ['an update without a block', '--update robots.txt', 'Nothing was written. The file has no block to update.'],
  ['a file that is something else', '--block seo page.html', 'Nothing was written. The file is an HTML page.'],
  ['a script', '--block seo robots.ts', 'Nothing was written. The file contains no known field.'],
])('rejects %s', async (_, argv, message) => {
  const files = {
    'robots.txt': SHOP,
    'page.html': '<!DOCTYPE html><html></html>',
    'robots.ts': "import type { MetadataRoute } from 'next';\n",
  };
  const { code, out, err, textOf } = await repkitInit(argv, { files });
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(message);
  expect(textOf('robots.txt')).toBe(SHOP);
});

test('the file of a site that was not read to its end is not extended', async () => {
  // Without the group of GPTBot, the part that was read would be short enough.
  const rules = 'Disallow: /a\n'.repeat(40_000);
  const { origin } = await site((_, response) => response.end(`User-agent: GPTBot\n${rules}\nUser-agent: *\nDisallow: /b\n`));
  const options = '--block ai-training --including mixed --store none --allow 127.0.0.1';
  const { code, out, err } = await repkitInit(`${options} ${origin}/robots.txt`);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('exceeds 500 KiB, and the rest was not read.');
});

test('--signals changes the preferences of all other crawlers, which are not called unaffected', async () => {
  const files = { 'robots.txt': `${SHOP}\nUser-agent: bingbot\nDisallow: /b\n` };
  const request = '--block ai-training --keep search --including mixed --except bingbot --signals --json robots.txt';
  const { out } = await repkitInit(request, { files });
  const { preferencesChanged, unaffected } = JSON.parse(out);
  expect(preferencesChanged).toEqual(expect.arrayContaining(['*', 'Googlebot']));
  expect(unaffected).toContain('bingbot');
  const text = await repkitInit(request.replace(' --json', ''), { files });
  expect(text.out).toContain(
    `\nOnly preferences change: ${preferencesChanged.length - 1} other known crawlers, and all crawlers that are not known.\n` +
      `Not affected: ${unaffected.length} other known crawlers.\n`,
  );
  expect(text.out).toMatch(/^Kept: Applebot, Baiduspider, bingbot, Googlebot/m);
});

test('the case of purposes and their repetition make no difference', async () => {
  const { textOf } = await repkitInit('--block Archive,archive --except CCBot robots.txt');
  expect(textOf('robots.txt')).toBe(`${SHOP}\n${BLOCK}`);
});

test('names the crawlers that another run with other options releases', async () => {
  const first = await repkitInit('--block ai-training,archive --including mixed robots.txt');
  const files = { 'robots.txt': first.textOf('robots.txt') ?? '' };
  const { out } = await repkitInit('--block archive robots.txt', { files });
  expect(out).toMatch(/^Changes 0 crawlers \(archive\)\nNo longer in the block, and changed: AI2Bot, /);
  expect(out).not.toMatch(/^No longer.*CCBot/m);
  expect(first.out).not.toContain('No longer');
});

describe('--format', () => {
  const FULL = `${SHOP}Crawl-delay: 2\nContent-Signal: ai-train=no\n\nUser-agent: Open\nDisallow:\nSitemap: https://example.com/s.xml\nHost: example.com\n`;

  test.each([
    [
      'next',
      [
        'disallow: "/cart",\n        crawlDelay: 2,\n        other: {\n          "Content-Signal": "ai-train=no"\n',
        'sitemap: "https://example.com/s.xml"',
        'host: "example.com"',
        'userAgent: "Open",\n        allow: "/"',
      ],
      ['Next.js cannot express comments (line 11).'],
    ],
    [
      'nuxt',
      ['disallow: "/cart",\n      contentSignal: "ai-train=no"', 'sitemap: "https://example.com/s.xml"'],
      ['@nuxtjs/robots cannot express Crawl-delay (line 3).', '@nuxtjs/robots cannot express Host (line 9).'],
    ],
  ])('%s: prints code, and names what it cannot express', async (format, code, omitted) => {
    const files = { 'robots.txt': FULL };
    const result = await repkitInit(`${ARCHIVES} --format ${format} robots.txt`, { files });
    expect(result.code).toBe(0);
    for (const text of code) expect(result.out).toContain(text);
    for (const text of omitted) expect(result.err).toContain(text);
    expect(result.err.includes('cannot express')).toBe(omitted.length > 0);
    expect(result.textOf('robots.txt')).toBe(FULL);
  });

  test.each([
    ['User-agent: A\n\nDisallow: /a\n', 2],
    ['User-agent: A\nDisallow: /a\n\nDisallow: /b\n', 3],
    ['User-agent: A\n\nUser-agent: B\nDisallow: /a\n', 2],
    ['\nUser-agent: A\nDisallow: /a\n\nSitemap: https://example.com/s.xml\n\nUser-agent: B\nDisallow: /b\n', undefined],
  ])('names blank lines that end a group for Yandex: %j', async (robotsTxt, line) => {
    const { err } = await repkitInit(`${ARCHIVES} --format next robots.txt`, { files: { 'robots.txt': robotsTxt } });
    expect(err.includes('cannot express blank lines')).toBe(line !== undefined);
    if (line !== undefined) expect(err).toContain(`Next.js cannot express blank lines in groups (line ${line}).`);
  });

  test.each([
    ['Desallow: /a', 'the spelling Desallow'],
    ['Disallow /a', 'lines without a colon'],
  ])('names lines that only some crawlers read, and that the code corrects: %s', async (line, omitted) => {
    const files = { 'robots.txt': `User-agent: *\nAllow: /b\n${line}\n` };
    const { out, err } = await repkitInit(`${ARCHIVES} --format next robots.txt`, { files });
    expect(out).toContain('disallow: "/a"');
    expect(err).toContain(`Next.js cannot express ${omitted} (line 3).`);
  });

  test('a crawl delay of any number of digits is a number', async () => {
    const files = { 'robots.txt': `User-agent: A\nCrawl-delay: ${'9'.repeat(400)}\n` };
    const { out } = await repkitInit(`${ARCHIVES} --format next robots.txt`, { files });
    expect(out).toContain('crawlDelay: 2147483648');
  });

  test('@nuxtjs/robots gets a group of "*" alone, because it adds one that allows everything otherwise', async () => {
    const files = { 'robots.txt': 'User-agent: A\nUser-agent: *\nDisallow: /a\n' };
    const { out } = await repkitInit(`${ARCHIVES} --format nuxt robots.txt`, { files });
    expect(out).toContain('userAgent: "A",\n      disallow: "/a"');
    expect(out).toContain('userAgent: "*",\n      disallow: "/a"');
  });

  test.each(['next', 'nuxt'])('%s: prints names of several words whole', async (format) => {
    const robotsTxt = 'User-agent: Sogou web spider\nDisallow: /a\n';
    const { out } = await repkitInit(`${ARCHIVES} --format ${format} robots.txt`, { files: { 'robots.txt': robotsTxt } });
    expect(out).toContain('userAgent: "Sogou web spider",');
  });

  test.each(['next', 'nuxt'])('%s: lists rules that no crawler follows, and not the group without a name', async (format) => {
    const robotsTxt = `Crawl-delay: 1\nDisallow: /a\nUser-agent: *\nAllow: b\nDisallow:\n\nUser-agent:\nDisallow: /c\n`;
    const { out, err } = await repkitInit(`${ARCHIVES} --format ${format} robots.txt`, {
      files: { 'robots.txt': robotsTxt },
    });
    expect(out).toContain('userAgent: "*",');
    expect(out).not.toMatch(/"\/[ac]"|"b"|userAgent: \[\]/);
    for (const line of ['Crawl-delay (line 1)', 'Disallow (line 2)', 'Allow (line 4)', 'User-agent (line 7)']) {
      expect(err).toContain(`cannot express ${line}.`);
    }
  });

  test.each([
    ['next', 'License', 'other: {\n          License: "https://example.com/l"'],
    ['nuxt', 'Clean-param', 'cleanParam: [\n        "ref /a",\n        "sid"\n'],
  ])('%s: %s in a group, but not above all groups', async (format, field, code) => {
    const lines = 'License: https://example.com/l\nClean-param: ref /a\nClean-param: sid\n';
    const robotsTxt = `${field}: x\nUser-agent: *\nDisallow: /a\n${lines}`;
    const { out, err } = await repkitInit(`${ARCHIVES} --format ${format} robots.txt`, {
      files: { 'robots.txt': robotsTxt },
    });
    expect(out).toContain(code);
    expect(err).toContain(`cannot express ${field} (line 1).`);
  });
});
