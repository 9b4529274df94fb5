import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type RedisProcess, startRedisServer } from '../../../../scripts/lib/redis-server.mjs';
import { describeWith } from '../../../../test/support/program.js';
import { STORED_LIFE } from '../../src/policy/limits.js';
import { RedisStore, type RedisStoreOptions } from '../../src/store/redis-store.js';
import { startCuttingRelay } from '../support/cutting-relay.js';
import { binary, copy, entry, failing, NOW } from '../support/entries.js';
import { type RedisCluster, startRedisCluster } from '../support/redis-cluster.js';
import { PATIENT_MS } from '../support/store-place.js';
import { storeContract } from './contract.js';
import { processesContract } from './contract-processes.js';
import { entryIn, KEY, LONG_LEASE, lead, leaseOf, put, requestOf } from './contract-steps.js';

let spaces = 0;

/** A key space for this test only. */
function keyPrefix(): string {
  spaces += 1;
  return `test-${spaces}:`;
}

const pass = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Options for a key space of its own, and a limit that a busy machine can meet. */
function ownOptions(client: RedisStoreOptions['client']): RedisStoreOptions {
  return { client, keyPrefix: keyPrefix(), serverTime: false, timeoutMs: PATIENT_MS };
}

/** A store that is closed after the test. */
function open(options: RedisStoreOptions): RedisStore {
  const store = new RedisStore({ ...ownOptions(options.client), ...options });
  onTestFinished(() => store.close());
  return store;
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

  storeContract({
    open: () => new RedisStore(ownOptions(client)),
    pass,
  });

  test('uses one hash per key, for 31 days after the entry expires', async () => {
    const prefix = keyPrefix();
    const store = open({ client, keyPrefix: prefix });
    await put(store);
    expect(await client.keys(`${prefix}*`)).toEqual([`${prefix}entry:${KEY}`]);
    const [key = ''] = await client.keys(`${prefix}*`);
    expect((await client.hkeys(key)).sort()).toEqual(['body', 'facts', 'fence', 'refresh']);
    const life = copy.freshUntil - copy.at + STORED_LIFE;
    expect(await client.pttl(key)).toBeLessThanOrEqual(life);
    expect(await client.pttl(key)).toBeGreaterThan(life - 60_000);
    await store.commit(await lead(store, { mode: 'now' }), { kind: 'remove' });
    expect(await client.hkeys(key)).toEqual(['fence']);
    expect(await client.pttl(key)).toBeGreaterThan(STORED_LIFE);
  });

  test('a key without an entry expires', async () => {
    const prefix = keyPrefix();
    const store = open({ client, keyPrefix: prefix });
    await lead(store);
    expect(await client.pttl(`${prefix}entry:${KEY}`)).toBeGreaterThan(STORED_LIFE - 60_000);
    await store.takeTurn(KEY, NOW, 1000);
    expect(await client.pttl(`${prefix}turn:${KEY}`)).toBeGreaterThan(1000);
  });

  test('sends a body again only if it has changed', async () => {
    const store = open({ client });
    const received = async (): Promise<number> => {
      const stats = await client.info('stats');
      return Number(/total_net_input_bytes:(\d+)/.exec(stats)?.[1]);
    };
    const settled = { ...copy, body: crypto.getRandomValues(new Uint8Array(50_000)) };
    await put(store, entry({ settled }));
    const before = await received();
    await put(store, entry({ settled: { ...settled, body: settled.body.slice() }, failing }));
    const between = await received();
    await put(store, entry({ settled: { ...settled, body: binary(50_000).reverse() } }));
    expect(between - before).toBeLessThan(10_000);
    expect(await entryIn(store)).toMatchObject({ settled: { body: binary(50_000).reverse() } });
  });

  test('polls removals: each is reported once, and a notice if some may have been missed', async () => {
    const prefix = keyPrefix();
    const other = open({ client, keyPrefix: prefix });
    const store = open({ client, keyPrefix: prefix });
    const reported: (string | undefined)[] = [];
    store.onRemoved((key) => reported.push(key));
    const expected: (string | undefined)[] = [];
    const polled = (...next: (string | undefined)[]) => {
      expected.push(...next);
      return expect.poll(() => reported).toEqual(expected);
    };
    // Entries may have been read and removed before the first poll.
    await polled(undefined);
    await other.remove('a');
    await other.remove('b');
    await polled('a', 'b');
    await client.del(`${prefix}removed`);
    await other.remove('c');
    await polled(undefined);
    for (let at = 0; at < 1000; at += 1) client.xadd(`${prefix}removed`, '*', 'key', `${at}`);
    await polled(undefined);
    await other.remove('d');
    await polled('d');
  });

  test('scripts are sent again if the server has lost them', async () => {
    const store = open({ client });
    await put(store);
    await client.script('FLUSH');
    expect(await entryIn(store)).toEqual(entry());
  });

  test('the fence does not go back if the server has lost its data', async () => {
    const store = open({ client });
    const before = await lead(store);
    await client.flushall();
    const after = await lead(store);
    expect(after.fence).toBeGreaterThan(before.fence);
    expect(await store.commit(before, { kind: 'put', entry: entry() })).toBe(false);
  });

  test('a clock that was set back does not extend a lease', async () => {
    const prefix = keyPrefix();
    const store = open({ client, keyPrefix: prefix });
    await lead(store);
    const later = Date.now() + LONG_LEASE;
    await client.hset(`${prefix}entry:${KEY}`, 'from', later, 'until', later + LONG_LEASE);
    await lead(store);
  });

  test.each([
    ['facts that are not JSON', 'facts', '{'],
    ['facts of a later version', 'facts', JSON.stringify({ version: 4 })],
    ['a different body', 'body', Buffer.from('4b4c04000000ffff', 'hex')],
    ['a body that cannot be inflated', 'body', 'body'],
    ['an empty body', 'body', ''],
  ])('an entry with %s counts as missing and can be replaced', async (_, field, value) => {
    const prefix = keyPrefix();
    const store = open({ client, keyPrefix: prefix });
    await put(store);
    await client.hset(`${prefix}entry:${KEY}`, field, value);
    const acquisition = await store.acquire(KEY, requestOf());
    expect(acquisition.entry).toBeUndefined();
    await store.commit(leaseOf(acquisition), { kind: 'put', entry: entry() });
    expect(await entryIn(store)).toEqual(entry());
  });

  test('with server time, a client with a wrong clock sees the same as the others', async () => {
    const store = open({ client, serverTime: true });
    const wrong = requestOf({ now: NOW });
    const began = Date.now() - 1;
    const first = await store.acquire(KEY, wrong);
    expect(first.now).toBeGreaterThan(began);
    const fresh = entry({ refreshAt: first.now + 60_000 });
    await store.commit(leaseOf(first), { kind: 'put', entry: fresh });
    const late = { ...wrong, now: fresh.refreshAt + 1 };
    expect(await store.acquire(KEY, late)).toMatchObject({ role: 'reader', entry: fresh });
    const due = entry({ refreshAt: first.now });
    await store.commit(await lead(store, { mode: 'now' }), { kind: 'put', entry: due });
    expect(await store.acquire(KEY, wrong)).toMatchObject({ role: 'leader' });
  });

  test('with server time, turns are an interval apart even if clocks differ', async () => {
    const store = open({ client, serverTime: true });
    const hour = 3_600_000;
    const began = performance.now();
    await store.takeTurn(KEY, NOW, 60_000);
    const second = await store.takeTurn(KEY, NOW + hour, 60_000);
    const third = await store.takeTurn(KEY, NOW - hour, 60_000);
    // The clocks of the server and of this process do not run exactly alike.
    const passedMs = performance.now() - began + 1000;
    expect(second - NOW - hour).toBeGreaterThan(60_000 - passedMs);
    expect(second - NOW - hour).toBeLessThan(60_000 + passedMs);
    expect(third - NOW + hour).toBeGreaterThan(120_000 - passedMs);
    expect(third - NOW + hour).toBeLessThan(120_000 + passedMs);
  });

  test('a slow server does not shorten the interval between turns', async () => {
    const store = open({ client, serverTime: true });
    const first = await store.takeTurn(KEY, Date.now(), 2000);
    server.signal('SIGSTOP');
    const second = store.takeTurn(KEY, Date.now(), 2000);
    await pass(1000);
    server.signal('SIGCONT');
    // Either reply may be late. An interval that the stalled server shortens is one of a second.
    expect((await second) - first).toBeGreaterThan(1500);
  });

  test('a custom key prefix works', async () => {
    const own = new Redis(server.port, { keyPrefix: 'own:' });
    onTestFinished(() => own.disconnect());
    const prefix = keyPrefix();
    const store = open({ client: own, keyPrefix: prefix });
    const lease = await lead(store);
    expect(await client.keys(`*${prefix}*`)).toEqual([`own:${prefix}entry:${KEY}`]);
    const waiting = store.changed(KEY, LONG_LEASE);
    await store.commit(lease, { kind: 'put', entry: entry() });
    await waiting;
  });

  test('a reply that comes too late releases its lease', async () => {
    const prefix = keyPrefix();
    const hasty = open({ client, keyPrefix: prefix, timeoutMs: 50 });
    const patient = open({ client, keyPrefix: prefix });
    server.signal('SIGSTOP');
    await expect(lead(hasty)).rejects.toThrow('within 50 ms');
    server.signal('SIGCONT');
    await patient.changed(KEY, LONG_LEASE);
    await lead(patient);
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
      store.onRemoved(() => {});
      let acquired = 0;
      while (relay.cuts() < 60) {
        const request = requestOf({ mode: 'now' });
        await store.acquire(KEY, request).then(
          () => acquired++,
          () => {},
        );
        await store.changed(KEY, 20);
        await pass(1);
      }
      return acquired;
    };
    const acquired = await Promise.all(Array.from({ length: 5 }, use));
    expect(Math.max(...acquired)).toBeGreaterThan(0);
    expect(unhandled).toEqual([]);
  });

  let server: RedisProcess;

  beforeAll(async () => {
    server = await startRedisServer(['--appendonly', 'yes', '--appendfsync', 'always']);
  });
  afterAll(() => server.stop());

  // Each database of the server is one place.
  let databases = 0;
  processesContract(() => {
    databases += 1;
    return { kind: 'redis', url: `${server.url}/${databases}` };
  });

  test('operations work again after the server was killed and restarted', async () => {
    const store = open({ client: server.url });
    await put(store);
    await lead(store, {}, 'led');
    const waiting = store.changed('led', 200);
    await server.kill();
    await expect(store.acquire(KEY, requestOf())).rejects.toThrow();
    await expect(store.takeTurn(KEY, NOW, 1)).rejects.toThrow();
    await waiting;
    await server.restart();
    await expect.poll(() => entryIn(store).catch(String)).toEqual(entry());
    const lease = await lead(store, { mode: 'now' });
    const woken = store.changed(KEY, LONG_LEASE);
    await store.commit(lease, { kind: 'release' });
    await woken;
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

  storeContract({
    open: () => new RedisStore(ownOptions(client)),
    pass,
  });

  test('keys are distributed over all nodes', async () => {
    const store = open({ client });
    for (let at = 0; at < 50; at += 1) await put(store, entry(), `https://host-${at}.example`);
    const sizes = await Promise.all(client.nodes('master').map((node) => node.dbsize()));
    expect(sizes).toHaveLength(3);
    expect(Math.min(...sizes)).toBeGreaterThan(0);
  });
});
