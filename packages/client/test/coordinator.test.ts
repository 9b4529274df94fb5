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
const whenDue = { mode: 'when-due', acceptFresh: true, signal } as const;
/** A busy machine does not reach them. */
const LIMITS = { leaseMs: 60_000, waitMs: 60_000, storeMs: 60_000, maxBytes: 512_000 };

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
    expect(transport.requests).toMatchObject([
      { url: `${origin}/robots.txt`, validators: undefined },
    ]);
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

  test('two processes: the second waits for the first', async () => {
    const { opened, open } = gate();
    const transport = new ScriptedTransport(async () => {
      await opened;
      return http(404);
    });
    const first = make({ transport });
    const second = make({ store: first.store });
    const leading = first.coordinator.obtain(origin, whenDue);
    const following = second.coordinator.obtain(origin, whenDue);
    await new Promise((resolve) => setTimeout(resolve, 10));
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

  test('`now` fetches again, or waits for a running fetch', async () => {
    const { coordinator, transport, clock } = make();
    await coordinator.obtain(origin, whenDue);
    const now = { mode: 'now', acceptFresh: false, signal } as const;
    await coordinator.obtain(origin, now);
    expect(transport.requests.length).toBe(2);
    clock.pass(1);
    await Promise.all([coordinator.obtain(origin, now), coordinator.obtain(origin, now)]);
    expect(transport.requests.length).toBe(3);
  });
});

describe('a dead leader delays others only for a limited time', () => {
  test('when its lease expires another one leads, and its late commit is rejected', async () => {
    const { opened, open } = gate();
    const stuck = new ScriptedTransport(async () => {
      await opened;
      return http(404);
    });
    const limits = { ...LIMITS, leaseMs: 40 };
    const first = make({ transport: stuck, limits });
    const second = make({ store: first.store, limits });
    const leading = first.coordinator.obtain(origin, whenDue);
    const { entry, from } = await second.coordinator.obtain(origin, whenDue);
    expect(from.source).toBe('fetched');
    expect(entry.settled?.kind).toBe('copy');
    open();
    const late = await leading;
    expect(late.from).toEqual({ source: 'store', store: 'memory', storeError: undefined });
    expect(late.entry).toEqual(entry);
    expect(first.events.counters.errors).toEqual({ store: 1 });
    const third = make({ store: first.store });
    expect((await third.coordinator.obtain(origin, whenDue)).entry).toEqual(entry);
  });

  test('followers of a dead leader wait for the one that takes over: two requests in all', async () => {
    const store = new MemoryStore();
    const never = new ScriptedTransport(() => new Promise(() => {}));
    const dead = make({ store, limits: { ...LIMITS, leaseMs: 3000 }, transport: never });
    void dead.coordinator.obtain(origin, whenDue);
    const limits = { ...LIMITS, waitMs: 6000 };
    const { opened, open } = gate();
    const transport = new ScriptedTransport(async () => {
      await opened;
      return http(200, 'Disallow: /');
    });
    const others = Array.from({ length: 7 }, () => make({ store, transport, limits }));
    const obtained = Promise.all(
      others.map(({ coordinator }) => coordinator.obtain(origin, whenDue)),
    );
    await expect.poll(() => transport.requests.length).toBe(1);
    // Longer than waitMs after the start of the wait for the first leader.
    await new Promise((resolve) => setTimeout(resolve, 3200));
    open();
    const sources = (await obtained).map(({ from }) => from.source).sort();
    expect(sources).toEqual(['fetched', ...Array(6).fill('store')]);
    expect(transport.requests).toHaveLength(1);
  });

  test('the wait restarts once when another leader takes over', async () => {
    const inner = new MemoryStore();
    const waits: number[] = [];
    let fence = 1;
    const store = broken({
      acquire: async (_, { now }) => ({
        role: 'follower',
        entry: undefined,
        now,
        leaseEndsInMs: 60_000,
        fence,
      }),
      changed: async (key, timeoutMs) => {
        waits.push(timeoutMs);
        fence += 1;
        await new Promise((resolve) => setTimeout(resolve, 400));
        return inner.changed(key, 1);
      },
    });
    const { coordinator } = make({ store, limits: { ...LIMITS, waitMs: 3000 } });
    const { from } = await coordinator.obtain(origin, whenDue);
    expect(from.storeError).toBe('another process took too long to fetch');
    // The third leader and later ones share the remaining time of the second wait.
    expect(waits.length).toBeGreaterThan(2);
    expect(waits[0]).toBeLessThanOrEqual(3000);
    expect(waits[1]).toBeGreaterThan(2700);
    expect(waits[1]).toBeLessThanOrEqual(3000);
    for (const [index, wait] of waits.entries()) {
      if (index > 1) expect(wait).toBeLessThanOrEqual((waits[index - 1] ?? 0) - 50);
    }
  });

  test('a leader that was late with a failure follows its successor', async () => {
    const { opened, open } = gate();
    const failing = new ScriptedTransport(async () => {
      await opened;
      return http(503);
    });
    const limits = { ...LIMITS, leaseMs: 40 };
    const first = make({ transport: failing, limits });
    const leading = first.coordinator.obtain(origin, whenDue);
    await new Promise((resolve) => setTimeout(resolve, 60));
    const { opened: released, open: release } = gate();
    const slow = new ScriptedTransport(async () => {
      await released;
      return http(200, 'Disallow: /');
    });
    const second = make({ store: first.store, transport: slow });
    const taking = second.coordinator.obtain(origin, whenDue);
    await expect.poll(() => slow.requests.length).toBe(1);
    open();
    await expect.poll(() => first.events.counters.errors).toEqual({ store: 1 });
    release();
    const { entry } = await taking;
    const led = await leading;
    expect(led.entry).toEqual(entry);
    expect(led.from).toMatchObject({ source: 'store', storeError: undefined });
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

describe('a failing store never allows access', () => {
  test.each([
    ['rejects', down, 'the store is down'],
    ['does not respond', () => new Promise<never>(() => {}), 'no response within 50 ms'],
  ])(
    'acquire %s: the client fetches without the store and reports it',
    async (_, acquire, storeError) => {
      const limits = { ...LIMITS, storeMs: 50 };
      const { coordinator, events, transport } = make({ store: broken({ acquire }), limits });
      const { entry, from } = await coordinator.obtain(origin, whenDue);
      expect(entry.settled?.kind).toBe('copy');
      expect(from).toEqual({ source: 'fetched', store: 'none', storeError });
      expect(events.counters.errors).toEqual({ store: 1 });
      expect(transport.requests.length).toBe(1);
    },
  );

  test('commit rejects: this process uses the result', async () => {
    const { coordinator } = make({ store: broken({ commit: down }) });
    const { entry, from } = await coordinator.obtain(origin, whenDue);
    expect(entry.settled?.kind).toBe('copy');
    expect(from).toEqual({ source: 'fetched', store: 'none', storeError: 'the store is down' });
  });

  test.each([
    ['acquire rejects', { acquire: down }],
    [
      'another process takes too long',
      {
        acquire: async (_, { now }) => ({
          role: 'follower',
          entry: undefined,
          now,
          leaseEndsInMs: 60_000,
          fence: 1,
        }),
      },
    ],
  ] satisfies [string, Partial<Store>][])(
    '%s: `now` fetches although the local entry is fresh',
    async (_, methods) => {
      let remembered: Entry | undefined;
      const { coordinator, transport } = make({
        store: broken(methods),
        remembered: () => remembered,
        limits: { ...LIMITS, waitMs: 20 },
      });
      remembered = (await coordinator.obtain(origin, whenDue)).entry;
      const { from } = await coordinator.obtain(origin, {
        mode: 'now',
        acceptFresh: false,
        signal,
      });
      expect(from).toMatchObject({ source: 'fetched', store: 'none' });
      expect(transport.requests.length).toBe(2);
    },
  );

  test('the local entry is used while it is not due, and renewed conditionally', async () => {
    const transport = new ScriptedTransport((_, count) =>
      count === 0 ? http(200, 'Disallow: /', { etag: '"a"' }) : http(304, undefined, {}, true),
    );
    let remembered: Entry | undefined;
    const { coordinator, clock } = make({
      transport,
      store: broken({ acquire: down }),
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
    const acquire = () => {
      calls++;
      return down();
    };
    const { coordinator } = make({ store: broken({ acquire }) });
    for (let index = 0; index < 20; index++) {
      await coordinator.obtain(`https://h${index}.example`, whenDue);
    }
    expect(calls).toBeLessThan(5);
  });

  test('a store that came back empty loses neither the last good copy nor the first failure', async () => {
    const transport = new ScriptedTransport((_, count) =>
      count === 0 ? http(200, 'Disallow: /', { etag: '"a"' }) : http(503),
    );
    let remembered: Entry | undefined;
    const { coordinator, clock, store } = make({ transport, remembered: () => remembered });
    remembered = (await coordinator.obtain(origin, whenDue)).entry;
    clock.pass(DAY);
    remembered = (await coordinator.obtain(origin, whenDue)).entry;
    await store.remove(`rfc9309 ${origin}`);
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
    const alone = make({ store: broken({ acquire: down }), clock: clock.now });
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
    const alone = make({ store: broken({ acquire: down }), clock: clock.now, transport });
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
    const remove = () => {
      calls++;
      return down();
    };
    const { coordinator, events } = make({ store: broken({ remove }) });
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
  const entry = undefined;
  const follower = { role: 'follower', entry, leaseEndsInMs: 60_000, fence: 1 } as const;
  const neverUseful: Record<string, Partial<Store>> = {
    'always answers `reader` without an entry': {
      acquire: async (_, { now }) => ({ role: 'reader', entry, now }),
    },
    'reports changes without end': {
      acquire: async (_, { now }) => ({ ...follower, now }),
      changed: async () => {},
    },
    'reports changes without end by new leaders': {
      acquire: async (_, { now }) => ({ ...follower, now, fence: Math.random() }),
      changed: async () => {},
    },
    'never ends a wait': {
      acquire: async (_, { now }) => ({ ...follower, now }),
      changed: () => new Promise(() => {}),
    },
    'rejects waits': { acquire: async (_, { now }) => ({ ...follower, now }), changed: down },
  };
  test.each(Object.entries(neverUseful))('%s', async (_, methods) => {
    let calls = 0;
    const acquire: Store['acquire'] = (key, request) => {
      calls++;
      return methods.acquire?.(key, request) ?? down();
    };
    const store = broken({ ...methods, acquire });
    const { coordinator } = make({ store, limits: { ...LIMITS, waitMs: 100, storeMs: 50 } });
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 5);
    const { entry, from } = await coordinator.obtain(origin, whenDue);
    clearInterval(ticking);
    expect(entry.settled?.kind).toBe('copy');
    expect(from).toMatchObject({
      source: 'fetched',
      store: 'none',
      storeError: expect.any(String),
    });
    expect(calls).toBeLessThan(100);
    if (calls > 2) expect(ticks).toBeGreaterThan(0);
  });
});

describe('aborting', () => {
  test('an aborted attempt stores nothing and releases the lease', async () => {
    const controller = new AbortController();
    const transport = new ScriptedTransport(async () => {
      controller.abort(new Error('enough'));
      return { kind: 'failure', failure: 'aborted', detail: '', url: origin, hops: [] };
    });
    const { coordinator, store } = make({ transport });
    const obtained = coordinator.obtain(origin, { ...whenDue, signal: controller.signal });
    await expect(obtained).rejects.toThrow('enough');
    const acquired = await store.acquire(`rfc9309 ${origin}`, {
      now: 0,
      leaseMs: 1000,
      mode: 'when-due',
    });
    expect(acquired).toMatchObject({ role: 'leader', entry: undefined });
  });

  test('a process that waited for an aborted attempt in the mode "now" makes its own', async () => {
    const first = make();
    await first.coordinator.obtain(origin, whenDue);
    first.clock.pass(HOUR);
    const { clock, store } = first;
    const controller = new AbortController();
    const { opened, open } = gate();
    const transport = new ScriptedTransport(async () => {
      await opened;
      return http(404);
    });
    const forced = { mode: 'now', acceptFresh: false } as const;
    const aborted = make({ store, transport, clock: clock.now });
    const leading = aborted.coordinator.obtain(origin, { ...forced, signal: controller.signal });
    const second = make({ store, clock: clock.now });
    const following = second.coordinator.obtain(origin, { ...forced, signal });
    await new Promise((resolve) => setTimeout(resolve, 10));
    controller.abort(new Error('enough'));
    open();
    await expect(leading).rejects.toThrow('enough');
    expect((await following).from.source).toBe('fetched');
    expect(second.transport.requests).toHaveLength(1);
  });
});

test("timestamps of entries use the store's clock", async () => {
  const inner = new MemoryStore();
  const store = broken({
    acquire: async (key, request) => {
      const acquired = await inner.acquire(key, { ...request, now: request.now + HOUR });
      return acquired;
    },
    commit: (lease, commit) => inner.commit(lease, commit),
  });
  const { coordinator, clock } = make({ store });
  const { entry } = await coordinator.obtain(origin, whenDue);
  expect(entry.settled?.at).toBe(clock.time + HOUR);
  expect(coordinator.now()).toBe(clock.time + HOUR);
});

test('forget discards a running fetch, which is repeated', async () => {
  const { opened, open } = gate();
  const transport = new ScriptedTransport(async (_, count) => {
    await opened;
    return count === 0 ? http(404) : http(200, 'Disallow: /');
  });
  const first = make({ transport });
  const second = make({ store: first.store });
  const leading = first.coordinator.obtain(origin, whenDue);
  await new Promise((resolve) => setTimeout(resolve, 5));
  await second.coordinator.forget(origin);
  open();
  const { entry, from } = await leading;
  expect(from).toMatchObject({ source: 'fetched', store: 'memory' });
  expect(entry.settled?.kind).toBe('copy');
  expect((await second.coordinator.obtain(origin, whenDue)).from.source).toBe('store');
  expect(transport.requests).toHaveLength(2);
});
