import { expect, test } from 'vitest';
import { HeldCopy } from '../src/held-copy.js';
import { standingOf } from '../src/situation.js';
import { DAY } from './support/clock.js';
import { situated } from './support/held.js';
import { http } from './support/outcomes.js';

test('what stands at a time', () => {
  expect(standingOf(situated({ attempts: [[0, http(404)]] })).kind).toBe('unavailable');
  expect(standingOf(situated({ attempts: [[0, http(503)]] })).kind).toBe('unreachable');
});

test('where a request is due and did not come about, what stood last', () => {
  expect(standingOf(situated({ attempts: [[0, http(404)]], at: 2 * DAY })).kind).toBe(
    'unavailable',
  );
});

test('an entry of nothing is a mistake of this library, not an answer', () => {
  const { held, ...rest } = situated({ attempts: [[0, http(404)]] });
  const entry = { settled: undefined, failing: undefined, refreshAt: 0 };
  const empty = new HeldCopy(entry, held.from, { dialect: 'rfc9309', maxBytes: 512_000 });
  expect(() => standingOf({ ...rest, held: empty })).toThrow('neither a result nor a failure');
});
