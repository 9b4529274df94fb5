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

test('what a crawler knew does not depend on the order of the logs', () => {
  const verified = client('GPTBot', '192.0.2.1', 'verified');
  const error = 30 * 90_000;
  const seconds = Array.from({ length: 150_000 }, (_, index) => 30 * index).filter((second) => second !== error);
  const orders = [seconds, seconds.toReversed()].flatMap((files) =>
    [true, false].map((isErrorFirst) => ({ files, isErrorFirst })),
  );
  const known = orders.map(({ files, isErrorFirst }) => {
    const fetches = new Fetches();
    if (isErrorFirst) fetches.add(verified, error, 'unreachable');
    for (const second of files) fetches.add(verified, second, 'file');
    if (!isErrorFirst) fetches.add(verified, error, 'unreachable');
    return [error, error + 1, error + 31, 30 * 140_000].map((at) => fetches.known(verified, at));
  });
  const expected = [
    { fetchedAt: error - 30, latest: 'unreachable' },
    { fetchedAt: error - 30, latest: 'unreachable' },
    { fetchedAt: error + 30, latest: 'file' },
    { fetchedAt: 30 * 139_999, latest: 'file' },
  ];
  for (const each of known) expect(each).toMatchObject(expected);
});

test('only verified addresses speak for others', () => {
  const fetches = new Fetches();
  fetches.add(client('GPTBot', '192.0.2.1', 'unchecked'), 10, 'file');
  expect(fetches.known(client('GPTBot', '192.0.2.1'), 11).fetchedAt).toBe(10);
  expect(fetches.known(client('GPTBot', '192.0.2.2'), 11).fetchedAt).toBe(Number.NEGATIVE_INFINITY);
  expect(fetches.known(client('CCBot', '192.0.2.1'), 11).fetchedAt).toBe(Number.NEGATIVE_INFINITY);
});

test('the addresses whose fetches are stored are bounded', () => {
  const fetches = new Fetches();
  for (let id = 0; id < 100_001; id++) fetches.add(client('GPTBot', `${id}`, 'unchecked'), 10, 'file');
  expect(fetches.isIncomplete).toBe(true);
  expect(fetches.known(client('GPTBot', '99999'), 11).fetchedAt).toBe(10);
  expect(fetches.known(client('GPTBot', '100000'), 11).fetchedAt).toBe(Number.NEGATIVE_INFINITY);
});

test('an error that was not stored may have excused a request', () => {
  const fetches = new Fetches();
  const lostOf = (address: string, state?: IdentityState) => fetches.known(client('GPTBot', address, state), 11).isIncomplete;
  for (let id = 0; id < 100_001; id++) fetches.add(client('GPTBot', `${id}`), 10, 'file');
  expect(lostOf('100000')).toBe(false);
  fetches.add(client('GPTBot', '100000'), 10, 'unavailable');
  expect([lostOf('100000'), lostOf('7'), lostOf('100000', 'verified')]).toEqual([true, false, false]);
});

test('equal results in the same second take constant time and memory', () => {
  const fetches = new Fetches();
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
