import { describe, expect, test } from 'vitest';
import { diff, type InitOptions, type InitResult, initRobotsTxt } from '../../src/analysis.js';
import { crawlerProfile, crawlersFor, knownCrawlers } from '../../src/crawlers.js';
import { crawlerName, isGoverned, parseRobotsTxt } from '../../src/index.js';

const ARCHIVES: InitOptions = { block: ['archive'], keep: ['search'] };
const ARCHIVE_NAMES = knownCrawlers
  .filter(({ purposes, obeysRobotsTxt }) => purposes.includes('archive') && obeysRobotsTxt !== 'no')
  .map(crawlerName);
const FIRST = '# repkit init --block archive --keep search';
const BLOCK = [FIRST, ...ARCHIVE_NAMES.map((name) => `User-agent: ${name}`), 'Disallow: /', '# end of repkit init', ''].join(
  '\n',
);

function textOf(result: InitResult): string {
  if (result.kind === 'refused') throw new Error(result.message);
  return result.text;
}

describe('where the block goes', () => {
  test.each([
    ['an empty file', '', BLOCK],
    ['a file with rules', 'User-agent: *\nDisallow: /a\n', `User-agent: *\nDisallow: /a\n\n${BLOCK}`],
    ['no final line end', 'User-agent: *\nDisallow: /a', `User-agent: *\nDisallow: /a\n\n${BLOCK}`],
    ['a final blank line', 'User-agent: *\nDisallow: /a\n\n', `User-agent: *\nDisallow: /a\n\n${BLOCK}`],
    ['rules before any group', 'Disallow: /a\n', `Disallow: /a\n\n${BLOCK}`],
    ['user-agent lines without rules', 'User-agent: *\n', `${BLOCK}\nUser-agent: *\n`],
    [
      'the same after a group',
      'User-agent: A\nDisallow: /a\n# B\nUser-agent: B\nSitemap: https://example.com/s.xml',
      `User-agent: A\nDisallow: /a\n\n${BLOCK}\n# B\nUser-agent: B\nSitemap: https://example.com/s.xml`,
    ],
    ['a byte-order mark', '\uFEFFUser-agent: *\n', `\uFEFF${BLOCK}\nUser-agent: *\n`],
    ['CR LF', 'User-agent: *\r\nDisallow: /a', `User-agent: *\r\nDisallow: /a\r\n\r\n${BLOCK.replaceAll('\n', '\r\n')}`],
  ])('%s', (_, body, expected) => {
    const text = textOf(initRobotsTxt(body, ARCHIVES));
    expect(text).toBe(expected);
    expect(textOf(initRobotsTxt(text, ARCHIVES))).toBe(text);
    expect(textOf(initRobotsTxt(text, { update: true }))).toBe(text);
  });
});

describe('blocked crawlers leave their groups', () => {
  test.each([
    ['its only group', 'User-agent: CCBot\nDisallow: /a\n', BLOCK],
    ['with the line end that the block has', 'User-agent: CCBot\nDisallow: /a\r\n# b\r\n', `# b\r\n\n${BLOCK}`],
    ['any case', 'User-agent: ccbot\nCrawl-delay: 5\nAllow: /\n', BLOCK],
    ['a group with others', 'User-agent: CCBot\nUser-agent: A\nDisallow: /a\n', `User-agent: A\nDisallow: /a\n\n${BLOCK}`],
    [
      'a group between others',
      'User-agent: A\nDisallow: /a\n\n# Common Crawl\nUser-agent: CCBot\nDisallow: /b\n\nUser-agent: *\nDisallow: /c\n',
      `User-agent: A\nDisallow: /a\n\n# Common Crawl\n\nUser-agent: *\nDisallow: /c\n\n${BLOCK}`,
    ],
    [
      'with comments: those on lines of their own stay',
      '# 1\nUser-agent: CCBot # 2\n# 3\nDisallow: /b # 4\n# 5\n',
      `# 1\n# 3\n# 5\n\n${BLOCK}`,
    ],
    [
      'with a sitemap, which stays',
      'User-agent: CCBot\nDisallow: /b\nSitemap: https://example.com/s.xml\n',
      `Sitemap: https://example.com/s.xml\n\n${BLOCK}`,
    ],
    [
      'with a line for the whole site, which stays',
      'User-agent: A\nDisallow: /a\n\nUser-agent: CCBot\nDisallow: /b\nLLMs: /llms.txt\n',
      `User-agent: A\nDisallow: /a\n\nLLMs: /llms.txt\n\n${BLOCK}`,
    ],
  ])('%s', (_, body, expected) => {
    expect(textOf(initRobotsTxt(body, ARCHIVES))).toBe(expected);
    expect(textOf(initRobotsTxt(expected, { update: true }))).toBe(expected);
  });
});

test('a crawler that would fall back to a blocked one repeats the rules that it follows', () => {
  const body = 'User-agent: *\nDisallow: /cart\nCrawl-delay: 2\n';
  const result = initRobotsTxt(body, {
    block: ['search'],
    keep: ['seo'],
    includingMixed: true,
  });
  expect(result).toMatchObject({ named: expect.arrayContaining(['Google-InspectionTool']) });
  const text = textOf(result);
  expect(text).toContain('Disallow: /\n\nUser-agent: Google-InspectionTool\n');
  const tool = crawlerProfile('Google-InspectionTool') ?? '';
  const isAllowed = (path: string) => parseRobotsTxt(text).isAllowed(`https://example.com${path}`, tool);
  expect([isAllowed('/'), isAllowed('/cart')]).toEqual([true, false]);
  expect(textOf(initRobotsTxt(text, { update: true }))).toBe(text);
});

test('a crawler that another run does not block any more does not repeat that it was blocked', () => {
  const star = 'User-agent: *\nDisallow: /cart\n';
  const search: InitOptions = { block: ['search'], includingMixed: true };
  const both = textOf(initRobotsTxt(star, { ...search, block: ['search', 'seo'] }));
  expect(textOf(initRobotsTxt(both, search))).toBe(textOf(initRobotsTxt(star, search)));
});

test('a crawler repeats the rules of a group that an earlier run removed', () => {
  const body = 'User-agent: Googlebot\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n';
  const first = textOf(initRobotsTxt(body, { block: ['search'], includingMixed: true }));
  const second = textOf(initRobotsTxt(first, { block: ['search', 'archive'], includingMixed: true }));
  for (const text of [first, second])
    expect(text).toMatch(/User-agent: Google-InspectionTool\n(?:User-agent: .*\n)*Disallow: \/a\n/);
});

describe('crawlers that would fall back to a blocked one follow the same rules in the dialect of each', () => {
  const STAR = 'User-agent: *\nDisallow: /a\n';
  test.each([
    ['a blank line, where Yandex stops', `${STAR}\nDisallow: /b\n`],
    ['a blank line before the first rule', 'User-agent: *\n\nDisallow: /b\n'],
    ['a second group, which Yandex ignores', `${STAR}\nUser-agent: *\nAllow: /a/b # c\n`],
    ['a field that Google corrects', `${STAR}Dissallow: /b\nDisallowL /c\n`],
    ['no rule except for Google', 'User-agent: *\nDisallowed: /a\n'],
    ['a group that they share with a blocked one', `User-agent: Yandex\n${STAR}\nDisallow: /b\n`],
  ])('%s', (_, body) => {
    const request = { block: ['search'], includingMixed: true } as const;
    const text = textOf(initRobotsTxt(body, request));
    const blocked = new Set(crawlersFor('search').map(crawlerName));
    const { changes } = diff(parseRobotsTxt(body), parseRobotsTxt(text));
    const names = changes.flatMap(({ productTokens }) => productTokens);
    expect(names.filter((name) => !blocked.has(name))).toEqual([]);
    expect(textOf(initRobotsTxt(text, { update: true }))).toBe(text);
    expect(textOf(initRobotsTxt(text, request))).toBe(text);
  });
});

describe('names of several words', () => {
  const LINES = ['User-agent: Screaming Frog SEO Spider\n', 'User-agent: SISTRIX Crawler\n', 'User-agent: Sogou web spider\n'];
  const request: InitOptions = { block: ['seo', 'search'], includingMixed: true };

  test('stay whole, because other parsers compare the whole value', () => {
    const body = `${LINES.join('')}Disallow: /\n\nUser-agent: *\nDisallow: /a\n`;
    const text = textOf(initRobotsTxt(body, request));
    for (const line of LINES) expect(text.split(line)).toHaveLength(2);
    expect(textOf(initRobotsTxt(text, { update: true }))).toBe(text);
  });

  test('leave the block in another run', () => {
    const text = textOf(initRobotsTxt('', request));
    expect(textOf(initRobotsTxt(text, ARCHIVES))).toBe(BLOCK);
  });
});

describe('mixed crawlers need a decision', () => {
  const options: InitOptions = { block: ['archive'], keep: ['ai-training'] };

  test('nothing is written without one', () => {
    const result = initRobotsTxt('', options);
    expect(result).toMatchObject({ kind: 'refused', reason: 'mixed', mixed: [{ name: 'CCBot' }] });
  });

  test('a name for search and training is mixed even if search is not to be kept', () => {
    const names = (result: InitResult) => (result.kind === 'refused' ? result.mixed.map(crawlerName) : undefined);
    expect(names(initRobotsTxt('', { block: ['ai-training'] }))).toContain('bingbot');
    const both: InitOptions = { block: ['ai-training', 'search', 'ai-search'] };
    expect(names(initRobotsTxt('', both))).toBeUndefined();
  });

  test.each([
    ['including mixed ones', { includingMixed: true }, false],
    ['except by name', { except: ['ccbot'] }, true],
  ])('%s', (_, decision, isAllowed) => {
    const text = textOf(initRobotsTxt('', { ...options, ...decision }));
    expect(parseRobotsTxt(text).isAllowed('https://example.com/', 'CCBot')).toBe(isAllowed);
    expect(textOf(initRobotsTxt(text, { update: true }))).toBe(text);
  });
});

describe('signals', () => {
  const options: InitOptions = {
    block: ['archive', 'ai-training'],
    keep: ['search', 'ai-search'],
    includingMixed: true,
    signals: true,
  };
  const LINES = 'Content-Signal: search=yes, ai-input=yes, ai-train=no\nContent-Usage: search=y, ai-use=y, train-ai=n\n';
  const STAR = 'User-agent: *\nDisallow: /x\nCrawl-delay: 3\n';

  test.each([
    ['join the group of "*"', `${STAR}\nUser-agent: B\nDisallow: /b\n`, `${STAR}# repkit init`],
    ['end a group of "*" without rules', 'User-agent: *\n', 'User-agent: *\n# repkit init'],
    ['get a group if "*" has none', 'User-agent: B\nDisallow: /b\n', 'User-agent: B\n'],
  ])('%s', (_, body, start) => {
    const text = textOf(initRobotsTxt(body, options));
    expect(text.startsWith(start)).toBe(true);
    expect(text).toContain(LINES);
    expect(textOf(initRobotsTxt(text, { update: true }))).toBe(text);
    const { preferenceChanges } = diff(parseRobotsTxt(body), parseRobotsTxt(text));
    expect(preferenceChanges.filter(({ productTokens }) => productTokens.includes('*'))).toHaveLength(6);
  });

  test('change the preferences of crawlers that read them, which are not called unaffected', () => {
    const body = `User-agent: Googlebot\nDisallow: /a\n\n${STAR}`;
    const first = initRobotsTxt(body, options);
    const removal = initRobotsTxt(textOf(first), { ...options, signals: false });
    for (const result of [first, removal]) {
      if (result.kind === 'refused') throw new Error(result.message);
      const unaffected = result.unaffected.map(crawlerName);
      // The first two follow the group of Googlebot, and the last ignores that of "*".
      expect(unaffected).toEqual(expect.arrayContaining(['Googlebot', 'Googlebot-Image', 'AdsBot-Google']));
      expect(result.preferencesChanged).toEqual(expect.arrayContaining(['*', 'DuckDuckBot', 'OAI-SearchBot']));
      expect(unaffected.filter((name) => result.preferencesChanged.includes(name))).toEqual([]);
      const blocked = result.blocked.map(({ crawler }) => crawler.name);
      const known = new Set(['*', ...knownCrawlers.filter(isGoverned).map(crawlerName)]);
      expect(new Set([...unaffected, ...result.preferencesChanged, ...blocked])).toEqual(known);
    }
    expect(initRobotsTxt(textOf(first), { update: true })).toMatchObject({ preferencesChanged: [] });
  });

  test.each([
    ['a group of "*"', STAR],
    ['a group of "*" without rules', 'User-agent: *\nCrawl-delay: 10\n'],
    ['a group of "*" above others', `${STAR}\nUser-agent: B\nDisallow: /b\n`],
    ['no group', ''],
  ])('are removed from %s by another run, as if they had never been written', (_, body) => {
    const withSignals = textOf(initRobotsTxt(body, options));
    const without = { ...options, signals: false };
    expect(textOf(initRobotsTxt(withSignals, without))).toBe(textOf(initRobotsTxt(body, without)));
  });

  test('move back to the group of "*"', () => {
    const text = textOf(initRobotsTxt(STAR, options));
    const other = 'User-agent: B\nDisallow: /b\n';
    const apart = text.replace(STAR, `${STAR}\n${other}`);
    expect(textOf(initRobotsTxt(apart, { update: true }))).toBe(`${text}\n${other}`);
  });

  test('stay where they are if another place would change what Yandex follows', () => {
    const text = textOf(initRobotsTxt('User-agent: B\nDisallow: /b\n', options));
    const result = initRobotsTxt(`${text}\n${STAR}`, { update: true });
    expect(result).toMatchObject({ kind: 'refused', reason: 'unproved' });
  });

  test('the training signal replaces what its label said before', () => {
    const body = `User-agent: __usage_ai-training\nAllow: /\n\n${STAR}`;
    const training: InitOptions = {
      block: ['ai-training'],
      includingMixed: true,
      trainingSignal: true,
    };
    const text = textOf(initRobotsTxt(body, training));
    expect(text.startsWith(STAR)).toBe(true);
    expect(text).toContain('\n\nUser-agent: __usage_ai-training\nDisallow: /\n# end');
    expect(textOf(initRobotsTxt(text, { update: true }))).toBe(text);
  });

  test.each([true, false])('are no excuse for other changes of preferences: %j', (signals) => {
    // Google reads a group of GoogleOther here, and most other crawlers a line of CCBot's group.
    const body = 'User-agent: CCBot\nDisallow: /\nUser-agents: GoogleOther\nContent-Usage: train-ai=n\n';
    expect(initRobotsTxt(body, { ...options, signals })).toMatchObject({ kind: 'refused', reason: 'unproved' });
  });

  test('are refused if the group of "*" has its own', () => {
    const result = initRobotsTxt(`${STAR}Content-Signal: ai-train=yes\n`, options);
    expect(result).toMatchObject({ kind: 'refused', reason: 'signals', line: 4 });
  });
});

describe('refusals', () => {
  const block = (lines: string) => `${FIRST}\n${lines}\n# end of repkit init\n`;
  const MANAGED =
    '# BEGIN Cloudflare Managed content\nUser-agent: CCBot\nUser-agent: ia_archiver\nDisallow: /\n# END Cloudflare Managed Content\n';

  test.each([
    ['managed', 'a block of Cloudflare that names a blocked crawler', MANAGED, 2],
    ['managed', 'signals for a group in it', MANAGED.replaceAll(/CCBot|ia_archiver/g, '*'), 4, { signals: true }],
    ['block', 'a block that was switched off by hand', block('User-agent: CCBot\nDisallow:'), 3],
    ['block', 'a block without an end', `${FIRST}\nUser-agent: CCBot\n`, 1],
    ['block', 'an end without a block', 'User-agent: *\n# end of repkit init\n', 2],
    ['block', 'two blocks', BLOCK + BLOCK, BLOCK.split('\n').length],
    ['block', 'options that no version writes', BLOCK.replace('archive', 'archive --fast'), 1],
    ['block', 'a rule added by hand', block('User-agent: CCBot\nAllow: /a\nDisallow: /'), 3],
    ['block', 'a crawler added by hand', block('User-agent: Mine\nDisallow: /'), 2],
    ['block', 'a comment added by hand', block('User-agent: CCBot\n# mine\nDisallow: /'), 3],
    ['not-text', 'an HTML page', '<!DOCTYPE html><html></html>', undefined],
    ['not-text', 'a script', '#!/bin/sh\nexit 0\n', undefined],
    ['not-text', 'Latin-1', Uint8Array.from('# a\n# caf\xe9\n', (c) => c.charCodeAt(0)), 2],
    ['not-text', 'UTF-16', Uint8Array.from([0xff, 0xfe, 0x23, 0]), 1],
    ['too-large', 'a file over 500 KiB', '#'.repeat(512_001), undefined],
    ['too-large', 'a file that would exceed 500 KiB', `#${' '.repeat(511_900)}\n`, undefined],
  ] as const)('%s: %s', (reason, _, body, line, options?: Partial<InitOptions>) => {
    const result = initRobotsTxt(body, { ...ARCHIVES, ...options });
    expect(result).toMatchObject({ kind: 'refused', reason, ...(line && { line }) });
  });

  test.each([
    ['the blocked crawlers', ARCHIVES],
    ['a kept crawler, which would repeat it with each update', { block: ['search', 'monitoring'], includingMixed: true }],
    ['the training signal', { block: ['ai-training'], includingMixed: true, trainingSignal: true }],
  ] as const)('a rule after the block is named, because it would belong to the group of %s', (_, options) => {
    const text = textOf(initRobotsTxt('User-agent: A\nDisallow: /a\n', options));
    const line = text.split('\n').length + 1;
    for (const request of [options, { update: true }] as const) {
      const result = initRobotsTxt(`${text}# mine\nAllow: /b\n`, request);
      expect(result).toMatchObject({
        reason: 'block',
        line,
        message: expect.stringContaining(`Line ${line} is below the block`),
      });
    }
    expect(textOf(initRobotsTxt(`${text}Sitemap: https://example.com/s.xml\n`, { update: true }))).toContain('/s.xml\n');
  });

  test('a rule in a group that only the crawler reads would still decide', () => {
    // Google reads any field that begins with "user-agent".
    const body = 'User-agents: Google-Extended\nAllow: /a\n';
    const result = initRobotsTxt(body, { block: ['ai-training'], includingMixed: true });
    const message = '"Allow: /a" would still decide about "Google-Extended". Move it to another group, or remove it.';
    expect(result).toMatchObject({ reason: 'unproved', message });
  });

  test('a crawler would not read the block: Yandex reads at most 2,048 rules', () => {
    const rules = Array.from({ length: 2100 }, (_, index) => `Disallow: /${index}\n`);
    const result = initRobotsTxt(`User-agent: *\n${rules.join('')}`, { block: ['search'], includingMixed: true });
    expect(result).toMatchObject({ reason: 'unproved', message: expect.stringContaining('"Yandex" would not read the block') });
  });

  test('a block may name crawlers that have another name by now', () => {
    const text = BLOCK.replace('User-agent: CCBot\n', 'User-agent: anthropic-ai\nUser-agent: CCBot\n');
    expect(textOf(initRobotsTxt(text, { update: true }))).toBe(BLOCK);
  });

  test.each([
    ['User-agent: A\nDisallow: /a\n\nUser-agent: CCBot\nCrawl-delay: 9\n\nUser-agent: *\nDisallow: /c\n', 5, false],
    ['# a\nUser-agent: CCBot\n# b\nContent-Usage: train-ai=n\nUser-agent: A\nDisallow: /a\n', 4, false],
    // Below the signals, the line would belong to the block.
    [
      'User-agent: *\nDisallow: /a\n\nUser-agent: CCBot\nCrawl-delay: 9\n\nUser-agent: B\nCrawl-delay: 9\nDisallow: /b\n',
      5,
      true,
    ],
  ])('a line between the names of a group is named, because other crawlers would follow it: %j', (body, line, signals) => {
    const options = { ...ARCHIVES, signals };
    const reason = `Line ${line} is between names that form one group, because no rule separates them.`;
    const message = `${reason} Add a rule above the next name, or remove the line.`;
    expect(initRobotsTxt(body, options)).toMatchObject({ kind: 'refused', reason: 'unproved', line, message });
    const separated = body.replace(/(Crawl-delay|Content-Usage).*\n/, '$&Disallow: /x\n');
    for (const followed of [body.replace(/(Crawl-delay|Content-Usage).*\n/, ''), separated]) {
      const text = textOf(initRobotsTxt(followed, options));
      expect(textOf(initRobotsTxt(text, { update: true }))).toBe(text);
    }
  });

  test('there is no block to update', () => {
    expect(initRobotsTxt('', { update: true })).toMatchObject({ reason: 'block' });
  });

  test('without a budget, nothing is proved', () => {
    // The empty rule that precedes the signals must be compared.
    const options = { ...ARCHIVES, signals: true, budget: 0 } as const;
    const result = initRobotsTxt('User-agent: *\n', options);
    expect(result).toMatchObject({ kind: 'refused', reason: 'unproved' });
  });

  test('crawlers that the budget does not suffice to compare are not called blocked already', () => {
    const result = initRobotsTxt('User-agent: *\nDisallow: /a\n', { ...ARCHIVES, budget: 0 });
    if (result.kind === 'refused') throw new Error(result.message);
    expect(result.diff).toMatchObject({ changes: [], complete: false });
    expect(result.blocked.filter(({ isChanged }) => !isChanged)).toEqual([]);
  });

  test('an old block with an invalid sitemap has no options to update, and another run replaces it', () => {
    const robotsTxt = BLOCK.replace('search\n', 'search --sitemap /s.xml\n');
    const result = initRobotsTxt(robotsTxt, { update: true });
    expect(result).toMatchObject({
      reason: 'block',
      line: 1,
      message: expect.stringContaining('"/s.xml" is not an absolute URL'),
    });
    expect(textOf(initRobotsTxt(robotsTxt, ARCHIVES))).toBe(BLOCK);
  });

  test.each([
    ['no purpose', { block: [] }, 'No purpose to block was named.', 'block'],
    ['an unknown purpose', { block: ['sales' as 'seo'] }, 'Unknown purpose "sales".', 'block', 0],
    ['an unknown purpose to keep', { block: ['seo'], keep: ['search', 'sales' as 'seo'] }, 'Unknown purpose', 'keep', 1],
    ['a contradiction', { block: ['seo'], keep: ['search', 'seo'] }, 'is both blocked and kept', 'keep', 1],
    ['an unknown crawler', { block: ['seo'], except: ['CCBot', 'Nobody'] }, 'Unknown crawler "Nobody".', 'except', 1],
    ['a misspelled crawler', { block: ['seo'], except: ['Bing'] }, 'Did you mean "bingbot"?', 'except', 0],
    ['a former name', { block: ['seo'], except: ['anthropic-ai'] }, 'Did you mean "ClaudeBot"?', 'except', 0],
    ['a purpose as an exception', { block: ['seo'], except: ['ai-search'] }, '"ai-search" is a purpose.', 'except', 0],
    ['no crawler left', { block: ['archive'], except: ARCHIVE_NAMES }, 'no crawler would be blocked', 'except'],
    ['an invalid sitemap', { block: ['seo'], sitemap: '/s.xml' }, '"/s.xml" is not an absolute URL', 'sitemap'],
    ['a signal without training', { block: ['seo'], trainingSignal: true }, 'requires "ai-training"', 'trainingSignal'],
    ['signals without a category', { block: ['seo'], signals: true }, 'require one of', 'signals'],
  ] as const)('options: %s', (_, options, message, ...path) => {
    const error = expect.objectContaining({ name: 'InitOptionsError', message: expect.stringContaining(message), path });
    expect(() => initRobotsTxt('', options)).toThrow(error);
  });
});
