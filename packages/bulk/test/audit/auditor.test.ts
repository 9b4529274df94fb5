import { setTimeout as sleep } from 'node:timers/promises';
import { type CrawlerProfile, crawlerProfile } from '@repkit/core/crawlers';
import { describe, expect, test } from 'vitest';
import type { AuditOptions } from '../../src/audit/auditor.js';
import type { CrawlerReport } from '../../src/audit/report.js';
import { at, audit, type Entry, historyOf, logLine } from '../support/audit-log.js';

const OPEN = 'User-agent: *\nAllow: /\n';
const CLOSED = 'User-agent: *\nDisallow: /private/\n';
/** Closed at midnight on the 20th. */
const CLOSING = historyOf({ '': OPEN, '20T00:00:00': CLOSED });
const OPENING = historyOf({ '': CLOSED, '20T00:00:00': OPEN });

const page = (time: string, more: Partial<Entry> = {}): Entry => ({
  time: at(time),
  target: '/private/a',
  ...more,
});
const robots = (time: string, status = 200, more: Partial<Entry> = {}): Entry => ({
  ...page(time, more),
  target: '/robots.txt',
  status,
});

type Counts = Partial<CrawlerReport>;

describe('the window of a request (RFC 9309 2.4)', () => {
  test.each<[string, ReturnType<typeof historyOf>, readonly Entry[], Counts]>([
    ['a file that always forbade it', historyOf({ '': CLOSED }), [page('20T00:00:00')], { violations: 1 }],
    ['permitted then, forbidden today', CLOSING, [page('19T23:59:59')], { allowed: 1 }],
    ['forbidden then, permitted today', OPENING, [page('19T23:59:59')], { violations: 1 }],
    ['the second of the change, to closed', CLOSING, [page('20T00:00:00')], { withinGrace: 1 }],
    ['the second of the change, to open', OPENING, [page('20T00:00:00')], { withinGrace: 1 }],
    ['24 hours after the change', CLOSING, [page('21T00:00:00')], { withinGrace: 1 }],
    ['a second later', CLOSING, [page('21T00:00:01')], { violations: 1 }],
    ['after it fetched the new version', CLOSING, [robots('20T00:00:01'), page('20T01:00:00')], { violations: 1, allowed: 1 }],
    ['304 delivers the new version', CLOSING, [robots('20T00:00:01', 304), page('20T01:00:00')], { violations: 1, allowed: 1 }],
    [
      'after it fetched in the second of the change',
      CLOSING,
      [robots('20T00:00:00'), page('20T01:00:00')],
      { withinGrace: 1, allowed: 1 },
    ],
    ['after it fetched the old version', CLOSING, [robots('19T23:00:00'), page('20T01:00:00')], { withinGrace: 1, allowed: 1 }],
    [
      '206, HEAD and redirects deliver nothing',
      CLOSING,
      [
        robots('20T00:10:00', 206),
        robots('20T00:10:00', 200, { method: 'HEAD' }),
        robots('20T00:10:00', 301),
        page('20T01:00:00'),
      ],
      { allowed: 3, withinGrace: 1 },
    ],
    [
      'a fetch in the same second may be later',
      CLOSING,
      [robots('20T01:00:00'), page('20T01:00:00')],
      { withinGrace: 1, allowed: 1 },
    ],
    [
      'another verified address fetched',
      CLOSING,
      [robots('20T00:00:01', 200, { address: '192.0.2.9' }), page('20T01:00:00')],
      { violations: 1, allowed: 1 },
    ],
    [
      'the same unverified address fetched',
      CLOSING,
      [robots('20T00:00:01', 200, { address: '203.0.113.1' }), page('20T01:00:00', { address: '203.0.113.1' })],
      { violations: 1, allowed: 1 },
    ],
    [
      'another unverified address fetched',
      CLOSING,
      [robots('20T00:00:01', 200, { address: '203.0.113.2' }), page('20T01:00:00', { address: '203.0.113.1' })],
      { withinGrace: 1, allowed: 1 },
    ],
    [
      'an impostor fetched',
      CLOSING,
      [robots('20T00:00:01', 200, { address: '198.51.100.1' }), page('20T01:00:00')],
      { withinGrace: 1, impostors: 1 },
    ],
    [
      'another crawler fetched',
      CLOSING,
      [robots('20T00:00:01', 200, { agent: 'CCBot/2.0' }), page('20T01:00:00')],
      { withinGrace: 1 },
    ],
    [
      'before the history begins',
      historyOf({ '20T00:00:00': CLOSED }),
      [page('19T00:00:00'), page('20T12:00:00')],
      { unknown: 2 },
    ],
    ['allowed, although the history begins later', historyOf({ '20T00:00:00': OPEN }), [page('20T12:00:00')], { allowed: 1 }],
  ])('%s', async (_name, history, entries, counts) => {
    const { report } = await audit(entries, history);
    const crawler = report.crawlers.find(({ crawler }) => crawler === 'GPTBot');
    expect(crawler).toMatchObject({ violations: 0, withinGrace: 0, unknown: 0, ...counts });
    const stream = await audit(entries, history, { isStream: true });
    expect(stream.report.crawlers).toEqual(report.crawlers);
  });

  test('a crawler that documents another period', async () => {
    const yandex = { agent: 'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)' };
    const { report } = await audit([page('21T00:00:01', yandex)], CLOSING);
    expect(report.crawlers).toMatchObject([{ violations: 1 }]);
  });
});

describe('a log whose lines are written when responses end', () => {
  test.each<[string, readonly Entry[], Counts]>([
    ['a request that began before a fetch', [robots('20T12:00:01'), page('20T12:05:00')], { withinGrace: 1, allowed: 1 }],
    ['a request that began after a fetch', [robots('20T12:00:00'), page('20T12:05:01')], { violations: 1, allowed: 1 }],
    ['a copy that was as old when it began', [page('21T00:05:00')], { withinGrace: 1 }],
    ['an older copy', [page('21T00:05:01')], { violations: 1 }],
    [
      'a 404 before the request, and a file before its response ended',
      [robots('20T12:00:00', 404), robots('20T12:03:00'), page('20T12:05:00')],
      { allowed: 3 },
    ],
    ['a 404 before the response ended', [robots('20T12:04:00', 404), page('20T12:05:00')], { allowed: 2 }],
    ['a 404 that was as old when it began', [robots('21T12:00:00', 404), page('22T12:05:00')], { allowed: 2 }],
  ])('%s', async (_name, entries, counts) => {
    const { report } = await audit(entries, CLOSING, { logDelay: 300 });
    expect(report.crawlers).toMatchObject([{ violations: 0, withinGrace: 0, unknown: 0, ...counts }]);
  });
});

describe('while robots.txt is not delivered', () => {
  const history = historyOf({ '': OPEN, '18T00:00:00': CLOSED });
  test.each<[string, readonly Entry[], Counts]>([
    ['after a 404 everything is allowed', [robots('20T00:00:00', 404), page('20T01:00:00')], { allowed: 2 }],
    ['for 24 hours', [robots('20T00:00:00', 404), page('21T00:00:01')], { violations: 1 }],
    ['until the next fetch', [robots('20T00:00:00', 404), robots('20T01:00:00'), page('20T02:00:00')], { violations: 1 }],
    ['also in the second of the 404', [page('20T00:00:00'), robots('20T00:00:00', 404), page('20T00:00:00')], { allowed: 3 }],
    ['204 is an empty file', [robots('20T00:00:00', 204), page('20T01:00:00')], { allowed: 2 }],
    [
      'a 404 for others is a version without rules',
      [robots('20T00:00:00', 404, { agent: 'curl/8' }), page('20T01:00:00')],
      { withinGrace: 1 },
    ],
    [
      'until the crawler fetches the file',
      [robots('20T00:00:00', 404, { agent: 'curl/8' }), robots('20T00:00:01'), page('20T01:00:00')],
      { violations: 1 },
    ],
    ['a 403 for others is about them', [robots('20T00:00:00', 403, { agent: 'curl/8' }), page('20T01:00:00')], { violations: 1 }],
    ['an error in the same second', [robots('17T00:00:00'), robots('20T00:00:00', 503), page('20T00:00:00')], { withinGrace: 1 }],
    [
      'after 30 days of errors (RFC 9309 2.3.1.4)',
      [robots('18T12:00:00'), robots('20T00:00:00', 503), page('20T00:00:00', { time: at('18T12:00:01') + 30 * 86_400_000 })],
      { unknown: 1 },
    ],
    [
      'the window grows back to the last fetch',
      [robots('17T00:00:00'), robots('20T00:00:00', 503), page('20T01:00:00')],
      { withinGrace: 1 },
    ],
    [
      'also while others receive errors',
      [robots('17T00:00:00'), robots('20T00:00:00', 500, { agent: 'curl/8' }), page('20T01:00:00')],
      { withinGrace: 1 },
    ],
    [
      'until the site responds',
      [
        robots('17T00:00:00'),
        robots('20T00:00:00', 500, { agent: 'curl/8' }),
        robots('20T00:30:00', 200, { agent: 'curl/8' }),
        page('20T01:00:00'),
      ],
      { violations: 1 },
    ],
    [
      'a copy that forbids is a copy',
      [robots('18T12:00:00'), robots('20T00:00:00', 503), page('20T01:00:00')],
      { violations: 1 },
    ],
    ['no response is an error', [robots('17T00:00:00'), robots('20T00:00:00', 0), page('20T01:00:00')], { withinGrace: 1 }],
    [
      'allowed by the copy, disallowed only by the error',
      [robots('19T00:00:00'), robots('20T00:00:00', 503), page('20T01:00:00', { target: '/a' })],
      { unknown: 1 },
    ],
  ])('%s', async (_name, entries, counts) => {
    const { report } = await audit(entries, history);
    const crawler = report.crawlers.find(({ crawler }) => crawler === 'GPTBot');
    expect(crawler).toMatchObject({ violations: 0, withinGrace: 0, unknown: 0, ...counts });
  });

  test.each<['unavailable' | 'unreachable', Counts]>([
    ['unavailable', { allowed: 1 }],
    ['unreachable', { unknown: 1 }],
  ])('a history that says %s', async (state, counts) => {
    const { report } = await audit([page('20T00:00:00')], historyOf({ '': state }));
    expect(report.crawlers).toMatchObject([counts]);
  });
});

describe('which requests are judged', () => {
  const history = historyOf({ '': `${CLOSED}User-agent: Googlebot\nDisallow: /g/\n` });
  test.each<[string, Partial<Entry>, Counts]>([
    [
      'a crawler that follows the group of another one',
      { agent: 'Googlebot-Image/1.0', target: '/g/' },
      { crawler: 'Googlebot-Image', violations: 1 },
    ],
    [
      'a crawler that ignores *',
      { agent: 'AdsBot-Google (+http://www.google.com/adsbot.html)' },
      { crawler: 'AdsBot-Google', allowed: 1 },
    ],
    [
      'a fetcher for users',
      { agent: 'Mozilla/5.0; compatible; ChatGPT-User/1.0; +https://openai.com/bot' },
      { crawler: 'ChatGPT-User', notGoverned: 1 },
    ],
    ['an impostor', { address: '198.51.100.7' }, { crawler: 'GPTBot', requests: 0, impostors: 1 }],
    ['an unverified crawler', { address: '203.0.113.7' }, { violationsBy: { verified: 0, unverifiable: 0, unchecked: 1 } }],
    ['robots.txt itself', { target: '/robots.txt?a' }, { violations: 0, robotsTxtFetches: { 200: 1 } }],
    ['HEAD', { method: 'HEAD' }, { violations: 1 }],
    ['POST', { method: 'POST' }, { violations: 1 }],
    ['a whole URL', { target: 'http://example.com/private/' }, { violations: 1 }],
    ['a path that begins with two slashes', { target: '//example.org/private/' }, { violations: 0, allowed: 1 }],
    ['the same in a whole URL', { target: 'http://example.com//example.org/private/' }, { violations: 0, allowed: 1 }],
    ['an escaped URL', { target: '/%70rivate/' }, { violations: 1 }],
  ])('%s', async (_name, entry, counts) => {
    const { report } = await audit([page('20T00:00:00', entry)], history);
    expect(report.crawlers).toMatchObject([counts]);
  });

  test('the path of evidence is that of the log', async () => {
    const { findings } = await audit(
      [page('20T00:00:00', { target: '//example.org/a' })],
      historyOf({ '': 'User-agent: *\nDisallow: //example.org/\n' }),
    );
    expect(findings).toMatchObject([{ url: 'https://example.com//example.org/a' }]);
  });

  test('a path that starts with a backslash is one of the same host', async () => {
    const request = { time: '2026-11-20T00:00:00Z', ip: '192.0.2.1', method: 'GET', status: 200, user_agent: 'GPTBot/1.2' };
    const entries = ['/\\a', '/\t\\private', '/private/'].map((uri) => JSON.stringify({ ...request, uri }));
    const { report, findings } = await audit(entries, historyOf({ '': 'User-agent: *\nDisallow: //a\n' }));
    expect(report.crawlers).toMatchObject([{ violations: 1, allowed: 2 }]);
    expect(findings).toMatchObject([{ url: 'https://example.com/\\a' }]);
  });

  test('browsers and unknown clients are counted apart', async () => {
    const agents = ['Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', 'curl/8.5.0', 'MyBot/1.0', '-'];
    const entries = agents.map((agent) => page('20T00:00:00', { agent }));
    const { report } = await audit(entries, history);
    expect([report.crawlers, report.others.clients]).toEqual([[], 4]);
    const chosen = await audit(entries, history, { crawlers: ['mybot'] });
    expect(chosen.report.crawlers).toMatchObject([{ crawler: 'mybot', violations: 1, violationsBy: { unverifiable: 1 } }]);
  });

  test('only the chosen crawlers', async () => {
    const gptbot = crawlerProfile('GPTBot') ?? 'GPTBot';
    const entries = [page('20T00:00:00'), page('20T00:00:00', { agent: 'CCBot/2.0' })];
    const { report } = await audit(entries, history, { crawlers: [gptbot] });
    expect(report.crawlers.map(({ crawler }) => crawler)).toEqual(['GPTBot']);
  });

  test('identities may be pending', async () => {
    const identities = { stateOf: async () => 'verified' as const };
    const { report } = await audit([robots('20T00:00:01'), page('20T01:00:00')], CLOSING, {
      identities,
    });
    expect(report.crawlers).toMatchObject([{ violations: 1 }]);
  });

  test('the report does not depend on which identity is known first', async () => {
    const delayed = historyOf({ '': 'User-agent: GPTBot\nCrawl-delay: 10\n' });
    const entries = [0, 5, 15, 30, 34].map((second, index) =>
      page('20T00:00:00', { time: at('20T00:00:00') + second * 1000, address: `192.0.2.${index}` }),
    );
    const reportWith = async (milliseconds: readonly number[]) => {
      const stateOf = async (_: CrawlerProfile, address: string) => {
        await sleep(milliseconds[Number(address.at(-1))]);
        return 'verified' as const;
      };
      return (await audit(entries, delayed, { identities: { stateOf } })).report;
    };
    const report = await reportWith([0, 0, 0, 0, 0]);
    expect(report.crawlers[0]?.crawlDelays).toEqual([{ seconds: 10, requests: 4, tooSoon: 2 }]);
    expect(await reportWith([40, 10, 30, 0, 20])).toEqual(report);
  });
});

describe('options', () => {
  const history = historyOf({ '': CLOSED });
  const entries = ['19T00:00:00', '20T00:00:00', '21T00:00:00'].map((time) => page(time, { status: 403 }));
  test.each<[string, AuditOptions, Counts]>([
    ['a period', { since: at('20T00:00:00'), until: at('21T00:00:00') }, { requests: 1, violations: 1 }],
    ['refused requests', { ignoredStatuses: new Set([403]) }, { violations: 0, refused: 3 }],
  ])('%s', async (_name, options, counts) => {
    const { report, findings } = await audit(entries, history, options);
    expect(report.crawlers).toMatchObject([counts]);
    expect(findings).toHaveLength((counts.violations ?? 0) + (counts.refused ?? 0));
  });

  test('a log without hosts needs a site, and one with several needs a choice', async () => {
    await expect(audit(entries, history, { site: undefined })).rejects.toThrow('Name the host with --site.');
    const absolute = page('20T00:00:00', { target: 'http://a.example/' });
    await expect(audit([absolute, ...entries], history, { site: undefined })).rejects.toThrow('Name the host with --site.');
    const lines = ['a.example', 'b.example'].map((host) => `${host} ${logLine(page('20T00:00:00'))}`);
    await expect(audit(lines, history, { site: undefined })).rejects.toThrow('"a.example" and "b.example"');
    const { report } = await audit(lines, history, { site: 'b.example' });
    expect([report.crawlers, report.others.otherHosts]).toMatchObject([[{ violations: 1 }], 1]);
  });
});

test('a stream in disorder uses no fetches, and says so', async () => {
  const entries = [robots('20T00:00:01'), page('22T01:00:00'), page('20T00:30:00'), robots('22T02:00:00'), page('20T01:00:00')];
  const { report } = await audit(entries, CLOSING, { isStream: true });
  expect(report.notes).toEqual([expect.stringContaining('not in the order of time from 2026-11-20T00:30:00.000Z')]);
});

test.each([
  ['20T00:50:00', true],
  ['20T00:49:59', false],
])('lines of a stream may be late by 10 minutes: %s', async (time, isInOrder) => {
  const { report } = await audit([page('20T01:00:00'), page(time)], CLOSING, { isStream: true });
  expect(report.notes.length === 0).toBe(isInOrder);
});

test('errors for robots.txt excuse crawlers in a stream in disorder, too', async () => {
  const entries = [
    page('22T00:00:00', { target: '/' }),
    page('20T00:00:00', { target: '/' }),
    robots('24T00:00:00', 404),
    page('24T01:00:00'),
  ];
  const { report } = await audit(entries, CLOSING, { isStream: true });
  expect(report.crawlers).toMatchObject([{ violations: 0, allowed: 4 }]);
});

test('after the history ends, it is unknown whether its last version is in force', async () => {
  const history = { ...historyOf({ '': CLOSED }), until: at('20T00:00:00') };
  const entries = [...[page('20T00:00:00'), page('20T00:00:01')], page('20T00:00:02', { target: '/' })];
  const { report } = await audit(entries, history);
  expect(report.crawlers).toMatchObject([{ violations: 1, unknown: 1, allowed: 1 }]);
  expect(report.notes).toEqual([
    'The history ends at 2026-11-20T00:00:00.000Z, and whether its last version was still in force later is unknown. Run ' +
      'repkit watch before the audit.',
  ]);
  expect((await audit(entries.slice(0, 1), history)).report.notes).toEqual([]);
});

test('a request that a missing version may have allowed is not a violation', async () => {
  const gaps = [{ from: at('20T00:00:00'), until: at('20T06:00:00') }];
  const entries = ['19T23:59:59', '20T00:00:00', '20T03:00:00', '21T06:00:00', '21T06:00:01'].map((time) => page(time));
  const { report } = await audit(entries, { ...historyOf({ '': CLOSED }), gaps });
  expect(report.crawlers).toMatchObject([{ violations: 2, unknown: 3 }]);
});

test.each([
  ['21T00:00:00', ['v1', 'v2']],
  ['21T00:00:01', ['v2']],
])('the versions of a report are those in force from a day before the first request: %s', async (time, names) => {
  const { report } = await audit([page(time)], CLOSING);
  expect(report.files.map(({ name }) => name)).toEqual(names);
});

test.each<[string, string, AuditOptions, string | undefined]>([
  ['before a change', '19T23:59:59', {}, 'v1'],
  ['in the second of a change', '20T00:00:00', {}, undefined],
  ['after a change', '20T00:00:01', {}, 'v2'],
  ['perhaps before a change', '20T00:05:00', { logDelay: 600 }, undefined],
  ['after the history ends', '21T00:00:01', {}, undefined],
])('the version of a fetch %s', async (_, time, options, file) => {
  const history = { ...CLOSING, until: at('21T00:00:00') };
  const { report } = await audit([robots(time)], history, options);
  expect(report.crawlers[0]?.lastFetch?.file).toBe(file);
});

test('delays are those between requests of a crawler, and a second may be nearly two', async () => {
  const history = historyOf({ '': 'User-agent: GPTBot\nCrawl-delay: 10\n' });
  const seconds = [0, 1, 10, 20, 30];
  const entries = seconds.map((second) => page(`20T00:00:${String(second).padStart(2, '0')}`));
  const { report } = await audit(entries, history);
  expect(report.crawlers[0]?.crawlDelays).toEqual([{ seconds: 10, requests: 4, tooSoon: 2 }]);
});

test('the delays of all versions are counted', async () => {
  const delay = (seconds: number) => `User-agent: GPTBot\nCrawl-delay: ${seconds}\n`;
  const history = historyOf({ '': delay(10), '18T00:00:00': delay(20) });
  const times = ['10T00:00:00', '10T00:00:12', '20T00:00:00', '20T00:00:12'];
  const { report } = await audit(
    times.map((time) => page(time)),
    history,
  );
  expect(report.crawlers[0]?.crawlDelays).toEqual([
    { seconds: 10, requests: 1, tooSoon: 0 },
    { seconds: 20, requests: 2, tooSoon: 1 },
  ]);
});

test('rules are counted with their first example, and days with their requests', async () => {
  const entries = [page('21T00:00:00'), page('20T00:00:00'), page('20T01:00:00', { target: '/' })];
  const { report, findings } = await audit(entries, historyOf({ '': CLOSED }));
  expect(report).toMatchObject({
    files: [{ name: 'v1' }],
    span: { from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' },
    lines: { read: 3, unreadable: 0 },
    crawlers: [
      {
        rules: [{ rule: 'Disallow: /private/', violations: 2, example: findings[1] }],
        days: [
          { day: '2026-11-20', requests: 2, violations: 1 },
          { day: '2026-11-21', requests: 1, violations: 1 },
        ],
      },
    ],
  });
  expect(findings[1]).toMatchObject({
    time: '2026-11-20T00:00:00.000Z',
    url: 'https://example.com/private/a',
    file: 'v1',
    line: 2,
    versions: 1,
    verification: 'verified',
  });
});
