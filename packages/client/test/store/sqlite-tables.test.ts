import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY } from '../../src/policy/limits.js';
import { openDatabase, prepareDatabase } from '../../src/store/sqlite-file.js';
import { SqliteTables } from '../../src/store/sqlite-tables.js';
import { bytes, NOW } from '../support/entries.js';

let database: DatabaseSync;
let tables: SqliteTables;

beforeEach(() => {
  database = openDatabase(':memory:');
  prepareDatabase(database);
  tables = new SqliteTables(database);
});
afterEach(() => database.close());

const span = { from: 100, until: 200 };
const stored = { facts: '{}', body: bytes('a'), refreshAt: NOW + 0.5, retainUntil: NOW + DAY };
const entryOf = { facts: '{}', body: bytes('a'), refreshAt: NOW + 0.5 };

function count(table: 'origin' | 'turn'): unknown {
  return database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n;
}

describe('a lease', () => {
  test('has its span and no entry until it is ended', () => {
    const lease = tables.lead('a', span, NOW);
    expect(tables.lease('a')).toEqual(span);
    expect(tables.origin('a')).toEqual({ lease: span, fence: lease.fence, body: new Uint8Array() });
    expect(tables.put(lease, stored)).toBe(true);
    expect(tables.lease('a')).toBeUndefined();
    expect(tables.origin('a')).toEqual({ lease: undefined, fence: lease.fence, ...entryOf });
  });

  test('has a fence above those of all earlier leases, including other and deleted keys', () => {
    const first = tables.lead('a', span, NOW);
    const second = tables.lead('b', span, NOW);
    tables.remove(second);
    const third = tables.lead('b', span, NOW);
    expect([first.fence, second.fence, third.fence]).toEqual([1, 2, 3]);
  });

  test('can be taken over, with the entry unchanged', () => {
    tables.put(tables.lead('a', span, NOW), stored);
    tables.lead('a', { from: 150, until: 250 }, NOW);
    expect(tables.origin('a')).toEqual({ lease: { from: 150, until: 250 }, fence: 2, ...entryOf });
  });

  test('ends once, and only if it is the latest', () => {
    const older = tables.lead('a', span, NOW);
    const newer = tables.lead('a', span, NOW);
    expect(tables.put(older, stored)).toBe(false);
    expect(tables.remove(older)).toBe(false);
    expect(tables.release(older)).toBe(false);
    expect(tables.release({ key: 'b', fence: newer.fence })).toBe(false);
    expect(tables.release(newer)).toBe(true);
    expect(tables.release(newer)).toBe(false);
  });
});

describe('removals', () => {
  test('have consecutive ids and are listed in order', () => {
    expect(tables.lastRemoved()).toBe(0);
    for (const key of ['a', 'b', 'a']) tables.forget(key, NOW);
    expect(tables.lastRemoved()).toBe(3);
    expect(tables.removedSince(0)).toEqual(['a', 'b', 'a']);
    expect(tables.removedSince(2)).toEqual(['a']);
    expect(tables.removedSince(3)).toEqual([]);
  });

  test('are swept after an hour, and a process that missed some detects it', () => {
    for (const key of ['a', 'b', 'c']) tables.forget(key, NOW);
    tables.forget('d', NOW + DAY);
    expect(tables.removedSince(2)).toBeUndefined();
    expect(tables.removedSince(3)).toEqual(['d']);
    expect(tables.lastRemoved()).toBe(4);
  });
});

test('a key without a lease has no row', () => {
  expect(tables.origin('a')).toBeUndefined();
  expect(tables.lease('a')).toBeUndefined();
});

describe('sweep', () => {
  test('removes expired rows, several at once', () => {
    for (let at = 0; at < 10; at += 1) tables.release(tables.lead(`a${at}`, span, NOW - 1));
    tables.release(tables.lead('b', span, NOW));
    tables.sweep(NOW, 0);
    expect(count('origin')).toBe(3);
    tables.sweep(NOW, 0);
    expect(count('origin')).toBe(1);
  });

  test('leaves leased keys', () => {
    tables.lead('a', span, NOW - 1);
    tables.sweep(NOW, span.until);
    expect(count('origin')).toBe(1);
    tables.sweep(NOW, span.until + 1);
    expect(count('origin')).toBe(0);
  });

  test('removes turns older than a day', () => {
    tables.takeTurn('old', NOW - DAY - 1, 1);
    tables.takeTurn('recent', NOW - DAY, 1);
    tables.sweep(NOW, 0);
    expect(count('turn')).toBe(1);
    expect(tables.takeTurn('recent', NOW - DAY, 1)).toBe(NOW - DAY + 1);
  });
});
