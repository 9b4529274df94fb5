/** One table of access, URL, crawler and what the caller gave; every row through each method. */
import { describe, expect, test } from 'vitest';
import { type Access, type Decision, decide, decider, type Outcome, robotsFile } from '../../src/decide/decide.js';
import { crawlDelayFor, type Overrides } from '../../src/decide/profile.js';
import type { Crawler, CrawlerBehavior } from '../../src/file/crawler.js';
import { parseRobotsTxt } from '../../src/file/robots-txt.js';

const source = (name: string) => ({ source: `https://example.com/${name}`, checked: '2026-01-02' });
const facts = {
  kind: source('kind'),
  obeysRobotsTxt: source('obeys'),
  fallsBackToStar: source('star'),
  productTokens: source('tokens'),
};
const profile = (more: Partial<CrawlerBehavior>): CrawlerBehavior => ({
  name: 'Example',
  productTokens: ['ExampleBot', 'OtherBot'],
  fallsBackToStar: true,
  ...more,
});

const IGNORES = profile({ obeysRobotsTxt: 'no', facts });
const USER = profile({ obeysRobotsTxt: 'user-triggered', facts });
const CONTROL = profile({ kind: 'control-token', governs: 'training', facts });
const NO_STAR = profile({ fallsBackToStar: false, facts });
const OF_GOOGLE = profile({ dialect: 'google' });

const file = (body: string): Access => ({ kind: 'file', file: robotsFile(body) });
const UNAVAILABLE: Access = { kind: 'unavailable' };
const GIVEN_UP: Access = { kind: 'given-up' };
const FORBIDDEN: Access = { kind: 'forbidden' };
const UNREACHABLE: Access = { kind: 'unreachable' };

const ALL = file('User-agent: *\nDisallow: /\nAllow: /index.html\n');
const OWN = file('User-agent: *\nDisallow:\n\nUser-agent: OtherBot\nDisallow: /a\nAllow: /a/b\n');
const EMPTY_PATH = file('User-agent: *\nDisallow:\n');

type Row = [Access, string, Crawler, Overrides | undefined, Outcome, Decision['reason'], string?];

const rows: Row[] = [
  [ALL, '/', 'Bot', undefined, 'disallowed', 'rule', 'rfc9309'],
  [ALL, '/index.html', 'Bot', undefined, 'allowed', 'rule'],
  [ALL, '/robots.txt', 'Bot', undefined, 'allowed', 'robots-txt'],
  // What the caller gives wins: dialect, then policy; then the crawler's documentation.
  [ALL, '/', OF_GOOGLE, undefined, 'allowed', 'rule', 'google'],
  [ALL, '/', OF_GOOGLE, {}, 'allowed', 'rule', 'google'],
  [ALL, '/', OF_GOOGLE, { policy: { dialect: 'rfc9309' } }, 'disallowed', 'rule', 'rfc9309'],
  [ALL, '/', OF_GOOGLE, { dialect: 'rfc9309' }, 'disallowed', 'rule', 'rfc9309'],
  [ALL, '/', 'Bot', { policy: { dialect: 'google' } }, 'allowed', 'rule', 'google'],
  [ALL, '/', 'Bot', { dialect: 'koster1996', policy: { dialect: 'google' } }, 'disallowed', 'rule', 'koster1996'],
  [EMPTY_PATH, '/', 'Bot', { dialect: 'google' }, 'allowed', 'empty-rule'],
  [EMPTY_PATH, '/', 'Bot', undefined, 'allowed', 'no-rule'],
  [file(''), '/', 'Bot', undefined, 'allowed', 'no-group'],
  // Groups.
  [OWN, '/a', ['ExampleBot', 'OtherBot'], undefined, 'disallowed', 'rule'],
  [OWN, '/a/b', ['ExampleBot', 'OtherBot'], undefined, 'allowed', 'rule'],
  [OWN, '/a', profile({}), undefined, 'disallowed', 'rule'],
  [ALL, '/', profile({}), undefined, 'disallowed', 'rule'],
  [ALL, '/', NO_STAR, undefined, 'allowed', 'no-group'],
  [OWN, '/a', NO_STAR, undefined, 'disallowed', 'rule'],
  // Without a file, in every spelling of the address of the robots.txt.
  [UNAVAILABLE, '/', 'Bot', undefined, 'allowed', 'unavailable'],
  [GIVEN_UP, '/', 'Bot', undefined, 'allowed', 'given-up'],
  [FORBIDDEN, '/', 'Bot', undefined, 'disallowed', 'forbidden'],
  [FORBIDDEN, '/', NO_STAR, undefined, 'disallowed', 'forbidden'],
  [UNREACHABLE, '/', 'Bot', undefined, 'unreachable', 'unreachable'],
  [UNREACHABLE, '/', NO_STAR, undefined, 'unreachable', 'unreachable'],
  [UNREACHABLE, '/robots.txt', 'Bot', undefined, 'allowed', 'robots-txt'],
  [UNREACHABLE, '/%72obots.txt', 'Bot', undefined, 'allowed', 'robots-txt'],
  [UNREACHABLE, '/robots.txt?x=1', 'Bot', undefined, 'unreachable', 'unreachable'],
  [FORBIDDEN, '/robots.txt', 'Bot', { dialect: 'google' }, 'allowed', 'robots-txt', 'google'],
  [FORBIDDEN, '/robots.txt?', 'Bot', { dialect: 'koster1996' }, 'allowed', 'robots-txt'],
  // Crawlers that robots.txt does not govern.
  ...[IGNORES, USER].flatMap((crawler): Row[] =>
    [ALL, UNAVAILABLE, FORBIDDEN, UNREACHABLE].map((access) => [access, '/', crawler, undefined, 'not-governed', 'profile']),
  ),
];

describe.each(rows)('%j %s %j %j', (access, path, crawler, given, outcome, reason, dialect) => {
  const url = `https://example.com${path}`;

  test(`${outcome}: ${reason}`, () => {
    const one = decider(access, crawler, given);
    const bytes = new TextEncoder().encode(`<${url}>`);
    for (const _again of [1, 2]) {
      const decision = one.decide(url);
      expect([decision.outcome, decision.reason]).toEqual([outcome, reason]);
      expect(one.outcome(url)).toBe(outcome);
      expect(one.outcomeAt(bytes, 1, bytes.length - 1)).toBe(outcome);
    }
    const decision = decide(access, url, crawler, given);
    expect([decision.outcome, decision.reason]).toEqual([outcome, reason]);
    expect(one.governed).toBe(outcome !== 'not-governed');
    // Only a file has a verdict.
    expect(decision.verdict !== undefined).toBe(access.kind === 'file');
    expect([one.dialect.name, decision.dialect]).toEqual([decision.dialect, one.dialect.name]);
    if (dialect !== undefined) expect(decision.dialect).toBe(dialect);
  });
});

test.each([
  [ALL, 'disallowed'],
  [OWN, 'allowed'],
  [UNAVAILABLE, 'allowed'],
  [GIVEN_UP, 'allowed'],
  [FORBIDDEN, 'disallowed'],
  [UNREACHABLE, 'unreachable'],
] as const)('not governed: says what %j decides for a crawler that is', (access, ruled) => {
  expect(decide(access, '/', USER)).toMatchObject({ outcome: 'not-governed', ruled });
});

test.each<[Access, CrawlerBehavior, object]>([
  [OWN, profile({}), { name: 'Example', step: 'fallback-group' }],
  [OWN, NO_STAR, { name: 'Example', step: 'fallback-group', ...facts.productTokens }],
  [ALL, NO_STAR, { name: 'Example', step: 'star-ignored', ...facts.fallsBackToStar }],
  [ALL, profile({ facts }), { name: 'Example', step: 'star-group', ...facts.productTokens }],
  [file(''), NO_STAR, { name: 'Example', step: 'no-group', ...facts.productTokens }],
  [file('User-agent: examplebot\nDisallow: /'), IGNORES, { name: 'Example', step: 'own-group', ...facts.obeysRobotsTxt }],
  [ALL, CONTROL, { name: 'Example', kind: 'control-token', step: 'star-group', ...facts.kind }],
  // Facts without a source.
  [ALL, profile({ fallsBackToStar: false }), { name: 'Example', step: 'star-ignored' }],
  [ALL, profile({ obeysRobotsTxt: 'no' }), { name: 'Example', step: 'star-group' }],
  [ALL, profile({ kind: 'policy-token' }), { name: 'Example', kind: 'policy-token', step: 'star-group' }],
  [UNAVAILABLE, profile({}), { name: 'Example' }],
  [FORBIDDEN, USER, { name: 'Example', ...facts.obeysRobotsTxt }],
  [UNREACHABLE, NO_STAR, { name: 'Example', ...facts.productTokens }],
])('%j for %j: says how the crawler came to its group', (access, crawler, expected) => {
  const { profile: applied, crawler: name } = decide(access, '/', crawler);
  expect(applied).toEqual(expected);
  expect(name).toBe('Example');
});

test('the rules of a crawler that ignores the group of * have the dialect of the file', () => {
  const { matcher } = decider(ALL, profile({ fallsBackToStar: false, dialect: 'google' }));
  expect([matcher.dialect.name, matcher.group, matcher.rules]).toEqual(['google', undefined, []]);
});

test('a product token has no profile', () => {
  for (const access of [ALL, UNREACHABLE]) {
    expect(decide(access, '/', ['A', 'B'])).not.toHaveProperty('profile');
    expect(decide(access, '/', ['A', 'B']).crawler).toBe('A');
  }
});

test.each<[Crawler, number | undefined]>([
  ['Bot', 5],
  [['Bot', 'OtherBot'], 2],
  [profile({ productTokens: ['Bot'] }), 5],
  [profile({ productTokens: ['Bot'], fallsBackToStar: false }), undefined],
  [NO_STAR, 2],
  [profile({ crawlDelay: false }), undefined],
  [profile({ crawlDelay: true }), 2],
])('the crawl delay for %j: %s', (crawler, delay) => {
  const body = 'User-agent: *\nDisallow:\nCrawl-delay: 5\n\nUser-agent: OtherBot\nCrawl-delay: 2\n';
  expect(crawlDelayFor(parseRobotsTxt(body), crawler)).toBe(delay);
});

test('parses a body once per dialect, within the limit', () => {
  const lines = 'User-agent: *\nDisallow: /\n';
  const body = `#${'x'.repeat(600_000)}\n${lines}`;
  const parsed = robotsFile(body, { maxBytes: 1_000_000 });
  const { dialect } = decider({ kind: 'file', file: parsed }, 'Bot');
  expect(parsed.in(dialect)).toBe(parsed.in(dialect));
  expect(decide({ kind: 'file', file: parsed }, '/', 'Bot').outcome).toBe('disallowed');
  expect(decide(file(body), '/', 'Bot').outcome).toBe('allowed');
});

test('throws for an invalid URL, token, dialect and range', () => {
  for (const access of [ALL, UNREACHABLE]) {
    expect(() => decide(access, 'no url', 'Bot')).toThrow(TypeError);
    expect(() => decide(access, '/', 'Mozilla/5.0 (Bot)')).toThrow(TypeError);
    expect(() => decide(access, '/', 'Bot', { dialect: 'other' as 'google' })).toThrow(RangeError);
    expect(() => decider(access, 'Bot').outcomeAt(new Uint8Array(3), 0, 4)).toThrow(RangeError);
  }
});
