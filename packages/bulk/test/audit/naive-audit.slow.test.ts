import { Buffer } from 'node:buffer';
import { type CrawlerProfile, crawlerProfile } from '@repkit/core/crawlers';
import { expect, test } from 'vitest';
import { auditLogs } from '../../src/audit/audit-logs.js';
import { Auditor } from '../../src/audit/auditor.js';
import { type AuditReport, type Finding, mergeReports } from '../../src/audit/report.js';
import type { History } from '../../src/audit/versions.js';
import { at, historyOf, identities, isFile, logLine } from '../support/audit-log.js';
import { type NaiveClass, type NaiveRequest, naiveAudit } from './naive-audit.js';

const LINES = 200_000;
/** Lines of one log. A crawler sends a thousand requests in eight days. */
const PART = 5_000;

const AGENTS: readonly (readonly [name: string, header: string])[] = [
  ['GPTBot', 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)'],
  ['Googlebot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  ['Googlebot-Image', 'Googlebot-Image/1.0'],
  ['ClaudeBot', 'Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)'],
  ['ChatGPT-User', 'Mozilla/5.0; compatible; ChatGPT-User/1.0; +https://openai.com/bot'],
];

const TEXTS = [
  'User-agent: *\nDisallow: /a\n',
  'User-agent: *\nAllow: /\n',
  'User-agent: *\nDisallow: /\nUser-agent: Googlebot\nDisallow: /b\n',
  'User-agent: GPTBot\nUser-agent: ClaudeBot\nDisallow: /a*c\nAllow: /a/b\n',
  'unavailable',
  'unreachable',
];

/** Returns a generator of numbers from 0 to `below`, exclusive. */
function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function profileOf(name: string): CrawlerProfile {
  const profile = crawlerProfile(name);
  if (profile === undefined) throw new Error(`There is no profile of ${name}.`);
  return profile;
}

function generated(seed: number) {
  const below = random(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const times = Array.from({ length: below(7) }, () => 10 * 86_400 + below(8 * 86_400)).sort((a, b) => a - b);
  const start = below(2) === 0 ? { '': pick(TEXTS) } : {};
  const base = at('01T00:00:00');
  const iso = (seconds: number) => new Date(base + seconds * 1000).toISOString().slice(8, 19);
  const { source, versions } = historyOf({
    ...start,
    ...Object.fromEntries(times.map((time) => [iso(time), pick(TEXTS)])),
  });
  // Nobody saw when some of the versions were replaced.
  let latest = 0;
  const overlapping = versions.map((version, index) => {
    const next = versions[index + 1];
    if (next === undefined || below(2) === 0) return version;
    latest = Math.max(latest, next.from) + below(20_000_000);
    return { ...version, until: latest };
  });
  const history: History = { source, versions: overlapping };
  // Some logs have many fetches, in the order of time.
  const isDense = below(3) === 0;
  const requests = Array.from({ length: PART }, (): LoggedRequest => {
    const [name, agent] = pick(AGENTS);
    const isRobots = below(isDense ? 2 : 400) === 0;
    const near = times.length > 0 && below(10) === 0 ? pick(times) + below(3) - 1 : undefined;
    return {
      crawler: profileOf(name),
      agent,
      time: base + (near ?? 10 * 86_400 + below(8 * 86_400)) * 1000,
      address: `${pick(['192.0.2.', '192.0.2.', '198.51.100.', '203.0.113.'])}${below(3)}`,
      target: isRobots ? '/robots.txt' : pick(['/', '/a', '/a/b', '/a/c', '/b']),
      status: isRobots ? pick([200, 200, 304, 301, 404, 429, 503, 0]) : 200,
      method: below(20) === 0 ? 'HEAD' : 'GET',
    };
  });
  if (isDense) requests.sort((a, b) => a.time - b.time);
  return { history, requests };
}

interface LoggedRequest extends NaiveRequest {
  readonly agent: string;
}

/** Judges requests by the audit, and expects that each crawler and each finding is as the reference says. Returns the classes. */
async function expectAgreement(history: History, requests: readonly LoggedRequest[], label: string) {
  const findings: Finding[] = [];
  const auditor = new Auditor(history, identities, {
    site: 'example.com',
    onFinding: (finding) => findings.push(finding),
  });
  const log = {
    name: 'a.log',
    open: () => [Buffer.from(requests.map((request) => `${logLine(request)}\n`).join(''))],
  };
  const report = await auditLogs(auditor, { logs: [log] });
  const classes = naiveAudit(requests, history, identities);
  const expected = new Map<string, Partial<Record<NaiveClass, number>>>();
  for (const [index, { crawler }] of requests.entries()) {
    const kind = classes[index] as NaiveClass;
    const counts = expected.get(crawler.name) ?? {};
    counts[kind] = (counts[kind] ?? 0) + 1;
    expected.set(crawler.name, counts);
  }
  for (const [name, counts] of expected) {
    const crawler = report.crawlers.find(({ crawler }) => crawler === name);
    expect(crawler, label).toMatchObject(counts);
  }
  const accused = requests.filter((_, index) => classes[index] === 'violations');
  expect(findings.map(({ time, address, crawler }) => `${time} ${address} ${crawler}`)).toEqual(
    accused.map(({ time, address, crawler }) => `${new Date(time).toISOString()} ${address} ${crawler.name}`),
  );
  for (const { crawler, url, file } of findings) {
    const version = history.versions.find(({ name }) => name === file);
    expect(isFile(version) && version.robotsTxt.isAllowed(url, profileOf(crawler))).toBe(false);
  }
  return classes;
}

test(`the audit agrees with the reference on ${LINES} generated lines`, async () => {
  const counts = new Map<NaiveClass, number>();
  for (let seed = 1; seed <= LINES / PART; seed++) {
    const { history, requests } = generated(seed);
    for (const kind of await expectAgreement(history, requests, `seed ${seed}`)) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
  }
  // Each class occurs often.
  expect(Math.min(...counts.values())).toBeGreaterThan(1000);
  expect(counts.size).toBe(6);
}, 300_000);

const TEXT_OF: Readonly<Record<string, string>> = { open: 'User-agent: *\nAllow: /\n', closed: 'User-agent: *\nDisallow: /a\n' };
const DAY_MS = 86_400_000;

/** Each is a history with the hours in which versions begin, and in which crawlers receive a status for robots.txt. */
const EVENTS = [
  '02T00 closed',
  'open, 02T00 closed',
  'closed, 02T00 open',
  'open, 02T00 GPTBot 200, 02T12 closed',
  'open, 02T00 closed, 02T12 GPTBot 304',
  'open, 02T00 closed, 02T00 GPTBot 200',
  'closed, 02T00 GPTBot 404',
  'closed, 02T00 GPTBot 404, 02T12 GPTBot 200',
  'closed, 02T00 ClaudeBot 404',
  'closed, 02T00 GPTBot 200, 02T12 ClaudeBot 404',
  'closed, 02T00 ClaudeBot 404, 02T00 GPTBot 200',
  'closed, 02T00 GPTBot 200, 02T12 GPTBot 503',
  'open, 02T00 GPTBot 200, 02T06 closed, 03T12 ClaudeBot 503',
  'open, 02T00 closed, 02T12 ClaudeBot 503, 03T12 ClaudeBot 200',
];

test.each(EVENTS)('the second before, at and after each border of 24 hours and 30 days: %s', async (events) => {
  const request = (name: string, time: number, target: string, status: number): LoggedRequest => {
    const [, agent = ''] = AGENTS.find(([each]) => each === name) ?? [];
    return { crawler: profileOf(name), agent, time, address: '192.0.2.1', target, status, method: 'GET' };
  };
  const texts: Record<string, string> = {};
  const fetches: LoggedRequest[] = [];
  const times: number[] = [];
  for (const event of events.split(', ')) {
    const [, hour, name = '', status] = /^(?:(\d\dT\d\d) )?(\w+)(?: (\d{3}))?$/.exec(event) ?? [];
    const time = hour === undefined ? '' : `${hour}:00:00`;
    if (status === undefined) texts[time] = TEXT_OF[name] as string;
    else fetches.push(request(name, at(time), '/robots.txt', Number(status)));
    if (time !== '') times.push(at(time));
  }
  const borders = times.flatMap((time) => [time, time + DAY_MS, time + 30 * DAY_MS]);
  for (const time of borders.flatMap((border) => [border - 1000, border, border + 1000])) {
    const page = request('GPTBot', time, '/a', 200);
    await expectAgreement(historyOf(texts), [...fetches, page], new Date(time).toISOString());
  }
});

test('parts of a log with the fetches of all parts are judged as the whole log', async () => {
  for (let seed = 101; seed <= 105; seed++) {
    const { history, requests } = generated(seed);
    const inputOf = (entries: typeof requests) => ({
      name: 'a.log',
      open: () => [Buffer.from(entries.map((request) => `${logLine(request)}\n`).join(''))],
    });
    const auditOf = (logs: readonly (typeof requests)[]) => {
      const auditor = new Auditor(history, identities, { site: 'example.com' });
      return auditLogs(auditor, { logs: logs.map(inputOf), fetches: [inputOf(requests)] });
    };
    const parts = [0, 1, 2].map((part) => requests.filter((_, index) => index % 3 === part));
    const reports = [];
    for (const part of parts) reports.push(await auditOf([part]));
    const whole = await auditOf([requests]);
    // The delays are those within each part.
    const withoutDelays = ({ crawlers, ...report }: AuditReport) => ({
      ...report,
      files: [],
      crawlers: crawlers.map(({ crawlDelays: _, ...crawler }) => crawler),
    });
    expect(withoutDelays(mergeReports(reports))).toEqual(withoutDelays(whole));
  }
}, 300_000);
