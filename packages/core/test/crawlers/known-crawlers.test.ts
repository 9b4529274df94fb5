import { describe, expect, test } from 'vitest';
import { crawlerProfile, knownCrawlers } from '../../src/crawlers.js';
import { parseRobotsTxt } from '../../src/index.js';

const tokens = knownCrawlers.map(({ name }) => name);
const folded = tokens.map((token) => token.toLowerCase());

/** Names with characters other than letters, "_" and "-", which strict parsers truncate. */
const BEYOND_THE_GRAMMAR = [
  '360Spider',
  '360Spider-Image',
  '360Spider-Video',
  'AI2Bot',
  'Ai2Bot-Dolma',
  'archive.org_bot',
  'bnf.fr_bot',
  'Dataprovider.com',
  'img2dataset',
  'Mail.RU_Bot',
  'MJ12bot',
  'search.marginalia.nu',
  'Site24x7',
  'W3C-checklink',
  'W3C_Validator',
];

describe('the known crawlers', () => {
  test('RFC 9309 2.2.1: product tokens consist of letters, "_" and "-", with listed exceptions', () => {
    expect(tokens.filter((token) => !/^[A-Za-z_-]+$/.test(token))).toEqual(BEYOND_THE_GRAMMAR);
  });

  test.each(['rfc9309', 'draft-koster-rep-00'] as const)(
    '%s: the name on a user-agent line is the whole token, and a query for it finds its group',
    (dialect) => {
      for (const token of tokens) {
        const body = `User-agent: ${token}\nDisallow: /\n`;
        const robotsTxt = parseRobotsTxt(body, { dialect });
        expect(robotsTxt.groups[0]?.productTokens).toEqual([token]);
        expect(robotsTxt.isAllowed('/', token)).toBe(false);
      }
    },
  );

  test('Google only: its parser finds the groups of tokens that follow the grammar', () => {
    const found = tokens.filter((token) => {
      const body = `User-agent: ${token}\nDisallow: /\n`;
      return !parseRobotsTxt(body, { dialect: 'google' }).isAllowed('/', token);
    });
    expect(found).toEqual(tokens.filter((token) => !BEYOND_THE_GRAMMAR.includes(token)));
  });

  test('RFC 9309 2.2.1: no token is listed twice, ignoring case', () => {
    expect(folded.filter((token, place) => folded.indexOf(token) !== place)).toEqual([]);
  });

  test('they are in the order of their product tokens', () => {
    expect(folded).toEqual([...folded].sort());
  });

  test('each has an operator, and a source that is an https URL in its usual form', () => {
    for (const { name, operator, source } of knownCrawlers) {
      expect(operator.trim(), name).toMatch(/^.+$/);
      expectHttps(source, name);
    }
  });

  test('notes are sentences', () => {
    const notes = knownCrawlers.flatMap(({ note }) => note ?? []);
    expect(notes.filter((note) => !/^[A-Z].*\.$/.test(note))).toEqual([]);
  });

  test("the note says so if the source is a third party's", () => {
    const ofOthers = /^https:\/\/(github\.com\/ai-robots-txt|webmasterid\.|darkvisitors\.|opengraphplus\.)/;
    for (const { name, source, note } of knownCrawlers) {
      const isSaid = note?.includes('no known page') ?? false;
      expect(isSaid, name).toBe(ofOthers.test(source));
    }
  });

  test('more than a hundred crawlers are known', () => {
    expect(knownCrawlers.length).toBeGreaterThan(100);
  });

  test('every purpose has entries', () => {
    expect([...new Set(knownCrawlers.flatMap(({ purposes }) => purposes))].sort()).toEqual([
      'advertising',
      'ai-search',
      'ai-training',
      'ai-user',
      'archive',
      'monitoring',
      'other',
      'preview',
      'search',
      'seo',
    ]);
  });
});

describe('documented facts', () => {
  test('what differs from RFC 9309, and that a crawler obeys, has its page and date', () => {
    for (const crawler of knownCrawlers) {
      const { name, facts, productTokens, obeysRobotsTxt } = crawler;
      const { dialect, policy, crawlDelay, addresses, blocking } = crawler;
      const needed = [
        ...(productTokens.length > 1 ? ['productTokens'] : []),
        ...(crawler.fallsBackToStar ? [] : ['fallsBackToStar']),
        ...(crawler.kind === 'crawler' ? [] : ['kind']),
        ...(name === 'bingbot' ? ['purposes'] : []),
        ...Object.entries({ dialect, policy, crawlDelay, obeysRobotsTxt, addresses, blocking })
          .filter(([, value]) => value !== undefined)
          .map(([fact]) => fact),
      ];
      expect(Object.keys(facts).sort(), name).toEqual(needed.sort());
      for (const { source, checked } of Object.values(facts)) {
        expectHttps(source, name);
        expect(new Date(checked).toISOString().slice(0, 10), name).toBe(checked);
      }
    }
  });

  test('each looks for its own name first, and never for "*"', () => {
    for (const { name, productTokens } of knownCrawlers) {
      expect(productTokens[0]).toBe(name);
      expect(productTokens).not.toContain('*');
      expect(new Set(productTokens).size).toBe(productTokens.length);
    }
  });

  test('control tokens say what they govern, and crawlers govern nothing', () => {
    for (const { name, kind, governs } of knownCrawlers) {
      expect(governs === undefined, name).toBe(kind === 'crawler');
    }
    const tokensOnly = knownCrawlers.filter(({ kind }) => kind !== 'crawler');
    expect(tokensOnly.map(({ name }) => name)).toEqual(['Applebot-Extended', 'Google-Extended']);
  });

  test('a crawler that documents a policy also documents a dialect', () => {
    const policies = knownCrawlers.filter(({ policy }) => policy !== undefined);
    expect(policies.filter(({ dialect }) => dialect === undefined)).toEqual([]);
    expect([...new Set(policies.map(({ policy }) => policy))]).toEqual(['google', 'amazon', 'yandex']);
  });

  test('dialects are those of this library', () => {
    const named = knownCrawlers.flatMap(({ dialect }) => dialect ?? []);
    expect([...new Set(named)]).toEqual(['google', 'rfc9309', 'yandex']);
    for (const dialect of named) expect(parseRobotsTxt('', { dialect }).dialect.name).toBe(dialect);
  });
});

describe('what blocking costs', () => {
  const entries = knownCrawlers.flatMap(({ name, blocking }) => (blocking === undefined ? [] : [{ name, blocking }]));

  test('is one sentence of at most 25 words', () => {
    expect(entries.length).toBeGreaterThan(30);
    for (const { name, blocking } of entries) {
      expect(blocking, name).toMatch(/^[A-Z][^.]*\.$/);
      expect(blocking.split(' ').length, name).toBeLessThanOrEqual(25);
    }
  });

  test('is known for every control token and for the large operators of AI crawlers', () => {
    const known = new Set(entries.map(({ name }) => name));
    const tokens = knownCrawlers.filter(({ kind }) => kind !== 'crawler');
    for (const { name } of tokens) expect(known).toContain(name);
    for (const name of ['GPTBot', 'OAI-SearchBot', 'ClaudeBot', 'PerplexityBot', 'Amazonbot']) {
      expect(known).toContain(name);
    }
  });
});

describe('addresses', () => {
  const entries = knownCrawlers.flatMap((crawler) =>
    crawler.addresses === undefined ? [] : [{ crawler, ...crawler.addresses }],
  );

  test('each has lists at https URLs, or domains of host names', () => {
    expect(entries.length).toBeGreaterThan(50);
    for (const { crawler, lists = [], hostDomains = [] } of entries) {
      expect(lists.length + hostDomains.length, crawler.name).toBeGreaterThan(0);
      for (const list of lists) expectHttps(list, crawler.name);
      for (const domain of hostDomains) expect(domain).toMatch(/^([a-z]+\.)+[a-z]+$/);
    }
  });

  test('control tokens have none, because nobody sends their names', () => {
    expect(entries.filter(({ crawler }) => crawler.kind !== 'crawler')).toEqual([]);
  });

  test('names that users of a cloud can have prove nothing about other crawlers of its operator', () => {
    const inCloud = entries.filter(({ hostDomains }) => hostDomains?.some((domain) => domain.endsWith('googleusercontent.com')));
    expect([...new Set(inCloud.map(({ crawler }) => crawler.obeysRobotsTxt))]).toEqual(['user-triggered']);
  });
});

describe('crawlerProfile', () => {
  test('RFC 9309 2.2.1: case makes no difference', () => {
    expect(crawlerProfile('gptbot')).toEqual({
      name: 'GPTBot',
      productTokens: ['GPTBot'],
      fallsBackToStar: true,
      obeysRobotsTxt: 'yes',
      kind: 'crawler',
      operator: 'OpenAI',
      purposes: ['ai-training'],
      source: 'https://developers.openai.com/api/docs/bots',
      addresses: { lists: ['https://openai.com/gptbot.json'] },
      blocking: 'It tells OpenAI not to train its foundation models on the content; search in ChatGPT does not change.',
      facts: {
        blocking: {
          source: 'https://developers.openai.com/api/docs/bots',
          checked: '2026-11-29',
        },
        addresses: {
          source: 'https://developers.openai.com/api/docs/bots',
          checked: '2026-11-24',
        },
        obeysRobotsTxt: {
          source: 'https://developers.openai.com/api/docs/bots',
          checked: '2026-11-22',
        },
      },
    });
    for (const crawler of knownCrawlers) {
      expect(crawlerProfile(crawler.name.toUpperCase())).toBe(crawler);
    }
  });

  test('returns undefined for an unknown name', () => {
    for (const name of ['ExampleBot', 'GPTBot/1.0', '', '*']) {
      expect(crawlerProfile(name)).toBeUndefined();
    }
  });
});

function expectHttps(source: string, name: string): void {
  const url = URL.parse(source);
  expect(url?.protocol, name).toBe('https:');
  expect(url?.href.replace(/\/$/, ''), name).toBe(source.replace(/\/$/, ''));
}
