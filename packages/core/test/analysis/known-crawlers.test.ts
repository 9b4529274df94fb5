/** Known crawlers that fall back to another crawler's group, or ignore that of `*`, in diff. */

import { describe, expect, test } from 'vitest';
import { diff } from '../../src/analysis/diff.js';
import { groupDiff } from '../../src/analysis/grouped-diff.js';
import { UrlCounter } from '../../src/analysis/url-counter.js';
import { dialects } from '../../src/dialect/dialect.js';
import { parseRobotsTxt } from '../../src/file/robots-txt.js';

const NAMES = 'User-agent: *\nUser-agent: GoogleOther\n';
const MERGED = `${NAMES}Disallow: /a\n`;
const TWO_GROUPS = `${MERGED}\n${NAMES}`;
const STAR = 'User-agent: *\nDisallow: /p/\n';
/** A group that repeats those of `*`, which the crawler would not follow without it. */
const repeated: readonly (readonly [crawler: string, before: string, after: string])[] = [
  ['AdsBot-Google', `${STAR}\nUser-agent: AdsBot-Google\nDisallow: /p/\n`, STAR],
  [
    'googlebot-image',
    `${STAR}\nUser-agent: Googlebot\nDisallow: /q/\n\nUser-agent: googlebot-image\nDisallow: /p/\n`,
    `${STAR}\nUser-agent: Googlebot\nDisallow: /q/\n`,
  ],
  [
    'Applebot',
    `${STAR}\nUser-agent: Googlebot\nDisallow: /q/\n\nUser-agent: Applebot\nDisallow: /p/\n`,
    `${STAR}\nUser-agent: Googlebot\nDisallow: /q/\n`,
  ],
];

test.each(repeated)('the group of %s is not redundant', (name, before, after) => {
  const { accessEquivalent, changes } = diff(parseRobotsTxt(before), parseRobotsTxt(after));
  expect(accessEquivalent).toBe(false);
  expect(changes.map(({ productTokens }) => productTokens)).toContainEqual(expect.arrayContaining([name]));
  const counter = new UrlCounter([parseRobotsTxt(before), parseRobotsTxt(after)]);
  counter.add('/p/a');
  expect(counter.changes().changes[0]).toMatchObject({
    productTokens: expect.arrayContaining([name]),
    urls: 1,
  });
});

test.each([
  ['adsbot-google', 'User-agent: adsbot-google\nDisallow: /own/\n', []],
  ['Googlebot-Image', 'User-agent: Googlebot-Image\nDisallow: /own/\n', [['newly-blocked', '/q/']]],
])('%s is named once per change, as it behaves, if only one file names it', (name, group, blocked) => {
  const rest = `${STAR}\nUser-agent: Googlebot\nDisallow: /q/\n`;
  const files = [`${group}\n${rest}`, rest].map((body) => parseRobotsTxt(body));
  const { changes } = groupDiff(diff(files[0], files[1]));
  const own = changes.filter(({ productTokens }) => /adsbot|image/i.test(productTokens.join()));
  expect(own.map(({ productTokens, effect, witness }) => [productTokens.includes(name), effect, witness])).toEqual(
    [...blocked, ['newly-allowed', '/own/']].map((change) => [true, ...change]),
  );
});

test.each(['Bingbot', 'BINGBOT', 'bingbot'])('a file that names %s gets that spelling', (name) => {
  const [before, after] = ['/a', '/b'].map((path) => parseRobotsTxt(`User-agent: ${name}\nDisallow: ${path}\n`));
  const names = diff(before, after).changes.flatMap(({ productTokens }) => productTokens);
  expect(new Set(names.filter((token) => /^bingbot$/i.test(token)))).toEqual(new Set([name]));
  const counter = new UrlCounter([before, after]);
  counter.add('/a');
  expect(counter.changes().changes[0].productTokens).toContain(name);
});

test('of several groups for one name, only those count that the dialect selects', () => {
  const [before, after] = [TWO_GROUPS, MERGED].map((body) => `${body}Disallow: /b\n`);
  const access = Object.values(dialects).map((dialect) => [
    dialect.name,
    diff(parseRobotsTxt(before, { dialect }), parseRobotsTxt(after, { dialect })).accessEquivalent,
  ]);
  expect(access).toEqual([
    // Yandex's robots apply only the first group for `*`.
    ['rfc9309', false],
    ['draft-koster-rep-00', false],
    ['google', true],
    ['koster1996', false],
    ['yandex', false],
  ]);
});

test.each<[name: string, line: string, unnamed: readonly string[], unaffected: readonly string[]]>([
  ['*', 'Content-Signal: ai-train=no', [], ['AdsBot-Google', 'Mediapartners-Google']],
  ['Googlebot', 'Content-Usage: train-ai=n', ['Googlebot-Image'], ['*', 'GoogleOther', 'Yandex']],
  ['Googlebot', 'Crawl-delay: 5', ['Googlebot-Image'], ['*', 'GoogleOther', 'Yandex']],
  ['Yandex', 'License: https://example.com/l', ['YandexBot'], ['*', 'Googlebot']],
])('crawlers that follow the group of %s read its new line %s, too', (name, line, unnamed, unaffected) => {
  const group = `User-agent: ${name}\nDisallow: /a\n`;
  const files = [group, group + line].map((body) => parseRobotsTxt(body));
  const { crawlers, accessEquivalent } = groupDiff(diff(files[0], files[1]), { files });
  expect(accessEquivalent).toBe(true);
  expect(crawlers.named).toEqual([name]);
  expect(crawlers.unnamed).toEqual(expect.arrayContaining([...unnamed]));
  expect(crawlers.unaffected).toEqual(expect.arrayContaining([...unaffected]));
  const followers = name === '*' ? ['Googlebot', 'YandexBot'] : unnamed;
  for (const follower of followers) expect(crawlers.unaffected).not.toContain(follower);
});

test('crawlers whose records change are not unaffected if the caller does not pass the files', () => {
  const group = 'User-agent: *\nDisallow: /a\n';
  const [before, after] = [group, `${group}Crawl-delay: 5`].map((body) => parseRobotsTxt(body));
  const { unaffected } = groupDiff(diff(before, after)).crawlers;
  expect(unaffected).toContain('AdsBot-Google');
  expect(unaffected).not.toContain('YandexBot');
});

describe('records that belong to a group in one dialect only', () => {
  const group = (name: string, line: string) => `User-agent: ${name}\n${line}\nDisallow: /a\n`;
  const usage = 'Content-Usage: train-ai=n';

  test.each<[title: string, before: string, after: string, names: readonly string[]]>([
    // For Yandex's robots, the empty line ends the group.
    ['an empty line', `User-agent: Yandex\n\n${usage}\n`, `User-agent: Yandex\n${usage}\n`, ['YandexBot']],
    // Google's parser reads the first line as a user-agent line.
    ['a name by its prefix', group('a', usage), `User-agents: Googlebot\n${group('a', usage)}`, ['Googlebot']],
  ])('%s', (_, before, after, names) => {
    const { equivalent, recordChanges, preferenceChanges } = diff(parseRobotsTxt(before), parseRobotsTxt(after));
    expect(equivalent).toBe(false);
    // A record outside any group counts for the whole site, without names.
    const readers = [...recordChanges, ...preferenceChanges].flatMap(({ productTokens }) => productTokens);
    expect(readers).toEqual(expect.arrayContaining([...names]));
  });

  test('a change that all dialects have in common is listed once', () => {
    const [before, after] = ['', `${usage}\nCrawl-delay: 5`].map((line) => parseRobotsTxt(group('*', line)));
    const { recordChanges, preferenceChanges, omittedCrawlers } = diff(before, after);
    expect(recordChanges.map(({ field }) => field)).toEqual(['content-usage', 'crawl-delay']);
    expect(preferenceChanges.map(({ productTokens }) => productTokens)).toEqual([['*']]);
    expect(omittedCrawlers).toEqual(expect.arrayContaining(['Googlebot', 'YandexBot']));
    expect(diff(before, after, { productTokens: ['*', 'YandexBot'] }).omittedCrawlers).toEqual([]);
  });
});
