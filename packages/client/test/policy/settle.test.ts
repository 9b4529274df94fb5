import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Copy, Entry } from '../../src/policy/entry.js';
import type { FetchOutcome } from '../../src/policy/fetch-outcome.js';
import { policies } from '../../src/policy/policy.js';
import { nextEntry } from '../../src/policy/settle.js';
import { failure, ftp, http, redirects } from '../support/outcomes.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const BODY = 'User-agent: *\nDisallow: /a\n';
const key = 'https://example.com';

function next(earlier: Entry | undefined, outcome: FetchOutcome, now = NOW, policy = policies.rfc9309) {
  return nextEntry(earlier, { key, policy, now, outcome, maxBytes: 512_000 });
}

function copyOf(entry: Entry): Copy {
  if (entry.settled?.kind !== 'copy') throw new Error('The entry has no copy.');
  return entry.settled;
}

describe('a copy', () => {
  const headers = {
    'cache-control': 'max-age=3600',
    etag: '"a"',
    'last-modified': 'Sat, 21 Nov 2026 11:00:00 GMT',
    'content-type': 'Text/Plain ; charset=utf-8',
  };

  test('contains the response, and is renewed before it expires', () => {
    const entry = next(undefined, http(200, BODY, headers));
    expect(copyOf(entry)).toMatchObject({
      at: NOW,
      freshUntil: NOW + HOUR,
      status: 200,
      mediaType: 'text/plain',
      validators: { etag: '"a"', lastModified: 'Sat, 21 Nov 2026 11:00:00 GMT' },
      truncated: false,
    });
    expect(new TextDecoder().decode(copyOf(entry).body)).toBe(BODY);
    expect(entry.failing).toBeUndefined();
    expect(entry.refreshAt).toBeGreaterThanOrEqual(NOW + 0.75 * HOUR);
    expect(entry.refreshAt).toBeLessThanOrEqual(NOW + 0.85 * HOUR);
  });

  test.each([
    ['in the second before', 'Sat, 21 Nov 2026 11:00:01 GMT', 'Sat, 21 Nov 2026 11:00:00 GMT'],
    ['in the second of the response', 'Sat, 21 Nov 2026 11:00:00 GMT', undefined],
    ['after the response', 'Sat, 21 Nov 2026 10:59:00 GMT', undefined],
    ['at a time that cannot be compared', 'today', 'Sat, 21 Nov 2026 11:00:00 GMT'],
  ])('RFC 9110 8.8.2.2: a file that was modified %s', (_when, date, lastModified) => {
    const { validators } = copyOf(next(undefined, http(200, BODY, { ...headers, date })));
    expect(validators).toStrictEqual({ etag: '"a"', ...(lastModified && { lastModified }) });
  });

  test('dates in an obsolete format are in GMT, whatever the time zone of this machine', () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('TZ', 'Asia/Tokyo');
    const date = 'Sat, 21 Nov 2026 11:00:00 GMT';
    const sameSecond = { date, 'last-modified': 'Sat Nov 21 11:00:00 2026' };
    expect(copyOf(next(undefined, http(200, BODY, sameSecond))).validators).toEqual({});
    const lastModified = 'Sat Nov 21 10:00:00 2026';
    const earlier = { date, 'last-modified': lastModified };
    expect(copyOf(next(undefined, http(200, BODY, earlier))).validators).toEqual({ lastModified });
  });

  test('RFC 9111 4.3.4: a 304 renews it, and its caching headers replace the stored ones', () => {
    const first = next(undefined, http(200, BODY, headers));
    const again = next(first, http(304, undefined, { etag: '"a"' }, true), NOW + HOUR);
    expect(copyOf(again)).toMatchObject({
      at: NOW + HOUR,
      freshUntil: NOW + 2 * HOUR,
      status: 304,
      validators: { etag: '"a"', lastModified: 'Sat, 21 Nov 2026 11:00:00 GMT' },
    });
    expect(copyOf(again).body).toBe(copyOf(first).body);
    expect(copyOf(again).caching).toStrictEqual({ 'cache-control': 'max-age=3600' });
    const age = { 'cache-control': 'max-age=7200', age: '60' };
    const longer = copyOf(next(first, http(304, undefined, age, true)));
    expect(longer.freshUntil).toBe(NOW + 2 * HOUR - 60_000);
    expect(longer.caching).toStrictEqual(age);
  });

  test.each([
    ['max-age takes precedence over an Expires', { expires: '0' }, 7200],
    ['its Age counts', { age: '600' }, 6600],
    ['its Date counts', { date: 'Sat, 21 Nov 2026 12:50:00 GMT' }, 6600],
    ['the stored Age and Date no longer count', {}, 7200],
  ])('RFC 9111 4.3.4: after a 304 without Cache-Control, %s', (_, theirs, seconds) => {
    const cached = {
      'cache-control': 'max-age=7200',
      age: '3600',
      date: 'Sat, 21 Nov 2026 11:00:00 GMT',
    };
    const first = next(undefined, http(200, BODY, cached));
    const again = copyOf(next(first, http(304, undefined, theirs, true), NOW + HOUR));
    expect(again.freshUntil).toBe(NOW + HOUR + seconds * 1000);
  });

  test('RFC 9111 4.3.4: a 304 without a lifetime does not extend a stored Expires', () => {
    const expires = 'Sat, 21 Nov 2026 13:30:00 GMT';
    const first = next(undefined, http(200, BODY, { expires }));
    const again = copyOf(next(first, http(304, undefined, {}, true), NOW + HOUR));
    expect(again.freshUntil).toBe(NOW + 1.5 * HOUR);
  });

  const earlier = 'Sat, 21 Nov 2026 11:00:00 GMT';
  const later = 'Sat, 21 Nov 2026 11:30:00 GMT';
  test.each([
    // Validators of the copy, those of the 304, and whether it is about the copy.
    [{ etag: '"a"' }, {}, true],
    [{ etag: '"a"' }, { etag: '"a"' }, true],
    [{ etag: '"a"' }, { etag: '"b"' }, false],
    [{ etag: '"a1"' }, { etag: '"a2"' }, false],
    [{ etag: '"a"' }, { 'last-modified': later }, true],
    [{ etag: 'W/"a"' }, { etag: '"a"' }, true],
    [{ etag: '"a"' }, { etag: 'W/"a"' }, true],
    [{ etag: 'W/"a"' }, { etag: 'W/"b"' }, false],
    [{ etag: 'W/"a"' }, { etag: '"b"' }, false],
    [{ etag: '"a"' }, { etag: '*' }, true],
    [{ etag: '"a"' }, { etag: '"a"', 'last-modified': later }, true],
    [{ etag: '"a"', 'last-modified': earlier }, { etag: '"a"', 'last-modified': later }, true],
    [{ etag: '"a"', 'last-modified': earlier }, { 'last-modified': later }, false],
    [{ 'last-modified': earlier }, { 'last-modified': earlier }, true],
    [{ 'last-modified': earlier }, { 'last-modified': later }, false],
    [{ 'last-modified': later }, { 'last-modified': earlier }, false],
    [{ 'last-modified': earlier }, { etag: '"b"', 'last-modified': earlier }, true],
    [{ 'last-modified': earlier }, { etag: '"b"', 'last-modified': later }, false],
    [{ 'last-modified': earlier }, { etag: '"b"' }, false],
    [{ 'last-modified': earlier }, { etag: 'W/"b"' }, true],
    [{ 'last-modified': earlier }, { etag: 'W/"b"', 'last-modified': earlier }, true],
  ])('RFC 9111 4.3.4: a copy with %j is renewed by a 304 with %j: %s', (ours, theirs, isRenewed) => {
    const first = next(undefined, http(200, BODY, ours));
    const after = next(first, http(304, undefined, theirs, true), NOW + HOUR);
    // Validators always are those of the response that brought the body.
    expect(copyOf(after).validators).toEqual(copyOf(first).validators);
    expect(copyOf(after).at).toBe(isRenewed ? NOW + HOUR : NOW);
    expect(after.failing?.reason).toBe(isRenewed ? undefined : 'not-modified-unasked');
  });

  test.each(['*', '"a", "b"', 'a'])('RFC 9110 8.8.3: %j is not a validator', (etag) => {
    expect(copyOf(next(undefined, http(200, BODY, { etag }))).validators).toStrictEqual({});
  });

  test("RFC 9309 2.4: a 304 without caching headers renews it only within the policy's limit", () => {
    const week = http(200, BODY, { 'cache-control': 'max-age=604800', etag: '"a"' });
    const first = next(undefined, week, NOW, policies.google);
    expect(copyOf(first).freshUntil).toBe(NOW + 7 * DAY);
    const renewed = next(first, http(304, undefined, {}, true), NOW + DAY);
    expect(copyOf(renewed).freshUntil).toBe(NOW + 2 * DAY);
  });

  test('a lifetime of a minute is not shortened by the early refresh', () => {
    const entry = next(undefined, http(200, BODY, { 'cache-control': 'no-store' }));
    expect(entry.refreshAt).toBe(NOW + 60_000);
    expect(copyOf(entry).freshUntil).toBe(NOW + 60_000);
    const longer = next(undefined, http(200, BODY, { 'cache-control': 'max-age=70' }));
    expect(longer.refreshAt).toBe(NOW + 60_000);
  });

  test('a 304 for a copy that the store has lost is a failure, not an empty file', () => {
    const entry = next(undefined, http(304, undefined, {}, true));
    expect(entry.settled).toBeUndefined();
    expect(entry.failing).toMatchObject({
      reason: 'not-modified-unasked',
      detail: 'status 304, but not for the cached copy',
      count: 1,
    });
  });

  test('is replaced by the next one, and removed once the file is unavailable', () => {
    const first = next(undefined, http(200, BODY, headers));
    const second = next(first, http(200, 'User-agent: *\nAllow: /\n'), NOW + HOUR);
    expect(copyOf(second).body.length).toBe(23);
    expect(copyOf(second).validators).toEqual({});
    const gone = next(second, http(404), NOW + 2 * HOUR);
    expect(gone.settled).toMatchObject({ kind: 'unavailable', reason: 'status', status: 404 });
  });
});

describe('unavailable and forbidden results', () => {
  test.each([
    ['404', http(404), 'status', 404],
    ['204', http(204, ''), 'status', 204],
    ['six redirects', redirects('too-many-redirects'), 'too-many-redirects', 302],
    ['a redirect loop', redirects('redirect-loop'), 'redirect-loop', 302],
    ['FTP 550', ftp(550), 'ftp-reply', 550],
  ])('%s lives 24 hours', (_, outcome, reason, status) => {
    expect(next(undefined, outcome).settled).toMatchObject({
      kind: 'unavailable',
      reason,
      status,
      freshUntil: NOW + DAY,
    });
  });

  test('Koster 1996 3.1: 403 restricts the site', () => {
    const entry = next(undefined, http(403), NOW, policies.koster1996);
    expect(entry.settled).toMatchObject({ kind: 'forbidden', status: 403, freshUntil: NOW + DAY });
  });
});

describe('an unbroken run of failures', () => {
  test('adds up its time, retains the last good copy, and counts failures', () => {
    const good = next(undefined, http(200, BODY));
    const first = next(good, http(503), NOW + DAY);
    expect(first.failing).toMatchObject({
      observedMs: 0,
      at: NOW + DAY,
      count: 1,
      reason: 'status',
      status: 503,
      detail: 'status 503',
    });
    const second = next(first, failure('timeout', 'it took too long'), NOW + DAY + HOUR);
    expect(second.failing).toMatchObject({
      observedMs: HOUR,
      at: NOW + DAY + HOUR,
      count: 2,
      reason: 'timeout',
      status: undefined,
      detail: 'it took too long',
    });
    expect(copyOf(second).body).toBe(copyOf(good).body);
  });

  test.each([
    ['a copy', http(200, BODY)],
    ['a 404', http(404)],
    ['a renewal', http(304, undefined, {}, true)],
  ])('is broken by %s', (_, outcome) => {
    const good = next(undefined, http(200, BODY));
    const failing = next(good, http(500), NOW + DAY);
    const settled = next(failing, outcome, NOW + 2 * DAY);
    expect(settled.failing).toBeUndefined();
    expect(next(settled, http(500), NOW + 3 * DAY).failing).toMatchObject({
      observedMs: 0,
      count: 1,
    });
  });

  test.each([
    ['a clock that is 40 days slow for one attempt', [0, -40 * DAY, 120_000], 7 * DAY],
    ['a clock that is 40 days fast for one attempt', [0, 40 * DAY, 120_000], 7 * DAY],
    ['a first failure in 1970', [-NOW, 0, 60_000], 7 * DAY + 60_000],
    ['two failures a month apart', [0, 30 * DAY], 7 * DAY],
    ['a clock that returned no valid time', [0, Number.NaN, HOUR, 2 * HOUR], HOUR],
    ['attempts at the same time', [0, 0], 0],
    ['gaps of a week', [0, 7 * DAY, 14 * DAY, 21 * DAY], 21 * DAY],
  ])('observed time: %s', (_, times, expected) => {
    let entry: Entry | undefined;
    for (const at of times) entry = next(entry, http(503), NOW + at);
    expect(entry?.failing?.observedMs).toBe(expected);
  });

  test('time with an unreadable body does not count as unreachable, and the other way round', () => {
    const outcomes = ['dns', 'dns', 'unreadable', 'unreadable', 'dns', 'dns'] as const;
    let entry: Entry | undefined;
    const times = outcomes.map((kind, index) => {
      entry = next(entry, failure(kind), NOW + index * DAY);
      return entry.failing?.observedMs;
    });
    expect(times).toEqual([0, DAY, 0, DAY, 0, DAY]);
    expect(entry?.failing?.count).toBe(6);
  });

  test('the next try is delayed from a minute to an hour, or by Retry-After', () => {
    let entry = next(undefined, http(500));
    const delays = [entry.refreshAt - NOW];
    for (let count = 1; count < 9; count++) {
      entry = next(entry, http(500));
      delays.push(entry.refreshAt - NOW);
    }
    delays.forEach((delay, index) => {
      const most = Math.min(60_000 * 2 ** index, HOUR);
      expect(delay).toBeLessThanOrEqual(most);
      expect(delay).toBeGreaterThanOrEqual(0.8 * most);
    });
    // Google's page: a 503 is retried more often.
    const busy = next(entry, http(503), NOW, policies.google).refreshAt - NOW;
    expect(busy).toBeLessThanOrEqual(5 * 60_000);
    expect(busy).toBeGreaterThanOrEqual(4 * 60_000);
    const delayed = next(entry, http(503, undefined, { 'retry-after': '7200' }));
    expect(delayed.refreshAt).toBe(NOW + 2 * HOUR);
  });

  test('an invalid redirect retains its status, another failure after a redirect has none', () => {
    const hops = [{ url: 'https://example.com/robots.txt', status: 302, location: undefined }];
    const entry = next(undefined, { ...failure('bad-redirect'), hops });
    expect(entry.failing).toMatchObject({ reason: 'bad-redirect', status: 302, hops });
    const unresolved = next(undefined, { ...failure('dns'), hops });
    expect(unresolved.failing).toMatchObject({ reason: 'dns', status: undefined, hops });
    // A custom transport may report no hops.
    for (const outcome of [failure('bad-redirect'), { ...redirects('redirect-loop'), hops: [] }]) {
      expect(next(undefined, outcome, NOW, policies.koster1996).failing?.status).toBeUndefined();
    }
  });
});
