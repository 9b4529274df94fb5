import { describe, expect, test } from 'vitest';
import type { Entry } from '../../src/policy/entry.js';
import { isCurrent, lastState, needsLongerCopy, stateAt } from '../../src/policy/entry.js';
import type { FetchOutcome } from '../../src/policy/fetch-outcome.js';
import { type PolicyName, policies } from '../../src/policy/policy.js';
import { nextEntry } from '../../src/policy/settle.js';
import { copy, entry as entryWith, failing } from '../support/entries.js';
import { http } from '../support/outcomes.js';

const START = Date.parse('2026-11-21T12:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const good = http(200, 'User-agent: *\nDisallow: /\n');
const down = http(503);

/** The entry after attempts at times. */
function after(policy: PolicyName, attempts: readonly (readonly [at: number, outcome: FetchOutcome])[]): Entry {
  let entry: Entry | undefined;
  for (const [at, outcome] of attempts) {
    entry = nextEntry(entry, {
      key: 'https://example.com',
      policy: policies[policy],
      now: START + at,
      outcome,
      maxBytes: 512_000,
    });
  }
  if (entry === undefined) throw new Error('There was no attempt.');
  return entry;
}

/** Attempts that fail from a time on, every day and at the end. */
function failures(from: number, to: number): (readonly [at: number, outcome: FetchOutcome])[] {
  const times = [to];
  for (let at = from; at < to; at += DAY) times.push(at);
  return times.sort((one, other) => one - other).map((at) => [at, down]);
}

/** Edge cases of time: the state at a time after the attempts. */
const ROWS: readonly (readonly [
  name: string,
  policy: PolicyName,
  attempts: readonly (readonly [at: number, outcome: FetchOutcome])[],
  at: number,
  expected: string,
])[] = [
  ['2.4: a copy until its last millisecond', 'rfc9309', [[0, good]], DAY - 1, 'copy'],
  ['2.4: no copy after 24 hours', 'rfc9309', [[0, good]], DAY, 'nothing'],
  ['3.4: seven days', 'koster1996', [[0, good]], 7 * DAY - 1, 'copy'],
  ['3.4: after seven days', 'koster1996', [[0, good]], 7 * DAY, 'nothing'],
  ['2.3.1.3: unavailable', 'rfc9309', [[0, http(404)]], DAY - 1, 'unavailable'],
  ['2.3.1.3: unavailable, expired', 'rfc9309', [[0, http(404)]], DAY, 'nothing'],
  ['3.1: forbidden', 'koster1996', [[0, http(401)]], DAY - 1, 'forbidden'],
  ['2.3.1.4: down from the start', 'rfc9309', [[0, down]], 0, 'unreachable'],
  [
    'a fresh copy is used despite failures',
    'rfc9309',
    [
      [0, good],
      [HOUR, down],
    ],
    DAY - 1,
    'copy',
  ],
  [
    'but no longer',
    'rfc9309',
    [
      [0, good],
      [HOUR, down],
    ],
    DAY,
    'unreachable',
  ],
  [
    'the 30 days count from the first failure',
    'rfc9309',
    [[0, good], ...failures(HOUR, 30 * DAY + HOUR - 1)],
    30 * DAY + HOUR - 1,
    'unreachable',
  ],
  ['then the last good copy', 'rfc9309', [[0, good], ...failures(HOUR, 30 * DAY + HOUR)], 30 * DAY + HOUR, 'stale copy'],
  ['or, without one, allow', 'rfc9309', failures(0, 30 * DAY), 30 * DAY, 'given-up'],
  ['a 404 is not a copy', 'rfc9309', [[0, http(404)], ...failures(DAY, 31 * DAY)], 31 * DAY, 'given-up'],
  ['time without an attempt is not observed', 'rfc9309', [[0, down]], 3000 * DAY, 'unreachable'],
  ['google: 30 days', 'google', failures(0, 30 * DAY - 1), 30 * DAY - 1, 'unreachable'],
  [
    'google-2026: 12 hours',
    'google-2026',
    [[0, good], ...failures(DAY, DAY + 12 * HOUR - 1)],
    DAY + 12 * HOUR - 1,
    'unreachable',
  ],
  ['google-2026: then the copy', 'google-2026', [[0, good], ...failures(DAY, DAY + 12 * HOUR)], DAY + 12 * HOUR, 'stale copy'],
  ['google-2026: 30 days, then allow', 'google-2026', [[0, good], ...failures(DAY, 31 * DAY)], 31 * DAY, 'given-up'],
  ['koster1996: without limit', 'koster1996', [[0, good], ...failures(DAY, 3000 * DAY)], 3000 * DAY, 'unreachable'],
];

describe('state of an origin', () => {
  test.each(ROWS)('%s (%s)', (_, policy, attempts, at, expected) => {
    const state = stateAt(after(policy, attempts), policies[policy], START + at);
    const stale = state?.kind === 'copy' && state.stale ? 'stale ' : '';
    expect(`${stale}${state?.kind ?? 'nothing'}`).toBe(expected);
  });
});

describe('checks without a request', () => {
  test('while the result is fresh, even if a refresh is due', () => {
    const entry = after('rfc9309', [[0, good]]);
    expect(entry.refreshAt).toBeLessThan(START + DAY);
    expect(isCurrent(entry, START + DAY - 1)).toBe(true);
    expect(isCurrent(entry, START + DAY)).toBe(false);
  });

  test('between two tries of an unreachable origin, but not after the next try', () => {
    const entry = after('rfc9309', [[0, down]]);
    expect(isCurrent(entry, entry.refreshAt - 1)).toBe(true);
    expect(isCurrent(entry, entry.refreshAt)).toBe(false);
  });
});

describe('a clock that was set back: times in the future do not delay requests', () => {
  const YEAR = 365 * DAY;

  test('a copy from the future is not fresh', () => {
    const entry = after('rfc9309', [[YEAR, good]]);
    expect(stateAt(entry, policies.rfc9309, START)).toBeUndefined();
    expect(isCurrent(entry, START)).toBe(false);
    // Clocks of processes that share entries differ a little.
    expect(isCurrent(entry, START + YEAR - 60_000)).toBe(true);
  });

  test('a failure from the future is retried now, and its run starts now', () => {
    const future = after('rfc9309', [[YEAR, down]]);
    expect(isCurrent(future, START)).toBe(false);
    const entry = after('rfc9309', [
      [YEAR, down],
      [0, down],
    ]);
    expect(entry.failing?.observedMs).toBe(0);
    expect(isCurrent(entry, START)).toBe(true);
  });

  test('a copy from the future follows the unreachable policy once its server fails', () => {
    const entry = after('google-2026', [
      [YEAR, good],
      [0, down],
    ]);
    expect(stateAt(entry, policies['google-2026'], START)?.kind).toBe('unreachable');
    const later = after('google-2026', [[YEAR, good], ...failures(0, 12 * HOUR)]);
    expect(stateAt(later, policies['google-2026'], START + 12 * HOUR)?.kind).toBe('copy');
  });
});

test('after a last stage that is not infinite, its decision stays', () => {
  const policy = { ...policies.rfc9309, stages: [{ untilMs: HOUR, decision: 'allow' }] } as const;
  const down: Entry = {
    ...entryWith({ settled: undefined }),
    failing: { ...failing, observedMs: DAY },
  };
  expect(stateAt(down, policy, START)?.kind).toBe('given-up');
});

const cut = { ...copy, truncated: true, maxBytes: 600_000 };

test.each([
  ['was cut at a smaller one', { settled: cut }, 600_001, true],
  ['was cut at this one', { settled: cut }, 600_000, false],
  ['was cut at a larger one', { settled: cut }, 599_999, false],
  ['is complete', { settled: copy }, 600_001, false],
  ['was cut, but cannot be fetched now', { settled: cut, failing }, 600_001, false],
  ['does not exist', { settled: undefined }, 600_001, false],
])('a parsing limit requires another fetch of a body that %s: %#', (_, changes, maxBytes, expected) => {
  expect(needsLongerCopy(entryWith(changes), maxBytes)).toBe(expected);
});

test('an expired result is the last state, even if it was due for renewal only then', () => {
  for (const headers of [{ 'cache-control': 'no-store' }, {}]) {
    const entry = after('rfc9309', [[0, http(200, 'User-agent: *\n', headers)]]);
    expect(lastState(entry, policies.rfc9309, START + 2 * DAY)).toMatchObject({ kind: 'copy' });
  }
});

test('an entry without a result and a failure has no state', () => {
  expect(() => lastState(entryWith({ settled: undefined }), policies.rfc9309, START)).toThrow('neither a result nor a failure');
});
