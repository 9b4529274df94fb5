/** `RobotsTxt.isAllowed` and `decide` on text and bytes, for known crawlers. */
import { describe, expect, test } from 'vitest';
import { crawlerProfile, knownCrawlers } from '../../src/crawlers.js';
import { assertCrawler, type Crawler, type CrawlerBehavior, decide, dialects, parseRobotsTxt } from '../../src/index.js';
import { utf8, utf16 } from '../support/make.js';

function known(name: string): CrawlerBehavior {
  const profile = crawlerProfile(name);
  if (profile === undefined) throw new Error(`${name} is unknown`);
  return profile;
}

/** In Google's dialect, a rule for an index page also allows its folder. */
const INDEX = 'User-agent: *\nDisallow: /\nAllow: /index.html\n';
const STAR = 'User-agent: *\nDisallow: /star\n';
const GOOGLEBOT = 'User-agent: Googlebot\nDisallow: /googlebot\n';
const APPLEBOT = 'User-agent: Applebot\nDisallow: /applebot\n';
const ADSBOT = 'User-agent: AdsBot-Google\nDisallow: /adsbot\n';
const USER = 'User-agent: ChatGPT-User\nDisallow: /user\n';

const rows: readonly [body: string, crawler: Crawler, url: string, isAllowed: boolean][] = [
  // A product token has the dialect of the file, a known crawler the documented one.
  [INDEX, 'Googlebot', '/', false],
  [INDEX, known('Googlebot'), '/', true],
  [INDEX, known('Bingbot'), '/', false],
  [INDEX, known('Googlebot'), '/other', false],
  [INDEX, known('Bingbot'), '/robots.txt', true],
  // Applebot follows the group of Googlebot if it has none.
  [STAR + GOOGLEBOT + APPLEBOT, known('Applebot'), '/applebot', false],
  [STAR + GOOGLEBOT + APPLEBOT, known('Applebot'), '/googlebot', true],
  [STAR + GOOGLEBOT, known('Applebot'), '/googlebot', false],
  [STAR + GOOGLEBOT, known('Applebot'), '/star', true],
  [STAR, known('Applebot'), '/star', false],
  [STAR + GOOGLEBOT, 'Applebot', '/googlebot', true],
  [STAR + GOOGLEBOT, ['Applebot', 'Googlebot'], '/googlebot', false],
  // AdsBot-Google ignores the group of "*".
  [STAR, known('AdsBot-Google'), '/star', true],
  [STAR, 'AdsBot-Google', '/star', false],
  [STAR + ADSBOT, known('AdsBot-Google'), '/adsbot', false],
  [STAR + ADSBOT, known('AdsBot-Google'), '/star', true],
  // Rules are no permission for a fetcher that users start.
  [STAR, known('ChatGPT-User'), '/', false],
  [STAR + USER, known('ChatGPT-User'), '/', false],
  [STAR + USER, known('ChatGPT-User'), '/user', false],
  ['', known('Google-NotebookLM'), '/', false],
  ['', known('Googlebot'), '/', true],
];

const nameOf = (crawler: Crawler) =>
  typeof crawler === 'object' && 'name' in crawler ? `known ${crawler.name}` : String(crawler);

describe('isAllowed', () => {
  test.each(
    rows.map(([body, crawler, url, isAllowed]) => ({
      name: nameOf(crawler),
      body,
      crawler,
      url,
      isAllowed,
    })),
  )('$body, $name, $url: $isAllowed', ({ body, crawler, url, isAllowed }) => {
    const robotsTxt = parseRobotsTxt(body);
    expect(robotsTxt.isAllowed(url, crawler)).toBe(isAllowed);
    expect(robotsTxt.isAllowed(new URL(url, 'https://example.com'), crawler)).toBe(isAllowed);
    expect(decide(body, url, crawler).outcome === 'allowed').toBe(isAllowed);
  });

  test('agrees with decide for each known crawler, in any dialect of the file', () => {
    const body = `${INDEX}\n${GOOGLEBOT}\n${APPLEBOT}\n${ADSBOT}\n${USER}`;
    const files = Object.values(dialects).map((dialect) => parseRobotsTxt(body, { dialect }));
    for (const crawler of knownCrawlers) {
      for (const url of ['/', '/index.html', '/googlebot', '/applebot', '/adsbot', '/user']) {
        const expected = decide(body, url, crawler).outcome === 'allowed';
        for (const file of files) expect(file.isAllowed(url, crawler)).toBe(expected);
      }
    }
  });

  test.each([
    ['bytes', utf8(INDEX)],
    ['UTF-16', utf16(INDEX, 'le')],
    ['a byte-order mark', `\uFEFF${INDEX}`],
  ])('reads %s in each dialect', (_, body) => {
    const robotsTxt = parseRobotsTxt(body);
    for (const crawler of [known('Googlebot'), known('Bingbot'), known('YandexBot')]) {
      const expected = decide(body, '/', crawler).outcome === 'allowed';
      expect(robotsTxt.isAllowed('/', crawler)).toBe(expected);
    }
  });

  test('keeps the parsing limit of the file', () => {
    const body = `#${'x'.repeat(600_000)}\n${INDEX}`;
    const isAllowed = (maxBytes: number) => parseRobotsTxt(body, { maxBytes }).isAllowed('/other', known('Googlebot'));
    expect(isAllowed(1_000_000)).toBe(false);
    expect(isAllowed(512_000)).toBe(true);
  });

  test('throws for an invalid URL, also for a crawler that is not governed', () => {
    const robotsTxt = parseRobotsTxt('');
    for (const name of ['Bingbot', 'ChatGPT-User']) {
      expect(() => robotsTxt.isAllowed('no url', known(name))).toThrow(TypeError);
    }
  });
});

describe('decide on a body', () => {
  test.each([
    ['text', INDEX],
    ['bytes', utf8(INDEX)],
  ])('%s', (_, body) => {
    expect(decide(body, '/', 'ExampleBot')).toMatchObject({
      outcome: 'disallowed',
      reason: 'rule',
    });
    expect(decide(body, '/', known('Googlebot'))).toMatchObject({ outcome: 'allowed' });
    expect(decide(body, '/', 'ExampleBot', { dialect: 'google' }).outcome).toBe('allowed');
  });

  test('throws for anything else', () => {
    for (const body of [undefined, null, 1, {}]) {
      expect(() => decide(body as unknown as string, '/', 'ExampleBot')).toThrow(
        'The body of a robots.txt must be a string or a Uint8Array.',
      );
    }
  });
});

describe('assertCrawler', () => {
  const valid: readonly Crawler[] = ['ExampleBot', 'ExampleBot/1.0', ['A', 'B'], '*'];
  test.each([...valid, known('Applebot')])('accepts %j', (crawler) => {
    expect(() => assertCrawler(crawler)).not.toThrow();
  });

  test.each([
    ['Mozilla/5.0 (ExampleBot)', 'is not a single name'],
    [['A', 'B C'], 'is not a single name'],
    ['A,B', 'is not a single name'],
    [[], 'Pass at least one product token'],
    [undefined, 'Pass at least one product token'],
    [{ ...known('Applebot'), productTokens: [] }, 'Pass at least one product token'],
  ])('refuses %j', (crawler, message) => {
    expect(() => assertCrawler(crawler as Crawler)).toThrow(message);
    expect(() => decide('', '/', crawler as Crawler)).toThrow(message);
  });

  test('checks the dialect, and accepts what the dialect accepts', () => {
    expect(() => assertCrawler('A B', { dialect: 'google' })).not.toThrow();
    expect(() => assertCrawler('A', { dialect: 'other' as 'google' })).toThrow(RangeError);
  });
});
