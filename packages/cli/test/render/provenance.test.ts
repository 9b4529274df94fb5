import { MemoryStore } from '@repkit/client';
import { describe, expect, test } from 'vitest';
import { visited } from '../../../../test/support/sites.js';
import { provenanceLines } from '../../src/render/explanation.js';

const ORIGIN = 'https://example.com';
const NOON = Date.UTC(2026, 4, 1, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test.each([
  ['robots.txt', 'robots.txt'],
  ['-', 'standard input'],
  ['a\x1b[2J', 'a\\x1b[2J'],
])('a file: %j', (file, shown) => {
  expect(provenanceLines({ file })).toEqual([`source:     ${shown}`]);
});

describe('a site', () => {
  test('with a robots.txt', async () => {
    const { provenance } = await visited(ORIGIN, { status: 200, body: 'a' }, { policy: 'google' });
    expect(provenanceLines(provenance)).toEqual([
      'source:     https://example.com/robots.txt (status 200), fetched just now, fresh for 24 h',
      'policy:     google',
    ]);
  });

  test('without a robots.txt', async () => {
    const { provenance } = await visited(ORIGIN, { status: 404 });
    expect(provenanceLines(provenance)[0]).toBe(
      'source:     https://example.com/robots.txt (status 404), requested just now, valid for 24 h',
    );
  });

  test('a line for each redirect', async () => {
    const hops = [
      { url: `${ORIGIN}/robots.txt`, status: 301, location: 'https://a.example/robots.txt' },
      { url: 'https://a.example/robots.txt', status: 302, location: 'https://b.example/\u202e' },
      { url: 'https://b.example/', status: 302, location: undefined },
    ];
    const { provenance } = await visited(ORIGIN, { status: 200, body: 'a', hops });
    expect(provenanceLines(provenance).slice(1, -1)).toEqual([
      'redirect:   https://example.com/robots.txt to https://a.example/robots.txt (status 301)',
      'redirect:   https://a.example/robots.txt to https://b.example/\\u{202e} (status 302)',
      'redirect:   https://b.example/ to an unreadable location (status 302)',
    ]);
  });

  test('RFC 9309 2.3: a media type other than text/plain', async () => {
    const result = { status: 200, body: '<p>', mediaType: 'text/html; charset=utf-8' };
    expect(provenanceLines((await visited(ORIGIN, result)).provenance)).toContain(
      'media type: text/html instead of text/plain; parsed nevertheless',
    );
  });

  test('RFC 9309 2.3.1.4: start of the failures and time of the next request', async () => {
    const store = new MemoryStore();
    await visited(ORIGIN, { status: 503 }, { store, now: NOON });
    const { provenance } = await visited(ORIGIN, {}, { store, now: NOON + 2 * HOUR });
    const [source, failing, ...rest] = provenanceLines(provenance);
    expect(source).toBe('source:     https://example.com/robots.txt (no response), requested just now');
    expect(failing).toMatch(
      /^failing: {4}since 2026-05-01 12:00:00 UTC \(2 h ago\); next request in \d+ (s|min), or now with --refresh$/,
    );
    expect(rest).toEqual(['policy:     rfc9309']);
  });

  test('RFC 9309 2.4: fresh and expired copies while requests fail', async () => {
    const store = new MemoryStore();
    await visited(ORIGIN, { status: 200, body: 'a' }, { store, now: NOON });
    const failing = await visited(ORIGIN, {}, { store, now: NOON + 3 * HOUR });
    expect(provenanceLines(failing.provenance).slice(0, 2)).toEqual([
      'source:     https://example.com/robots.txt (status 200), fetched 3 h ago, fresh for 21 h',
      expect.stringMatching(/^failing: .* UTC \(just now\): the connection was refused; next request /),
    ]);
    for (const day of [7, 14, 21, 28]) {
      await visited(ORIGIN, {}, { store, now: NOON + 3 * HOUR + day * DAY });
    }
    const stale = await visited(ORIGIN, {}, { store, now: NOON + 3 * HOUR + 31 * DAY });
    expect(provenanceLines(stale.provenance)[0]).toBe(
      'source:     https://example.com/robots.txt (status 200), fetched 31 days ago, expired 30 days ago',
    );
  });
});
