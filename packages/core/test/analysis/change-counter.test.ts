import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import { Requesters } from '../../src/analysis/access-log.js';
import type { ComparedCrawlers } from '../../src/analysis/by-dialect.js';
import { ChangeCounter } from '../../src/analysis/change-counter.js';
import { diff } from '../../src/analysis/diff.js';
import { type CrawlerProfile, crawlerProfile } from '../../src/crawlers/known-crawlers.js';
import { type Crawler, crawlerName } from '../../src/file/crawler.js';
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

/** The result, or the name of the error. */
function resultOf<Input, Output>(run: (input: Input) => Output, input: Input): Output | string {
  try {
    return run(input);
  } catch (error) {
    return (error as Error).name;
  }
}

function count(urls: readonly string[], productTokens?: readonly string[]) {
  const counter = new ChangeCounter(parseRobotsTxt(BEFORE), parseRobotsTxt(AFTER), {
    ...(productTokens && { productTokens }),
  });
  for (const url of urls) counter.add(url);
  return counter.result();
}

describe('ChangeCounter', () => {
  test('a request counts for the crawler that made it', () => {
    const counter = new ChangeCounter(parseRobotsTxt(BEFORE), parseRobotsTxt(AFTER));
    for (const crawler of ['GPTBot', '*', undefined]) counter.add('/shop/a', crawler);
    const { urls, changes } = counter.result();
    expect(urls).toBe(3);
    expect(
      changes.map(({ productTokens, urls: some, total }) => [productTokens, some, total]),
    ).toEqual([
      [['GPTBot', 'CCBot'], 2, 2],
      [['*'], 2, 2],
    ]);
  });

  const profile = (name: string) => crawlerProfile(name) as CrawlerProfile;
  const requesters: readonly Crawler[] = [
    ...['gptbot', 'GPTBot/1.0', 'GPTBot bot', 'Mozilla/5.0 (compatible; GPTBot/1.0)', '/1.0', ''],
    ...['OtherBot', 'otherbot/2', '*/1', 'AdsBot-Google', 'googlebot-image/1.0', 'Applebot'],
    ...['AdsBot-Google', 'Googlebot-Image', 'Applebot', 'GPTBot', 'bingbot'].map(profile),
    ...[['otherbot', 'gptbot'], { ...profile('Googlebot-Image') }],
  ];
  test.each(requesters.map((crawler) => [typeof crawler, crawlerName(crawler), crawler] as const))(
    'a request of the %s %j counts if the verdict changes',
    (_, _name, crawler) => {
      for (const dialect of dialectNames) {
        const group = 'User-agent: Googlebot\nDisallow: /x\n';
        const files = [BEFORE, `${AFTER}\n${group}`].map((body) =>
          parseRobotsTxt(body, { dialect }),
        );
        for (const documentedDialects of [true, false]) {
          const counted = (url: string) => {
            const counter = new ChangeCounter(files[0], files[1], { documentedDialects });
            counter.add(url, crawler);
            return counter.result().changes.length === 1;
          };
          const changes = (url: string) => {
            const [before, after] = files.map((file) => matcherFor(file, crawler).isAllowed(url));
            return before !== after;
          };
          for (const url of ['/shop/a', '/private/faq', '/x', '/y']) {
            expect(resultOf(counted, url), `${dialect} ${url}`).toEqual(resultOf(changes, url));
          }
        }
      }
    },
  );

  test.each([
    ['gptbot/1.0', ['GPTBot'], 1],
    ['gptbot', [profile('GPTBot')], 1],
    ['googlebot', [profile('Googlebot')], 1],
    ['googlebot', ['GPTBot', profile('Googlebot')], 1],
    ['OtherBot', ['GPTBot', 'FooBot', '*'], 0],
  ])('a request of %s counts only if the crawler is chosen', (crawler, productTokens, changes) => {
    const [before, after] = [BEFORE, AFTER].map((body) => parseRobotsTxt(body));
    const counter = new ChangeCounter(before, after, { productTokens });
    counter.add('/shop/a', crawler);
    expect(counter.result().changes).toHaveLength(changes);
  });

  describe('crawlers that document another dialect', () => {
    const group = (rules: string) => `User-agent: *\nDisallow: /wiki/Special:\n${rules}`;
    const files = [group('Disallow: /wiki/Special%3A\nDisallow: /a\n'), group('')] as const;
    const counterOf = (options?: ComparedCrawlers) =>
      new ChangeCounter(parseRobotsTxt(files[0]), parseRobotsTxt(files[1]), options);
    const countsOf = (counter: ChangeCounter) =>
      counter.result().changes.map(({ productTokens, urls, total }) => {
        return { star: productTokens.includes('*'), urls, total };
      });

    test('only changes that all others do not share are counted for them', () => {
      const counter = counterOf();
      for (const url of ['/a', '/wiki/Special:x', '/wiki/Special%3Ax', 'no URL']) counter.add(url);
      expect(counter.result()).toMatchObject({ urls: 3, invalid: 1 });
      expect(countsOf(counter)).toEqual([
        { star: true, urls: 1, total: 3 },
        { star: false, urls: 1, total: 3 },
      ]);
      const without = counterOf({ documentedDialects: false });
      without.add('/wiki/Special%3Ax');
      expect(countsOf(without)).toEqual([]);
    });

    test('a request counts once, as its crawler reads the files', () => {
      const counter = counterOf();
      const googlebot = new Requesters(counter.crawlers).of('Googlebot/2.1');
      for (const url of ['/a', '/wiki/Special%3Ax', '/b', 'no URL']) counter.add(url, googlebot);
      expect(counter.result()).toMatchObject({ urls: 3, invalid: 1 });
      expect(countsOf(counter)).toEqual([
        { star: true, urls: 1, total: 2 },
        { star: false, urls: 1, total: 1 },
      ]);
    });
  });

  test.each([
    ['falls back to the group of a crawler in another dialect', 'Applebot', 'Googlebot', 2],
    ['is named, but ignores the group of *', 'AdsBot-Google', 'AdsBot-Google', 1],
  ])('requests of a crawler that %s count as it reads the files', (_, name, group, urls) => {
    const star = 'User-agent: *\nDisallow: /x\n';
    const before = parseRobotsTxt(`${star}User-agent: ${group}\nDisallow: /a%3Ab\n`);
    const counter = new ChangeCounter(before, parseRobotsTxt(star));
    const crawler = new Requesters(counter.crawlers).of(`${name}/1.0`);
    for (const url of ['/a:b', '/a%3Ab']) counter.add(url, crawler);
    expect(counter.result().changes.map((change) => change.urls)).toEqual([urls]);
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
        effect: 'newly-allowed',
        urls: 1,
        total: 5,
        targets: [{ target: '/private/faq', urls: 1 }],
        rules: [['after', 4, 1]],
      },
    ]);
  });

  test.each([
    [
      'rules that a rule for everything allowed',
      'Allow: /',
      SHOP,
      ['after 3 /shop', 'after 1 /cart'],
    ],
    ['rules that no rule replaces', SHOP, '', ['before 3 /shop', 'before 1 /cart']],
    [
      'rules that a rule for everything replaces',
      SHOP,
      'Allow: /',
      ['before 3 /shop', 'before 1 /cart'],
    ],
    ['an exception', SHOP, `${SHOP}\nAllow: /shop/a`, ['after 1 /shop/a']],
    ['an exception that ends', `${SHOP}\nAllow: /shop/a`, SHOP, ['before 1 /shop/a']],
    ['rules that match a part each', 'Allow: /*a', 'Disallow: /sho*', ['after 3 /sho*']],
    ['the opposite of a rule', 'Allow: /cart', 'Disallow: /cart', ['after 1 /cart']],
  ])('counts %s by the rules that diff reports', (_, before, after, expected) => {
    const files = [before, after].map((rules) => parseRobotsTxt(`User-agent: *\n${rules}\n`));
    const counter = new ChangeCounter(files[0], files[1], { productTokens: ['*'] });
    for (const url of ['/cart', '/shop/a', '/shop/b', '/shop']) counter.add(url);
    const { changes } = counter.result();
    const counted = changes.flatMap(({ rules }) =>
      rules.map(({ file, rule, urls }) => `${file} ${urls} ${rule.pattern}`),
    );
    expect(counted).toEqual(expected);
  });

  test('only the given product tokens are counted', () => {
    const { changes } = count(['/shop/a'], ['CCBot']);
    expect(changes.map(({ productTokens, urls }) => [productTokens, urls])).toEqual([
      [['CCBot'], 1],
    ]);
  });

  test('an edit without an effect changes nothing', () => {
    const file = parseRobotsTxt(BEFORE);
    const counter = new ChangeCounter(file, parseRobotsTxt(`# new\n${BEFORE}`));
    counter.add('/shop');
    expect(counter.result()).toEqual({ urls: 1, invalid: 0, changes: [] });
  });

  test('most requested targets are at most ten', () => {
    const [blocked] = count(Array.from({ length: 30 }, (_, at) => `/shop/${at % 20}`)).changes;
    expect(blocked?.urls).toBe(30);
    expect(blocked?.targets).toHaveLength(10);
    expect(blocked?.targets.every(({ urls }) => urls === 2)).toBe(true);
  });

  test('crawlers with the same rules in different groups are counted once', () => {
    const groups = (rules: string) =>
      ['a', 'b'].map((token) => `User-agent: ${token}\n${rules}\n`).join('');
    const files = [groups('Disallow: /x'), groups('Disallow: /x\nDisallow: /y')];
    const counter = new ChangeCounter(parseRobotsTxt(files[0]), parseRobotsTxt(files[1]));
    counter.add('/y');
    expect(counter.result().changes.map(({ productTokens }) => productTokens)).toEqual([
      ['a', 'b'],
    ]);
  });

  test('counts the folder that a rule for its index page allows (row 24)', () => {
    const files = ['', 'Allow: /a/index.html\n'].map((rule) =>
      parseRobotsTxt(`User-agent: *\nDisallow: /\n${rule}`, { dialect: 'google' }),
    );
    const counter = new ChangeCounter(files[0], files[1]);
    counter.add('/a/');
    expect(counter.result().changes).toMatchObject([{ effect: 'newly-allowed', urls: 1 }]);
  });

  test('counts the same changes as a check of every URL', () => {
    const dialects = fc.oneof(
      generatedDialect.map((one) => [one, one] as const),
      fc.tuple(generatedDialect, generatedDialect),
    );
    fc.assert(
      fc.property(generatedEdit, dialects, ({ before, after, targets }, [one, other]) => {
        const files = [
          parseRobotsTxt(before, { dialect: one }),
          parseRobotsTxt(after, { dialect: other }),
        ] as const;
        const counter = new ChangeCounter(files[0], files[1], { productTokens: ['foo', '*'] });
        for (const target of targets) counter.add(`https://a.example${target}`);
        const counted = (token: string, effect: string) =>
          counter
            .result()
            .changes.filter((some) => some.productTokens.includes(token) && some.effect === effect)
            .reduce((sum, { urls }) => sum + urls, 0);
        for (const token of ['foo', '*']) {
          const verdicts = targets.map((target) =>
            files.map((file) => file.isAllowed(`https://a.example${target}`, token)),
          );
          const blocked = verdicts.filter(([then, now]) => then && !now).length;
          const allowed = verdicts.filter(([then, now]) => !then && now).length;
          expect([counted(token, 'newly-blocked'), counted(token, 'newly-allowed')]).toEqual([
            blocked,
            allowed,
          ]);
        }
        if (one !== other) return;
        const listed = diff(...files, { productTokens: ['foo'] }).changes.map(
          ({ effect, pattern }) => `${effect} ${pattern}`,
        );
        for (const { effect, rules } of counter.result().changes) {
          for (const { rule } of rules) expect(listed).toContain(`${effect} ${rule.pattern}`);
        }
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('URLs are counted although no rule that was added or removed matches them', () => {
  test('where the first matching rule decides and rules change places', () => {
    const [one, other] = ['Allow: /a/b\nDisallow: /a\n', 'Disallow: /a\nAllow: /a/b\n'].map(
      (rules) => parseRobotsTxt(`User-agent: *\n${rules}`, { dialect: 'koster1996' }),
    );
    const counter = new ChangeCounter(one, other);
    counter.add('/a/b');
    expect(counter.result().changes).toMatchObject([{ effect: 'newly-blocked', urls: 1 }]);
  });

  test('where the pattern is not UTF-8', () => {
    const text = Uint8Array.from('User-agent: *\nDisallow: /x\xff\n', (char) => char.charCodeAt(0));
    const counter = new ChangeCounter(parseRobotsTxt('User-agent: *\n'), parseRobotsTxt(text));
    counter.add('/x%FF');
    expect(counter.result().changes).toMatchObject([{ effect: 'newly-blocked', urls: 1 }]);
  });
});
