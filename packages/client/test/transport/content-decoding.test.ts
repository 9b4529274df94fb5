import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type ContentCoding, contentCoding, decodeContent } from '../../src/transport/content-decoding.js';
import { failureOf } from '../../src/transport/failure.js';
import { chunksOf, collect } from '../support/bytes.js';

const TEXT = Buffer.from('User-agent: *\nDisallow: /a\n'.repeat(5000));

const decode = (body: AsyncIterable<Uint8Array>, coding: ContentCoding) => collect(decodeContent(body, coding, TEXT.length));

describe('Content-Encoding (RFC 9110 8.4)', () => {
  test.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['identity', 'identity'],
    ['none', 'identity'],
    ['gzip', 'gzip'],
    ['X-GZIP', 'gzip'],
    ['identity, gzip', 'gzip'],
    [' br ,', 'br'],
    ['deflate', 'unknown'],
    ['zstd', 'unknown'],
    ['gzip, br', 'unknown'],
    ['gzip, gzip', 'unknown'],
    ['compress', 'unknown'],
    ['utf-8', 'unknown'],
    ['gzip br', 'unknown'],
  ])('%j is %s', (field, coding) => {
    expect(contentCoding(field)).toBe(coding);
  });
});

/** A gzip member with every optional field of its header (RFC 1952 2.3). */
function withAllFields(body: Uint8Array): Uint8Array {
  const plain = gzipSync(body);
  const extra = [4, 0, 0x61, 0x62, 0, 0];
  const fields = [...extra, ...Buffer.from('robots.txt\0a comment\0'), 0, 0];
  return Buffer.concat([
    plain.subarray(0, 3),
    Buffer.from([0x1e]),
    plain.subarray(4, 10),
    Buffer.from(fields),
    plain.subarray(10),
  ]);
}

describe('decoding', () => {
  const bodies: readonly [string, Uint8Array, ContentCoding][] = [
    ['plain', TEXT, 'identity'],
    ['plain with an unknown coding', TEXT, 'unknown'],
    ['gzip', gzipSync(TEXT), 'gzip'],
    ['br', brotliCompressSync(TEXT), 'br'],
    ['gzip in two members (RFC 1952 2.2)', Buffer.concat([gzipSync(TEXT.subarray(0, 99)), gzipSync(TEXT.subarray(99))]), 'gzip'],
    ['gzip with all fields of the header (RFC 1952 2.3)', withAllFields(TEXT), 'gzip'],
  ];
  test.each(bodies)('%s', async (_, body, coding) => {
    for (const size of [1, 7, 1000, body.length]) {
      expect(TEXT.equals(await decode(chunksOf(body, size), coding)), `${size}`).toBe(true);
    }
  });

  test.each<[ContentCoding, string, Uint8Array]>([
    ['gzip', 'more', gzipSync(TEXT)],
    ['gzip', '\0\0\0\0', gzipSync(TEXT)],
    ['gzip', '\x1f\x8bA', gzipSync(TEXT)],
    ['gzip', '<!-- cached -->', gzipSync(TEXT)],
    ['br', 'more', brotliCompressSync(TEXT)],
  ])('%s: ignores %j after complete data', async (coding, after, body) => {
    for (const repeated of [1, 20_000]) {
      const longer = Buffer.concat([body, Buffer.from(after.repeat(repeated), 'latin1')]);
      for (const size of [1000, body.length, longer.length]) {
        expect(TEXT.equals(await decode(chunksOf(longer, size), coding)), `${size}`).toBe(true);
      }
    }
  });

  test.each<ContentCoding>(['gzip', 'br', 'identity', 'unknown'])('%s: an empty body is empty', async (coding) => {
    expect(await decode(chunksOf(new Uint8Array()), coding)).toHaveLength(0);
  });
});

describe('a body that cannot be decoded is unreadable', () => {
  const garbage = Buffer.from('\xff this is not compressed', 'latin1');
  const flipped = gzipSync(TEXT);
  flipped[flipped.length - 6] = (flipped.at(-6) ?? 0) ^ 1;
  const wrongLength = gzipSync(TEXT);
  wrongLength[wrongLength.length - 1] = 1;
  const rows: readonly [string, Uint8Array, ContentCoding][] = [
    ['gzip: no header', garbage, 'gzip'],
    ['gzip: plain text', TEXT, 'gzip'],
    ['gzip: wrong checksum', flipped, 'gzip'],
    ['gzip: wrong length', wrongLength, 'gzip'],
    ['gzip: ends early', gzipSync(TEXT).subarray(0, -1), 'gzip'],
    ['gzip: ends in its data', gzipSync(TEXT).subarray(0, 40), 'gzip'],
    ['gzip: ends in its header', gzipSync(TEXT).subarray(0, 3), 'gzip'],
    ['gzip: ends in its second member', Buffer.concat([gzipSync(TEXT), gzipSync(TEXT).subarray(0, -9)]), 'gzip'],
    ['br: garbage', garbage, 'br'],
    ['br: ends early', brotliCompressSync(TEXT).subarray(0, -1), 'br'],
  ];
  test.each(rows)('%s', async (_, body, coding) => {
    for (const size of [1, body.length]) {
      const error = await decode(chunksOf(body, size), coding).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(failureOf(error)).toMatchObject({ failure: 'unreadable' });
    }
  });
});

describe('limits of decoding', () => {
  test('more than eight decoded bytes per stored byte are refused', async () => {
    let length = 0;
    const result = (async () => {
      for await (const chunk of decodeContent(chunksOf(gzipSync(Buffer.alloc(8001))), 'gzip', 1000)) {
        length += chunk.length;
      }
    })();
    await expect(result).rejects.toThrow('far too many bytes');
    expect(length).toBe(8000);
    const within = decodeContent(chunksOf(gzipSync(Buffer.alloc(8000))), 'gzip', 1000);
    expect(await collect(within)).toHaveLength(8000);
  });

  test('more than 1,024 members are refused', async () => {
    const member = gzipSync('abcd');
    const members = (count: number) => chunksOf(Buffer.concat(Array(count).fill(member)));
    expect(await decode(members(1024), 'gzip')).toHaveLength(4096);
    await expect(decode(members(1025), 'gzip')).rejects.toThrow('too many members');
  });

  test('data before an error is yielded before the error', async () => {
    async function* broken() {
      yield* chunksOf(gzipSync(TEXT).subarray(0, -20), 50);
      throw new Error('lost');
    }
    let length = 0;
    const result = (async () => {
      for await (const chunk of decodeContent(broken(), 'gzip', TEXT.length)) length += chunk.length;
    })();
    await expect(result).rejects.toThrow('lost');
    expect(length).toBeGreaterThan(TEXT.length / 2);
  });

  test('a reader that returns early closes the body', async () => {
    let reads = 0;
    let hasEnded = false;
    async function* endless() {
      try {
        for (;;) {
          reads++;
          yield gzipSync(Buffer.alloc(100_000));
        }
      } finally {
        hasEnded = true;
      }
    }
    for await (const chunk of decodeContent(endless(), 'gzip', TEXT.length)) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect([reads, hasEnded]).toEqual([1, true]);
  });
});
