import { describe, expect, test } from 'vitest';
import { type InitOptions, type InitResult, initRobotsTxt } from '../../src/analysis.js';
import { crawlerProfile, knownCrawlers } from '../../src/crawlers.js';
import { crawlerName, parseRobotsTxt } from '../../src/index.js';

const ARCHIVES: InitOptions = { block: ['archive'], keep: ['search'] };
const ARCHIVE_NAMES = knownCrawlers
  .filter(({ purposes }) => purposes.includes('archive'))
  .map(crawlerName);
const FIRST = '# repkit init --block archive --keep search';
const BLOCK = [
  FIRST,
  ...ARCHIVE_NAMES.map((name) => `User-agent: ${name}`),
  'Disallow: /',
  '# end of repkit init',
  '',
].join('\n');

function textOf(result: InitResult): string {
  if (result.kind === 'refused') throw new Error(result.message);
  return result.text;
}

describe('where the block goes', () => {
  test.each([
    ['an empty file', '', BLOCK],
    [
      'a file with rules',
      'User-agent: *\nDisallow: /a\n',
      `User-agent: *\nDisallow: /a\n\n${BLOCK}`,
    ],
    ['no final line end', 'User-agent: *\nDisallow: /a', `User-agent: *\nDisallow: /a\n\n${BLOCK}`],
    [
      'a final blank line',
      'User-agent: *\nDisallow: /a\n\n',
      `User-agent: *\nDisallow: /a\n\n${BLOCK}`,
    ],
    ['rules before any group', 'Disallow: /a\n', `Disallow: /a\n\n${BLOCK}`],
    ['user-agent lines without rules', 'User-agent: *\n', `${BLOCK}\nUser-agent: *\n`],
    [
      'the same after a group',
      'User-agent: A\nDisallow: /a\n# B\nUser-agent: B\nSitemap: https://example.com/s.xml',
      `User-agent: A\nDisallow: /a\n\n${BLOCK}\n# B\nUser-agent: B\nSitemap: https://example.com/s.xml`,
    ],
    ['a byte-order mark', '\uFEFFUser-agent: *\n', `\uFEFF${BLOCK}\nUser-agent: *\n`],
    [
      'CR LF',
      'User-agent: *\r\nDisallow: /a',
      `User-agent: *\r\nDisallow: /a\r\n\r\n${BLOCK.replaceAll('\n', '\r\n')}`,
    ],
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
    ['any case', 'User-agent: ccbot\nCrawl-delay: 5\nAllow: /\n', BLOCK],
    [
      'a group with others',
      'User-agent: CCBot\nUser-agent: A\nDisallow: /a\n',
      `User-agent: A\nDisallow: /a\n\n${BLOCK}`,
    ],
    [
      'a group between others',
      'User-agent: A\nDisallow: /a\n\n# Common Crawl\nUser-agent: CCBot\nDisallow: /b\n\nUser-agent: *\nDisallow: /c\n',
      `User-agent: A\nDisallow: /a\n\n# Common Crawl\n\nUser-agent: *\nDisallow: /c\n\n${BLOCK}`,
    ],
    [
      'with a sitemap, which stays',
      'User-agent: CCBot\nDisallow: /b\nSitemap: https://example.com/s.xml\n',
      `Sitemap: https://example.com/s.xml\n\n${BLOCK}`,
    ],
  ])('%s', (_, body, expected) => {
    expect(textOf(initRobotsTxt(body, ARCHIVES))).toBe(expected);
  });
});

test('a crawler that would fall back to a blocked one repeats the rules that it follows', () => {
  const body = 'User-agent: *\nDisallow: /cart\nCrawl-delay: 2\n';
  const result = initRobotsTxt(body, { block: ['search'], keep: ['seo'] });
  expect(result).toMatchObject({ named: expect.arrayContaining(['Google-InspectionTool']) });
  const text = textOf(result);
  expect(text).toContain('Disallow: /\n\nUser-agent: Google-InspectionTool\n');
  const tool = crawlerProfile('Google-InspectionTool') ?? '';
  const isAllowed = (path: string) =>
    parseRobotsTxt(text).isAllowed(`https://example.com${path}`, tool);
  expect([isAllowed('/'), isAllowed('/cart')]).toEqual([true, false]);
  expect(textOf(initRobotsTxt(text, { update: true }))).toBe(text);
});

describe('mixed crawlers need a decision', () => {
  const options: InitOptions = { block: ['ai-training'], keep: ['archive'] };

  test('nothing is written without one', () => {
    const result = initRobotsTxt('', options);
    expect(result).toMatchObject({ kind: 'refused', reason: 'mixed', mixed: [{ name: 'CCBot' }] });
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
