import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import { type Change, ruleOfChange } from '../../src/analysis/access-changes.js';
import { type Diff, type DiffOptions, diff } from '../../src/analysis/diff.js';
import { groupDiff } from '../../src/analysis/grouped-diff.js';
import { UrlCounter } from '../../src/analysis/url-counter.js';
import { type CrawlerProfile, crawlerProfile } from '../../src/crawlers/known-crawlers.js';
import { matcherFor, parseRobotsTxt, type RobotsTxt } from '../../src/file/robots-txt.js';
import { generatedBody } from '../naive/generate.js';
import { NaiveRobotsTxt } from '../naive/verdict.js';
import { generatedDialect, generatedEdit } from '../support/edits.js';
import { isWider } from '../support/patterns.js';

function changes(before: string, after: string, options?: DiffOptions): string[] {
  const found = diff(parseRobotsTxt(before), parseRobotsTxt(after), options);
  expect(found.complete).toBe(true);
  expect(found.equivalent).toBe(found.changes.length === 0);
  return grouped(found).map(
    ({ productTokens, effect, witness, pattern }) => `${productTokens.join()} ${effect} ${witness} ${pattern}`,
  );
}

/** The changes as people see them. */
function grouped(found: Diff) {
  return groupDiff(found).changes;
}

const HEAD = 'user-agent: *\n';

function profile(name: string): CrawlerProfile {
  const known = crawlerProfile(name);
  if (known === undefined) throw new Error(name);
  return known;
}

describe('changes of an edit', () => {
  test('a known crawler is named as the file spells it, also in verdicts', () => {
    const body = 'User-agent: adsbot-google\nDisallow: ';
    const [change] = diff(parseRobotsTxt(`${body}/a`), parseRobotsTxt(`${body}/b`)).changes;
    expect(change?.productTokens).toEqual(['adsbot-google']);
    for (const verdict of [change?.before, change?.after]) {
      expect(verdict?.group?.productToken).toBe('adsbot-google');
    }
  });

  test('maxRuleCharacters: a rule that its escapes make too long no longer matches', () => {
    const rest = 'a'.repeat(1_022);
    const [before, after] = ['a', '%61'].map((first) =>
      parseRobotsTxt(`${HEAD}disallow: /${first}${rest}`, { dialect: 'yandex' }),
    );
    const { accessEquivalent, changes } = diff(before, after);
    expect([accessEquivalent, ...changes.map(({ effect }) => effect)]).toEqual([false, 'newly-allowed']);
  });

  test('each change has an effect, a pattern, a witness and its verdicts', () => {
    const before = parseRobotsTxt(`${HEAD}disallow: /private/`);
    const after = parseRobotsTxt(`${HEAD}disallow: /private/\nallow: /private/open`);
    expect(diff(before, after)).toEqual({
      equivalent: false,
      accessEquivalent: false,
      dialects: ['rfc9309', 'google', 'yandex'],
      crawlers: expect.arrayContaining(['*', 'AdsBot-Google', 'Googlebot']),
      complete: true,
      undecided: [],
      recordChanges: [],
      preferenceChanges: [],
      omittedCrawlers: [],
      changes: [
        {
          productTokens: ['*'],
          dialect: 'rfc9309',
          effect: 'newly-allowed',
          witness: '/private/open',
          pattern: '/private/open',
          before: before.explain('/private/open', '*'),
          after: after.explain('/private/open', '*'),
        },
        expect.objectContaining({
          productTokens: expect.arrayContaining(['Googlebot']),
          dialect: 'google',
          pattern: '/private/open',
        }),
        expect.objectContaining({
          productTokens: expect.arrayContaining(['YandexBot']),
          dialect: 'yandex',
          pattern: '/private/open',
        }),
      ],
    });
  });

  test('RFC 9309 2.2.1: compares every token of either file and all others', () => {
    const before = `${HEAD}disallow: /a\nuser-agent: x\ndisallow: /\n`;
    const after = `${HEAD}disallow: /a\nuser-agent: y\nallow: /\n`;
    expect(changes(before, after)).toEqual(['x newly-allowed / /', 'y newly-allowed /a /a']);
    expect(changes(before, after, { productTokens: ['Y/2'] })).toEqual(['Y/2 newly-allowed /a /a']);
  });

  test('merging, splitting, moving or respelling groups changes nothing', () => {
    const before = 'user-agent: x\nuser-agent: y\ndisallow: /a # b\n\nuser-agent: *\ndisallow: /a%2fb\n';
    const after = 'User-Agent: *\nDisallow: /a%2Fb\nUser-agent: Y\nDisallow: /a\nuser-agent: X\nDisallow: /a';
    expect(changes(before, after)).toEqual([]);
  });

  test('an empty group lifts the rules for *', () => {
    expect(changes(`${HEAD}disallow: /a`, `${HEAD}disallow: /a\nuser-agent: x\ndisallow:`)).toEqual(['x newly-allowed /a /a']);
  });

  describe('a change per rule that blocks, or narrower rule that allows', () => {
    const shop = `${HEAD}disallow: /cart\ndisallow: /checkout\ndisallow: /products\n`;
    const paths = ['/cart', '/checkout', '/products'];

    test.each([
      ['an empty file', ''],
      ['a file that allows everything', `${HEAD}allow: /\n`],
      ['a rule without a path', `${HEAD}disallow:\n`],
    ])('%s', (_, open) => {
      expect(changes(open, shop)).toEqual(paths.map((path) => `* newly-blocked ${path} ${path}`));
      expect(changes(shop, open)).toEqual(paths.map((path) => `* newly-allowed ${path} ${path}`));
    });

    test('names each rule that blocks, although one rule allowed its URLs', () => {
      const found = diff(parseRobotsTxt(`${HEAD}allow: /`), parseRobotsTxt(shop));
      expect(grouped(found).map(({ before, after }) => [before.rule?.pattern, after.rule?.pattern])).toEqual(
        paths.map((path) => ['/', path]),
      );
    });

    test.each([
      ['an exception that ends', 'allow: /a\ndisallow: /\n', 'disallow: /\n', ['/a']],
      ['rules that each match a part', 'allow: /*a\n', 'disallow: /*bc\n', ['/*bc']],
      ['an exception and everything else', 'allow: /a\n', 'disallow: /\n', ['/', '/a']],
      [
        'rules with stars in a rule for a folder',
        'disallow: /shop/*?sort=\ndisallow: /shop/*.pdf$\n',
        'disallow: /shop/\n',
        ['/shop/'],
      ],
    ])('%s', (_, before, after, patterns) => {
      for (const [from, to] of [
        [before, after],
        [after, before],
      ]) {
        const found = diff(parseRobotsTxt(HEAD + from), parseRobotsTxt(HEAD + to));
        expect(grouped(found).map(({ pattern }) => pattern)).toEqual(patterns);
      }
    });
  });

  describe('known crawlers that document another dialect are compared in it', () => {
    const group = (rules: string) => `${HEAD}disallow: /wiki/Special:\n${rules}`;
    const files = [group('disallow: /wiki/Special%3A\n'), group('')] as const;

    test('a spelling that only Google tells apart', () => {
      const found = diff(parseRobotsTxt(files[0]), parseRobotsTxt(files[1]));
      expect(found).toMatchObject({
        accessEquivalent: false,
        dialects: ['rfc9309', 'google', 'yandex'],
        crawlers: expect.arrayContaining(['*', 'AdsBot-Google', 'Googlebot']),
      });
      expect(found.changes).toMatchObject([{ effect: 'newly-allowed', witness: '/wiki/Special%3A' }]);
      expect(found.changes[0].productTokens).toContain('Googlebot');
      expect(found.changes[0].productTokens).not.toContain('*');
    });

    test('each change names its dialect', () => {
      const found = diff(parseRobotsTxt(files[1]), parseRobotsTxt(`${HEAD}disallow:\n`));
      expect(found.changes.map(({ dialect, pattern }) => `${dialect} ${pattern}`)).toEqual([
        'rfc9309 /wiki/Special:',
        'google /wiki/Special:',
        'yandex /wiki/Special:',
      ]);
      expect(grouped(found)).toMatchObject([
        {
          productTokens: ['*'],
          dialects: ['rfc9309', 'google', 'yandex'],
          pattern: '/wiki/Special:',
        },
      ]);
      const ofGoogle = diff(parseRobotsTxt(files[0]), parseRobotsTxt(files[1]));
      expect(grouped(ofGoogle)).toMatchObject([{ dialects: ['google'] }]);
    });

    test('a crawler that the files name is not left out for a change of *', () => {
      // Google's parser does not read "User_agent", so its crawler follows *.
      const named = 'User_agent: Googlebot-Image\nAllow: /b\n\n';
      const [before, after] = ['/a', ''].map((path) => parseRobotsTxt(`${named}${HEAD}Disallow: ${path}\n`));
      const found = diff(before, after);
      const tokens = groupDiff(found, { files: [before, after] }).changes.map(({ productTokens }) => productTokens);
      expect(tokens).toEqual([['*'], ['Googlebot-Image']]);
    });

    test('a crawler that is chosen is never left out', () => {
      const productTokens = ['*', profile('Googlebot')];
      const [before, after] = ['', 'disallow: /a\n'].map((rule) => parseRobotsTxt(HEAD + rule));
      const found = diff(before, after, { productTokens });
      expect(groupDiff(found, { isChosen: true }).changes).toMatchObject([
        { productTokens: ['*'], dialects: ['rfc9309'] },
        { productTokens: ['Googlebot'], dialects: ['google'] },
      ]);
    });

    test('a change for all crawlers is listed once', () => {
      expect(changes(files[1], `${HEAD}disallow:\n`)).toEqual(['* newly-allowed /wiki/Special: /wiki/Special:']);
    });

    test.each([
      [
        'the opposite change of the same URL',
        'disallow: /a%3Ab\n',
        'disallow: /a:b\nallow: /a%3Ab\n',
        { effect: 'newly-blocked', witness: '/a:b', pattern: '/a:b' },
      ],
      [
        'a rule that changes further URLs',
        'disallow: /a%7E\n',
        'disallow: /a~\nallow: /a%7E$\n',
        { effect: 'newly-allowed', witness: '/a%7Ea', pattern: '/a%7E' },
      ],
      [
        'a rule that another one hides',
        '',
        'disallow: /%3A%7B\nallow: /*%3A{\ndisallow: /*%3A{$\n',
        { effect: 'newly-blocked', witness: '/%3A%7B', pattern: '/%3A%7B' },
      ],
    ])('%s is listed for them', (_, before, after, expected) => {
      const found = diff(parseRobotsTxt(HEAD + before), parseRobotsTxt(HEAD + after));
      const further = found.changes.filter(({ productTokens }) => !productTokens.includes('*'));
      expect(further).toContainEqual(expect.objectContaining(expected));
    });

    test.each([
      ['a given dialect holds for all', { documentedDialects: false }, ['rfc9309'], true],
      ['a product token has none', { productTokens: ['Googlebot'] }, ['rfc9309'], true],
      ['a profile has one', { productTokens: [profile('Googlebot')] }, ['google'], false],
      ['two profiles have one each', { productTokens: [profile('Googlebot'), profile('GPTBot')] }, ['rfc9309', 'google'], false],
    ])('%s', (_, options, names, accessEquivalent) => {
      const found = diff(parseRobotsTxt(files[0]), parseRobotsTxt(files[1]), options);
      expect(found).toMatchObject({ accessEquivalent, dialects: names });
    });

    test('a file in another dialect is compared in it', () => {
      const [before, after] = files.map((text) => parseRobotsTxt(text, { dialect: 'koster1996' }));
      expect(diff(before, after)).toMatchObject({ dialects: ['koster1996'] });
    });

    test('a raised parsing limit holds in each dialect', () => {
      const long = `#${'-'.repeat(600_000)}\n`;
      const parse = (text: string) => parseRobotsTxt(`${long}${text}`, { maxBytes: 1_000_000 });
      expect(diff(parse(files[0]), parse(files[1])).accessEquivalent).toBe(false);
    });
  });

  test('dialects may differ', () => {
    const body = `${HEAD}disallow: /a*b`;
    const before = parseRobotsTxt(body);
    const after = parseRobotsTxt(body, { dialect: 'koster1996' });
    expect(diff(before, after).changes.map(({ witness }) => witness)).toEqual(['/ab']);
  });
});

describe('which crawlers a change concerns', () => {
  test('merges the same change in different groups, most crawlers first', () => {
    const group = (token: string, rules: string) => `user-agent: ${token}\n${rules}\n`;
    const before = ['a', 'b', 'c', '*'].map((token) => group(token, `disallow: /${token}x`));
    const after = ['a', 'b', 'c'].map((token) => group(token, `disallow: /${token}x\ndisallow: /n`));
    const star = group('*', 'disallow: /*x\nallow: /*xy');
    expect(changes(before.join(''), after.join('') + star)).toEqual(['* newly-allowed /xy /*xy', 'a,b,c newly-blocked /n /n']);
  });
});

describe('records other than rules', () => {
  const records = (before: string, after: string, options?: DiffOptions) => {
    const found = diff(parseRobotsTxt(before), parseRobotsTxt(after), options);
    expect([found.accessEquivalent, found.changes]).toEqual([true, []]);
    expect(found.equivalent).toBe(found.recordChanges.every(({ field }) => field === 'comment'));
    const values = (some: readonly { value: string; line: number }[]) => some.map(({ value, line }) => `${line} ${value}`);
    return found.recordChanges.map(({ field, productTokens, removed, added }) => [
      ...[field, productTokens.join()],
      ...[values(removed), values(added)],
    ]);
  };

  test('an edit of sitemaps keeps the access', () => {
    const before = `${HEAD}disallow: /a\nsitemap: https://a.example/1\nSitemap: https://a.example/2`;
    const after = `sitemap: https://a.example/2\nSITEMAP: https://a.example/3\n${HEAD}disallow: /a`;
    expect(records(before, after)).toEqual([['sitemap', '', ['3 https://a.example/1'], ['2 https://a.example/3']]]);
  });

  test('order, repetition, empty values and the place of site-wide records do not matter', () => {
    const before = 'host: b\nllms: /l\nsitemap: https://a.example/1\nsitemap:\nuser-agent: a\ndisallow:\n';
    const after = 'user-agent: A\ndisallow:\nsitemap: https://a.example/1\nHost: b\nhost: b\nLLMs: /l\n';
    expect(records(before, after)).toEqual([]);
  });

  test('crawl delays are compared per crawler and merged', () => {
    const delay = (token: string, seconds: number) => `user-agent: ${token}\ndisallow:\ncrawl-delay: ${seconds}\n`;
    const before = ['a', 'b', 'c'].map((token) => delay(token, 10)).join('');
    const after = delay('a', 5) + delay('b', 5) + delay('c', 10);
    expect(records(before, after)).toEqual([['crawl-delay', 'a,b', ['3 10'], ['3 5']]]);
    expect(records(before, after, { productTokens: ['c'] })).toEqual([]);
    expect(records(delay('*', 2), `${delay('*', 2)}user-agent: new\ndisallow:\n`)).toEqual([['crawl-delay', 'new', ['3 2'], []]]);
  });

  test('of several crawl delays the first valid one applies', () => {
    const delays = (...some: string[]) => `${HEAD}${some.map((value) => `crawl-delay: ${value}\n`).join('')}disallow:\n`;
    expect(records(delays('1', '2'), delays('2', '1'))).toEqual([['crawl-delay', '*', ['2 1'], ['2 2']]]);
    expect(records(delays('x', '1'), delays('1', 'x'))).toEqual([]);
  });

  test('preferences and unknown fields, and comments if requested', () => {
    const before = `# old\n${HEAD}Content-Signal: search=yes\ndisallow: /a`;
    const after = `# new\n${HEAD}content-signal: search=no\nNoindex: /b\ndisallow: /a`;
    const found = [
      ['content-signal', '*', ['3 search=yes'], ['3 search=no']],
      ['noindex', '*', [], ['4 /b']],
    ];
    expect(records(before, after)).toEqual(found);
    expect(records(before, after, { comments: true })).toHaveLength(3);
    expect(records('# a', '# b', { comments: true })).toEqual([['comment', '', ['1 # a'], ['1 # b']]]);
  });
});

describe('the budget', () => {
  const before = parseRobotsTxt(`${HEAD}disallow: /*a*b\n`);
  const after = parseRobotsTxt(`${HEAD}disallow: /*a*b\ndisallow: /*a*b*c\n`);

  test('an exhausted budget yields undecided, never equivalent', () => {
    expect(diff(before, after).equivalent).toBe(true);
    expect(diff(before, after, { budget: 30 })).toEqual({
      equivalent: 'undecided',
      accessEquivalent: 'undecided',
      dialects: ['rfc9309', 'google', 'yandex'],
      crawlers: expect.arrayContaining(['*', 'AdsBot-Google', 'Googlebot']),
      changes: [],
      recordChanges: [],
      preferenceChanges: [],
      omittedCrawlers: [],
      complete: false,
      undecided: [
        { productTokens: ['*'], dialect: 'rfc9309', before: [], after: [] },
        {
          productTokens: expect.arrayContaining(['Googlebot']),
          dialect: 'google',
          before: [],
          after: [],
        },
        {
          productTokens: expect.arrayContaining(['YandexBot']),
          dialect: 'yandex',
          before: [],
          after: [],
        },
      ],
    });
  });

  test('a file is equivalent to itself with any budget', () => {
    expect(diff(after, after, { budget: 0 }).equivalent).toBe(true);
  });

  test('a few targets per rule are tried before a search', () => {
    const names = Array.from({ length: 500 }, (_, i) => `${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[i % 26]}${i}x`);
    const rules = names.map((name) => `disallow: /*?*${name}=\n`).join('');
    const allowed = parseRobotsTxt(`${HEAD}allow: /\n`);
    const found = diff(parseRobotsTxt(`${HEAD}${rules}`), allowed);
    expect(found.complete).toBe(true);
    const witnesses = names.map((name) => `/?${name}=`);
    expect(grouped(found).map(({ witness }) => witness)).toEqual(witnesses.sort((one, other) => one.length - other.length));
  });

  test('undecided rules are listed by crawler next to the changes found', () => {
    const ways = ['abcdefgh', 'hgfedcba', 'badcfehg', 'cdabghef', 'efghabcd', 'gehfcadb'];
    const allows = ways.map((way) => `allow: /*${[...way].join('*')}*!\n`).join('');
    const shared = `user-agent: a\nuser-agent: b\n${allows}disallow: /*!${'*'.repeat(40)}\ndisallow: /\n`;
    const one = parseRobotsTxt(`${shared}disallow: /*q${'*'.repeat(30)}\n`);
    const other = parseRobotsTxt(`${shared}allow: /x$\n`);
    const { equivalent, changes: some, complete, undecided } = diff(one, other, { budget: 60_000 });
    expect([equivalent, complete]).toEqual([false, false]);
    expect(some.map(({ productTokens, witness }) => [productTokens, witness])).toEqual([[['a', 'b'], '/x']]);
    const [rule] = one.matcher('a').rules.slice(-1);
    expect(undecided).toMatchObject([{ productTokens: ['a', 'b'], before: [rule], after: [] }]);
  });

  test('hard rules of one crawler leave budget for the others', () => {
    const letters = 'abcdefghijklmnop';
    const hard = Array.from({ length: 300 }, (_, i) => {
      const order = Array.from(letters, (_, place) => letters[(place * (2 * i + 1) + i) % 16]);
      return `disallow: /*${order.join('*')}*!\n`;
    });
    const before = `user-agent: hard\n${hard.join('')}disallow: /*!\n`;
    const after = `user-agent: hard\n${hard.slice(1).join('')}disallow: /*!!\n`;
    const easy = 'user-agent: easy\ndisallow: /a\n';
    const found = diff(parseRobotsTxt(before), parseRobotsTxt(after + easy), { budget: 400_000 });
    expect(found.changes.flatMap(({ productTokens }) => productTokens)).toContain('easy');
  });

  test('throws for an invalid budget', () => {
    expect(() => diff(before, after, { budget: -1 })).toThrow(RangeError);
    expect(() => diff(before, after, { productTokens: ['a b'] })).toThrow(TypeError);
  });

  test.each([true, false])('throws without a crawler to compare, for which all files would be equal', (documentedDialects) => {
    const options = { productTokens: [], documentedDialects };
    expect(() => diff(before, after, options)).toThrow(new TypeError('Name at least one crawler, or omit productTokens.'));
    expect(() => new UrlCounter([before, after], options)).toThrow(TypeError);
  });
});

describe('properties', () => {
  test('a file is equivalent to itself when parsed again', () => {
    fc.assert(
      fc.property(generatedBody, generatedDialect, ({ body }, dialect) => {
        const [one, other] = [parseRobotsTxt(body, { dialect }), parseRobotsTxt(body, { dialect })];
        expect(diff(one, other)).toMatchObject({
          equivalent: true,
          accessEquivalent: true,
          changes: [],
          recordChanges: [],
          preferenceChanges: [],
          complete: true,
          undecided: [],
        });
      }),
      { numRuns: runs(300) },
    );
  });

  test('every change is real and none is missed', () => {
    fc.assert(
      fc.property(generatedEdit, generatedDialect, ({ before, after, targets }, dialect) => {
        const parse = (body: string) => parseRobotsTxt(body, { dialect });
        const found = diff(parse(before), parse(after), { productTokens: ['foo'] });
        expect(found.complete).toBe(true);
        const naive = [before, after].map((body) => new NaiveRobotsTxt(body, dialect));
        const verdicts = (target: string) => naive.map((file) => file.verdictOnTarget(target, 'foo').allowed);
        for (const change of found.changes) {
          const now = change.effect === 'newly-allowed';
          expect(verdicts(change.witness), change.witness).toEqual([!now, now]);
        }
        const rulesOfChanges = found.changes.map((change) => {
          const { file, rule } = ruleOfChange(change) ?? {};
          return `${file} ${rule?.line}`;
        });
        // Under Google's dialect, a rule also stands for a folder, with another priority.
        if (dialect !== 'google') {
          expect(rulesOfChanges).toHaveLength(new Set(rulesOfChanges).size);
        }
        const patterns = found.changes.map(({ effect, pattern, before: then, after: now }) => {
          const text = `${HEAD}disallow: ${pattern}\nallow: ${pattern}`;
          const file = new NaiveRobotsTxt(text, dialect);
          const [rule] = parse(text).matcher('foo').rules;
          const blocking = effect === 'newly-blocked' ? now : then;
          expect(isWider(rule, blocking.rule, dialect), pattern).toBe(false);
          return { effect, file, rule, blocking: blocking.rule?.line };
        });
        const rules = [before, after].map((body) => parse(body).matcher('foo').rules);
        for (const target of targets) {
          const decided = naive.map((file) => file.verdictOnTarget(target, 'foo'));
          if (decided[0].allowed === decided[1].allowed) continue;
          const effect = decided[1].allowed ? 'newly-allowed' : 'newly-blocked';
          const matching = patterns.filter(
            (change) => change.effect === effect && change.file.verdictOnTarget(target, 'foo').reason === 'rule',
          );
          const deciding = decided.map(({ line }, side) => rules[side].find((rule) => rule.line === line));
          for (const rule of deciding) {
            const isCovered = matching.some((change) => !isWider(change.rule, rule, dialect));
            expect(isCovered, target).toBe(true);
          }
          const { line } = decided[effect === 'newly-blocked' ? 1 : 0];
          expect(patterns.map(({ blocking }) => blocking)).toContain(line);
        }
      }),
      { numRuns: runs(100) },
    );
  });

  test('the opposite edit has the opposite changes', () => {
    fc.assert(
      fc.property(generatedEdit, generatedDialect, ({ before, after }, dialect) => {
        const files = [before, after].map((body) => parseRobotsTxt(body, { dialect }));
        const patternsOf = (from: RobotsTxt, to: RobotsTxt, effect: Change['effect']) =>
          diff(from, to, { productTokens: ['foo'] })
            .changes.filter((change) => change.effect === effect)
            .map(({ pattern }) => pattern)
            .sort();
        expect(patternsOf(files[0], files[1], 'newly-blocked')).toEqual(patternsOf(files[1], files[0], 'newly-allowed'));
      }),
      { numRuns: 200 },
    );
  });

  test('every change between dialects is real', () => {
    const dialects = fc.tuple(generatedDialect, generatedDialect);
    fc.assert(
      fc.property(generatedEdit, dialects, ({ before, after, targets }, [one, other]) => {
        const files = [parseRobotsTxt(before, { dialect: one }), parseRobotsTxt(after, { dialect: other })];
        const found = diff(files[0], files[1], { productTokens: ['foo'] });
        expect(found.complete).toBe(true);
        const naive = [new NaiveRobotsTxt(before, one), new NaiveRobotsTxt(after, other)];
        const differs = (target: string) =>
          naive[0].verdictOnTarget(target, 'foo').allowed !== naive[1].verdictOnTarget(target, 'foo').allowed;
        for (const { witness } of found.changes) expect(differs(witness), witness).toBe(true);
        // URLs in normal form have no dot segments (RFC 3986 6.2.2.3), and no `$` or `*` of the path only.
        const normal = targets.filter((target) => !/\/\.\.?(?:[/?]|$)/.test(target.split('?')[0]));
        if (found.changes.length === 0) {
          expect(normal.slice(0, 1000).find(differs)).toBeUndefined();
        }
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('crawler profiles', () => {
  const profile = { name: 'x', productTokens: ['x', 'foo'], fallsBackToStar: false };
  const options = { productTokens: [profile, 'x'] };

  test('a profile follows its own groups on both sides', () => {
    const groupFor = (name: string) => `user-agent: ${name}\ndisallow: /a\n`;
    expect(changes(groupFor('foo'), groupFor('x'), options)).toEqual(['x newly-blocked /a /a']);
    expect(changes(groupFor('*'), '', options)).toEqual(['x newly-allowed /a /a']);
    expect(changes(groupFor('foo'), '', { productTokens: [profile] })).toHaveLength(1);
    expect(changes(groupFor('*'), '', { productTokens: [profile] })).toEqual([]);
  });

  test('property: a verdict that changes for a profile is a change', () => {
    fc.assert(
      fc.property(generatedEdit, generatedDialect, ({ before, after, targets }, dialect) => {
        const files = [before, after].map((body) => parseRobotsTxt(body, { dialect }));
        const found = diff(files[0], files[1], { productTokens: [profile] });
        const [one, other] = files.map((file) => matcherFor(file, profile));
        const changed = targets.slice(0, 500).filter((target) => one.isTargetAllowed(target) !== other.isTargetAllowed(target));
        if (found.accessEquivalent === true) expect(changed).toEqual([]);
        for (const { witness } of found.changes) {
          expect(one.isTargetAllowed(witness)).not.toBe(other.isTargetAllowed(witness));
        }
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('what a label states without restricting anything', () => {
  const LABEL = '__usage_ai-training';
  const group = (...rules: string[]) => [`User-agent: ${LABEL}`, ...rules, ''].join('\n');
  const star = 'User-agent: *\nDisallow: /x\n\n';

  test.each<[before: string, after: string, changed: readonly string[]]>([
    ['', group('Allow: /'), ['user-agent', 'allow']],
    ['', group(), ['user-agent']],
    [group('Allow: /'), group('Disallow:'), ['allow']],
    [star + group('Allow: /'), star, ['user-agent', 'allow']],
    [group('Disallow: /a'), group('Disallow: /a', 'Allow: /b'), ['allow']],
    [group('Allow: /b', 'Disallow: /a'), group('Disallow: /a', '# note', 'Allow: /b'), []],
    // Access changes.
    ['', group('Disallow: /'), []],
    // A group for a crawler that allows everything has no effect.
    ['', 'User-agent: a\nAllow: /\n', []],
  ])('from %j to %j', (before, after, changed) => {
    const { changes, recordChanges, equivalent, accessEquivalent, complete } = diff(
      parseRobotsTxt(before),
      parseRobotsTxt(after),
    );
    expect(recordChanges.map(({ field }) => field)).toEqual(changed);
    for (const { productTokens } of recordChanges) expect(productTokens).toEqual([LABEL]);
    expect(accessEquivalent).toBe(changes.length === 0);
    expect(equivalent).toBe(changes.length + changed.length === 0);
    expect(complete).toBe(true);
  });

  test('lists at most as many as the budget suffices for', () => {
    const names = Array.from({ length: 4000 }, (_, index) => `User-agent: __a_${index}\n`).join('');
    const rules = Array.from({ length: 4000 }, (_, index) => `Allow: /${index}\n`).join('');
    const { equivalent, complete } = diff(parseRobotsTxt(`${names}${rules}`), parseRobotsTxt(`${names}${rules}Allow: /x\n`));
    expect([equivalent, complete]).toEqual([false, false]);
  });
});
