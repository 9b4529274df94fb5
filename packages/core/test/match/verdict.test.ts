import { describe, expect, expectTypeOf, test } from 'vitest';
import { parseRobotsTxt } from '../../src/index.js';
import type { AppliedGroup, LossReason, MatchedRule, Verdict } from '../../src/match/verdict.js';

const BODY = `User-agent: Foo # first
Disallow: /private*/
Allow: /private/öffentlich
Disallow:

User-agent: bar
`;

const robotsTxt = parseRobotsTxt(BODY);
const group: AppliedGroup = { productToken: 'foo', userAgentLines: [1] };

describe('one verdict per reason', () => {
  test('RFC 9309 2.2.2: rule: a rule decides', () => {
    expect(robotsTxt.explain('https://h/private/x#top', 'foo')).toEqual({
      allowed: false,
      reason: 'rule',
      target: '/private/x',
      group,
      rule: {
        kind: 'disallow',
        pattern: '/private*/',
        canonicalPattern: '/private*/',
        bytes: 10,
        usable: true,
        line: 2,
        span: { start: 34, end: 44, line: 2, column: 11, endColumn: 21 },
      },
    });
  });

  test('precedence: bytes count the canonical pattern; columns refer to the written one', () => {
    const { rule, ...verdict } = robotsTxt.explain('/private/%C3%B6ffentlich', 'foo');
    expect(verdict).toEqual({
      allowed: true,
      reason: 'rule',
      target: '/private/%C3%B6ffentlich',
      group,
    });
    expect(rule).toMatchObject({
      pattern: '/private/öffentlich',
      canonicalPattern: '/private/%C3%B6ffentlich',
      bytes: 24,
      span: { line: 3, column: 8, endColumn: 27 },
    });
  });

  test('empty paths: Google only: empty-rule: an empty path restricts nothing', () => {
    const google = parseRobotsTxt(BODY, { dialect: 'google' });
    expect(google.explain('/', 'foo')).toMatchObject({
      allowed: true,
      reason: 'empty-rule',
      group,
      rule: { kind: 'disallow', pattern: '', bytes: 0, usable: false, line: 4 },
    });
  });

  test('RFC 9309 2.2.2: no-rule: a group applies, but none of its rules match', () => {
    expect(robotsTxt.explain('/', 'foo')).toEqual({
      allowed: true,
      reason: 'no-rule',
      target: '/',
      group,
    });
  });

  test('RFC 9309 2.2.1: no-group: no group applies', () => {
    expect(robotsTxt.explain('/', 'baz')).toEqual({
      allowed: true,
      reason: 'no-group',
      target: '/',
    });
  });

  test('RFC 9309 2.2.2: robots-txt: the file itself', () => {
    expect(robotsTxt.explain('http://h/robots.txt#x', 'foo')).toEqual({
      allowed: true,
      reason: 'robots-txt',
      target: '/robots.txt',
    });
  });
});

test('precedence: loss reasons', () => {
  const body = 'user-agent: *\ndisallow: /\ndisallow: /ab\nallow: /ab\nallow: /*b\n';
  const lost = (dialect: 'rfc9309' | 'koster1996'): [number, LossReason | undefined][] =>
    parseRobotsTxt(body, { dialect })
      .explain('/ab', 'bot', { all: true })
      .matched?.map((rule) => [rule.line, rule.lost]) ?? [];
  expect(lost('rfc9309')).toEqual([
    [4, undefined],
    [5, 'later-in-file'],
    [3, 'allow-wins-tie'],
    [2, 'fewer-bytes'],
  ]);
  expect(lost('koster1996')).toEqual([
    [2, undefined],
    [3, 'later-in-file'],
    [4, 'later-in-file'],
  ]);
});

test('the reason determines the properties of a verdict', () => {
  expectTypeOf<Verdict['reason']>().toEqualTypeOf<'rule' | 'empty-rule' | 'no-rule' | 'no-group' | 'robots-txt'>();
  expectTypeOf<Extract<Verdict, { rule: MatchedRule }>['reason']>().toEqualTypeOf<'rule' | 'empty-rule'>();
  expectTypeOf<Extract<Verdict, { group: AppliedGroup }>['reason']>().toEqualTypeOf<'rule' | 'empty-rule' | 'no-rule'>();
  expectTypeOf<Extract<Verdict, { allowed: true }>['reason']>().toEqualTypeOf<
    'empty-rule' | 'no-rule' | 'no-group' | 'robots-txt'
  >();
  const verdict = robotsTxt.explain('/private/', 'foo');
  if (verdict.reason !== 'rule') expectTypeOf(verdict.allowed).toEqualTypeOf<true>();
  else expect(verdict.rule.line).toBe(2);
});
