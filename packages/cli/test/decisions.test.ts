/**
 * One table of decisions (access × URL × crawler × what the caller gives → outcome), which every way to ask must return:
 * core, client, commands, service and tester.
 */
import { Buffer } from 'node:buffer';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MemoryStore, type PolicyName, policies, RobotsClient } from '@repkit/client';
import {
  type Access,
  type Crawler,
  type DialectName,
  decide,
  decider,
  type Outcome,
  type Overrides,
  robotsFile,
} from '@repkit/core';
import { crawlerProfile } from '@repkit/core/crawlers';
import { createServer } from '@repkit/server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { siteWith } from '../../../test/support/site.js';
import { type SiteAnswer, transportOf } from '../../../test/support/sites.js';
import { temporaryFolder } from '../../../test/support/temporary.js';
import { run } from '../src/run.js';
import { fakeIo } from './support/fake-io.js';

interface Case {
  readonly name: string;
  /** The robots.txt, or the status of the response to the request for it. */
  readonly site: string | number;
  readonly path: string;
  /** A known crawler if there is one with this name, else a product token. */
  readonly crawler: string;
  /** Whether only the product token is meant, although the crawler is known. */
  readonly isToken?: boolean;
  readonly policy?: PolicyName;
  readonly dialect?: DialectName;
  readonly outcome: Outcome;
  readonly reason: string;
  /** The dialect that decides. */
  readonly under: DialectName;
}

/** Google's parser lets the index page open its folder; RFC 9309 does not. */
const INDEX = 'User-agent: *\nDisallow: /\nAllow: /index.html\n';
const GOOGLE_ONLY = 'User-agent: Googlebot\nDisallow: /\n';

const CASES: readonly Case[] = [
  {
    name: 'the documentation of the crawler decides about the dialect',
    site: INDEX,
    path: '/',
    crawler: 'Googlebot',
    outcome: 'allowed',
    reason: 'rule',
    under: 'google',
  },
  {
    name: 'a given policy wins over the documentation',
    site: INDEX,
    path: '/',
    crawler: 'Googlebot',
    policy: 'rfc9309',
    outcome: 'disallowed',
    reason: 'rule',
    under: 'rfc9309',
  },
  {
    name: 'a given dialect wins over the documentation',
    site: INDEX,
    path: '/',
    crawler: 'Googlebot',
    dialect: 'rfc9309',
    outcome: 'disallowed',
    reason: 'rule',
    under: 'rfc9309',
  },
  {
    name: 'a given dialect wins over a given policy',
    site: INDEX,
    path: '/',
    crawler: 'ExampleBot',
    policy: 'rfc9309',
    dialect: 'google',
    outcome: 'allowed',
    reason: 'rule',
    under: 'google',
  },
  {
    name: 'a product token has no documentation',
    site: INDEX,
    path: '/',
    crawler: 'Googlebot',
    isToken: true,
    outcome: 'disallowed',
    reason: 'rule',
    under: 'rfc9309',
  },
  {
    name: 'a given policy implies its dialect for a product token',
    site: INDEX,
    path: '/',
    crawler: 'ExampleBot',
    policy: 'google',
    outcome: 'allowed',
    reason: 'rule',
    under: 'google',
  },
  {
    name: 'Applebot follows the group of Googlebot',
    site: GOOGLE_ONLY,
    path: '/',
    crawler: 'Applebot',
    outcome: 'disallowed',
    reason: 'rule',
    under: 'rfc9309',
  },
  {
    name: 'AdsBot-Google ignores the group of "*"',
    site: 'User-agent: *\nDisallow: /\n',
    path: '/',
    crawler: 'AdsBot-Google',
    outcome: 'allowed',
    reason: 'no-group',
    under: 'google',
  },
  {
    name: 'no rules apply to a crawler that robots.txt does not govern',
    site: 'User-agent: *\nDisallow: /\n',
    path: '/',
    crawler: 'Amzn-User',
    outcome: 'not-governed',
    reason: 'profile',
    under: 'rfc9309',
  },
  {
    name: 'a control token follows its group, which decides about the use of content',
    ...{
      site: 'User-agent: Google-Extended\nDisallow: /\n',
      path: '/',
      crawler: 'Google-Extended',
    },
    outcome: 'disallowed',
    reason: 'rule',
    under: 'google',
  },
  {
    name: 'a control token follows the group of "*"',
    site: 'User-agent: *\nDisallow: /x\n',
    path: '/',
    crawler: 'Applebot-Extended',
    outcome: 'allowed',
    reason: 'no-rule',
    under: 'rfc9309',
  },
  {
    name: 'the use of content of an unreachable site is unknown',
    site: 503,
    path: '/',
    crawler: 'Google-Extended',
    outcome: 'unreachable',
    reason: 'unreachable',
    under: 'google',
  },
  {
    name: 'an unreachable site permits nothing to a crawler that is not governed',
    site: 503,
    path: '/',
    crawler: 'Amzn-User',
    outcome: 'not-governed',
    reason: 'profile',
    under: 'rfc9309',
  },
  {
    name: 'YandexBot documents that a site with errors restricts nothing',
    site: 503,
    path: '/',
    crawler: 'YandexBot',
    outcome: 'allowed',
    reason: 'given-up',
    under: 'yandex',
  },
  {
    name: 'Amazonbot without a copy crawls a site with errors',
    site: 503,
    path: '/',
    crawler: 'Amazonbot',
    outcome: 'allowed',
    reason: 'given-up',
    under: 'rfc9309',
  },
  {
    name: 'RFC 9309 2.2.2: the robots.txt of an unreachable site',
    site: 503,
    path: '/robots.txt',
    crawler: 'ExampleBot',
    outcome: 'allowed',
    reason: 'robots-txt',
    under: 'rfc9309',
  },
  {
    name: 'RFC 9309 2.2.2: a query makes it another URL',
    site: 503,
    path: '/robots.txt?x=1',
    crawler: 'ExampleBot',
    outcome: 'unreachable',
    reason: 'unreachable',
    under: 'rfc9309',
  },
  {
    name: 'RFC 9309 2.2.2: an escape does not',
    site: 503,
    path: '/%72obots.txt',
    crawler: 'ExampleBot',
    outcome: 'allowed',
    reason: 'robots-txt',
    under: 'rfc9309',
  },
  {
    name: 'RFC 9309 2.3.1.3: an unavailable robots.txt restricts nothing',
    site: 404,
    path: '/a',
    crawler: 'ExampleBot',
    outcome: 'allowed',
    reason: 'unavailable',
    under: 'rfc9309',
  },
  {
    name: 'Koster 1996 3.1: a restricted site',
    site: 403,
    path: '/a',
    crawler: 'ExampleBot',
    policy: 'koster1996',
    outcome: 'disallowed',
    reason: 'forbidden',
    under: 'koster1996',
  },
];

const ORIGIN = 'https://example.com';
const FILES = CASES.filter(({ site }) => typeof site === 'string');

const urlOf = ({ path }: Case): string => ORIGIN + path;

function crawlerIn({ crawler, isToken = false }: Case): Crawler {
  return isToken ? crawler : (crawlerProfile(crawler) ?? crawler);
}

function givenIn({ policy, dialect }: Case): Overrides {
  return { dialect, policy: policy && policies[policy] };
}

function answerIn({ site }: Case): SiteAnswer {
  return typeof site === 'string' ? { status: 200, body: site } : { status: site };
}

function accessIn({ site, policy, reason }: Case): Access {
  if (typeof site === 'string') return { kind: 'file', file: robotsFile(site) };
  if (reason === 'given-up') return { kind: reason };
  if (site === 503) return { kind: 'unreachable' };
  return { kind: policy === 'koster1996' ? 'forbidden' : 'unavailable' };
}

describe.each(CASES)('$name', (row) => {
  const { outcome, reason, under } = row;

  test('decide', () => {
    const found = decide(accessIn(row), urlOf(row), crawlerIn(row), givenIn(row));
    expect(found).toMatchObject({ outcome, reason, dialect: under });
  });

  test('decider, for strings and bytes', () => {
    const one = decider(accessIn(row), crawlerIn(row), givenIn(row));
    const bytes = Buffer.from(` ${urlOf(row)} `);
    expect([one.outcome(urlOf(row)), one.outcomeAt(bytes, 1, bytes.length - 1)]).toEqual([outcome, outcome]);
  });

  test.each(['constructor', 'check'] as const)('client: crawler given to the %s', async (where) => {
    const { policy, dialect } = row;
    const crawler = crawlerIn(row);
    const named = typeof crawler === 'string' ? { productToken: crawler } : { crawler };
    const client = new RobotsClient({
      userAgent: 'ExampleTester/1.0',
      ...(where === 'constructor' ? named : {}),
      policy,
      dialect,
      transport: transportOf(answerIn(row)),
    } as ConstructorParameters<typeof RobotsClient>[0]);
    onTestFinished(() => client.close());
    const options = where === 'check' ? { crawler } : {};
    const decision = await client.check(urlOf(row), options);
    expect(decision).toMatchObject({ outcome, reason, dialect: under });
    expect(await client.isAllowed(urlOf(row), options)).toBe(outcome === 'allowed');
  });
});

/** The options of a command that name the crawler and what is given. */
function optionsOf({ crawler, isToken, policy, dialect }: Case): string[] {
  const isKnown = !isToken && crawlerProfile(crawler) !== undefined;
  return [
    `--${isKnown ? 'crawler' : 'agent'}=${crawler}`,
    ...(policy === undefined ? [] : [`--policy=${policy}`]),
    ...(dialect === undefined ? [] : [`--dialect=${dialect}`]),
  ];
}

async function repkit(args: readonly string[], files: Readonly<Record<string, string>>, stdin = ''): Promise<string> {
  const io = fakeIo({ files, stdin });
  const code = await run([...args], io);
  if (code === 2) throw new Error(io.written.err);
  return io.written.out;
}

/** The outcome in a row of `filter`. */
const OUTCOME = /\b(?:not-governed|disallowed|allowed|unreachable|invalid)\b/g;

describe.each(CASES)('an archive: $name', (row) => {
  const { outcome, site, path } = row;
  const archive = (): string => {
    const file = join(temporaryFolder(), 'archive.ndjson');
    const [status, body] = typeof site === 'string' ? [200, site] : [site, ''];
    writeFileSync(file, `${JSON.stringify({ url: `${ORIGIN}/robots.txt`, status, robotsTxt: body })}\n`);
    return file;
  };

  test('filter', async () => {
    const args = ['filter', `--archive=${archive()}`, ...optionsOf(row)];
    expect((await repkit(args, {}, `${urlOf(row)}\n`)).match(OUTCOME)).toEqual([outcome]);
  });

  // Rows of a survey are about the home page.
  if (path === '/')
    test('survey', async () => {
      const out = await repkit(['survey', '--format=ndjson', ...optionsOf(row), archive()], {});
      expect(JSON.parse(out).verdict).toBe(outcome);
    });
});

describe.each(CASES)('a site on the network: $name', (row) => {
  test('check, filter and the service', async () => {
    const { outcome, site, path, crawler, policy, dialect } = row;
    const [status, body] = typeof site === 'string' ? [200, site] : [site, ''];
    const { origin } = await siteWith(status, body);
    const url = origin + path;
    const live = ['--store=none', '--allow=127.0.0.1', ...optionsOf(row)];
    const checked = await repkit(['check', '--json', ...live, url], {});
    expect(JSON.parse(checked).verdicts[0].verdict).toBe(outcome);
    const filtered = await repkit(['filter', ...live], {}, `${url}\n`);
    expect(filtered.match(OUTCOME)).toEqual([outcome]);
    const isKnown = !row.isToken && crawlerProfile(crawler) !== undefined;
    const service = await createServer({
      store: new MemoryStore(),
      userAgent: 'repkit-test/1.0',
      transport: transportOf(answerIn(row)),
      log: { level: 'silent', write: () => {} },
      pages: 'no-such-folder',
      // The process of the tests is larger than a service.
      limits: { memoryBytes: Number.POSITIVE_INFINITY },
    });
    onTestFinished(() => service.close());
    const named = isKnown ? { crawlers: [crawler] } : { productTokens: [crawler] };
    const requests = [
      { urls: [urlOf(row)], ...named, policy, dialect },
      ...(status === 200 ? [{ urls: [urlOf(row)], ...named, policy, dialect, robotsTxt: body }] : []),
    ];
    for (const request of requests) {
      const options = { method: 'POST', url: '/v1/check', payload: request } as const;
      const { verdicts } = (await service.inject(options)).json();
      expect(verdicts[0].verdict).toBe(outcome);
    }
  });
});

describe.each(FILES)('commands with a file: $name', (row) => {
  const { outcome } = row;
  const files = { 'robots.txt': String(row.site) };
  const options = optionsOf(row);
  const isAnalyzed = outcome !== 'not-governed';

  test('check', async () => {
    const out = await repkit(['check', '--json', '--robots=robots.txt', ...options, urlOf(row)], files);
    expect(JSON.parse(out).verdicts[0].verdict).toBe(outcome);
  });

  test('page', async () => {
    const response = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n';
    const out = await repkit(['page', '--json', '--robots=robots.txt', '--response=page', ...options, urlOf(row)], {
      ...files,
      page: response,
    });
    expect(JSON.parse(out).crawlers[0].verdict).toBe(outcome);
  });

  test.each([
    ['tsv', `${urlOf(row)}\n`],
    ['ndjson', `${JSON.stringify({ url: urlOf(row) })}\n`],
    ['csv', `url\n${urlOf(row)}\n`],
  ])('filter: %s', async (format, stdin) => {
    const column = format === 'csv' ? ['--column=url'] : [];
    const out = await repkit(['filter', '--robots=robots.txt', `--format=${format}`, ...column, ...options], files, stdin);
    expect(out.match(OUTCOME)).toEqual([outcome]);
  });

  test.each(['tsv', 'ndjson'])('filter --verdict-only: %s', async (format) => {
    const rows = { tsv: `${urlOf(row)}\n`, ndjson: `${JSON.stringify({ url: urlOf(row) })}\n` };
    const stdin = rows[format as keyof typeof rows];
    const args = ['filter', '--robots=robots.txt', '--verdict-only', `--format=${format}`];
    expect((await repkit([...args, ...options], files, stdin)).match(OUTCOME)).toEqual([outcome]);
  });

  test('filter: rows with their own robots.txt', async () => {
    const stdin = `${JSON.stringify({ robotsTxt: row.site, url: urlOf(row) })}\n`;
    const args = ['filter', '--format=ndjson', '--robots-column=robotsTxt', '--verdict-only'];
    expect(JSON.parse(await repkit([...args, ...options], {}, stdin)).verdict).toBe(outcome);
  });

  if (isAnalyzed)
    test('coverage', async () => {
      const out = await repkit(['coverage', '--json', ...options, 'robots.txt', '-'], files, `${urlOf(row)}\n`);
      const [{ allowed, disallowed }] = JSON.parse(out).coverage;
      expect([allowed, disallowed]).toEqual(outcome === 'allowed' ? [1, 0] : [0, 1]);
    });

  if (isAnalyzed)
    test('diff', async () => {
      const out = await repkit(
        ['diff', '--json', '--urls=-', ...options, 'none.txt', 'robots.txt'],
        { ...files, 'none.txt': '' },
        `${urlOf(row)}\n`,
      );
      const [{ changes }] = JSON.parse(out).urls;
      expect(changes.map(({ effect }: { effect: string }) => effect)).toEqual(outcome === 'allowed' ? [] : ['newly-blocked']);
    });
});
