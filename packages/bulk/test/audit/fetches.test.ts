import { policies } from '@repkit/client/access';
import { expect, test } from 'vitest';
import { cpuMs } from '../../../../test/support/cpu-time.js';
import { Fetches, type FetchResult, fetchResult } from '../../src/audit/fetches.js';
import type { IdentityState } from '../../src/audit/identity.js';

const client = (name: string, address: string, state: IdentityState = 'unchecked') => ({
  name,
  address,
  state,
});

test.each<[number, FetchResult | undefined]>([
  [200, 'file'],
  [304, 'file'],
  [204, 'unavailable'],
  [206, undefined],
  [301, undefined],
  [404, 'unavailable'],
  [403, 'unavailable'],
  [429, 'unreachable'],
  [499, undefined],
  [503, 'unreachable'],
  [0, 'unreachable'],
])('status %i', (status, result) => {
  expect(fetchResult(status, policies.rfc9309)).toBe(result);
});

test('a crawler that documents it may treat errors as a missing file', () => {
  expect(fetchResult(503, policies.yandex)).toBe('unavailable');
  expect(fetchResult(401, policies.koster1996)).toBe('unavailable');
});

test('fetches that make no difference are dropped, and what remains is the same', () => {
  const changes = [100_000, 150_000, 150_001];
  const segmentOf = (second: number) => changes.filter((change) => change < second).length;
  const fetches = new Fetches(segmentOf);
  const all: { readonly second: number; readonly result: FetchResult }[] = [];
  for (let second = 0; second < 200_000; second++) {
    const isError = second % 5000 < 10;
    const result = isError ? 'unreachable' : 'file';
    fetches.add(client('GPTBot', '192.0.2.1', 'verified'), second, result);
    all.push({ second, result });
  }
  for (const at of [0, 1, 10, 11, 5005, 99_999, 100_001, 100_002, 150_002, 175_003, 200_000]) {
    const before = all.slice(0, at);
    const known = fetches.known(client('GPTBot', '192.0.2.9'), at);
    const file = before.findLast(({ result }) => result === 'file');
    // An error in the same second may have been first.
    const latest = all[at]?.result === 'unreachable' ? 'unreachable' : before.at(-1)?.result;
    expect([at, known.latest]).toEqual([at, latest]);
    expect(segmentOf(known.fetchedAt)).toBe(segmentOf(file?.second ?? Number.NEGATIVE_INFINITY));
  }
});

test('only verified addresses speak for others', () => {
  const fetches = new Fetches(() => 0);
  fetches.add(client('GPTBot', '192.0.2.1', 'unchecked'), 10, 'file');
  expect(fetches.known(client('GPTBot', '192.0.2.1'), 11).fetchedAt).toBe(10);
  expect(fetches.known(client('GPTBot', '192.0.2.2'), 11).fetchedAt).toBe(Number.NEGATIVE_INFINITY);
  expect(fetches.known(client('CCBot', '192.0.2.1'), 11).fetchedAt).toBe(Number.NEGATIVE_INFINITY);
});

test('the addresses whose fetches are stored are bounded', () => {
  const fetches = new Fetches(() => 0);
  for (let id = 0; id < 100_001; id++) fetches.add(client('GPTBot', `${id}`, 'unchecked'), 10, 'file');
  expect(fetches.isIncomplete).toBe(true);
  expect(fetches.known(client('GPTBot', '99999'), 11).fetchedAt).toBe(10);
  expect(fetches.known(client('GPTBot', '100000'), 11).fetchedAt).toBe(Number.NEGATIVE_INFINITY);
});

test('an error that was not stored may have excused a request', () => {
  const fetches = new Fetches(() => 0);
  const lostOf = (address: string, state?: IdentityState) => fetches.known(client('GPTBot', address, state), 11).isIncomplete;
  for (let id = 0; id < 100_001; id++) fetches.add(client('GPTBot', `${id}`), 10, 'file');
  expect(lostOf('100000')).toBe(false);
  fetches.add(client('GPTBot', '100000'), 10, 'unavailable');
  expect([lostOf('100000'), lostOf('7'), lostOf('100000', 'verified')]).toEqual([true, false, false]);
});

test('equal results in the same second take constant time and memory', () => {
  const fetches = new Fetches(() => 0);
  const began = cpuMs();
  for (let id = 0; id < 100_000; id++) {
    fetches.addForSite(10, 'unavailable');
    fetches.add(client('GPTBot', '192.0.2.1', 'verified'), 10, 'unreachable');
  }
  // Measured: 20 ms; each stored result would move all others.
  expect(cpuMs() - began).toBeLessThan(3000);
  expect(fetches.known(client('GPTBot', '192.0.2.1'), 11)).toMatchObject({
    latest: 'unreachable',
    absentAt: 10,
  });
});
