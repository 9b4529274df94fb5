import { MemoryStore } from '@repkit/client';
import { describe, expect, test } from 'vitest';
import type { SiteAnswer, Visit } from '../../../../test/support/sites.js';
import { ask, fromFile, fromSite } from '../support/check-results.js';

const body = 'User-agent: FooBot\nDisallow: /private/\nDisallow: /\nAllow: /private/open\n';

describe('with a robots.txt its rules decide', () => {
  test.each([
    ['/private/open', 'allowed', 4],
    ['/private/a', 'disallowed', 2],
    ['/a', 'disallowed', 3],
  ])('%s is %s by line %i', async (url, outcome, line) => {
    const result = ask(fromFile(body), url, 'FooBot');
    expect(result).toMatchObject({ url, crawler: 'FooBot', outcome, by: 'rules' });
    expect(result.by === 'rules' && result.verdict.rule?.line).toBe(line);
  });

  test('all matching rules are included on request', async () => {
    const matched = async (all: boolean) => {
      const result = ask(fromFile(body), '/private/a', 'FooBot', all);
      return result.by === 'rules' ? result.verdict.matched?.map(({ line }) => line) : 'none';
    };
    expect(await matched(true)).toEqual([2, 3]);
    expect(await matched(false)).toBeUndefined();
  });
});

describe('without a robots.txt the access result decides', () => {
  const DAY = 24 * 3_600_000;
  const checked = async (result: SiteAnswer, visit?: Visit, path = '/a') =>
    ask(await fromSite(result, visit), `https://example.com${path}`, 'FooBot');

  test('RFC 9309 2.3.1.3: an unavailable robots.txt restricts nothing', async () => {
    expect(await checked({ status: 404 })).toMatchObject({
      outcome: 'allowed',
      by: 'access',
      reason: 'unavailable',
      detail: 'status 404',
    });
  });

  test('RFC 9309 2.3.1.4: unreachable differs from disallowed', async () => {
    expect(await checked({ status: 503 })).toMatchObject({
      outcome: 'unreachable',
      by: 'access',
      reason: 'unreachable',
      detail: 'status 503',
    });
  });

  test('RFC 9309 2.3.1.4: after 30 days it counts as unavailable', async () => {
    const store = new MemoryStore();
    for (const day of [0, 7, 14, 21, 28]) await checked({}, { store, now: day * DAY });
    expect(await checked({}, { store, now: 30 * DAY })).toMatchObject({
      outcome: 'allowed',
      reason: 'given-up',
      detail: 'the connection was refused',
    });
  });

  test('Koster 1996 3.1: a restricted site is disallowed entirely', async () => {
    const visit = { policy: 'koster1996' } as const;
    expect(await checked({ status: 401 }, visit)).toMatchObject({
      outcome: 'disallowed',
      reason: 'forbidden',
      detail: 'status 401',
    });
    expect((await checked({ status: 401 })).outcome).toBe('allowed');
  });

  test('RFC 9309 2.2.2: robots.txt itself is still allowed', async () => {
    expect(await checked({ status: 503 }, {}, '/%72obots.txt')).toMatchObject({
      outcome: 'allowed',
      reason: 'robots-txt',
    });
    expect((await checked({ status: 503 }, {}, '/robots.txt?a')).outcome).toBe('unreachable');
  });
});
