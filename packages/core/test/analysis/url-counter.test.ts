import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import type { ComparedCrawlers } from '../../src/analysis/by-dialect.js';
import { diff } from '../../src/analysis/diff.js';
import { type CountedAs, UrlCounter } from '../../src/analysis/url-counter.js';
import { type CrawlerProfile, crawlerProfile } from '../../src/crawlers/known-crawlers.js';
import { productToken } from '../../src/decide/product-token.js';
import { dialectFor } from '../../src/decide/profile.js';
import type { Crawler } from '../../src/file/crawler.js';
import { matcherFor } from '../../src/file/robots-txt.js';
import { parseRobotsTxt } from '../../src/index.js';
import { generatedDialect, generatedEdit } from '../support/edits.js';
import { dialectNames } from '../support/make.js';

const BEFORE = `User-agent: *
Disallow: /private/

User-agent: GPTBot
User-agent: CCBot
Disallow: /
`;
const AFTER = `User-agent: *
Disallow: /private/
Disallow: /shop
Allow: /private/faq

User-agent: GPTBot
User-agent: CCBot
Disallow: /private/
`;

const SHOP = 'Disallow: /cart\nDisallow: /shop';

function count(urls: readonly string[], productTokens?: readonly string[]) {
  const counter = new UrlCounter([parseRobotsTxt(BEFORE), parseRobotsTxt(AFTER)], {
    documentedDialects: false,
    ...(productTokens && { productTokens }),
  });
  for (const url of urls) counter.add(url);
  return counter.changes();
}

describe('UrlCounter', () => {
  test('a request counts for the crawler that made it', () => {
    const counter = new UrlCounter([parseRobotsTxt(BEFORE), parseRobotsTxt(AFTER)]);
    for (const header of ['GPTBot', 'OtherBot/1.0', undefined]) counter.add('/shop/a', header);
    const { urls, changes } = counter.changes();
    expect(urls).toBe(3);
    expect(changes.map(({ productTokens, urls: some, total }) => [productTokens, some, total])).toEqual([
      [['GPTBot', 'CCBot'], 2, 2],
      [['*'], 2, 2],
      [expect.arrayContaining(['Googlebot']), 1, 1],
      [expect.arrayContaining(['YandexBot']), 1, 1],
    ]);
  });

  const headers = [
    ...['gptbot', 'GPTBot/1.0', 'Mozilla/5.0 (compatible; GPTBot/1.0)', 'OtherBot', 'otherbot/2'],
    ...['AdsBot-Google', 'googlebot-image/1.0', 'Applebot', 'bingbot/2.0', 'Googlebot/2.1'],
  ];
  test.each(headers)('a request of %s counts if the verdict changes for its crawler', (header) => {
    const { token = '' } = { ...productToken(header) } as { token?: string };
    const crawler = crawlerProfile(token) ?? token;
    const group = 'User-agent: Googlebot\nDisallow: /x\n';
    for (const dialect of dialectNames) {
      const files = [BEFORE, `${AFTER}\n${group}`].map((body) => parseRobotsTxt(body, { dialect }));
      for (const documentedDialects of [true, false]) {
        const isDocumented = documentedDialects && dialect === 'rfc9309';
        const read = isDocumented
          ? [BEFORE, `${AFTER}\n${group}`].map((body) => parseRobotsTxt(body, { dialect: dialectFor(crawler) }))
          : files;
        for (const url of ['/shop/a', '/private/faq', '/x', '/y']) {
          const counter = new UrlCounter([files[0], files[1]], { documentedDialects });
          const [before, after] = read.map((file) => matcherFor(file, crawler).isAllowed(url));
          // AdsBot-Google ignores the only group that changes for it.
          if (counter.add(url, header) === 'other') expect(before).toBe(after);
          expect(counter.changes().changes, `${dialect} ${url}`).toHaveLength(before === after ? 0 : 1);
        }
      }
    }
  });

  const profile = (name: string) => crawlerProfile(name) as CrawlerProfile;
  test.each<[string, readonly Crawler[], CountedAs, number]>([
    ['gptbot/1.0', ['GPTBot'], 'counted', 1],
    ['gptbot', [profile('GPTBot')], 'counted', 1],
    ['googlebot', [profile('Googlebot')], 'counted', 1],
    ['googlebot', ['GPTBot', profile('Googlebot')], 'counted', 1],
    ['OtherBot', ['GPTBot', '*'], 'counted', 1],
    ['OtherBot', ['GPTBot', 'FooBot'], 'other', 0],
    // It has its own group.
    ['CCBot', ['GPTBot', '*'], 'other', 0],
    ['-', ['*'], 'other', 0],
  ])('a request of %s counts for the chosen crawler that it follows', (header, productTokens, as, changes) => {
    const [before, after] = [BEFORE, AFTER].map((body) => parseRobotsTxt(body));
    const counter = new UrlCounter([before, after], { productTokens });
    expect(counter.add('/shop/a', header)).toBe(as);
    expect(counter.changes().changes).toHaveLength(changes);
  });

  describe('a request counts as its crawler behaves', () => {
    const CHAT = 'Mozilla/5.0 (compatible; ChatGPT-User/1.0; +https://openai.com/bot)';
    const ADS = 'AdsBot-Google (+http://www.google.com/adsbot.html)';
    const STAR = 'User-agent: *\nDisallow: /\n';
    const countsIn = (counter: UrlCounter) =>
      counter.coverage().map(({ productToken: token, allowed, blocked }) => [token, allowed, blocked]);

    test.each<[string, string, string, CountedAs, readonly unknown[]]>([
      ['may ignore robots.txt', STAR, CHAT, 'not-governed', [['*', 0, 0]]],
      [
        'may ignore a group that names it',
        `${STAR}\nUser-agent: ChatGPT-User\nDisallow: /\n`,
        CHAT,
        'not-governed',
        [
          ['ChatGPT-User', 0, 0],
          ['*', 0, 0],
        ],
      ],
      [
        'ignores *',
        STAR,
        ADS,
        'counted',
        [
          ['*', 0, 0],
          ['AdsBot-Google', 1, 0],
        ],
      ],
      ['follows *', STAR, 'GPTBot/1.0', 'counted', [['*', 0, 1]]],
      [
        'follows another group',
        `${STAR}\nUser-agent: Googlebot\nDisallow:\n`,
        'Applebot/0.1',
        'counted',
        [
          ['Googlebot', 1, 0],
          ['*', 0, 0],
        ],
      ],
      ['reads the file in its own dialect', 'User-agent: *\n\nDisallow: /a\n', 'YandexBot/3.0', 'counted', [['*', 1, 0]]],
      ['is a browser', STAR, 'Mozilla/5.0 (X11; Linux x86_64) Firefox/1', 'other', [['*', 0, 0]]],
    ])('that %s', (_, body, header, as, coverage) => {
      const counter = new UrlCounter([parseRobotsTxt(body)]);
      expect(counter.add('/a', header)).toBe(as);
      expect(countsIn(counter)).toEqual(coverage);
    });

    test('requests that robots.txt does not govern change with no edit, and are counted', () => {
      const counter = new UrlCounter([parseRobotsTxt(''), parseRobotsTxt(STAR)]);
      for (const header of [CHAT, CHAT, 'Perplexity-User/1.0']) {
        expect(counter.add('/a', header)).toBe('not-governed');
      }
      expect(counter.add('/a', ADS)).toBe('counted');
      expect(counter.changes().changes).toEqual([]);
      const found = counter.notGoverned().map(({ crawler, requests }) => [crawler.name, requests]);
      expect(found).toEqual([
        ['ChatGPT-User', 2],
        ['Perplexity-User', 1],
      ]);
    });

    test('a crawler that the caller did not choose gets no row', () => {
      const counter = new UrlCounter([parseRobotsTxt(STAR)], { productTokens: ['GPTBot'] });
      expect(counter.add('/a', ADS)).toBe('other');
      expect(countsIn(counter)).toEqual([['GPTBot', 0, 0]]);
    });
  });

  describe('crawlers that document another dialect', () => {
    const group = (rules: string) => `User-agent: *\nDisallow: /wiki/Special:\n${rules}`;
    const files = [group('Disallow: /wiki/Special%3A\nDisallow: /a\n'), group('')] as const;
    const counterOf = (options?: ComparedCrawlers) =>
      new UrlCounter([parseRobotsTxt(files[0]), parseRobotsTxt(files[1])], options);
    const countsOf = (counter: UrlCounter) =>
      counter.changes().changes.map(({ productTokens, dialect, urls, total }) => {
        return { dialect, star: productTokens.includes('*'), urls, total };
      });

    test('changes are counted in each dialect', () => {
      const counter = counterOf();
      const added = ['/a', '/wiki/Special:x', '/wiki/Special%3Ax', 'no URL'].map((url) => counter.add(url));
      expect(added).toEqual(['counted', 'counted', 'counted', 'invalid']);
      expect(counter.changes()).toMatchObject({ urls: 3, invalid: 1 });
      expect(countsOf(counter)).toEqual([
        { dialect: 'google', star: false, urls: 2, total: 3 },
        { dialect: 'rfc9309', star: true, urls: 1, total: 3 },
        { dialect: 'yandex', star: false, urls: 1, total: 3 },
      ]);
      const without = counterOf({ documentedDialects: false });
      without.add('/wiki/Special%3Ax');
      expect(countsOf(without)).toEqual([]);
    });

    test('a request counts once, for the group that its crawler follows, as it reads the files', () => {
      const counter = counterOf();
      for (const url of ['/a', '/wiki/Special%3Ax', '/b']) counter.add(url, 'Googlebot/2.1');
      counter.add('/wiki/Special%3Ax', 'OtherBot/1.0');
      expect(counter.changes()).toMatchObject({ urls: 4 });
      expect(countsOf(counter)).toEqual([{ dialect: 'rfc9309', star: true, urls: 2, total: 4 }]);
    });
  });

  test.each([
    ['falls back to the group of a crawler in another dialect', 'Applebot', 'Googlebot', 2],
    ['is named, but ignores the group of *', 'AdsBot-Google', 'AdsBot-Google', 1],
  ])('requests of a crawler that %s count as it reads the files', (_, name, group, urls) => {
    const star = 'User-agent: *\nDisallow: /x\n';
    const before = parseRobotsTxt(`${star}User-agent: ${group}\nDisallow: /a%3Ab\n`);
    const counter = new UrlCounter([before, parseRobotsTxt(star)]);
    for (const url of ['/a:b', '/a%3Ab']) counter.add(url, `${name}/1.0`);
    expect(counter.changes().changes.map((change) => change.urls)).toEqual([urls]);
  });

  // Google's parser reads `User-agents` as a user-agent line and `Disallowed` as a rule.
  const STAR = 'User-agent: *\nDisallow: /x\n';
  test.each<[string, string, string, readonly string[] | undefined]>([
    ['has a group for * in it alone', 'User-agents: *\nDisallow: /a\n', '', undefined],
    ['has a group of its own in it alone', STAR, `User-agents: Googlebot\nAllow: /\n${STAR}`, ['*']],
    ['reads one more rule of *', STAR, `${STAR}Disallowed: /a\n`, ['*', 'GPTBot']],
  ])('requests change if only the dialect of a crawler %s', (_, before, after, productTokens) => {
    const counter = new UrlCounter([parseRobotsTxt(before), parseRobotsTxt(after)], {
      ...(productTokens && { productTokens }),
    });
    const counted = ['/a', '/x', '/b'].map((url) => counter.add(url, 'Googlebot/2.1'));
    counter.add('/a', 'OtherBot/1.0');
    expect(counted).toEqual(['counted', 'counted', 'counted']);
    const { urls, changes } = counter.changes();
    expect(urls).toBe(4);
    expect(changes.map((change) => [change.urls, change.total])).toEqual([[1, 4]]);
  });

  test('URLs are counted per set of product tokens with the same rules, by rule and target', () => {
    const { urls, invalid, changes } = count([
      '/shop/a',
      '/shop/a',
      'https://example.com/shop/b#part',
      '/private/faq',
      '/private/a',
      'shop',
    ]);
    expect([urls, invalid]).toEqual([5, 1]);
    expect(
      changes.map(({ rules, ...change }) => ({
        ...change,
        rules: rules.map(({ file, rule, urls: some }) => [file, rule.line, some]),
      })),
    ).toEqual([
      {
        productTokens: ['GPTBot', 'CCBot'],
        dialect: 'rfc9309',
        effect: 'newly-allowed',
        urls: 3,
        total: 5,
        targets: [
          { target: '/shop/a', urls: 2 },
          { target: '/shop/b', urls: 1 },
        ],
        rules: [['before', 6, 3]],
      },
      {
        productTokens: ['*'],
        dialect: 'rfc9309',
        effect: 'newly-blocked',
        urls: 3,
        total: 5,
        targets: [
          { target: '/shop/a', urls: 2 },
          { target: '/shop/b', urls: 1 },
        ],
        rules: [['after', 3, 3]],
      },
      {
        productTokens: ['*'],
        dialect: 'rfc9309',
        effect: 'newly-allowed',
        urls: 1,
        total: 5,
        targets: [{ target: '/private/faq', urls: 1 }],
        rules: [['after', 4, 1]],
      },
    ]);
  });

  test.each([
    ['rules that a rule for everything allowed', 'Allow: /', SHOP, ['after 3 /shop', 'after 1 /cart']],
    ['rules that no rule replaces', SHOP, '', ['before 3 /shop', 'before 1 /cart']],
    ['rules that a rule for everything replaces', SHOP, 'Allow: /', ['before 3 /shop', 'before 1 /cart']],
    ['an exception', SHOP, `${SHOP}\nAllow: /shop/a`, ['after 1 /shop/a']],
    ['an exception that ends', `${SHOP}\nAllow: /shop/a`, SHOP, ['before 1 /shop/a']],
    ['rules that match a part each', 'Allow: /*a', 'Disallow: /sho*', ['after 3 /sho*']],
    ['the opposite of a rule', 'Allow: /cart', 'Disallow: /cart', ['after 1 /cart']],
  ])('counts %s by the rules that diff reports', (_, before, after, expected) => {
    const files = [before, after].map((rules) => parseRobotsTxt(`User-agent: *\n${rules}\n`));
    const counter = new UrlCounter([files[0], files[1]], { productTokens: ['*'] });
    for (const url of ['/cart', '/shop/a', '/shop/b', '/shop']) counter.add(url);
    const { changes } = counter.changes();
    const counted = changes.flatMap(({ rules }) => rules.map(({ file, rule, urls }) => `${file} ${urls} ${rule.pattern}`));
    expect(counted).toEqual(expected);
  });

  test('only the given product tokens are counted', () => {
    const { changes } = count(['/shop/a'], ['CCBot']);
    expect(changes.map(({ productTokens, urls }) => [productTokens, urls])).toEqual([[['CCBot'], 1]]);
  });

  test('an edit without an effect changes nothing', () => {
    const file = parseRobotsTxt(BEFORE);
    const counter = new UrlCounter([file, parseRobotsTxt(`# new\n${BEFORE}`)]);
    counter.add('/shop');
    expect(counter.changes()).toEqual({ urls: 1, invalid: 0, changes: [] });
  });

  test('most requested targets are at most ten', () => {
    const [blocked] = count(Array.from({ length: 30 }, (_, at) => `/shop/${at % 20}`)).changes;
    expect(blocked?.urls).toBe(30);
    expect(blocked?.targets).toHaveLength(10);
    expect(blocked?.targets.every(({ urls }) => urls === 2)).toBe(true);
  });

  test('crawlers with the same rules in different groups are counted once', () => {
    const groups = (rules: string) => ['a', 'b'].map((token) => `User-agent: ${token}\n${rules}\n`).join('');
    const files = [groups('Disallow: /x'), groups('Disallow: /x\nDisallow: /y')];
    const counter = new UrlCounter([parseRobotsTxt(files[0]), parseRobotsTxt(files[1])]);
    counter.add('/y');
    expect(counter.changes().changes.map(({ productTokens }) => productTokens)).toEqual([['a', 'b']]);
  });

  test('counts the folder that a rule for its index page allows', () => {
    const files = ['', 'Allow: /a/index.html\n'].map((rule) =>
      parseRobotsTxt(`User-agent: *\nDisallow: /\n${rule}`, { dialect: 'google' }),
    );
    const counter = new UrlCounter([files[0], files[1]]);
    counter.add('/a/');
    expect(counter.changes().changes).toMatchObject([{ effect: 'newly-allowed', urls: 1 }]);
  });

  test('counts the same changes as a check of every URL', () => {
    const dialects = fc.oneof(
      generatedDialect.map((one) => [one, one] as const),
      fc.tuple(generatedDialect, generatedDialect),
    );
    fc.assert(
      fc.property(generatedEdit, dialects, ({ before, after, targets }, [one, other]) => {
        const files = [parseRobotsTxt(before, { dialect: one }), parseRobotsTxt(after, { dialect: other })] as const;
        const counter = new UrlCounter([files[0], files[1]], { productTokens: ['foo', '*'] });
        for (const target of targets) counter.add(`https://a.example${target}`);
        const counted = (token: string, effect: string) =>
          counter
            .changes()
            .changes.filter((some) => some.productTokens.includes(token) && some.effect === effect)
            .reduce((sum, { urls }) => sum + urls, 0);
        for (const token of ['foo', '*']) {
          const verdicts = targets.map((target) => files.map((file) => file.isAllowed(`https://a.example${target}`, token)));
          const blocked = verdicts.filter(([then, now]) => then && !now).length;
          const allowed = verdicts.filter(([then, now]) => !then && now).length;
          expect([counted(token, 'newly-blocked'), counted(token, 'newly-allowed')]).toEqual([blocked, allowed]);
        }
        if (one !== other) return;
        const listed = diff(...files, { productTokens: ['foo'] }).changes.map(({ effect, pattern }) => `${effect} ${pattern}`);
        for (const { effect, rules } of counter.changes().changes) {
          for (const { rule } of rules) expect(listed).toContain(`${effect} ${rule.pattern}`);
        }
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('URLs are counted although no rule that was added or removed matches them', () => {
  test('where the first matching rule decides and rules change places', () => {
    const [one, other] = ['Allow: /a/b\nDisallow: /a\n', 'Disallow: /a\nAllow: /a/b\n'].map((rules) =>
      parseRobotsTxt(`User-agent: *\n${rules}`, { dialect: 'koster1996' }),
    );
    const counter = new UrlCounter([one, other]);
    counter.add('/a/b');
    expect(counter.changes().changes).toMatchObject([{ effect: 'newly-blocked', urls: 1 }]);
  });

  test('where the pattern is not UTF-8', () => {
    const text = Uint8Array.from('User-agent: *\nDisallow: /x\xff\n', (char) => char.charCodeAt(0));
    const counter = new UrlCounter([parseRobotsTxt('User-agent: *\n'), parseRobotsTxt(text)]);
    counter.add('/x%FF');
    expect(counter.changes().changes[0]).toMatchObject({ effect: 'newly-blocked', urls: 1 });
  });
});

describe('the crawler that a request counts for', () => {
  const body = ['GPTBot', 'googlebot', '*'].map((name) => `User-agent: ${name}\nDisallow: /x${name}\n`);
  const applebot = crawlerProfile('Applebot') as CrawlerProfile;
  const productTokens = ['GPTBot', 'googlebot', applebot, '*'];

  test.each([
    ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)', 'GPTBot'],
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'googlebot'],
    ['Googlebot-Image/1.0', 'googlebot'],
    ['Mozilla/5.0 (compatible; Applebot/0.1; +http://www.apple.com/go/applebot)', 'Applebot'],
    ['ExampleBot/1.0', '*'],
    ['AdsBot-Google (+http://www.google.com/adsbot.html)', undefined],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', undefined],
    ['-', undefined],
    ['', undefined],
  ])('%s', (header, crawler) => {
    const counter = new UrlCounter([parseRobotsTxt(body.join('\n'))], { productTokens });
    // The second time from memory.
    for (const _ of [1, 2]) {
      expect(counter.add('/', header)).toBe(crawler === undefined ? 'other' : 'counted');
    }
    const counted = counter.coverage().filter(({ allowed }) => allowed === 2);
    expect(counted.map(({ productToken: name }) => name)).toEqual(crawler === undefined ? [] : [crawler]);
  });
});
