import { expect, test } from 'vitest';
import { CachedEntry, viewOf } from '../src/client/cached-entry.js';
import { DAY } from './support/clock.js';
import { http } from './support/outcomes.js';
import { situated } from './support/situations.js';

const cached = (text: string) => situated({ attempts: [[0, http(200, text)]] }).cached;

test('a copy is parsed once per dialect, and a decider is created once per crawler', () => {
  const situation = situated({ attempts: [[0, http(200, 'User-agent: *\nDisallow: /a\n')]] });
  const { state } = viewOf(situation);
  const { cached } = situation;
  const decider = cached.deciderFor(state, 'ExampleBot', {});
  expect(decider.outcome('/a')).toBe('disallowed');
  expect(cached.deciderFor(viewOf(situation).state, 'ExampleBot', {})).toBe(decider);
  expect(cached.deciderFor(state, 'OtherBot', {})).not.toBe(decider);
  const access = cached.accessOf(state);
  expect(cached.accessOf(viewOf(situation).state)).toBe(access);
});

test('the approximate memory grows with the body and with the redirects', () => {
  expect(cached('a'.repeat(100_000)).memoryBytes).toBeGreaterThan(100_000);
  const none = http(404);
  const { memoryBytes: bytes } = situated({ attempts: [[0, none]] }).cached;
  expect(bytes).toBeGreaterThan(0);
  const location = `https://example.com/${'a'.repeat(8000)}`;
  const hops = [{ url: none.url, status: 301, location }];
  const far = situated({ attempts: [[0, { ...none, hops }]] }).cached;
  expect(far.memoryBytes).toBeGreaterThan(bytes + 16_000);
});

test('the state at a time', () => {
  expect(viewOf(situated({ attempts: [[0, http(404)]] })).state.kind).toBe('unavailable');
  expect(viewOf(situated({ attempts: [[0, http(503)]] })).state.kind).toBe('unreachable');
});

test('if a request is overdue, the last state applies', () => {
  expect(viewOf(situated({ attempts: [[0, http(404)]], at: 2 * DAY })).state.kind).toBe('unavailable');
});

test('an empty entry throws', () => {
  const { cached, ...rest } = situated({ attempts: [[0, http(404)]] });
  const entry = { settled: undefined, failing: undefined, refreshAt: 0 };
  const empty = new CachedEntry(entry, cached.from, 512_000);
  expect(() => viewOf({ ...rest, cached: empty })).toThrow('neither a result nor a failure');
});
