/** A failing store loses no check and never allows a disallowed URL. */

import { randomBytes } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Redis } from 'ioredis';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { describeWith } from '../../../../test/support/program.js';
import { startRedisServer } from '../../../../test/support/redis-server.js';
import type { ClientEvents, RobotsClient, Store } from '../../src/index.js';
import { RedisStore } from '../../src/store/redis-store.js';
import { SqliteStore } from '../../src/store/sqlite-store.js';
import { startHoldingSite } from '../support/holding-site.js';
import { proofClient, RULES } from '../support/proof.js';
import { startSite } from '../support/site.js';

type StoreError = ClientEvents['repkit:client:store-error'];

/** Collects the messages of the store-error channel during the test. */
function recordErrors(): StoreError[] {
  const errors: StoreError[] = [];
  const onError = (message: unknown) => void errors.push(message as StoreError);
  subscribe('repkit:client:store-error', onError);
  onTestFinished(() => void unsubscribe('repkit:client:store-error', onError));
  return errors;
}

/** Origins that must stay disallowed, each for a different reason. */
async function startClosedSites() {
  const rules = await startSite({ '/robots.txt': RULES });
  const wholly = await startSite({ '/robots.txt': 'User-agent: *\nDisallow: /\n' });
  const down = await startSite({ '/robots.txt': 503 });
  const expected = [
    [`${rules.origin}/private`, 'disallowed'],
    [`${wholly.origin}/a`, 'disallowed'],
    [`${down.origin}/a`, 'unreachable'],
    [`${rules.origin}/open`, 'allowed'],
  ] as const;
  return { sites: [rules, wholly, down], expected };
}

/** A client without a memory cache, so that each check reaches the store. */
function forgetfulClient(store: Store, storeMs = 10_000): RobotsClient {
  return proofClient({ store, limits: { memoryOrigins: 1, storeMs } });
}

type Expected = readonly (readonly [url: string, outcome: string])[];

/** Checks all URLs once and returns the stores that the results came from. */
async function checkAll(client: RobotsClient, expected: Expected): Promise<string[]> {
  const stores: string[] = [];
  for (const [url, outcome] of expected) {
    const decision = await client.check(url);
    expect([url, decision.outcome]).toEqual([url, outcome]);
    const { store, storeError, source } = decision.provenance;
    expect(storeError !== undefined).toBe(store === 'none');
    stores.push(source === 'memory' ? 'memory' : store);
  }
  return stores;
}

describeWith(['redis-server'], 'Redis', () => {
  test('killed and restarted during a run: no check is lost, nothing is allowed, and errors are reported', async () => {
    const redis = await startRedisServer();
    onTestFinished(() => redis.stop());
    const { sites, expected } = await startClosedSites();
    const errors = recordErrors();
    const store = new RedisStore({ client: redis.url, timeoutMs: 10_000 });
    onTestFinished(() => store.close());
    const client = forgetfulClient(store);
    const other = forgetfulClient(store);

    // Checks continue throughout, regardless of the state of Redis.
    let isRunning = true;
    const answers: (readonly [string, string])[] = [];
    const crawl = async () => {
      while (isRunning) {
        for (const [url] of expected) answers.push([url, (await other.check(url)).outcome]);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    const crawling = crawl();

    expect(await checkAll(client, expected)).not.toContain('none');
    expect(errors).toEqual([]);
    expect(sites.map(({ log }) => log.length)).toEqual([1, 1, 1]);

    await redis.kill();
    expect(await checkAll(client, expected)).toContain('none');
    expect(errors.length).toBeGreaterThan(0);
    for (const { store: name } of errors) expect(name).toBe('redis');
    expect(client.counters.errors.store).toBeGreaterThan(0);

    await redis.restart();
    await expect.poll(async () => (await checkAll(client, expected)).includes('redis')).toBe(true);
    isRunning = false;
    await crawling;
    const outcomes: ReadonlyMap<string, string> = new Map(expected);
    expect(answers.length).toBeGreaterThan(expected.length);
    expect(answers.filter(([url, outcome]) => outcomes.get(url) !== outcome)).toEqual([]);
  });

  test('a server whose memory is full: no check is lost, and nothing is allowed', async () => {
    const redis = await startRedisServer(['--maxmemory', '1', '--maxmemory-policy', 'noeviction']);
    onTestFinished(() => redis.stop());
    const { expected } = await startClosedSites();
    const errors = recordErrors();
    const store = new RedisStore({ client: redis.url, timeoutMs: 10_000 });
    onTestFinished(() => store.close());
    expect(await checkAll(forgetfulClient(store), expected)).toContain('none');
    expect(errors[0]).toMatchObject({ store: 'redis', detail: expect.stringContaining('OOM') });
  });

  test('refresh fetches while the server is down', async () => {
    const redis = await startRedisServer();
    onTestFinished(() => redis.stop());
    const site = await startSite({ '/robots.txt': RULES });
    const store = new RedisStore({ client: redis.url });
    onTestFinished(() => store.close());
    const client = proofClient({ store });
    expect(await client.isAllowed(`${site.origin}/private`)).toBe(false);
    await redis.kill();
    site.answer('/robots.txt', 404);
    expect((await client.refresh(site.origin)).provenance).toMatchObject({
      status: 404,
      source: 'fetched',
      store: 'none',
    });
    expect(await client.isAllowed(`${site.origin}/private`)).toBe(true);
    expect(site.log.length).toBe(2);
  });

  test('an unresponsive server delays checks for at most storeMs, and is then skipped', async () => {
    const redis = await startRedisServer();
    onTestFinished(() => redis.stop());
    const { expected } = await startClosedSites();
    const store = new RedisStore({ client: redis.url, timeoutMs: 10_000 });
    onTestFinished(() => store.close());
    const errors = recordErrors();
    const client = forgetfulClient(store, 1000);
    await checkAll(client, expected);
    redis.signal('SIGSTOP');
    expect(await checkAll(client, expected)).toContain('none');
    redis.signal('SIGCONT');
    expect(errors[0]).toMatchObject({
      store: 'redis',
      operation: 'get',
      detail: 'no response within 1000 ms',
    });
  });

  test('killed while one client fetches and another waits: both get a result', async () => {
    const redis = await startRedisServer();
    onTestFinished(() => redis.stop());
    const site = await startHoldingSite();
    const url = `${site.origin}/private`;
    const errors = recordErrors();
    const [leader, follower] = [1, 2].map(() => {
      const store = new RedisStore({ client: redis.url, timeoutMs: 10_000 });
      onTestFinished(() => store.close());
      return proofClient({ store });
    });
    const led = leader?.check(url);
    await expect.poll(() => site.log.length).toBe(1);
    const began = performance.now();
    const followed = follower?.check(url);
    // The follower did not get the lock and waits.
    await expect.poll(() => locksTried(redis.url)).toBeGreaterThan(1);
    await redis.kill();
    const byItself = await followed;
    expect(byItself).toMatchObject({
      outcome: 'disallowed',
      provenance: { source: 'fetched', store: 'none', storeError: expect.any(String) },
    });
    // Less than the 35 s of a lock: the connection is lost, so no result can arrive.
    expect(performance.now() - began).toBeLessThan(30_000);
    site.release();
    expect(await led).toMatchObject({
      outcome: 'disallowed',
      provenance: { source: 'fetched', store: 'none', storeError: expect.any(String) },
    });
    const [first, ...others] = errors.map(({ operation }) => operation);
    expect(['get', 'lock']).toContain(first);
    expect(others).toEqual(['set', 'release']);
    expect(site.log).toHaveLength(2);
  });
});

/** How often a client has tried to lock a key, which is the only use of SET. */
async function locksTried(url: string): Promise<number> {
  const admin = new Redis(url);
  const stats = await admin.info('commandstats');
  admin.disconnect();
  return Number(/cmdstat_set:calls=(\d+)/.exec(stats)?.[1]);
}

interface Harm {
  readonly what: string;
  readonly harm: (path: string) => void;
  /** Whether open connections detect the damage. Otherwise, they use the memory or the open file. */
  readonly isNoticed: boolean;
}

/** Damage to a file in use. Not by permissions, because the tests may run as root. */
const HARMS: readonly Harm[] = [
  {
    what: 'deleted',
    isNoticed: false,
    harm: (path) => {
      for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
    },
  },
  { what: 'cut off', isNoticed: false, harm: (path) => truncateSync(path, 0) },
  {
    what: 'truncated with its log',
    isNoticed: true,
    harm: (path) => {
      for (const suffix of ['', '-wal']) truncateSync(path + suffix, 0);
    },
  },
  {
    what: 'overwritten',
    isNoticed: true,
    harm: (path) => {
      for (const suffix of ['', '-wal']) writeFileSync(path + suffix, 'no database'.repeat(5000));
    },
  },
];

describe('SQLite', () => {
  test('a file that cannot grow: no check is lost, and nothing is allowed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'repkit-proof-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'robots.sqlite');
    const { expected } = await startClosedSites();
    const errors = recordErrors();
    const exec = vi.spyOn(DatabaseSync.prototype, 'exec');
    onTestFinished(() => exec.mockRestore());
    const store = new SqliteStore({ path });
    onTestFinished(() => store.close());
    await store.get('a');
    // The limit belongs to the connection of the store.
    (exec.mock.contexts[0] as DatabaseSync).exec('PRAGMA max_page_count = 1');
    const body = new Uint8Array(100_000);
    await expect(store.set('a', body, { ttlMs: 1000 })).rejects.toThrow('full');
    const large = await startSite({
      '/robots.txt': `${RULES}# ${randomBytes(100_000).toString('hex')}`,
    });
    expect(await checkAll(forgetfulClient(store), [[`${large.origin}/private`, 'disallowed']])).toEqual(['none']);
    await checkAll(forgetfulClient(store), expected);
    expect(errors[0]).toMatchObject({ operation: 'set', detail: expect.stringContaining('full') });
  });

  test.each(HARMS)('the file is $what during a run: nothing is allowed, no check is lost', async ({ harm, isNoticed }) => {
    const folder = mkdtempSync(join(tmpdir(), 'repkit-proof-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'robots.sqlite');
    const { expected } = await startClosedSites();
    const clients = [new SqliteStore({ path }), new SqliteStore({ path })].map((store) => {
      onTestFinished(() => store.close());
      return forgetfulClient(store);
    });
    for (const client of clients) expect(await checkAll(client, expected)).not.toContain('none');
    harm(path);
    const errors = recordErrors();
    // Writing makes the other connection read the file again.
    for (let round = 0; round < 2; round++) {
      for (const client of clients) {
        for (const [url] of expected) await client.refresh(url);
        await checkAll(client, expected);
      }
    }
    expect(errors.length > 0).toBe(isNoticed);
    // A new process has the same results, or cannot open the file and reports why.
    const second = openOrUndefined(path);
    if (second === undefined) return;
    onTestFinished(() => second.close());
    await checkAll(forgetfulClient(second), expected);
  });

  test('a store that is closed while the client uses it', async () => {
    const errors = recordErrors();
    const { expected } = await startClosedSites();
    const store = new SqliteStore({ path: ':memory:' });
    const client = forgetfulClient(store);
    expect(await checkAll(client, expected)).not.toContain('none');
    await store.close();
    expect(await checkAll(client, expected)).toContain('none');
    expect(errors[0]).toMatchObject({
      store: 'sqlite',
      operation: 'get',
      detail: 'The store is closed.',
    });
  });
});

function openOrUndefined(path: string): SqliteStore | undefined {
  try {
    return new SqliteStore({ path });
  } catch (error) {
    expect(String(error)).toMatch(/use (?:another|a) file/);
    return undefined;
  }
}
