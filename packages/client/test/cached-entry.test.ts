import { expect, test } from 'vitest';
import { CachedEntry, stateOf } from '../src/client/cached-entry.js';
import type { Copy } from '../src/policy/entry.js';
import { DAY } from './support/clock.js';
import { http } from './support/outcomes.js';
import { situated } from './support/situations.js';

const cached = (text: string) => situated({ attempts: [[0, http(200, text)]] }).cached;

function copyOf(of: ReturnType<typeof cached>): Copy {
  if (of.entry.settled?.kind !== 'copy') throw new Error('There is no copy.');
  return of.entry.settled;
}

test('rules are parsed once', () => {
  const copy = cached('User-agent: *\nDisallow: /a\n');
  const rules = copy.rulesOf(copyOf(copy));
  expect(rules.isAllowed('/a', 'ExampleBot')).toBe(false);
  expect(copy.rulesOf(copyOf(copy))).toBe(rules);
});

test('the approximate memory grows with the body and with the redirects', () => {
  expect(cached('a'.repeat(100_000)).bytes).toBeGreaterThan(100_000);
  const none = http(404);
  const { bytes } = situated({ attempts: [[0, none]] }).cached;
  expect(bytes).toBeGreaterThan(0);
  const location = `https://example.com/${'a'.repeat(8000)}`;
  const hops = [{ url: none.url, status: 301, location }];
  const far = situated({ attempts: [[0, { ...none, hops }]] }).cached;
  expect(far.bytes).toBeGreaterThan(bytes + 16_000);
});

test('the state at a time', () => {
  expect(stateOf(situated({ attempts: [[0, http(404)]] })).kind).toBe('unavailable');
  expect(stateOf(situated({ attempts: [[0, http(503)]] })).kind).toBe('unreachable');
});

test('if a request is overdue, the last state applies', () => {
  expect(stateOf(situated({ attempts: [[0, http(404)]], at: 2 * DAY })).kind).toBe('unavailable');
});

test('an empty entry throws', () => {
  const { cached, ...rest } = situated({ attempts: [[0, http(404)]] });
  const entry = { settled: undefined, failing: undefined, refreshAt: 0 };
  const empty = new CachedEntry(entry, cached.from, { dialect: 'rfc9309', maxBytes: 512_000 });
  expect(() => stateOf({ ...rest, cached: empty })).toThrow('neither a result nor a failure');
});
