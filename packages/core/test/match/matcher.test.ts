import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/support/runs.js';
import { type DialectName, dialects } from '../../src/dialect/dialect.js';
import { parseRobotsTxt } from '../../src/index.js';
import { type Matcher, RuleMatcher } from '../../src/match/matcher.js';
import type { Span } from '../../src/syntax/span.js';
import { dialectNames } from '../support/make.js';
import { generatedPatterns, generatedTargets, ruleListOf } from '../support/patterns.js';

function matcherOf(lines: readonly string[], dialect: DialectName = 'rfc9309'): Matcher {
  const body = ['user-agent: *', ...lines].join('\n');
  return parseRobotsTxt(body, { dialect }).matcher('bot');
}

/** Line, loss reason and `folder` of each matching rule. */
function matched(matcher: Matcher, url: string): string[] {
  const rules = matcher.explain(url, { all: true }).matched ?? [];
  return rules.map(({ line, lost, asFolder }) => [line, lost ?? 'won', ...(asFolder ? ['folder'] : [])].join(' '));
}

test.each(dialectNames)('exposes its dialect: %s', (dialect) => {
  expect(matcherOf([], dialect).dialect).toBe(dialects[dialect]);
});

describe('isAllowed and isTargetAllowed', () => {
  test('target: a bare target is never a network-path reference', () => {
    const matcher = matcherOf(['disallow: /h/']);
    expect(matcher.isAllowed('//h/h/')).toBe(false);
    expect(matcher.isAllowed('//h/')).toBe(true);
    expect(matcherOf(['disallow: //h/']).isTargetAllowed('//h/')).toBe(false);
    expect(() => matcher.isTargetAllowed('https://h/h/')).toThrow(TypeError);
    expect(() => matcher.isAllowed('h/h/')).toThrow(TypeError);
  });

  test.each(dialectNames)('%s: a target of any length and kind of character has the verdict of its URL', (dialect) => {
    const matcher = matcherOf(['disallow: /*.', 'disallow: /*%C3%A9', 'allow: /*/..'], dialect);
    const endings = ['', '.', '/.', '/../', '%e9', '%C3%A9', '\u00e9', '?x=%2F', '#x', '\\', ' ', '*$'];
    for (const ending of endings) {
      for (let length = 40; length < 56; length++) {
        const target = `/${'a'.repeat(length - 1 - ending.length)}${ending}`;
        const byTarget = matcher.isTargetAllowed(target);
        expect([target, byTarget]).toEqual([target, matcher.isAllowed(`http://h${target}`)]);
      }
    }
  });

  test('isAllowedAt: reads only the given range', () => {
    const matcher = matcherOf(['disallow: /a']);
    const bytes = new TextEncoder().encode('x\thttp://h/a/\u00e9\ty');
    expect(matcher.isAllowedAt(bytes, 2, bytes.length - 2)).toBe(false);
    expect(matcher.isAllowedAt(bytes, 2, 11)).toBe(true);
    expect(() => matcher.isAllowedAt(bytes, 0, 1)).toThrow(TypeError);
    expect(() => matcher.isAllowedAt(bytes, 2, 2)).toThrow(TypeError);
    for (const [start, end] of [
      [-1, 4],
      [4, 3],
      [2, 99],
      [Number.NaN, 4],
    ] as const) {
      const sentence = `The range ${start} to ${end} is outside the 17 bytes of the array.`;
      expect(() => matcher.isAllowedAt(bytes, start, end)).toThrow(new RangeError(sentence));
    }
    const long = new TextEncoder().encode(`http://h/${'a'.repeat(100_000)}`);
    expect(matcher.isAllowedAt(long, 0, long.length)).toBe(false);
  });

  test('isAllowedAt: the bytes may be at any offset of their memory', () => {
    const lines = Array.from({ length: 30 }, (_, i) => `disallow: /*abcde${i}`);
    for (let offset = 0; offset < 4; offset++) {
      const matcher = matcherOf(lines);
      const bytes = new Uint8Array(64).subarray(offset);
      const { written: end } = new TextEncoder().encodeInto('http://h/x/abcde29', bytes);
      // The last queries run compiled.
      for (let i = 0; i < 10; i++) {
        expect([offset, matcher.isAllowedAt(bytes, 0, end)]).toEqual([offset, false]);
        expect([offset, matcher.isAllowedAt(bytes, 0, end - 2)]).toEqual([offset, true]);
      }
    }
  });

  test('an invalid query does not change later results', () => {
    const matcher = matcherOf(['disallow: /a*b']);
    for (let i = 0; i < 20; i++) {
      expect(() => matcher.isAllowed('no url')).toThrow(TypeError);
      expect([matcher.isAllowed('/axb'), matcher.isTargetAllowed('/ax')]).toEqual([false, true]);
    }
  });

  test.each(dialectNames)('%s: uncompiled and compiled queries agree', (dialect) => {
    const pieces = ['a', 'b', '*', 'abcd', '/', 'index.html'];
    const targets = generatedTargets(['a', 'b', 'abcd', '/', 'x']);
    fc.assert(
      fc.property(generatedPatterns(pieces, 45), targets, (patterns, all) => {
        const lines = patterns.map((pattern, i) => `${i % 2 ? '' : 'dis'}allow: /${pattern}`);
        const late = matcherOf(lines, dialect);
        for (let i = 0; i < 100; i++) late.isAllowed('/');
        for (const path of all) {
          const url = `https://h/${path}`;
          const early = matcherOf(lines, dialect);
          const answer = early.isAllowed(url);
          expect([url, late.isAllowed(url)]).toEqual([url, answer]);
          expect([url, early.explain(url).allowed]).toEqual([url, answer]);
          expect([url, early.isTargetAllowed(`/${path}`)]).toEqual([url, answer]);
        }
      }),
      { numRuns: runs(60) },
    );
  });

  test.each(dialectNames)('%s: a target has the verdict of its URL', (dialect) => {
    const plain = ['a', 'b', '/', '/', '.', '..', '?', '*', '$', '+', '%2F', '%61', '%e9', '%'];
    const special = ['#', '\\', ' ', '\t', '\0', '\u00e9', '\ud800', 'x'.repeat(6_000)];
    const targets = generatedTargets([...plain, ...special]);
    fc.assert(
      fc.property(generatedPatterns(plain, 20), targets, (patterns, all) => {
        const lines = patterns.map((pattern, i) => `${i % 2 ? '' : 'dis'}allow: /${pattern}`);
        const matcher = matcherOf(lines, dialect);
        for (const path of all) {
          const url = `https://h/${path}`;
          const byTarget = matcher.isTargetAllowed(`/${path}`);
          expect([url, byTarget]).toEqual([url, matcher.isAllowed(url)]);
        }
      }),
      { numRuns: runs(400) },
    );
  });
});

test('worst case: files with too many rules to compile have the same results', () => {
  const rules = Array.from({ length: 15_001 }, (_, i) => `disallow:/${i}*`);
  const matcher = matcherOf([...rules, 'allow: /7*8']);
  for (let i = 0; i < 20; i++) {
    expect([matcher.isAllowed('/7x8'), matcher.isAllowed('/15000'), matcher.isAllowed('/x')]).toEqual([true, false, true]);
  }
});

describe('/robots.txt', () => {
  test.each(['rfc9309', 'draft-koster-rep-00'] as const)('RFC 9309 2.2.2: %s: always allowed', (dialect) => {
    const matcher = matcherOf(['disallow: /', 'disallow: /robots.txt'], dialect);
    for (const url of ['/robots.txt', 'http://h/robots.txt#a', '/a/../robots%2Etxt', '/%72obots.txt']) {
      expect(matcher.isAllowed(url)).toBe(true);
      expect(matcher.explain(url)).toMatchObject({ allowed: true, reason: 'robots-txt' });
    }
    expect(matcher.isTargetAllowed('/robots.txt')).toBe(true);
  });

  test('RFC 9309 2.2.2: no other target is always allowed', () => {
    const matcher = matcherOf(['disallow: /']);
    for (const url of ['/robots.txt?', '/robots.txt/', '/Robots.txt', '/a/robots.txt', '/robots.tx']) {
      expect([url, matcher.isAllowed(url)]).toEqual([url, false]);
    }
  });

  test('RFC 9309 2.2.2: no rule matches it', () => {
    const matcher = matcherOf(['disallow: /']);
    const verdict = { allowed: true, reason: 'robots-txt', target: '/robots.txt' };
    expect(matcher.explain('/robots.txt')).toEqual(verdict);
    expect(matcher.explain('/robots.txt', { all: true })).toEqual({ ...verdict, matched: [] });
    expect(matcher.explain('/robots.txt', { all: true, limit: 1 })).toEqual({
      ...verdict,
      matched: [],
      matchedCount: 0,
    });
  });

  test.each(['google', 'koster1996'] as const)('%s: follows the rules', (dialect) => {
    expect(matcherOf(['disallow: /robots.txt'], dialect).isAllowed('/robots.txt')).toBe(false);
  });
});

describe('explain', () => {
  test('precedence: lists every matching rule, the winner first, with loss reasons', () => {
    const matcher = matcherOf(['disallow: /', 'disallow: /ab', 'allow: /*b', 'disallow: /x', 'allow: /ab', 'disallow: /*b']);
    expect(matched(matcher, '/abc')).toEqual([
      '4 won',
      '6 later-in-file',
      '3 allow-wins-tie',
      '7 allow-wins-tie',
      '2 fewer-bytes',
    ]);
    expect(matched(matcher, 'http://h')).toEqual(['2 won']);
  });

  test('precedence: the first of several equal disallow lines wins', () => {
    expect(matched(matcherOf(['disallow: /a', 'disallow: /%61']), '/a')).toEqual(['2 won', '3 later-in-file']);
  });

  test('1996 3.2.2: the first in file order wins', () => {
    const matcher = matcherOf(['disallow: /', 'allow: /a', 'disallow: /b'], 'koster1996');
    expect(matched(matcher, '/a')).toEqual(['2 won', '3 later-in-file']);
    const allowFirst = matcherOf(['allow: /a', 'disallow: /a'], 'koster1996');
    expect(matched(allowFirst, '/a')).toEqual(['2 won', '3 later-in-file']);
  });

  test('index files: Google only: marks a rule that matched as a folder', () => {
    const matcher = matcherOf(['disallow: /', 'allow: /index.html', 'allow: /'], 'google');
    expect(matched(matcher, '/')).toEqual(['3 won folder', '4 fewer-bytes', '2 fewer-bytes']);
    expect(matched(matcher, '/index.html')).toEqual(['3 won', '4 fewer-bytes', '2 fewer-bytes']);
    expect(matcher.explain('/')).toMatchObject({
      allowed: true,
      rule: { line: 3, asFolder: true },
    });
  });

  test('empty paths: Google only: empty rules match last', () => {
    const matcher = matcherOf(['disallow:', 'allow: /a', 'allow:'], 'google');
    expect(matched(matcher, '/a')).toEqual(['3 won', '4 fewer-bytes', '2 fewer-bytes']);
    expect(matcher.explain('/')).toMatchObject({ allowed: true, reason: 'empty-rule' });
  });

  test('empty paths, precedence: the same rule decides after compilation', () => {
    const lines = ['disallow:', 'allow:', 'disallow: /a', 'disallow: /%61', 'allow: /a/index.html'];
    for (const dialect of dialectNames) {
      const matcher = matcherOf(lines, dialect);
      for (const target of ['/', '/a', '/a/', '/a/index.html']) {
        const first = matcherOf(lines, dialect).explain(target);
        for (let i = 0; i < 10; i++) expect(matcher.explain(target)).toEqual(first);
      }
    }
  });

  test('lists rules only on request', () => {
    const matcher = matcherOf(['disallow: /']);
    expect(matcher.explain('/')).not.toHaveProperty('matched');
    expect(matcher.explain('/', {})).not.toHaveProperty('matched');
    expect(matcher.explain('/', { all: false })).not.toHaveProperty('matched');
    expect(matched(matcherOf([]), '/')).toEqual([]);
  });

  test('canonical form: shows the canonical target', () => {
    expect(matcherOf([]).explain('http://h/é/../%7e?%2f#x').target).toBe('/~?/');
    expect(matcherOf([], 'google').explain('http://h/%7e/../?%2f#x').target).toBe('/%7e/../?%2f');
    expect(matcherOf([], 'koster1996').explain('http://h/%7e?x').target).toBe('/~');
  });
});

describe('group and rules', () => {
  test('RFC 9309 2.2.1: the rules of the applied groups, in file order, usable or not', () => {
    const body = 'user-agent: b\nallow: /b\nuser-agent: a\nallow: x\nuser-agent: A\ndisallow:\n';
    const matcher = parseRobotsTxt(body).matcher('a');
    expect(matcher.group).toEqual({ productToken: 'a', userAgentLines: [3, 5] });
    expect(matcher.rules.map(({ line, usable }) => [line, usable])).toEqual([
      [4, false],
      [6, false],
    ]);
    expect(matcher.rules).toBe(matcher.rules);
  });

  test('RFC 9309 2.2.1: without a group there are no rules, and everything is allowed', () => {
    const matcher = parseRobotsTxt('user-agent: b\ndisallow: /').matcher('a');
    expect([matcher.group, matcher.rules, matcher.isAllowed('/')]).toEqual([undefined, [], true]);
    expect(matcher.explain('/')).toMatchObject({ allowed: true, reason: 'no-group' });
  });

  test('describes rules once, on demand', () => {
    let described = 0;
    const matcher = new RuleMatcher(ruleListOf(['disallow: /a']), undefined, {
      describe: () => {
        described++;
        return [];
      },
      describeRule: () => {
        throw new Error('rules were described without a request');
      },
    });
    for (let i = 0; i < 10; i++) matcher.isAllowed('/a');
    expect(described).toBe(0);
    expect([matcher.rules, matcher.rules, described]).toEqual([[], [], 1]);
  });

  test('the deciding rule is the first of all matching ones', () => {
    const lines = ['allow: /a', 'disallow: /a*b', 'allow: /a*b', 'disallow:', 'disallow: /%e2', 'allow: /d/index.html'];
    const body = `user-agent: a\n${lines.join(' # c\n')}`;
    for (const dialect of dialectNames) {
      for (const url of ['/a', '/ab', '/acb', '/c', '/%E2', '/d/', '/robots.txt']) {
        const matcher = parseRobotsTxt(body, { dialect }).matcher('a');
        const alone = matcher.explain(url);
        const { matched, ...first } = matcher.explain(url, { all: true });
        expect(alone, `${dialect} ${url}`).toEqual(first);
        expect(matcher.rules.length, 'all have been described').toBe(lines.length);
        expect(matcher.explain(url), `${dialect} ${url}`).toEqual(alone);
      }
    }
  });

  test('limit: lists the first matches, counts all, and creates no other objects', () => {
    const lines = Array.from({ length: 500 }, (_, at) => {
      const kind = at % 3 === 0 ? 'allow' : 'disallow';
      return `${kind}: /${'a'.repeat((at * 7) % 31)}${at % 5 === 0 ? '*' : ''}`;
    });
    const body = `user-agent: *\n${lines.join('\n')}`;
    const url = `/${'a'.repeat(30)}`;
    for (const dialect of dialectNames) {
      const whole = parseRobotsTxt(body, { dialect }).matcher('bot');
      const all = whole.explain(url, { all: true }).matched ?? [];
      for (const limit of [1, 2, 20, 499, 1000]) {
        const some = parseRobotsTxt(body, { dialect }).matcher('bot');
        const verdict = some.explain(url, { all: true, limit });
        expect(verdict.matched, `${dialect} ${limit}`).toEqual(all.slice(0, limit));
        expect(verdict.matchedCount, `${dialect} ${limit}`).toBe(all.length);
        expect(verdict.rule).toEqual(all[0]);
      }
    }
    expect(() => matcherOf([]).explain('/', { all: true, limit: 0 })).toThrow(RangeError);
  });

  test('limit: bounds created objects, not only returned ones', () => {
    let described = 0;
    const none = { kind: 'allow', pattern: '/', canonicalPattern: '/' } as const;
    const rule = { ...none, bytes: 1, usable: true, line: 1, span: {} as Span };
    const matcher = new RuleMatcher(
      ruleListOf(Array(1000).fill('allow: /')),
      { productToken: '*', userAgentLines: [1] },
      {
        describe: () => {
          throw new Error('not all rules are needed');
        },
        describeRule: () => {
          described++;
          return rule;
        },
      },
    );
    expect(matcher.explain('/', { all: true, limit: 20 }).matchedCount).toBe(1000);
    expect(described).toBe(20);
  });

  test('a custom dialect has its own precedence', () => {
    const body = 'user-agent: *\ndisallow: /\nallow: /a';
    const dialect = { ...dialects.rfc9309, precedence: 'first-in-file' } as const;
    expect(parseRobotsTxt(body, { dialect }).isAllowed('/a', 'bot')).toBe(false);
  });
});
