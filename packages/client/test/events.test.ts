import { channel } from 'node:diagnostics_channel';
import { afterEach, describe, expect, test } from 'vitest';
import { Events } from '../src/client/events.js';
import { failure, http } from './support/outcomes.js';

const received: unknown[] = [];
const listening: (() => void)[] = [];

function listen(name: string): void {
  const listener = (message: unknown) => received.push(message);
  channel(name).subscribe(listener);
  listening.push(() => channel(name).unsubscribe(listener));
}

afterEach(() => {
  for (const stop of listening.splice(0)) stop();
  received.length = 0;
});

const origin = 'https://example.com';

describe('client events', () => {
  test('each fetch is published with its outcome; bytes and error kinds are counted', () => {
    listen('repkit:client:fetch');
    const events = new Events();
    const good = { origin, outcome: http(200, 'Disallow: /'), durationMs: 3 };
    const bad = { origin, outcome: failure('dns'), durationMs: 4 };
    events.fetched(good);
    events.fetched(bad);
    events.fetched(bad);
    expect(received).toEqual([good, bad, bad]);
    expect(events.counters).toMatchObject({ fetches: 3, wireBytes: 11, errors: { dns: 2 } });
  });

  test('an address refused by the guard is counted as a refusal', () => {
    listen('repkit:client:refusal');
    const events = new Events();
    events.fetched({
      origin,
      outcome: failure('refused-address', '10.0.0.1 is private'),
      durationMs: 0,
    });
    expect(received).toMatchObject([{ origin, detail: '10.0.0.1 is private' }]);
    expect(events.counters).toMatchObject({ refusals: 1, errors: { 'refused-address': 1 } });
  });

  test('checks are counted with and without subscribers', () => {
    const events = new Events();
    events.checked(origin, 'allowed', false, true);
    listen('repkit:client:decision');
    events.checked(origin, 'disallowed', true, false);
    expect(received).toEqual([{ origin, outcome: 'disallowed', stale: true, hit: false }]);
    expect(events.counters).toMatchObject({ hits: 1, staleResults: 1 });
  });

  test('waits and store errors are counted', () => {
    listen('repkit:client:wait');
    listen('repkit:client:store-error');
    const events = new Events();
    const wait = { origin, where: 'store', waitedMs: 5 } as const;
    const error = { origin, store: 'redis', operation: 'get', detail: 'no response' } as const;
    events.waited(wait);
    events.storeFailed(error);
    expect(received).toEqual([wait, error]);
    expect(events.counters).toMatchObject({ waits: 1, errors: { store: 1 } });
  });

  test('counters are per client, and a copy', () => {
    const one = new Events();
    const other = new Events();
    const before = one.counters;
    one.fetched({ origin, outcome: http(404), durationMs: 1 });
    expect(before.fetches).toBe(0);
    expect(other.counters.fetches).toBe(0);
    expect(one.counters.fetches).toBe(1);
  });
});
