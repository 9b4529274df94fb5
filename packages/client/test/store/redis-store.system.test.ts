import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { describeWith } from '../../../../test/support/program.js';
import { type RedisProcess, startRedisServer } from '../../../../test/support/redis-server.js';
import { HOUR, MINUTE, STORED_LIFE } from '../../src/policy/limits.js';
import { RedisStore, type RedisStoreOptions } from '../../src/store/redis-store.js';
import { startCuttingRelay } from '../support/cutting-relay.js';
import { type RedisCluster, startRedisCluster } from '../support/redis-cluster.js';
import { PATIENT_MS } from '../support/store-place.js';
import { closing, locked, put, testContract, textAt } from './contract.js';
import { testProcesses } from './contract-processes.js';

const KEY = 'rfc9309 https://example.com';

let spaces = 0;

/** A key space for this test only. */
function newPrefix(): string {
  spaces += 1;
  return `test-${spaces}:`;
}

const pass = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A store in its own key space, with a limit that a busy machine can meet, that is closed after the test. */
function open(options: RedisStoreOptions): RedisStore {
  return closing(new RedisStore({ keyPrefix: newPrefix(), timeoutMs: PATIENT_MS, ...options }));
}

describeWith(['redis-server'], 'RedisStore', () => {
  let server: RedisProcess;
  let client: Redis;

  beforeAll(async () => {
    server = await startRedisServer();
    client = new Redis(server.port);
  });
  afterAll(async () => {
    client.disconnect();
    await server.stop();
  });

  testContract(() => new RedisStore({ client, timeoutMs: PATIENT_MS }));

  test('values and locks have one key each, which expires', async () => {
    const keyPrefix = newPrefix();
    const store = open({ client, keyPrefix });
    await store.set(KEY, new Uint8Array(1), { ttlMs: STORED_LIFE });
    const release = await locked(store, KEY, MINUTE);
    const [entryKey, lockKey] = [`${keyPrefix}entry:${KEY}`, `${keyPrefix}lock:${KEY}`];
    expect((await client.keys(`${keyPrefix}*`)).sort()).toEqual([entryKey, lockKey]);
    expect(await client.pttl(entryKey)).toBeGreaterThan(STORED_LIFE - MINUTE);
    expect(await client.pttl(entryKey)).toBeLessThanOrEqual(STORED_LIFE);
    expect(await client.pttl(lockKey)).toBeLessThanOrEqual(MINUTE);
    await release();
    await store.delete(KEY);
    expect(await client.keys(`${keyPrefix}*`)).toEqual([]);
  });

  test.each([
    ['a value of another type', (key: string) => client.set(key, 'text')],
    ['a list', (key: string) => client.lpush(key, 'text')],
    ['an unreadable order', (key: string) => client.hset(key, 'order', 'soon', 'value', 'a')],
  ])('%s can be replaced, and does not fail a check', async (_, damage) => {
    const keyPrefix = newPrefix();
    const store = open({ client, keyPrefix });
    await damage(`${keyPrefix}entry:${KEY}`);
    expect(['a', undefined]).toContain(await textAt(store, KEY));
    await store.set(KEY, Buffer.from('new'), { ttlMs: HOUR, order: 1 });
    expect(await textAt(store, KEY)).toBe('new');
  });

  test('a client with a key prefix of its own works', async () => {
    const prefixed = new Redis(server.port, { keyPrefix: 'app:' });
    onTestFinished(() => prefixed.disconnect());
    const keyPrefix = newPrefix();
    const store = open({ client: prefixed, keyPrefix });
    await put(store, KEY, 'value');
    const release = await locked(store, KEY, MINUTE);
    await release();
    expect(await client.keys(`*${keyPrefix}*`)).toEqual([`app:${keyPrefix}entry:${KEY}`]);
    expect(await textAt(store, KEY)).toBe('value');
  });

  test('a lock that is granted too late is released', async () => {
    const keyPrefix = newPrefix();
    const hasty = open({ client, keyPrefix, timeoutMs: 50 });
    const patient = open({ client, keyPrefix });
    server.signal('SIGSTOP');
    await expect(hasty.lock(KEY, HOUR)).rejects.toThrow('within 50 ms');
    server.signal('SIGCONT');
    await expect.poll(() => patient.lock(KEY, MINUTE)).toBeDefined();
  });
});

describeWith(['redis-server'], 'RedisStore by URL', () => {
  test('a connection that is cut at any moment fails operations, but rejects nothing else', async () => {
    const redis = await startRedisServer();
    onTestFinished(() => redis.stop());
    const relay = await startCuttingRelay(redis.port);
    const unhandled: unknown[] = [];
    const onUnhandled = (reason: unknown) => void unhandled.push(reason);
    process.on('unhandledRejection', onUnhandled);
    onTestFinished(() => void process.off('unhandledRejection', onUnhandled));
    const use = async (): Promise<number> => {
      const store = open({ client: `redis://127.0.0.1:${relay.port}` });
      let succeeded = 0;
      while (relay.cuts() < 60) {
        try {
          await put(store, KEY, 'value');
          const release = await store.lock(KEY, 20);
          await store.get(KEY);
          await release?.();
          succeeded++;
        } catch {}
        await pass(1);
      }
      return succeeded;
    };
    const succeeded = await Promise.all(Array.from({ length: 5 }, use));
    expect(Math.max(...succeeded)).toBeGreaterThan(0);
    expect(unhandled).toEqual([]);
  });

  let server: RedisProcess;

  beforeAll(async () => {
    server = await startRedisServer(['--appendonly', 'yes', '--appendfsync', 'always']);
  });
  afterAll(() => server.stop());

  // Each database of the server is one place.
  let databases = 0;
  testProcesses(() => {
    databases += 1;
    return { kind: 'redis', url: `${server.url}/${databases}` };
  });

  test('operations work again after the server was killed and restarted', async () => {
    const store = open({ client: server.url });
    await put(store, KEY, 'value');
    await locked(store, KEY, HOUR);
    await server.kill();
    await expect(store.get(KEY)).rejects.toThrow();
    await expect(store.lock(KEY, MINUTE)).rejects.toThrow();
    await server.restart();
    await expect.poll(() => textAt(store, KEY).catch(String)).toBe('value');
    expect(await store.lock(KEY, MINUTE)).toBeUndefined();
    await locked(store, 'other', MINUTE);
  });
});

describeWith(['redis-server'], 'RedisStore on a cluster of three', () => {
  let cluster: RedisCluster;
  let client: ReturnType<RedisCluster['connect']>;

  beforeAll(async () => {
    cluster = await startRedisCluster(3);
    client = cluster.connect();
  });
  afterAll(async () => {
    client.disconnect();
    await cluster.stop();
  });

  testContract(() => new RedisStore({ client, timeoutMs: PATIENT_MS }));

  test('keys are distributed over all nodes', async () => {
    const store = open({ client });
    for (let at = 0; at < 50; at += 1) await put(store, `https://host-${at}.example`, 'value');
    const sizes = await Promise.all(client.nodes('master').map((node) => node.dbsize()));
    expect(sizes).toHaveLength(3);
    expect(Math.min(...sizes)).toBeGreaterThan(0);
  });
});
