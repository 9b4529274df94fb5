import { describe, expect, test } from 'vitest';
import { DAY, HOUR, STORED_LIFE } from '../../src/limits.js';
import { keepFor, keepUntil } from '../../src/store/stored-life.js';
import { copy, entry, failing, NOW } from '../support/entries.js';

describe('how long an entry is kept: 31 days past its last use, so that a last good copy is there after 30 (RFC 9309 2.3.1.4)', () => {
  test('a copy: from the end of its freshness', () => {
    const kept = entry({ refreshAt: NOW + HOUR });
    expect(keepUntil(kept)).toBe(copy.freshUntil + STORED_LIFE);
    expect(keepFor(kept)).toBe(DAY + STORED_LIFE);
  });

  test('a failure: from its next try', () => {
    const kept = entry({ settled: undefined, failing, refreshAt: failing.at + HOUR });
    expect(keepUntil(kept)).toBe(failing.at + HOUR + STORED_LIFE);
    expect(keepFor(kept)).toBe(HOUR + STORED_LIFE);
  });

  test('a copy long past, of an origin that fails: from its next try', () => {
    const late = { ...failing, at: NOW + 29 * DAY };
    const kept = entry({ failing: late, refreshAt: late.at + HOUR });
    expect(keepFor(kept)).toBe(HOUR + STORED_LIFE);
  });

  test('whole milliseconds, and never less than the stored life', () => {
    expect(keepFor(entry({ refreshAt: NOW + DAY + 0.25 }))).toBe(DAY + STORED_LIFE + 1);
    const odd = entry({ settled: undefined, failing, refreshAt: 0 });
    expect(keepFor(odd)).toBe(STORED_LIFE);
  });
});
