/**
 * November 2026 at www.example.com: the versions of its robots.txt, and requests with the class that each one must have. The
 * classes follow RFC 9309, what the operators of crawlers document, and docs/guides/audit.md.
 */
import type { LoggedRequest, LogName } from './month-logs.js';

export const SITE = 'www.example.com';

export type Class = 'violation' | 'grace' | 'allowed' | 'not governed' | 'unknown' | 'impostor' | 'client' | 'other host';

/** The versions by their committer dates. The last one is today's. */
export const VERSIONS: readonly (readonly [time: string, text: string])[] = [
  ['2026-10-31T12:00:00Z', 'User-agent: *\nDisallow: /private/\nDisallow: /old/\n'],
  // In New York, daylight saving ends half an hour later.
  ['2026-11-01T01:30:00-04:00', 'User-agent: *\nDisallow: /private/\nDisallow: /old/\nDisallow: /dst/\n'],
  ['2026-11-10T00:00:00Z', 'User-agent: *\nDisallow: /private/\nDisallow: /old/\nDisallow: /dst/\nDisallow: /news/\n'],
  ['2026-11-15T12:00:00+09:00', 'User-agent: *\nDisallow: /private/\nDisallow: /dst/\nDisallow: /news/\n'],
  [
    '2026-11-20T18:00:00Z',
    'User-agent: *\nDisallow: /private/\nDisallow: /dst/\nDisallow: /news/\n\nUser-agent: Googlebot\nDisallow: /g/\n',
  ],
  ['2026-11-27T00:00:00Z', 'User-agent: *\nDisallow: /\n'],
];

/** Addresses that operators publish, by the crawler whose lists contain them. All other lists are missing. */
export const PREFIXES: Readonly<Record<string, readonly string[]>> = {
  GPTBot: ['192.0.2.0/26', '2001:db8:1::/48'],
  'ChatGPT-User': ['192.0.2.128/28'],
  Googlebot: ['203.0.113.0/27'],
  'AdsBot-Google': ['203.0.113.64/28'],
  bingbot: ['198.51.100.0/28'],
  CCBot: ['198.51.100.32/28'],
  DuckDuckBot: ['198.51.100.64/28'],
};

export interface Agent {
  readonly header: string;
  readonly address: string;
  /** Of requests from this address, or from any other one that is not an impostor's. */
  readonly verification?: 'verified' | 'unverifiable' | 'unchecked';
}

const mozilla = (product: string) => `Mozilla/5.0 (compatible; ${product})`;

export const AGENTS: Readonly<Record<string, Agent>> = {
  GPTBot: {
    header: 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    address: '192.0.2.5',
    verification: 'verified',
  },
  'ChatGPT-User': {
    header: mozilla('ChatGPT-User/1.0; +https://openai.com/bot'),
    address: '192.0.2.130',
    verification: 'verified',
  },
  Googlebot: {
    header:
      'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    address: '203.0.113.1',
    verification: 'verified',
  },
  'Googlebot-Image': {
    header: 'Googlebot-Image/1.0',
    address: '203.0.113.2',
    verification: 'verified',
  },
  'AdsBot-Google': {
    header: 'AdsBot-Google (+http://www.google.com/adsbot.html)',
    address: '203.0.113.65',
    verification: 'verified',
  },
  bingbot: {
    header: mozilla('bingbot/2.0; +http://www.bing.com/bingbot.htm'),
    address: '198.51.100.1',
    verification: 'verified',
  },
  CCBot: {
    header: 'CCBot/2.0 (https://commoncrawl.org/faq/)',
    address: '198.51.100.33',
    verification: 'verified',
  },
  DuckDuckBot: {
    header: 'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)',
    address: '198.51.100.65',
    verification: 'verified',
  },
  // The list of its operator is missing.
  ClaudeBot: {
    header: mozilla('ClaudeBot/1.0; +claudebot@anthropic.com'),
    address: '198.18.1.1',
    verification: 'unchecked',
  },
  // Its operator documents only the names of hosts.
  Amazonbot: {
    header: mozilla('Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot'),
    address: '198.18.1.3',
    verification: 'unchecked',
  },
  YandexBot: {
    header: mozilla('YandexBot/3.0; +http://yandex.com/bots'),
    address: '198.18.1.4',
    verification: 'unchecked',
  },
  Bytespider: {
    header: mozilla('Bytespider; spider-feedback@bytedance.com'),
    address: '198.18.1.5',
    verification: 'unverifiable',
  },
  AhrefsBot: {
    header: mozilla('AhrefsBot/7.0; +http://ahrefs.com/robot/'),
    address: '198.18.1.6',
    verification: 'unverifiable',
  },
  SemrushBot: {
    header: mozilla('SemrushBot/7~bl; +http://www.semrush.com/bot.html'),
    address: '198.18.1.7',
    verification: 'unverifiable',
  },
  PetalBot: {
    header: mozilla('PetalBot;+https://webmaster.petalsearch.com/site/petalbot'),
    address: '198.18.1.8',
    verification: 'unverifiable',
  },
  dotbot: {
    header: mozilla('DotBot/1.2; +https://opensiteexplorer.org/dotbot'),
    address: '198.18.1.9',
    verification: 'unverifiable',
  },
  'SEOkicks-Robot': {
    header: mozilla('SEOkicks-Robot; +https://www.seokicks.de/robot.html'),
    address: '198.18.1.10',
    verification: 'unverifiable',
  },
  SeznamBot: {
    header: mozilla('SeznamBot/4.0; +https://o-seznam.cz/napoveda/vyhledavani/en/seznambot-crawler/'),
    address: '198.18.1.11',
    verification: 'unverifiable',
  },
  // A control token for robots.txt, which no client has.
  'Google-Extended': { header: 'Google-Extended', address: '198.18.1.12' },
  monitor: { header: 'curl/8.5.0', address: '198.18.1.13' },
  browser: {
    header: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    address: '198.18.1.14',
  },
  'no header': { header: '-', address: '198.18.1.15' },
};

interface More {
  readonly from?: string;
  readonly method?: string;
  readonly status?: number;
  readonly host?: string;
  /** The header, as the format escapes it. */
  readonly header?: string;
  /** The target as the log contains it, of which the row states the path. */
  readonly url?: string;
}

export type Row = readonly [
  log: LogName,
  time: string,
  agent: keyof typeof AGENTS & string,
  path: string,
  expected: Class,
  more?: More | undefined,
];

/** Returns the request of a row. */
export function requestOf([, time, agent, path, , more = {}]: Row): LoggedRequest {
  const { header = '', address = '' } = AGENTS[agent] ?? {};
  const { from = address, method = 'GET', status = 200, host = SITE, url = path } = more;
  return { time, address: from, host, method, status, url, header: more.header ?? header };
}

/** Excluded by the lists of operators. */
const IMPOSTOR = '198.18.0.9';
const robots = (log: LogName, time: string, agent: string, more?: More | undefined, expected: Class = 'allowed'): Row => [
  log,
  time,
  agent,
  '/robots.txt',
  expected,
  more,
];

/** By the situation that the rows are about. Rows of one situation may narrow what a crawler could have read in another. */
export const MONTH: Readonly<Record<string, readonly Row[]>> = {
  'a rule that was always in force, in nginx': [['nginx', '2026-11-03T10:00:00Z', 'GPTBot', '/private/a', 'violation']],
  'a rule that was always in force, in Caddy': [['caddy', '2026-11-03T10:00:00.5Z', 'bingbot', '/private/a', 'violation']],
  'a rule that was always in force, in CloudFront': [
    ['cloudfront', '2026-11-03T10:00:00Z', 'CCBot', '/private/?q=1', 'violation'],
  ],
  'a rule that was always in force, in IIS': [['iis', '2026-11-03T10:00:00Z', 'Googlebot', '/private/a?b=c', 'violation']],
  'a rule that was always in force, in nginx with hosts': [
    ['vhost', '2026-11-03T10:00:00Z', 'Amazonbot', '/private/a', 'violation'],
  ],
  "permitted when it was made, forbidden by today's file": [
    ['nginx', '2026-11-05T10:00:00Z', 'GPTBot', '/articles/1', 'allowed'],
    ['caddy', '2026-11-05T10:00:01Z', 'bingbot', '/articles/1', 'allowed'],
    ['cloudfront', '2026-11-05T10:00:02Z', 'CCBot', '/', 'allowed'],
    ['iis', '2026-11-05T10:00:03Z', 'Googlebot', '/articles/1?page=2', 'allowed'],
    ['vhost', '2026-11-26T23:59:59Z', 'Bytespider', '/articles/1', 'allowed'],
  ],
  'forbidden when it was made, permitted later': [
    ['nginx', '2026-11-14T10:00:00Z', 'GPTBot', '/old/a', 'violation'],
    ['nginx', '2026-11-18T10:00:00Z', 'GPTBot', '/old/a', 'allowed'],
  ],
  "today's file": [
    ['iis', '2026-11-27T12:00:00Z', 'GPTBot', '/articles/1', 'grace'],
    ['iis', '2026-11-28T12:00:00Z', 'GPTBot', '/articles/1', 'violation'],
    ['iis', '2026-11-28T12:00:00Z', 'AdsBot-Google', '/articles/1', 'allowed'],
    robots('iis', '2026-11-28T12:00:01Z', 'GPTBot'),
    ['iis', '2026-11-28T12:00:02Z', 'GPTBot', '/robots.txt?a=b', 'allowed'],
  ],
  'a deployment at midnight': [
    ['nginx', '2026-11-09T23:59:59Z', 'CCBot', '/news/a', 'allowed'],
    ['nginx', '2026-11-10T00:00:00Z', 'CCBot', '/news/a', 'grace'],
    ['nginx', '2026-11-10T23:59:59Z', 'CCBot', '/news/a', 'grace'],
    ['nginx', '2026-11-11T00:00:00Z', 'CCBot', '/news/a', 'grace'],
    ['nginx', '2026-11-11T00:00:01Z', 'CCBot', '/news/a', 'violation'],
  ],
  'fractions of the second before a deployment': [
    ['caddy', '2026-11-09T23:59:59.999Z', 'dotbot', '/news/a', 'allowed'],
    ['caddy', '2026-11-10T00:00:00.001Z', 'dotbot', '/news/a', 'grace'],
  ],
  'a deployment in another zone that permits': [
    ['cloudfront', '2026-11-15T02:59:59Z', 'Bytespider', '/old/a', 'violation'],
    ['cloudfront', '2026-11-15T03:00:00Z', 'Bytespider', '/old/a', 'grace'],
    ['cloudfront', '2026-11-16T03:00:00Z', 'Bytespider', '/old/a', 'grace'],
    ['cloudfront', '2026-11-16T03:00:01Z', 'Bytespider', '/old/a', 'allowed'],
  ],
  'fetched the new version an hour before': [
    robots('caddy', '2026-11-10T10:00:00Z', 'bingbot'),
    ['caddy', '2026-11-10T11:00:00Z', 'bingbot', '/news/a', 'violation'],
  ],
  'fetched the new version through another verified address, in another log': [
    robots('iis', '2026-11-10T12:00:00Z', 'GPTBot', { from: '192.0.2.6' }),
    ['nginx', '2026-11-10T13:00:00Z', 'GPTBot', '/news/a', 'violation'],
  ],
  'fetched the new version through an address that is not verified': [
    robots('nginx', '2026-11-10T10:00:00Z', 'ClaudeBot'),
    ['nginx', '2026-11-10T11:00:00Z', 'ClaudeBot', '/news/a', 'grace', { from: '198.18.1.2' }],
    ['nginx', '2026-11-10T11:00:01Z', 'ClaudeBot', '/news/a', 'violation'],
  ],
  'an impostor fetched the new version': [
    robots('nginx', '2026-11-10T10:00:00Z', 'Googlebot', { from: IMPOSTOR }, 'impostor'),
    ['nginx', '2026-11-10T11:00:00Z', 'Googlebot', '/news/a', 'grace'],
  ],
  'fetched the old version an hour before the deployment': [
    robots('cloudfront', '2026-11-09T23:00:00Z', 'DuckDuckBot'),
    ['cloudfront', '2026-11-10T05:00:00Z', 'DuckDuckBot', '/news/a', 'grace'],
    ['cloudfront', '2026-11-11T00:00:01Z', 'DuckDuckBot', '/news/a', 'violation'],
  ],
  'HEAD, redirects and parts do not deliver the file': [
    robots('nginx', '2026-11-10T10:00:00Z', 'YandexBot', { method: 'HEAD' }),
    robots('nginx', '2026-11-10T10:00:01Z', 'YandexBot', { status: 301 }),
    robots('nginx', '2026-11-10T10:00:02Z', 'YandexBot', { status: 206 }),
    ['nginx', '2026-11-10T11:00:00Z', 'YandexBot', '/news/a', 'grace'],
  ],
  '304 confirms the new version': [
    robots('iis', '2026-11-10T10:00:00Z', 'Amazonbot', { status: 304 }),
    ['iis', '2026-11-10T11:00:00Z', 'Amazonbot', '/news/a', 'violation'],
  ],
  'fetched in the second of the deployment': [
    robots('vhost', '2026-11-10T00:00:00Z', 'PetalBot'),
    ['vhost', '2026-11-10T01:00:00Z', 'PetalBot', '/news/a', 'grace'],
  ],
  'fetched in the second of the request': [
    robots('vhost', '2026-11-10T10:00:00Z', 'SEOkicks-Robot'),
    ['vhost', '2026-11-10T10:00:00Z', 'SEOkicks-Robot', '/news/a', 'grace'],
    ['vhost', '2026-11-10T10:00:01Z', 'SEOkicks-Robot', '/news/a', 'violation'],
  ],
  'clock zones': [
    ['nginx', '2026-11-10T05:29:59+05:30', 'SemrushBot', '/news/a', 'allowed'],
    ['nginx', '2026-11-10T05:30:00+05:30', 'SemrushBot', '/news/a', 'grace'],
    ['nginx', '2026-11-09T15:59:59-08:00', 'SemrushBot', '/news/a', 'allowed'],
    ['nginx', '2026-11-10T16:00:01-08:00', 'SemrushBot', '/news/a', 'violation'],
  ],
  'the end of daylight saving': [
    ['nginx', '2026-11-01T01:29:59-04:00', 'GPTBot', '/dst/a', 'allowed'],
    ['nginx', '2026-11-01T01:30:00-04:00', 'GPTBot', '/dst/a', 'grace'],
    robots('nginx', '2026-11-01T01:45:00-04:00', 'GPTBot'),
    ['nginx', '2026-11-01T01:10:00-05:00', 'GPTBot', '/dst/a', 'violation'],
  ],
  'the history begins within the window': [
    ['caddy', '2026-11-01T11:59:59Z', 'bingbot', '/private/a', 'unknown'],
    ['caddy', '2026-11-01T12:00:00Z', 'bingbot', '/private/a', 'unknown'],
    ['caddy', '2026-11-01T12:00:01Z', 'bingbot', '/private/a', 'violation'],
  ],
  impostors: [
    ['nginx', '2026-11-04T10:00:00Z', 'GPTBot', '/private/a', 'impostor', { from: IMPOSTOR }],
    ['caddy', '2026-11-04T10:00:00Z', 'bingbot', '/private/a', 'impostor', { from: '192.0.2.5' }],
    ['iis', '2026-11-04T10:00:00Z', 'ChatGPT-User', '/', 'impostor', { from: IMPOSTOR }],
  ],
  'the operator documents only names of hosts, or no way to verify': [
    ['iis', '2026-11-04T10:00:00Z', 'YandexBot', '/private/a', 'violation', { from: IMPOSTOR }],
    ['iis', '2026-11-04T10:00:01Z', 'Bytespider', '/private/a', 'violation', { from: IMPOSTOR }],
  ],
  'a fetcher for users': [
    ['cloudfront', '2026-11-04T10:00:00Z', 'ChatGPT-User', '/private/a', 'not governed'],
    ['cloudfront', '2026-11-04T10:00:01Z', 'ChatGPT-User', '/articles/1', 'not governed'],
  ],
  'a crawler that ignores the group for all': [['nginx', '2026-11-04T10:00:00Z', 'AdsBot-Google', '/private/a', 'allowed']],
  'a crawler that follows the group of another one': [
    ['nginx', '2026-11-22T10:00:00Z', 'Googlebot-Image', '/g/a', 'violation'],
    ['nginx', '2026-11-22T10:00:01Z', 'Googlebot-Image', '/private/a', 'allowed'],
    ['nginx', '2026-11-22T10:00:02Z', 'GPTBot', '/g/a', 'allowed'],
  ],
  'browsers and unknown clients': [
    ['nginx', '2026-11-04T11:00:00Z', 'browser', '/private/a', 'client'],
    ['iis', '2026-11-04T11:00:00Z', 'no header', '/private/a', 'client'],
    ['caddy', '2026-11-04T11:00:00Z', 'monitor', '/private/a', 'client'],
    ['nginx', '2026-11-04T11:00:01Z', 'Google-Extended', '/private/a', 'client'],
  ],
  'a file that was unreachable for a day': [
    robots('nginx', '2026-11-09T12:00:00Z', 'AhrefsBot'),
    ...Array.from({ length: 24 }, (_, hour): Row => {
      const time = `2026-11-12T${String(hour).padStart(2, '0')}:00:00Z`;
      return robots('nginx', time, 'monitor', { status: 503 }, 'client');
    }),
    robots('nginx', '2026-11-13T00:00:00Z', 'monitor', {}, 'client'),
    // Its copy is from before the deployment on the 10th.
    ['nginx', '2026-11-12T15:00:00Z', 'AhrefsBot', '/news/a', 'grace'],
    ['nginx', '2026-11-12T15:00:01Z', 'AhrefsBot', '/private/a', 'violation'],
    ['nginx', '2026-11-12T15:00:02Z', 'AhrefsBot', '/articles/1', 'unknown'],
    ['nginx', '2026-11-13T01:00:00Z', 'AhrefsBot', '/news/a', 'violation'],
    ['nginx', '2026-11-12T15:00:03Z', 'PetalBot', '/private/a', 'violation'],
    // The log does not show what it had read.
    ['nginx', '2026-11-12T15:00:04Z', 'SemrushBot', '/private/a', 'unknown'],
  ],
  'no response is like a server error': [
    robots('nginx', '2026-11-19T10:00:00Z', 'dotbot', { status: 0 }),
    ['nginx', '2026-11-19T10:00:01Z', 'dotbot', '/private/a', 'unknown'],
    robots('nginx', '2026-11-19T10:01:00Z', 'dotbot'),
    ['nginx', '2026-11-19T10:01:01Z', 'dotbot', '/private/a', 'violation'],
  ],
  'a file that was missing': [
    robots('nginx', '2026-11-17T10:00:00Z', 'SemrushBot', { status: 404 }),
    ['nginx', '2026-11-17T11:00:00Z', 'SemrushBot', '/private/a', 'allowed'],
    ['nginx', '2026-11-18T10:00:01Z', 'SemrushBot', '/private/a', 'violation'],
  ],
  'a client that closes the connection received nothing': [
    robots('nginx', '2026-11-24T10:00:00Z', 'SemrushBot', { status: 499 }),
    ['nginx', '2026-11-24T11:00:00Z', 'SemrushBot', '/private/a', 'violation'],
    ['nginx', '2026-11-24T11:00:01Z', 'SemrushBot', '/articles/1', 'allowed'],
  ],
  'too many requests of one client are no failure of the site': [
    robots('caddy', '2026-11-24T12:00:00Z', 'monitor', { status: 429 }, 'client'),
    robots('caddy', '2026-11-24T12:00:01Z', 'PetalBot', { status: 429 }),
    ['caddy', '2026-11-24T13:00:00Z', 'SEOkicks-Robot', '/private/a', 'violation'],
    ['caddy', '2026-11-24T13:00:00Z', 'SEOkicks-Robot', '/articles/1', 'allowed'],
    ['caddy', '2026-11-24T13:00:00Z', 'PetalBot', '/private/a', 'violation'],
    ['caddy', '2026-11-24T13:00:00Z', 'PetalBot', '/articles/1', 'unknown'],
    ['caddy', '2026-11-24T13:00:00Z', 'GPTBot', '/private/a', 'violation'],
  ],
  'HEAD and POST': [
    ['nginx', '2026-11-04T12:00:00Z', 'GPTBot', '/private/a', 'violation', { method: 'HEAD' }],
    ['caddy', '2026-11-04T12:00:01Z', 'bingbot', '/private/a', 'violation', { method: 'POST' }],
  ],
  'a refused request': [['iis', '2026-11-04T12:00:02Z', 'CCBot', '/private/a', 'violation', { status: 403 }]],
  'targets with a whole URL': [
    [
      ...(['nginx', '2026-11-06T10:00:00Z', 'GPTBot', '/private/a', 'violation'] as const),
      { url: 'http://www.example.com:80/private/a' },
    ],
    [
      ...(['nginx', '2026-11-06T10:00:01Z', 'GPTBot', '/private/a', 'other host'] as const),
      { url: 'https://shop.example.com/private/a' },
    ],
  ],
  'escapes, upper case and prefixes in targets': [
    ['nginx', '2026-11-06T11:00:00Z', 'CCBot', '/%70rivate/a', 'violation'],
    ['nginx', '2026-11-06T11:00:01Z', 'CCBot', '/Private/a', 'allowed'],
    ['nginx', '2026-11-06T11:00:02Z', 'CCBot', '/private', 'allowed'],
    ['nginx', '2026-11-06T11:00:03Z', 'CCBot', '/articles/private/', 'allowed'],
  ],
  'escaped quotes in User-Agents': [
    [
      ...(['nginx', '2026-11-06T12:00:00Z', 'GPTBot', '/private/a', 'violation'] as const),
      { header: String.raw`Mozilla/5.0 \x22compatible\x22 (GPTBot/1.2)` },
    ],
    [
      ...(['vhost', '2026-11-06T12:00:01Z', 'GPTBot', '/private/a', 'violation'] as const),
      { header: String.raw`Mozilla/5.0 \"compatible\" (GPTBot/1.2)` },
    ],
    [
      ...(['caddy', '2026-11-06T12:00:02Z', 'GPTBot', '/private/a', 'violation'] as const),
      { header: 'Mozilla/5.0 "compatible" (GPTBot/1.2)' },
    ],
  ],
  IPv6: [
    ['nginx', '2026-11-07T10:00:00Z', 'GPTBot', '/private/a', 'violation', { from: '2001:db8:1::5' }],
    ['iis', '2026-11-07T10:00:01Z', 'GPTBot', '/private/a', 'violation', { from: '::ffff:192.0.2.5' }],
    ['caddy', '2026-11-07T10:00:02Z', 'GPTBot', '/private/a', 'impostor', { from: '2001:db8:2::5' }],
  ],
  'lists of addresses from proxies': [
    ['proxy', '2026-11-07T11:00:00Z', 'GPTBot', '/private/a', 'violation', { from: '198.18.0.9, 192.0.2.5' }],
    ['proxy', '2026-11-07T11:00:01Z', 'GPTBot', '/private/a', 'impostor', { from: '192.0.2.5, 198.18.0.9' }],
    ['proxy', '2026-11-07T11:00:02Z', 'CCBot', '/articles/1', 'allowed'],
  ],
  'several hosts in one log': [
    ['vhost', '2026-11-08T10:00:00Z', 'GPTBot', '/private/a', 'other host', { host: 'shop.example.com' }],
    ['caddy', '2026-11-08T10:00:01Z', 'GPTBot', '/private/a', 'other host', { host: 'example.com' }],
    ['cloudfront', '2026-11-08T10:00:02Z', 'GPTBot', '/', 'other host', { host: 'cdn.example.com' }],
    ['caddy', '2026-11-08T10:00:03Z', 'GPTBot', '/private/a', 'violation', { host: 'WWW.Example.com:443' }],
    // Another host's file says nothing about this one.
    robots('vhost', '2026-11-10T09:00:00Z', 'Bytespider', { host: 'shop.example.com' }, 'other host'),
    ['vhost', '2026-11-10T09:30:00Z', 'Bytespider', '/news/a', 'grace'],
  ],
};
