/** A store that fails never opens a door: every question is answered, and what is disallowed stays so. */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startRedisServer } from '../../../../scripts/lib/redis-server.mjs';
import { describeWith } from '../../../../test/support/program.js';
import type { ClientEvents, RobotsClient, Store } from '../../src/index.js';
import { RedisStore } from '../../src/store/redis-store.js';
import { SqliteStore } from '../../src/store/sqlite-store.js';
import { startHoldingSite } from '../support/holding-site.js';
import { proofClient, RULES } from '../support/proof.js';
import { startSite } from '../support/site.js';

type StoreError = ClientEvents['repkit:client:store-error'];

/** What the channel of store errors says during the test. */
function heardErrors(): StoreError[] {
  const errors: StoreError[] = [];
  const hear = (message: unknown) => void errors.push(message as StoreError);
  subscribe('repkit:client:store-error', hear);
  onTestFinished(() => void unsubscribe('repkit:client:store-error', hear));
  return errors;
}

/** Origins that must not be opened, each in its own way. */
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

/** A client that keeps nothing of its own: each question comes to the store. */
function forgetfulClient(store: Store, storeMs = 10_000): RobotsClient {
  return proofClient({ store, limits: { memoryOrigins: 1, storeMs } });
}

type Expected = Awaited<ReturnType<typeof startClosedSites>>['expected'];

/** Asks all of it once, and says which stores the answers came from. */
async function askAll(client: RobotsClient, expected: Expected): Promise<string[]> {
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
  test('killed and started anew in mid-run: no answer is lost, nothing is opened, and who asks is told', async () => {
    const redis = await startRedisServer();
    onTestFinished(() => redis.stop());
    const { sites, expected } = await startClosedSites();
    const errors = heardErrors();
    const store = new RedisStore({ client: redis.url, timeoutMs: 10_000 });
    onTestFinished(() => store.close());
    const client = forgetfulClient(store);
    const other = forgetfulClient(store);

    // Many questions all the while, whatever becomes of Redis.
    let isRunning = true;
    const answers: (readonly [string, string])[] = [];
    const crawl = async () => {
      while (isRunning) {
        for (const [url] of expected) answers.push([url, (await other.check(url)).outcome]);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    const crawling = crawl();

    expect(await askAll(client, expected)).not.toContain('none');
    expect(errors).toEqual([]);
    expect(sites.map(({ log }) => log.length)).toEqual([1, 1, 1]);

    await redis.kill();
    expect(await askAll(client, expected)).toContain('none');
    expect(errors.length).toBeGreaterThan(0);
    for (const { store: name, operation } of errors) {
      expect([name, operation]).toEqual(['redis', 'acquire']);
    }
    expect(client.counters.errors.store).toBeGreaterThan(0);

    await redis.restart();
    await expect.poll(async () => (await askAll(client, expected)).includes('redis')).toBe(true);
    isRunning = false;
    await crawling;
    const outcomes: ReadonlyMap<string, string> = new Map(expected);
    expect(answers.length).toBeGreaterThan(expected.length);
    expect(answers.filter(([url, outcome]) => outcomes.get(url) !== outcome)).toEqual([]);
  });

  test('one that stands still is waited for no longer than storeMs, and then left alone', async () => {
    const redis = await startRedisServer();
    onTestFinished(() => redis.stop());
    const { expected } = await startClosedSites();
    const store = new RedisStore({ client: redis.url, timeoutMs: 10_000 });
    onTestFinished(() => store.close());
    const client = forgetfulClient(store, 300);
    await askAll(client, expected);
    redis.signal('SIGSTOP');
    const errors = heardErrors();
    expect(await askAll(client, expected)).toContain('none');
    redis.signal('SIGCONT');
    expect(errors[0]).toMatchObject({
      store: 'redis',
      operation: 'acquire',
      detail: 'no response within 300 ms',
    });
  });

  test('killed while one fetches and another waits for it: both have their answer', async () => {
    const redis = await startRedisServer();
    onTestFinished(() => redis.stop());
    const site = await startHoldingSite();
    const url = `${site.origin}/private`;
    const errors = heardErrors();
    const [leader, follower] = [1, 2].map(() => {
      const store = new RedisStore({ client: redis.url, timeoutMs: 10_000 });
      onTestFinished(() => store.close());
      return proofClient({ store });
    });
    const led = leader?.check(url);
    await expect.poll(() => site.log.length).toBe(1);
    const began = performance.now();
    const followed = follower?.check(url);
    const admin = new Redis(redis.url);
    onTestFinished(() => admin.disconnect());
    await expect.poll(() => admin.pubsub('CHANNELS', 'repkit:entry:*')).toHaveLength(1);
    admin.disconnect();
    await redis.kill();
    const byItself = await followed;
    expect(byItself).toMatchObject({
      outcome: 'disallowed',
      provenance: { source: 'fetched', store: 'none', storeError: expect.any(String) },
    });
    // Not the 35 s that a leader may take: the connection is lost, and nobody will say anything more.
    expect(performance.now() - began).toBeLessThan(15_000);
    site.release();
    expect(await led).toMatchObject({
      outcome: 'disallowed',
      provenance: { source: 'fetched', store: 'none', storeError: expect.any(String) },
    });
    expect(errors.map(({ operation }) => operation)).toEqual(['acquire', 'commit']);
    expect(site.log).toHaveLength(2);
  });
});

interface Harm {
  readonly what: string;
  readonly harm: (path: string) => void;
  /** Whether connections that are open meet it: else they have all of it in memory, or as an open file. */
  readonly isNoticed: boolean;
}

/** What may happen to a file that is in use. Whoever runs the tests may read everything: no harm by permissions. */
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
    what: 'cut off with its log',
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
  test.each(HARMS)(
    'the file is $what in mid-run: nothing is opened, no answer is lost',
    async ({ harm, isNoticed }) => {
      const folder = mkdtempSync(join(tmpdir(), 'repkit-proof-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const path = join(folder, 'robots.sqlite');
      const { expected } = await startClosedSites();
      const clients = [new SqliteStore({ path }), new SqliteStore({ path })].map((store) => {
        onTestFinished(() => store.close());
        return forgetfulClient(store);
      });
      for (const client of clients) expect(await askAll(client, expected)).not.toContain('none');
      harm(path);
      const errors = heardErrors();
      // What is written makes the other one read the file again.
      for (let round = 0; round < 2; round++) {
        for (const client of clients) {
          for (const [url] of expected) await client.refresh(url);
          await askAll(client, expected);
        }
      }
      expect(errors.length > 0).toBe(isNoticed);
      // Another process that comes to the file has the same answers, or cannot open it and says so.
      const second = openOrUndefined(path);
      if (second === undefined) return;
      onTestFinished(() => second.close());
      await askAll(forgetfulClient(second), expected);
    },
  );

  test('a store that is closed under the client', async () => {
    const errors = heardErrors();
    const { expected } = await startClosedSites();
    const store = new SqliteStore({ path: ':memory:' });
    const client = forgetfulClient(store);
    expect(await askAll(client, expected)).not.toContain('none');
    await store.close();
    expect(await askAll(client, expected)).toContain('none');
    expect(errors[0]).toMatchObject({
      store: 'sqlite',
      operation: 'acquire',
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
