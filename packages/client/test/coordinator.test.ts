import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Coordinator, type CoordinatorParts } from '../src/client/coordinator.js';
import { Events } from '../src/client/events.js';
import type { Entry } from '../src/policy/entry.js';
import { policies } from '../src/policy/policy.js';
import { MemoryStore } from '../src/store/memory-store.js';
import type { Store } from '../src/store/store.js';
import { DAY, FakeClock, HOUR } from './support/clock.js';
import { http } from './support/outcomes.js';
import { gate, ScriptedTransport } from './support/scripted-transport.js';

const origin = 'https://example.com';
const { signal } = new AbortController();
const isWanted = () => true;
const whenDue = { mode: 'when-due', acceptFresh: true, signal, isWanted } as const;
const forced = { ...whenDue, mode: 'now', acceptFresh: false } as const;
/** A busy machine does not reach them. */
const LIMITS = { lockMs: 60_000, waitMs: 60_000, storeMs: 60_000, maxBytes: 512_000 };

function partsOf(store: Store) {
  return {
    transport: new ScriptedTransport(() => http(200, 'Disallow: /')),
    store,
    storeScope: 'rfc9309',
    policy: policies.rfc9309,
    limits: LIMITS,
    events: new Events(),
    remembered: () => undefined,
  };
}

function make(parts: Partial<CoordinatorParts> = {}) {
  const clock = new FakeClock();
  const own = partsOf(new MemoryStore());
  const { transport, events } = own;
  const all = { ...own, clock: clock.now, ...parts };
  return { coordinator: new Coordinator(all), transport, clock, events, store: all.store };
}

/** A store that fails. */
function broken(methods: Partial<Store>): Store {
  return Object.assign(new MemoryStore(), methods);
}

const down = () => Promise.reject(new Error('the store is down'));

describe('due entries are fetched once, by the leader', () => {
  test('a missing entry is fetched and stored', async () => {
    const { coordinator, transport, store } = make();
    const { entry, from } = await coordinator.obtain(origin, whenDue);
    expect(entry.settled).toMatchObject({ kind: 'copy', status: 200 });
    expect(from).toEqual({ source: 'fetched', store: 'memory', storeError: undefined });
    expect(transport.requests).toMatchObject([{ url: `${origin}/robots.txt`, validators: undefined }]);
    const other = make({ store });
    expect((await other.coordinator.obtain(origin, whenDue)).from.source).toBe('store');
    expect(other.transport.requests).toEqual([]);
  });

  test('an entry is shared only within its scope', async () => {
    const { coordinator, store } = make();
    await coordinator.obtain(origin, whenDue);
    const other = make({ store, storeScope: 'google' });
    await other.coordinator.obtain(origin, whenDue);
    expect(other.transport.requests.length).toBe(1);
  });

  test("RFC 9110 13.1: a renewal sends the copy's validators if the policy is conditional", async () => {
    const answer = () => http(200, 'Disallow: /', { etag: '"a"' });
    for (const [name, expected] of [
      ['rfc9309', { etag: '"a"' }],
      ['google', undefined],
    ] as const) {
      const transport = new ScriptedTransport(answer);
      const { coordinator, clock } = make({ transport, policy: policies[name], storeScope: name });
      await coordinator.obtain(origin, whenDue);
      clock.pass(DAY);
      await coordinator.obtain(origin, whenDue);
      expect(transport.requests[1].validators).toEqual(expected);
    }
  });

  test('a forced fetch sends no validators: Last-Modified can stay while the file changes', async () => {
    const headers = { 'last-modified': 'Sat, 01 Jan 2000 00:00:00 GMT' };
    const transport = new ScriptedTransport(() => http(200, 'Disallow: /', headers));
    const { coordinator } = make({ transport });
    await coordinator.obtain(origin, whenDue);
    await coordinator.obtain(origin, forced);
    expect(transport.requests.map(({ validators }) => validators)).toEqual([undefined, undefined]);
  });

  test('two processes: the second waits for the first', async () => {
    const { opened, open } = gate();
    const transport = new ScriptedTransport(async () => {
      await opened;
      return http(404);
    });
    const first = make({ transport });
    const second = make({ store: first.store });
    const lock = vi.spyOn(first.store, 'lock');
    const leading = first.coordinator.obtain(origin, whenDue);
    const following = second.coordinator.obtain(origin, whenDue);
    await expect.poll(() => lock.mock.calls.length).toBeGreaterThan(1);
    open();
    expect((await leading).from.source).toBe('fetched');
    const { entry, from } = await following;
    expect(from.source).toBe('store');
    expect(entry.settled?.kind).toBe('unavailable');
    expect(second.transport.requests).toEqual([]);
    expect(second.events.counters.waits).toBeGreaterThan(0);
  });

  test('while another process renews a fresh copy, the others use it', async () => {
    const first = make();
    await first.coordinator.obtain(origin, whenDue);
    first.clock.pass(0.9 * DAY);
    const { opened, open } = gate();
    const slow = new ScriptedTransport(async () => {
      await opened;
      return http(404);
    });
    const leader = make({ store: first.store, transport: slow, clock: first.clock.now });
    const renewing = leader.coordinator.obtain(origin, whenDue);
    await Promise.resolve();
    const { entry } = await first.coordinator.obtain(origin, whenDue);
    expect(entry.settled?.kind).toBe('copy');
    open();
    expect((await renewing).entry.settled?.kind).toBe('unavailable');
  });

  test('`now` fetches again, also while another process fetches', async () => {
    const { coordinator, transport, store, clock } = make();
    await coordinator.obtain(origin, whenDue);
    await coordinator.obtain(origin, forced);
    expect(transport.requests.length).toBe(2);
    expect(await store.lock(`rfc9309 ${origin}`, 60_000)).toBeDefined();
    clock.pass(1);
    const { entry, from } = await coordinator.obtain(origin, forced);
    expect(from).toEqual({ source: 'fetched', store: 'memory', storeError: undefined });
    const other = make({ store, clock: clock.now });
    expect((await other.coordinator.obtain(origin, whenDue)).entry).toEqual(entry);
  });

  test('a leader releases the origin', async () => {
    const { coordinator, store } = make();
    await coordinator.obtain(origin, whenDue);
    expect(await store.lock(`rfc9309 ${origin}`, 1)).toBeDefined();
  });

  test('a process that gets the lock after the result was stored does not fetch', async () => {
    const { coordinator, store, transport } = make();
    let isFirst = true;
    const late = broken({
      get: async (key) => {
        const value = isFirst ? undefined : await store.get(key);
        // The other process fetches between the reading and the lock.
        if (isFirst) await coordinator.obtain(origin, whenDue);
        isFirst = false;
        return value;
      },
    });
    const second = make({ store: late });
    expect((await second.coordinator.obtain(origin, whenDue)).from.source).toBe('store');
    expect([transport.requests.length, second.transport.requests.length]).toEqual([1, 0]);
  });
});

describe('a dead leader delays others only for a limited time', () => {
  test('when its lock lapses another one leads, and its late result does not replace the new one', async () => {
    const { opened, open } = gate();
    const stuck = new ScriptedTransport(async () => {
      await opened;
      return http(404);
    });
    const limits = { ...LIMITS, lockMs: 40 };
    const first = make({ transport: stuck, limits });
    const leading = first.coordinator.obtain(origin, whenDue);
    await expect.poll(() => stuck.requests.length).toBe(1);
    first.clock.pass(1);
    const second = make({ store: first.store, limits, clock: first.clock.now });
    const { entry, from } = await second.coordinator.obtain(origin, whenDue);
    expect(from.source).toBe('fetched');
    expect(entry.settled?.kind).toBe('copy');
    first.clock.pass(1);
    open();
    expect((await leading).from.source).toBe('fetched');
    expect(first.events.counters.errors).toEqual({});
    const third = make({ store: first.store, clock: first.clock.now });
    expect((await third.coordinator.obtain(origin, whenDue)).entry).toEqual(entry);
  });

  test('followers of a dead leader wait for the one that takes over: two requests in all', async () => {
    const store = new MemoryStore();
    const never = new ScriptedTransport(() => new Promise(() => {}));
    const dead = make({ store, limits: { ...LIMITS, lockMs: 300 }, transport: never });
    void dead.coordinator.obtain(origin, whenDue);
    const { opened, open } = gate();
    const transport = new ScriptedTransport(async () => {
      await opened;
      return http(200, 'Disallow: /');
    });
    const others = Array.from({ length: 7 }, () => make({ store, transport }));
    const obtained = Promise.all(others.map(({ coordinator }) => coordinator.obtain(origin, whenDue)));
    await expect.poll(() => transport.requests.length).toBe(1);
    open();
    const sources = (await obtained).map(({ from }) => from.source).sort();
    expect(sources).toEqual(['fetched', ...Array(6).fill('store')]);
    expect(transport.requests).toHaveLength(1);
  });

  test('a follower looks for a result every 50 to 500 ms', async () => {
    let reads = 0;
    const store = broken({
      get: async () => {
        reads++;
        return undefined;
      },
      lock: async () => undefined,
    });
    const { coordinator, events } = make({ store, limits: { ...LIMITS, waitMs: 400 } });
    await coordinator.obtain(origin, whenDue);
    // At first, and after 50, 150, 350 and 400 ms.
    expect(reads).toBeGreaterThan(2);
    expect(reads).toBeLessThan(8);
    expect(events.counters.waits).toBe(1);
  });

  test('after waitMs a follower fetches without the store', async () => {
    const never = new ScriptedTransport(() => new Promise(() => {}));
    const first = make({ transport: never });
    void first.coordinator.obtain(origin, whenDue);
    const second = make({ store: first.store, limits: { ...LIMITS, waitMs: 30 } });
    const { from } = await second.coordinator.obtain(origin, whenDue);
    expect(from).toEqual({
      source: 'fetched',
      store: 'none',
      storeError: 'another process took too long to fetch',
    });
  });
});

describe('a machine whose clock is a day ahead', () => {
  test('neither blocks the others nor makes them fetch on every check', async () => {
    const clock = new FakeClock();
    const store = new MemoryStore({ clock: clock.now });
    const remember = () => {
      let entry: Entry | undefined;
      const made = make({ store, clock: clock.now, remembered: () => entry });
      const check = async () => {
        const now = clock.now();
        if (entry !== undefined && now < entry.refreshAt) return;
        entry = (await made.coordinator.obtain(origin, whenDue)).entry;
      };
      return { check, requests: made.transport.requests };
    };
    const wrong = make({ store, clock: () => clock.now() + DAY });
    const right = [remember(), remember()];
    // The wrong one has no memory, so that each of its checks fetches and replaces the entry.
    for (let round = 0; round < 5; round++) {
      await wrong.coordinator.obtain(origin, whenDue);
      for (let check = 0; check < 10; check++) for (const each of right) await each.check();
      clock.pass(HOUR);
    }
    expect(right.flatMap(({ requests }) => requests)).toHaveLength(1);
    // A new process replaces the entry of the wrong clock, and the next ones use it.
    const entries: Entry[] = [];
    const requests: number[] = [];
    for (let process = 0; process < 3; process++) {
      const { coordinator, transport } = make({ store, clock: clock.now });
      entries.push((await coordinator.obtain(origin, whenDue)).entry);
      requests.push(transport.requests.length);
    }
    expect(requests).toEqual([1, 0, 0]);
    expect(entries.map(({ settled }) => settled?.at)).toEqual(Array(3).fill(clock.time));
  });
});

describe('a failing store never allows access', () => {
  test.each([
    ['rejects', down, 'the store is down'],
    ['does not respond', () => new Promise<never>(() => {}), 'no response within 50 ms'],
  ])('a store that %s: the client fetches without it and reports it', async (_, method, storeError) => {
    for (const name of ['get', 'lock'] as const) {
      const limits = { ...LIMITS, storeMs: 50 };
      const store = broken({ [name]: method });
      const { coordinator, events, transport } = make({ store, limits });
      const { entry, from } = await coordinator.obtain(origin, whenDue);
      expect(entry.settled?.kind).toBe('copy');
      expect(from).toEqual({ source: 'fetched', store: 'none', storeError });
      expect(events.counters.errors).toEqual({ store: 1 });
      expect(transport.requests.length).toBe(1);
    }
  });

  test('a store that returns null for a missing value: it is missing', async () => {
    const store = broken({ get: async () => null as never });
    const { coordinator, transport } = make({ store });
    expect((await coordinator.obtain(origin, whenDue)).entry.settled?.kind).toBe('copy');
    expect(transport.requests.length).toBe(1);
  });

  test('a store that returns null for a lock that is taken: it is taken', async () => {
    const taken = new MemoryStore();
    const lock = async (key: string, ms: number) => (await taken.lock(key, ms)) ?? (null as never);
    const release = await taken.lock(`rfc9309 ${origin}`, 60_000);
    const { coordinator, transport, events } = make({ store: broken({ lock }) });
    const following = coordinator.obtain(origin, whenDue);
    await sleep(10);
    expect(transport.requests).toEqual([]);
    await release?.();
    expect((await following).from).toEqual({ source: 'fetched', store: 'memory', storeError: undefined });
    expect(events.counters).toMatchObject({ waits: 1, errors: {} });
  });

  test('a full store: this process uses the result, and the origin is released', async () => {
    const store = broken({ set: down });
    const { coordinator, events } = make({ store });
    const { entry, from } = await coordinator.obtain(origin, whenDue);
    expect(entry.settled?.kind).toBe('copy');
    expect(from).toEqual({ source: 'fetched', store: 'none', storeError: 'the store is down' });
    expect(events.counters.errors).toEqual({ store: 1 });
    expect(await store.lock(`rfc9309 ${origin}`, 1)).toBeDefined();
  });

  test('a lock that cannot be released changes no result', async () => {
    const { coordinator, events } = make({ store: broken({ lock: async () => down }) });
    const { from } = await coordinator.obtain(origin, whenDue);
    expect(from).toEqual({ source: 'fetched', store: 'memory', storeError: undefined });
    expect(events.counters.errors).toEqual({ store: 1 });
  });

  test('a lock that is granted too late is released', async () => {
    const inner = new MemoryStore();
    const { opened, open } = gate();
    const lock: Store['lock'] = async (key, ms) => {
      const release = await inner.lock(key, ms);
      await opened;
      return release;
    };
    const { coordinator } = make({ store: broken({ lock }), limits: { ...LIMITS, storeMs: 20 } });
    expect((await coordinator.obtain(origin, whenDue)).from.store).toBe('none');
    expect(await inner.lock(`rfc9309 ${origin}`, 1)).toBeUndefined();
    open();
    await expect.poll(() => inner.lock(`rfc9309 ${origin}`, 1)).toBeDefined();
  });

  test('a damaged entry, or one of a later version, is fetched again and replaced', async () => {
    for (const value of [new Uint8Array(), Buffer.from('damaged')]) {
      const { coordinator, store, transport } = make();
      await store.set(`rfc9309 ${origin}`, value, { ttlMs: DAY });
      const { entry } = await coordinator.obtain(origin, whenDue);
      expect(entry.settled?.kind).toBe('copy');
      const second = make({ store });
      expect((await second.coordinator.obtain(origin, whenDue)).from.source).toBe('store');
      expect(transport.requests.length).toBe(1);
    }
  });

  test.each<[string, Partial<Store>, string]>([
    ['the store rejects', { get: down }, 'none'],
    ['another process fetches', { lock: async () => undefined }, 'memory'],
  ])('%s: `now` fetches although the local entry is fresh', async (_, methods, storeName) => {
    let remembered: Entry | undefined;
    const store = broken(methods);
    const limits = { ...LIMITS, waitMs: 20 };
    const parts = { store, remembered: () => remembered, limits };
    const { coordinator, transport } = make(parts);
    remembered = (await coordinator.obtain(origin, whenDue)).entry;
    const { from } = await coordinator.obtain(origin, forced);
    expect(from).toMatchObject({ source: 'fetched', store: storeName });
    expect(transport.requests.length).toBe(2);
  });

  test('the local entry is used while it is not due, and renewed conditionally', async () => {
    const transport = new ScriptedTransport((_, count) =>
      count === 0 ? http(200, 'Disallow: /', { etag: '"a"' }) : http(304, undefined, {}, true),
    );
    let remembered: Entry | undefined;
    const { coordinator, clock } = make({
      transport,
      store: broken({ get: down }),
      remembered: () => remembered,
    });
    remembered = (await coordinator.obtain(origin, whenDue)).entry;
    const again = await coordinator.obtain(origin, whenDue);
    expect(again.entry).toBe(remembered);
    expect(again.from).toMatchObject({ source: 'memory', store: 'none' });
    clock.pass(DAY);
    const renewed = await coordinator.obtain(origin, whenDue);
    expect(transport.requests[1].validators).toEqual({ etag: '"a"' });
    expect(renewed.entry.settled).toMatchObject({ kind: 'copy', status: 304 });
  });

  test('a dead store is skipped for a while instead of called per origin', async () => {
    let calls = 0;
    const get = () => {
      calls++;
      return down();
    };
    const { coordinator } = make({ store: broken({ get }) });
    for (let index = 0; index < 20; index++) {
      await coordinator.obtain(`https://h${index}.example`, whenDue);
    }
    expect(calls).toBeLessThan(5);
  });

  test('a store that came back empty loses neither the last good copy nor the first failure', async () => {
    const transport = new ScriptedTransport((_, count) => (count === 0 ? http(200, 'Disallow: /', { etag: '"a"' }) : http(503)));
    let remembered: Entry | undefined;
    const { coordinator, clock, store } = make({ transport, remembered: () => remembered });
    remembered = (await coordinator.obtain(origin, whenDue)).entry;
    clock.pass(DAY);
    remembered = (await coordinator.obtain(origin, whenDue)).entry;
    await store.delete(`rfc9309 ${origin}`);
    clock.pass(HOUR);
    const { entry } = await coordinator.obtain(origin, whenDue);
    expect(entry.settled?.kind).toBe('copy');
    expect(entry.failing).toMatchObject({ observedMs: HOUR, count: 2 });
  });

  test('results fetched while the store was unavailable outlive older stored entries', async () => {
    const store = new MemoryStore();
    const clock = new FakeClock();
    const failing = make({
      store,
      clock: clock.now,
      transport: new ScriptedTransport(() => http(503)),
    });
    await failing.coordinator.obtain(origin, whenDue);
    clock.pass(29 * DAY);
    // It fetches the rules without the store, and then fails for the first time: not a run of 29 days.
    const alone = make({ store: broken({ get: down }), clock: clock.now });
    const remembered = (await alone.coordinator.obtain(origin, whenDue)).entry;
    const back = make({
      store,
      clock: clock.now,
      remembered: () => remembered,
      transport: new ScriptedTransport(() => http(503)),
    });
    clock.pass(DAY + HOUR);
    const { entry } = await back.coordinator.obtain(origin, whenDue);
    expect(entry.failing).toMatchObject({ observedMs: 0, count: 1 });
    expect(entry.settled).toBe(remembered.settled);
  });

  test('a stored entry that is older than the local one is not used', async () => {
    const store = new MemoryStore();
    const clock = new FakeClock();
    await make({ store, clock: clock.now }).coordinator.obtain(origin, whenDue);
    clock.pass(HOUR);
    const transport = new ScriptedTransport(() => http(404));
    const alone = make({ store: broken({ get: down }), clock: clock.now, transport });
    const remembered = (await alone.coordinator.obtain(origin, whenDue)).entry;
    clock.pass(HOUR);
    const back = make({ store, clock: clock.now, transport, remembered: () => remembered });
    const { entry, from } = await back.coordinator.obtain(origin, whenDue);
    expect(from).toMatchObject({ source: 'fetched', store: 'memory' });
    expect(entry.settled).toMatchObject({ kind: 'unavailable', at: clock.time });
  });

  test('forget rejects if the store fails, and immediately while it is skipped', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    let calls = 0;
    const failing = () => {
      calls++;
      return down();
    };
    const { coordinator, events } = make({ store: broken({ delete: failing }) });
    for (let index = 0; index < 3; index++) {
      await expect(coordinator.forget(origin)).rejects.toThrow(
        `The store could not be updated and may still contain ${origin}: the store is down.`,
      );
    }
    expect(calls).toBe(1);
    expect(events.counters.errors).toEqual({ store: 1 });
  });
});

describe('a custom store that breaks its contract does not block the process', () => {
  const neverUseful: Record<string, Partial<Store>> = {
    'never grants a lock': { lock: async () => undefined },
    'never responds': { get: () => new Promise(() => {}), lock: () => new Promise(() => {}) },
    'throws instead of rejecting': {
      get: () => {
        throw new Error('the store is down');
      },
    },
    'returns something else than bytes': { get: async () => 'text' as never },
    'returns something else than a function': { lock: async () => true as never },
  };
  test.each(Object.entries(neverUseful))('%s', async (_, methods) => {
    const limits = { ...LIMITS, waitMs: 100, storeMs: 50 };
    const { coordinator } = make({ store: broken(methods), limits });
    const { entry, from } = await coordinator.obtain(origin, whenDue);
    expect(entry.settled?.kind).toBe('copy');
    expect(from.source).toBe('fetched');
  });
});

describe('aborting', () => {
  test('an aborted attempt stores nothing and releases the origin', async () => {
    const controller = new AbortController();
    const transport = new ScriptedTransport(async () => {
      controller.abort(new Error('enough'));
      return { kind: 'failure', failure: 'aborted', detail: '', url: origin, hops: [] };
    });
    const { coordinator, store } = make({ transport });
    const obtained = coordinator.obtain(origin, { ...whenDue, signal: controller.signal });
    await expect(obtained).rejects.toThrow('enough');
    expect(await store.get(`rfc9309 ${origin}`)).toBeUndefined();
    expect(await store.lock(`rfc9309 ${origin}`, 1)).toBeDefined();
  });

  test('an aborted follower stops waiting', async () => {
    const controller = new AbortController();
    const { coordinator } = make({ store: broken({ lock: async () => undefined }) });
    const obtained = coordinator.obtain(origin, { ...whenDue, signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 10);
    await expect(obtained).rejects.toThrow('enough');
  });
});

test('a result that is not wanted any more is not stored', async () => {
  const { coordinator, store } = make();
  let wanted = true;
  const obtaining = coordinator.obtain(origin, { ...whenDue, isWanted: () => wanted });
  wanted = false;
  expect((await obtaining).entry.settled?.kind).toBe('copy');
  expect(await store.get(`rfc9309 ${origin}`)).toBeUndefined();
});
