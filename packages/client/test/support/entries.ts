/** Entries of every kind, for the stores. */
import type { Copy, Entry, Failing } from '../../src/policy/entry.js';

/** A time far from all clocks of these tests. */
export const NOW = 1_700_000_000_000;

const HOUR = 3_600_000;

const attempt = {
  at: NOW,
  status: 200,
  url: 'https://example.com/robots.txt',
  hops: [],
  caching: { 'cache-control': 'max-age=3600', date: 'Tue, 14 Nov 2023 22:13:20 GMT' },
};

export const copy: Copy = {
  ...attempt,
  kind: 'copy',
  freshUntil: NOW + 24 * HOUR,
  body: bytes('User-agent: *\nDisallow: /private/\n'),
  truncated: false,
  maxBytes: 512_000,
  charset: { name: 'utf-8', from: 'default' },
  mediaType: 'text/plain',
  validators: { etag: '"a"', lastModified: 'Tue, 14 Nov 2023 22:13:20 GMT' },
};

export const failing: Failing = {
  ...attempt,
  at: NOW + HOUR,
  status: 503,
  observedMs: HOUR,
  count: 3,
  reason: 'status',
  detail: 'status 503',
};

/** An entry with its next request due at `refreshAt`. */
export function entry(changes: Partial<Entry> = {}): Entry {
  return { settled: copy, failing: undefined, refreshAt: NOW + 20 * HOUR, ...changes };
}

export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Varied repetitions of all byte values, not valid text. */
export function binary(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, at) => (at + (at >> 8) * 7) & 0xff);
}

export const EVERY_KIND: Readonly<Record<string, Entry>> = {
  'a copy': entry(),
  'a copy with all optional fields': entry({
    settled: { ...copy, status: undefined, mediaType: undefined, validators: {} },
  }),
  'a copy in another charset, after redirects': entry({
    settled: {
      ...copy,
      truncated: true,
      maxBytes: 600_000,
      charset: { name: 'utf-8', from: 'content-type', unknown: 'klingon' },
      hops: [
        { url: 'http://example.com/robots.txt', status: 301, location: 'https://example.com/r' },
        { url: 'https://example.com/r', status: 308, location: undefined },
      ],
    },
  }),
  'an empty body': entry({ settled: { ...copy, body: bytes('') } }),
  'every byte in the body': entry({ settled: { ...copy, body: binary(1024) } }),
  'a body of one byte more than the parsing limit': entry({
    settled: { ...copy, body: binary(512_001) },
  }),
  'no robots.txt': entry({
    settled: {
      ...attempt,
      kind: 'unavailable',
      status: 404,
      freshUntil: NOW + HOUR,
      reason: 'status',
    },
  }),
  'a forbidden robots.txt': entry({
    settled: { ...attempt, kind: 'forbidden', status: 403, freshUntil: NOW + HOUR },
  }),
  'a failure with a last good copy': entry({ failing }),
  'a failure without an earlier result': entry({
    settled: undefined,
    failing: {
      ...failing,
      status: undefined,
      reason: 'dns',
      detail: 'the name "ex😀mple" was not found',
    },
  }),
  'times in fractions of a millisecond': entry({ refreshAt: NOW + 0.625 }),
};
