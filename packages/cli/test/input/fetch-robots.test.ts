import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '@repkit/bulk';
import { policies } from '@repkit/client';
import { describe, expect, test, vi } from 'vitest';
import { site, siteWith, unusedOrigin } from '../../../../test/support/site.js';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { fetchedRobotsTxt } from '../../src/input/fetch-robots.js';
import { body, resultOf, run, SETTINGS } from '../support/fetch-run.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const SYSTEM = {
  env: {},
  platform: 'linux',
  homeDirectory: temporaryFolder,
  now: Date.now,
  interruption: (): AbortSignal => new AbortController().signal,
  report: () => {},
} as const;

describe('one run', () => {
  test('each origin is fetched once', async () => {
    const first = await siteWith(200, body);
    const second = await siteWith(404);
    const urls = ['/a', '/b', '/c'].flatMap((path) => [first.origin + path, second.origin + path]);
    const { results } = await run(urls, {});
    expect(results.map(({ kind }) => kind)).toEqual(Array(3).fill(['file', 'unavailable']).flat());
    expect(results.map(({ provenance }) => provenance)).toEqual(
      Array(6).fill(expect.objectContaining({ source: 'fetched', store: 'memory' })),
    );
    expect([first.log, second.log]).toEqual([['/robots.txt'], ['/robots.txt']]);
  });

  test('origins dropped from memory are found in the store', async () => {
    const { origin, log } = await siteWith(200, body);
    const source = await fetchedRobotsTxt(
      { policy: policies.rfc9309, dialect: 'rfc9309' },
      {
        ...SETTINGS,
        refresh: true,
        store: { kind: 'default' },
      },
      SYSTEM,
    );
    try {
      const sourceOf = async (url: string) => (await source.accessFor(url, '*')).provenance.source;
      const reads = ['/a', '/b'].map((path) => sourceOf(origin + path));
      expect(await Promise.all(reads)).toEqual(['fetched', 'fetched']);
      expect((await source.accessFor(`${origin}/c`, '*')).provenance.source).toBe('fetched');
      // The client rejects other URLs; these reads are remembered, too.
      const others = Array.from({ length: 5000 }, (_, n) => source.accessFor(`no site ${n}`, '*'));
      await Promise.allSettled(others);
      expect(await sourceOf(`${origin}/b`)).toBe('fetched');
      expect(log).toEqual(['/robots.txt']);
    } finally {
      await source.close();
    }
  });

  test('a read that fails does not affect other reads of the origin', async () => {
    const { origin } = await siteWith(200, body);
    const source = await fetchedRobotsTxt(
      {},
      {
        ...SETTINGS,
        refresh: false,
        store: { kind: 'none' },
      },
      SYSTEM,
    );
    try {
      const [invalid, valid] = await Promise.allSettled([
        source.accessFor(origin, 'Mozilla/5.0 (X)'),
        source.accessFor(origin, 'ExampleBot'),
      ]);
      expect(invalid.status).toBe('rejected');
      expect(valid).toMatchObject({ value: { access: { kind: 'file' } } });
    } finally {
      await source.close();
    }
  });

  test('an interruption ends running fetches, and is not awaited afterwards', async () => {
    const requested = Promise.withResolvers<void>();
    const { origin } = await site(() => requested.resolve());
    const other = await siteWith(200, body);
    const signals = new AbortController();
    const untils: AbortSignal[] = [];
    const interruption = (until: AbortSignal) => {
      untils.push(until);
      return signals.signal;
    };
    const options = { ...SETTINGS, refresh: false, store: { kind: 'none' } } as const;
    const source = await fetchedRobotsTxt({}, options, { ...SYSTEM, interruption });
    try {
      const fetches = Promise.allSettled([source.accessFor(origin, '*'), source.fetchNow(origin)]);
      await source.accessFor(other.origin, '*');
      await requested.promise;
      expect(untils.map(({ aborted }) => aborted)).toEqual([false]);
      signals.abort('SIGINT');
      const reason = new InputError('Stopped by SIGINT.');
      expect(await fetches).toEqual(Array(2).fill({ status: 'rejected', reason }));
      expect(untils.map(({ aborted }) => aborted)).toEqual([true]);
    } finally {
      await source.close();
    }
  });

  test('--user-agent is the header of the request', async () => {
    const headers: unknown[] = [];
    const { origin } = await site((request, response) => {
      headers.push(request.headers['user-agent']);
      response.end(body);
    });
    await resultOf(origin, { userAgent: 'Mozilla/5.0 (no crawler at all)' });
    expect(headers).toEqual(['Mozilla/5.0 (no crawler at all)']);
  });

  test.each([
    [200, 'file'],
    [404, 'unavailable'],
    [401, 'unavailable'],
    [429, 'unreachable'],
    [503, 'unreachable'],
  ])('status %i: %s', async (status, kind) => {
    const { origin } = await siteWith(status, body);
    expect((await resultOf(origin)).kind).toBe(kind);
  });

  test('--policy koster1996: status 401 restricts the whole site', async () => {
    const { origin } = await siteWith(401);
    expect(await resultOf(origin, { policy: 'koster1996' })).toMatchObject({
      kind: 'forbidden',
      provenance: { policy: 'koster1996' },
    });
  });

  test('redirects are followed and listed', async () => {
    const there = await siteWith(200, body);
    const { origin } = await siteWith(302, '', { location: `${there.origin}/other.txt` });
    const { robotsTxt, provenance } = await resultOf(origin);
    expect(robotsTxt?.isAllowed(`${origin}/p`, 'FooBot')).toBe(false);
    expect(provenance).toMatchObject({
      robotsTxtUrl: `${origin}/robots.txt`,
      hops: [{ url: `${origin}/robots.txt`, status: 302, location: `${there.origin}/other.txt` }],
    });
  });

  test('--timeout aborts a slow request', async () => {
    const { origin } = await site(() => {});
    expect(await resultOf(origin, { timeoutMs: 150 })).toMatchObject({
      kind: 'unreachable',
      provenance: { reason: 'timeout', status: undefined },
    });
  });

  test('a refused connection is unreachable', async () => {
    expect(await resultOf(await unusedOrigin())).toMatchObject({
      kind: 'unreachable',
      provenance: { reason: 'connect' },
    });
  });
});

describe('--allow', () => {
  test('without it, requests to private addresses are blocked, including redirects', async () => {
    const inside = await siteWith(200, body);
    expect(await resultOf(inside.origin, { guard: {} })).toMatchObject({
      kind: 'unreachable',
      provenance: { reason: 'refused-address' },
    });
    const { port } = new URL(inside.origin);
    const outside = await siteWith(302, '', { location: `http://127.0.0.2:${port}/` });
    const guard = { allowCidrs: ['127.0.0.1/32'] };
    expect(await resultOf(outside.origin, { guard })).toMatchObject({
      kind: 'unreachable',
      provenance: { reason: 'refused-address', url: `http://127.0.0.2:${port}/` },
    });
    expect(inside.log).toEqual([]);
  });

  test('a host name is allowed', async () => {
    const { origin } = await siteWith(200, body);
    const url = origin.replace('127.0.0.1', 'localhost');
    expect((await resultOf(url, { guard: { allowHosts: ['localhost'] } })).kind).toBe('file');
  });

  test('a cached refusal does not affect a run that allows the host', async () => {
    const { origin } = await siteWith(200, body);
    const home = temporaryFolder();
    expect((await resultOf(origin, { home, guard: {} })).kind).toBe('unreachable');
    expect((await resultOf(origin, { home })).kind).toBe('file');
    // Its result is not visible to a run that may not reach the host.
    expect((await resultOf(origin, { home, guard: {} })).kind).toBe('unreachable');
  });
});

describe('the store', () => {
  test('two runs make one request', async () => {
    const { origin, log } = await siteWith(200, body);
    const home = temporaryFolder();
    const now = Date.now();
    expect((await resultOf(origin, { home, now })).provenance).toMatchObject({ source: 'fetched' });
    const again = await resultOf(`${origin}/b`, { home, now: now + 3 * HOUR });
    expect(again.robotsTxt?.isAllowed(`${origin}/p`, 'FooBot')).toBe(false);
    expect(again.provenance).toMatchObject({
      source: 'store',
      store: 'sqlite',
      ageMs: 3 * HOUR,
      freshUntil: now + DAY,
    });
    expect(log).toHaveLength(1);
  });

  test('--refresh fetches each origin once more', async () => {
    const { origin, log } = await siteWith(200, body);
    const home = temporaryFolder();
    await resultOf(origin, { home });
    const { results } = await run([`${origin}/a`, `${origin}/b`], { home, refresh: true });
    expect(results.map(({ provenance }) => provenance)).toEqual(Array(2).fill(expect.objectContaining({ source: 'fetched' })));
    expect(log).toHaveLength(2);
  });

  test.each([
    ['fresh', HOUR],
    ['expired', 2 * DAY],
  ])('--refresh sees a change behind a constant Last-Modified; the copy is %s', async (_, age) => {
    let content = body;
    const { origin } = await site((request, response) => {
      const isConditional = request.headers['if-modified-since'] !== undefined;
      const headers = { 'last-modified': 'Sat, 01 Jan 2000 00:00:00 GMT' };
      response.writeHead(isConditional ? 304 : 200, headers).end(isConditional ? '' : content);
    });
    const home = temporaryFolder();
    const now = Date.now();
    await resultOf(origin, { home, now });
    content = 'User-agent: *\nDisallow: /q\n';
    const { robotsTxt } = await resultOf(origin, { home, now: now + age, refresh: true });
    expect(robotsTxt?.isAllowed(`${origin}/q`, 'FooBot')).toBe(false);
  });

  test('--store selects another file; none caches nothing', async () => {
    const { origin, log } = await siteWith(200, body);
    const store = {
      kind: 'custom',
      by: '--store',
      url: join(temporaryFolder(), 'new', 'a.sqlite'),
    } as const;
    await resultOf(origin, { store });
    await resultOf(origin, { store });
    expect(log).toHaveLength(1);
    await resultOf(origin, { store: { kind: 'none' } });
    await resultOf(origin, { store: { kind: 'none' } });
    expect(log).toHaveLength(3);
  });

  test('RFC 9309 2.3.1.4: an unreachable site is not fetched again until the next request is due', async () => {
    const { origin, log } = await siteWith(503);
    const home = temporaryFolder();
    const now = Date.now();
    await resultOf(origin, { home, now });
    expect(await resultOf(origin, { home, now: now + 20_000 })).toMatchObject({
      kind: 'unreachable',
      provenance: { source: 'store', unreachableSince: now, ageMs: 20_000 },
    });
    expect(log).toHaveLength(1);
    await resultOf(origin, { home, now: now + 60_000 });
    expect(log).toHaveLength(2);
    let last = '';
    for (const day of [7, 14, 21, 28, 30]) {
      expect(last).not.toBe('given-up');
      last = (await resultOf(origin, { home, now: now + day * DAY })).kind;
    }
    expect(last).toBe('given-up');
  });

  test('each policy has separate copies', async () => {
    const { origin, log } = await siteWith(403);
    const home = temporaryFolder();
    expect((await resultOf(origin, { home })).kind).toBe('unavailable');
    expect((await resultOf(origin, { home, policy: 'koster1996' })).kind).toBe('forbidden');
    expect(log).toHaveLength(2);
  });

  test('a file that is not a store is left unchanged, and the site is fetched', async () => {
    const { origin } = await siteWith(503);
    const path = join(temporaryFolder(), 'notes.txt');
    writeFileSync(path, 'not for you\n'.repeat(100));
    const { results, warnings } = await run(origin, {
      store: { kind: 'custom', by: '--store', url: path },
    });
    expect(results.map(({ kind }) => kind)).toEqual(['unreachable']);
    expect(warnings).toEqual([
      `Continuing without the store: ${path} is not a SQLite database; delete it or use another file. Use --store none to disable it.`,
    ]);
  });

  test('an invalid --store is an InputError, and nothing is fetched', async () => {
    const { origin, log } = await siteWith(200, body);
    const results = run(origin, {
      store: { kind: 'custom', by: '--store', url: 'mysql://root:secret@db' },
    });
    await expect(results).rejects.toThrow(InputError);
    expect(log).toEqual([]);
  });

  test('an unavailable Redis yields a warning, and the site is fetched', async () => {
    const { origin } = await siteWith(200, body);
    const store = { kind: 'custom', by: '--store', url: 'redis://:secret@127.0.0.1:1' } as const;
    const { results, warnings } = await run(origin, { store });
    expect(results.map(({ kind }) => kind)).toEqual(['file']);
    expect(warnings).toEqual([expect.stringMatching(/^Continuing without the store: Redis is not connected .*ECONNREFUSED/)]);
    expect(warnings[0]).not.toContain('secret');
  });

  test('a folder that cannot be created', async () => {
    const { origin } = await siteWith(200, body);
    const home = join(temporaryFolder(), 'home');
    writeFileSync(home, '');
    const { results, warnings } = await run(origin, { home });
    expect(results.map(({ kind }) => kind)).toEqual(['file']);
    expect(warnings).toEqual([expect.stringContaining('cannot be opened: ')]);
  });

  test('a store that fails later yields one warning', async () => {
    const sites = [await siteWith(200, body), await siteWith(200, body)];
    const home = temporaryFolder();
    const file = join(home, '.cache/repkit/robots.sqlite');
    mkdirSync(join(home, '.cache/repkit'), { recursive: true });
    const { DatabaseSync } = await import('node:sqlite');
    const other = new DatabaseSync(file);
    other.exec('BEGIN EXCLUSIVE');
    const { results, warnings } = await run(
      sites.map(({ origin }) => origin),
      { home },
    );
    other.close();
    expect(results.map(({ kind }) => kind)).toEqual(['file', 'file']);
    expect(warnings).toEqual([expect.stringMatching(/^Continuing without the store: .*locked\. Use --store/)]);
  });
});

test('an invalid proxy in the environment is an InputError', async () => {
  vi.stubEnv('HTTP_PROXY', 'nonsense://');
  try {
    await expect(run('http://example.com/', {})).rejects.toThrow(InputError);
    await expect(run('http://example.com/', {})).rejects.toThrow('Set it to a URL such as');
  } finally {
    vi.unstubAllEnvs();
  }
});
