import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Visits, VisitsRequest } from '../../src/worker/requests.js';
import { countVisits } from '../../src/worker/visits.js';

const ROBOTS_TXT = `User-agent: *
Disallow: /private/
Disallow: /drafts/

User-agent: MyBot
Disallow: /
`;

const agents = {
  google: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  chatgpt: 'Mozilla/5.0 (compatible; ChatGPT-User/1.0; +https://openai.com/bot)',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

const line = (target: string, agent: string, day = 21) =>
  `203.0.113.7 - - [${day}/Nov/2026:12:00:00 +0000] "GET ${target} HTTP/1.1" 200 5 "-" "${agent}"`;

const log = (lines: readonly string[], end = '\n', name = 'access.log') => new File([lines.join('\n') + end], name);

const gzip = (...members: string[]) =>
  new File(
    members.map((member) => new Uint8Array(gzipSync(member))),
    'access.log.gz',
  );

async function visitsOf(request: Partial<VisitsRequest>): Promise<Visits> {
  const site = { robotsTxt: ROBOTS_TXT, dialect: undefined, isBlocked: false, logs: [] };
  return structuredClone(await countVisits({ ...site, ...request }, () => {}));
}

const REQUESTS = [
  ...[line('/private/a', agents.google), line('/drafts/b', agents.google, 23)],
  ...[line('/private/c', agents.google), line('/d', agents.google)],
  ...[line('/', 'MyBot/1.0'), line('/private/a', agents.chatgpt, 20)],
  ...[line('/private/a', agents.firefox), line('/private/a', 'SomeBot/1.0')],
];

const COUNTED = {
  kind: 'counted',
  crawlers: [
    {
      crawler: 'Googlebot',
      isGoverned: true,
      requests: 4,
      blocked: 3,
      rules: [
        { rule: { line: 2, pattern: '/private/' }, requests: 2 },
        { rule: { line: 3, pattern: '/drafts/' }, requests: 1 },
      ],
    },
    { crawler: 'mybot', requests: 1, blocked: 1, rules: [{ rule: { line: 6 }, requests: 1 }] },
    { crawler: 'ChatGPT-User', isGoverned: false, requests: 1, blocked: 0, rules: [] },
  ],
  others: 2,
  unreadable: 0,
  incomplete: [],
  period: { first: Date.UTC(2026, 10, 20, 12), last: Date.UTC(2026, 10, 23, 12) },
};

describe('the requests of access logs', () => {
  const text = `${REQUESTS.join('\n')}\n`;
  test.each<[name: string, logs: File[]]>([
    ['one log', [new File([text], 'access.log')]],
    ['two logs', [log(REQUESTS.slice(0, 3)), log(REQUESTS.slice(3))]],
    ['Windows line ends', [new File([text.replaceAll('\n', '\r\n')], 'access.log')]],
    ['gzip', [gzip(text)]],
    ['gzip with several members', [gzip(...REQUESTS.map((request) => `${request}\n`))]],
    ['gzip whose members end within lines', [gzip(text.slice(0, 500), text.slice(500))]],
    ['a byte-order mark', [new File([`\uFEFF${text}`], 'access.log')]],
    ['without the last line end', [log(REQUESTS, '')]],
  ])('are counted by crawler and rule: %s', async (_, logs) => {
    expect(await visitsOf({ logs })).toMatchObject(COUNTED);
  });

  test('are all blocked, by no rule, while the robots.txt is unreachable', async () => {
    const visits = await visitsOf({ robotsTxt: '', isBlocked: true, logs: [log(REQUESTS)] });
    expect(visits).toMatchObject({ crawlers: [{ requests: 4, blocked: 4, rules: [] }, {}] });
  });

  test('are none in an empty log', async () => {
    const visits = await visitsOf({ logs: [log([], '')] });
    expect(visits).toMatchObject({ kind: 'counted', crawlers: [], others: 0, period: undefined });
  });
});

/** Requests for three hosts, of which one is not in the first lines, and one without a host. */
const HOSTS: readonly (readonly [host: string, target: string])[] = [
  ...[['www.example.com', '/private/a'] as const, ['shop.example.com', '/private/a'] as const],
  ...[['www.example.com', '/'] as const, ['', '/private/a'] as const, ['blog.example.com', '/private/a'] as const],
];

test.each<[format: string, header: string, write: (host: string, target: string) => string]>([
  ['a host before the address', '', (host, target) => `${host && `${host}:443 `}${line(target, agents.google)}\n`],
  [
    'IIS',
    '#Fields: date time c-ip cs-method cs-uri-stem cs-host sc-status cs(User-Agent)\n',
    (host, target) => `2026-11-21 12:00:00 203.0.113.7 GET ${target} ${host || '-'} 200 ${agents.google.replaceAll(' ', '+')}\n`,
  ],
  [
    'CloudFront',
    '#Fields: date time c-ip cs-method cs-uri-stem x-host-header sc-status cs(User-Agent)\n',
    (host, target) =>
      ['2026-11-21', '12:00:00', '203.0.113.7', 'GET', target, host || '-', 200, encodeURIComponent(agents.google)].join('\t') +
      '\n',
  ],
  [
    'Caddy',
    '',
    (host, uri) => {
      const request = { remote_ip: '203.0.113.7', method: 'GET', host, uri, headers: { 'User-Agent': [agents.google] } };
      return `${JSON.stringify({ ts: 1795262400.1, request, status: 200 })}\n`;
    },
  ],
])('requests for other hosts than that of the robots.txt do not count: %s', async (_, header, write) => {
  const logs = [new File([header, ...HOSTS.map(([host, target]) => write(host, target))], 'access.log')];
  expect(await visitsOf({ logs, source: 'https://www.example.com/robots.txt' })).toMatchObject({
    crawlers: [{ requests: 3, blocked: 2 }],
    hosts: { site: 'www.example.com', examples: ['shop.example.com', 'blog.example.com'], others: 2 },
  });
  expect(await visitsOf({ logs })).toMatchObject({
    crawlers: [{ requests: 5, blocked: 4 }],
    hosts: { site: undefined, examples: ['www.example.com', 'shop.example.com'], others: 0 },
  });
});

test.each<[name: string, logs: File[], expected: object]>([
  ['lines that cannot be read', [log([...REQUESTS, 'noise', line('https:/', 'CCBot/2.0')])], { unreadable: 2, incomplete: [] }],
  [
    'a log that ends within a line',
    [log([...REQUESTS, '203.0.113.7 - - [21/Nov'], '')],
    { unreadable: 1, incomplete: ['access.log'] },
  ],
  [
    'a log that ends after the size of a response',
    [log([...REQUESTS, line('/private/a', agents.google).replace(/ "-".*/, '')], '')],
    { unreadable: 1, incomplete: ['access.log'] },
  ],
  [
    'a gzip that ends early',
    [new File([gzip(`${REQUESTS.join('\n')}\n`.repeat(300)).slice(0, -20)], 'a.gz')],
    { kind: 'counted', incomplete: ['a.gz'] },
  ],
  [
    'a gzip whose last member ends early',
    [new File([gzip(`${REQUESTS.join('\n')}\n`, line('/', 'MyBot/1.0')).slice(0, -1)], 'a.gz')],
    { kind: 'counted', crawlers: [{ requests: 4 }, {}, {}], incomplete: ['a.gz'] },
  ],
  [
    'a gzip with text after it',
    [new File([gzip(`${REQUESTS.join('\n')}\n`), line('/', 'MyBot/1.0')], 'a.gz')],
    { kind: 'counted', crawlers: [{ requests: 4 }, {}, {}], incomplete: ['a.gz'] },
  ],
  [
    'a line that is longer than a megabyte',
    [log([...REQUESTS, 'x'.repeat(3_000_000), line('/', 'MyBot/1.0')])],
    { unreadable: 1, crawlers: [{}, { crawler: 'mybot', requests: 2 }, {}] },
  ],
  ['no log', [log(REQUESTS), log(['a,b', 'c,d'], '\n', 'x.csv')], { kind: 'no-log', log: 'x.csv' }],
  ['damaged gzip', [new File([Uint8Array.of(0x1f, 0x8b, 1, 2, 3)], 'x.gz')], { kind: 'not-readable', log: 'x.gz' }],
])('%s: reported', async (_, logs, expected) => {
  expect(await visitsOf({ logs })).toMatchObject(expected);
});
