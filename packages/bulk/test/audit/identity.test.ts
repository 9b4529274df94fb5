import { type CrawlerProfile, crawlerProfile } from '@repkit/core/crawlers';
import { describe, expect, test } from 'vitest';
import { parseAddressList } from '../../src/audit/address-list.js';
import { identities } from '../../src/audit/identity.js';
import { type NameLimits, type NameLookups, ReverseDns } from '../../src/audit/reverse-dns.js';

const LIST = 'https://example.com/bots.json';
const OTHER = 'https://example.com/more.json';

function crawler(addresses: CrawlerProfile['addresses']): CrawlerProfile {
  const { addresses: _, ...profile } = crawlerProfile('GPTBot') as CrawlerProfile;
  return { ...profile, ...(addresses && { addresses }) };
}

function list(...prefixes: readonly object[]) {
  return parseAddressList(JSON.stringify({ prefixes }), 'x');
}

const lists = new Map([[LIST, list({ ipv4Prefix: '192.0.2.0/24' })]]);

type Answer = readonly string[] | 'ENOTFOUND' | 'ENODATA' | 'ESERVFAIL' | 'ETIMEOUT';

/** Lookups by their query, with the queries. */
function lookups(answers: Readonly<Record<string, Answer>>) {
  const queries: string[] = [];
  const answer = async (query: string): Promise<string[]> => {
    queries.push(query);
    const result = answers[query] ?? 'ENOTFOUND';
    if (typeof result === 'string') throw Object.assign(new Error(result), { code: result });
    return [...result];
  };
  const all: NameLookups = {
    resolvePtr: (name) => answer(`PTR ${name}`),
    resolve4: (name) => answer(`A ${name}`),
    resolve6: (name) => answer(`AAAA ${name}`),
  };
  return { all, queries };
}

const ANSWERS = {
  'PTR 1.100.51.198.in-addr.arpa': ['Crawl-1.Bot.Example.'],
  'A crawl-1.bot.example': ['198.51.100.9', '198.51.100.1'],
  'PTR 2.100.51.198.in-addr.arpa': ['crawl-1.bot.example'],
  'PTR 3.100.51.198.in-addr.arpa': ['bot.example.evil.example', 'notbot.example'],
  'PTR 4.100.51.198.in-addr.arpa': ['vm-4.cloud.example'],
  'A vm-4.cloud.example': ['198.51.100.4'],
  'PTR 5.100.51.198.in-addr.arpa': 'ENODATA',
  'PTR 6.100.51.198.in-addr.arpa': 'ESERVFAIL',
  'PTR 7.100.51.198.in-addr.arpa': ['broken.bot.example'],
  'A broken.bot.example': 'ESERVFAIL',
  'PTR 8.100.51.198.in-addr.arpa': 'ETIMEOUT',
  'PTR 1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa': ['six.bot.example'],
  'AAAA six.bot.example': ['2001:0db8:0:0:0:0:0:1'],
} as const;

describe('states', () => {
  const documented = { lists: [LIST], hostDomains: ['bot.example'] };
  test.each<[string, CrawlerProfile['addresses'], string, string, string]>([
    // With lists only, then with DNS.
    ['no documentation', undefined, '192.0.2.1', 'unverifiable', 'unverifiable'],
    ['in the list', { lists: [LIST] }, '192.0.2.1', 'verified', 'verified'],
    ['not in the list', { lists: [LIST] }, '203.0.113.1', 'not-verified', 'not-verified'],
    ['in one of two lists', { lists: [OTHER, LIST] }, '192.0.2.1', 'verified', 'verified'],
    ['a list is missing', { lists: [LIST, OTHER] }, '203.0.113.1', 'unchecked', 'unchecked'],
    ['not an address', documented, '-', 'unchecked', 'unchecked'],
    ['in the list, without a name', documented, '192.0.2.1', 'verified', 'verified'],
    ['a confirmed name', { hostDomains: ['bot.example'] }, '198.51.100.1', 'unchecked', 'verified'],
    ['a confirmed name, not in the list', documented, '198.51.100.1', 'not-verified', 'verified'],
    ['an IPv4 address as IPv6', { hostDomains: ['bot.example'] }, '::ffff:198.51.100.1', 'unchecked', 'verified'],
    ['an IPv6 address', { hostDomains: ['bot.example'] }, '2001:db8::1', 'unchecked', 'verified'],
    ['a name that leads elsewhere', { hostDomains: ['bot.example'] }, '198.51.100.2', 'unchecked', 'not-verified'],
    ['names of other domains', { hostDomains: ['bot.example'] }, '198.51.100.3', 'unchecked', 'not-verified'],
    ['a host in a cloud', documented, '198.51.100.4', 'not-verified', 'not-verified'],
    ['no name', { hostDomains: ['bot.example'] }, '198.51.100.5', 'unchecked', 'not-verified'],
    ['an unknown address', documented, '198.51.100.99', 'not-verified', 'not-verified'],
    [
      'no name, and a list is missing',
      { lists: [OTHER], hostDomains: ['bot.example'] },
      '198.51.100.5',
      'unchecked',
      'unchecked',
    ],
    ['a failed lookup', documented, '198.51.100.6', 'not-verified', 'unchecked'],
    ['a failed confirmation', documented, '198.51.100.7', 'not-verified', 'unchecked'],
    ['a lookup without an answer', documented, '198.51.100.8', 'not-verified', 'unchecked'],
  ])('%s', async (_, addresses, address, byLists, byDns) => {
    const profile = crawler(addresses);
    expect(await identities({ lists }).stateOf(profile, address)).toBe(byLists);
    const dns = new ReverseDns(lookups(ANSWERS).all);
    expect(await identities({ lists, dns }).stateOf(profile, address)).toBe(byDns);
  });
});

test('a list of several crawlers names their services', () => {
  const shared = list(
    { ipv4Prefix: '192.0.2.0/24', service: 'Production' },
    { ipv4Prefix: '192.0.2.0/26', service: 'Googlebot' },
    { ipv4Prefix: '192.0.2.64/26', service: 'GPTBot' },
  );
  const { stateOf } = identities({ lists: new Map([[LIST, shared]]) });
  const gptBot = crawler({ lists: [LIST] });
  const states = ['192.0.2.200', '192.0.2.1', '192.0.2.65'].map((address) => stateOf(gptBot, address));
  expect(states).toEqual(['verified', 'not-verified', 'verified']);
});

test('each address is looked up once, at most as many at a time as allowed', async () => {
  const { all, queries } = lookups(ANSWERS);
  let running = 0;
  let most = 0;
  const counting: NameLookups = {
    ...all,
    async resolvePtr(name) {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running--;
      return await all.resolvePtr(name);
    },
  };
  const dns = new ReverseDns(counting, { concurrency: 3 });
  const { stateOf } = identities({ lists: new Map(), dns });
  const profiles = [crawler({ hostDomains: ['bot.example'] }), crawler({ hostDomains: ['cloud.example'] })];
  const all100 = Array.from({ length: 300 }, (_, index) => `198.51.100.${index % 50}`);
  await Promise.all(profiles.flatMap((profile) => all100.map((address) => stateOf(profile, address))));
  expect(most).toBe(3);
  expect(queries.filter((query) => query.startsWith('PTR '))).toHaveLength(50);
  expect(queries.filter((query) => query === 'A crawl-1.bot.example').length).toBeLessThanOrEqual(2);
});

test.each<[string, NameLimits, number, number]>([
  ['addresses', { maxAddresses: 30 }, 30, 20],
  ['time', { totalMs: -1 }, 0, 50],
])('beyond a limit of %s, addresses are unchecked and counted', async (_, limits, asked, unanswered) => {
  const { all, queries } = lookups({});
  const dns = new ReverseDns(all, limits);
  const { stateOf } = identities({ lists: new Map(), dns });
  const profile = crawler({ hostDomains: ['bot.example'] });
  const states = await Promise.all(Array.from({ length: 100 }, (_unused, index) => stateOf(profile, `203.0.113.${index % 50}`)));
  expect(states.filter((state) => state === 'unchecked')).toHaveLength(2 * unanswered);
  expect(queries).toHaveLength(asked);
  expect(dns.unansweredAddresses).toBe(unanswered);
});
