import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  type ContentCoding,
  contentCodings,
  decodeContent,
} from '../../src/transport/content-decoding.js';
import { failureOf, TransportError } from '../../src/transport/failure.js';
import { chunksOf, collect } from '../support/bytes.js';

const TEXT = Buffer.from('User-agent: *\nDisallow: /a\n'.repeat(5000));

const decode = (body: AsyncIterable<Uint8Array>, ...codings: ContentCoding[]) =>
  collect(decodeContent(body, codings, TEXT.length));

describe('Content-Encoding (RFC 9110 8.4)', () => {
  test.each([
    [undefined, []],
    ['', []],
    ['identity', []],
    ['gzip', ['gzip']],
    ['X-GZIP', ['gzip']],
    ['deflate, ,br ,\tzstd', ['deflate', 'br', 'zstd']],
    ['gzip, identity, gzip, gzip', ['gzip', 'gzip', 'gzip']],
  ])('%j is %j', (field, codings) => {
    expect(contentCodings(field)).toEqual(codings);
  });

  test.each(['compress', 'snappy', 'utf-8', 'gzip br', 'gzip, none', 'gzip, gzip, gzip, gzip'])(
    '%j is refused',
    (field) => {
      expect(() => contentCodings(field)).toThrow(TransportError);
    },
  );
});

describe('decoding', () => {
  const gzip = gzipSync(TEXT);
  const bodies: readonly [string, Uint8Array, ...ContentCoding[]][] = [
    ['plain', TEXT],
    ['gzip', gzip, 'gzip'],
    ['deflate (RFC 1950)', deflateSync(TEXT), 'deflate'],
    ['deflate without the zlib header', deflateRawSync(TEXT), 'deflate'],
    ['br', brotliCompressSync(TEXT), 'br'],
    ['zstd', zstdCompressSync(TEXT), 'zstd'],
    ['gzip, then br', brotliCompressSync(gzip), 'gzip', 'br'],
    [
      'deflate, then zstd, then gzip',
      gzipSync(zstdCompressSync(deflateSync(TEXT))),
      'deflate',
      'zstd',
      'gzip',
    ],
    [
      'gzip in two members (RFC 1952 2.2)',
      Buffer.concat([gzipSync(TEXT.subarray(0, 99)), gzipSync(TEXT.subarray(99))]),
      'gzip',
    ],
    [
      'zstd in two frames and a skippable one (RFC 8878 3.1)',
      Buffer.concat([
        zstdCompressSync(TEXT.subarray(0, 99)),
        Buffer.from([0x53, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 9, 9]),
        zstdCompressSync(TEXT.subarray(99)),
      ]),
      'zstd',
    ],
  ];
  test.each(bodies)('%s', async (_, body, ...codings) => {
    for (const size of [1, 7, 1000, body.length]) {
      expect(TEXT.equals(await decode(chunksOf(body, size), ...codings)), `${size}`).toBe(true);
    }
  });

  test.each([
    ['deflate', deflateSync(TEXT)],
    ['deflate', deflateRawSync(TEXT)],
    ['br', brotliCompressSync(TEXT)],
  ] as const)('%s: ignores bytes after complete data', async (coding, body) => {
    const longer = Buffer.concat([body, Buffer.alloc(100_000, 'more')]);
    for (const size of [1000, body.length, longer.length]) {
      expect(TEXT.equals(await decode(chunksOf(longer, size), coding)), `${size}`).toBe(true);
    }
  });

  test.each(['gzip', 'deflate', 'br', 'zstd'] as const)(
    '%s: an empty body is empty',
    async (coding) => {
      expect(await decode(chunksOf(new Uint8Array()), coding)).toHaveLength(0);
      expect(await decode(chunksOf(gzipSync('')), coding, 'gzip')).toHaveLength(0);
    },
  );
});

describe('corrupt data is a content-encoding failure', () => {
  const garbage = Buffer.from('\xff this is not compressed', 'latin1');
  const flipped = gzipSync(TEXT);
  flipped[flipped.length - 6] = (flipped.at(-6) ?? 0) ^ 1;
  const wideWindow = zstdCompressSync(Buffer.alloc(17 << 20), {
    params: { [constants.ZSTD_c_windowLog]: 24 },
  });
  const rows: readonly [string, Uint8Array, ContentCoding][] = [
    ['gzip: no header', garbage, 'gzip'],
    ['gzip: wrong checksum', flipped, 'gzip'],
    ['gzip: ends early', gzipSync(TEXT).subarray(0, -1), 'gzip'],
    ['gzip: ends in its header', gzipSync(TEXT).subarray(0, 3), 'gzip'],
    ['deflate: garbage', garbage, 'deflate'],
    ['deflate: ends early', deflateSync(TEXT).subarray(0, -5), 'deflate'],
    [
      'deflate: needs a dictionary',
      deflateSync(TEXT, { dictionary: Buffer.from('User') }),
      'deflate',
    ],
    ['br: garbage', garbage, 'br'],
    ['br: ends early', brotliCompressSync(TEXT).subarray(0, -1), 'br'],
    ['zstd: garbage', garbage, 'zstd'],
    ['zstd: ends early', zstdCompressSync(TEXT).subarray(0, -1), 'zstd'],
    ['zstd: ends in its header', zstdCompressSync(TEXT).subarray(0, 3), 'zstd'],
    ['zstd: something follows', Buffer.concat([zstdCompressSync(TEXT), garbage]), 'zstd'],
    ['zstd: a window of more than 8 MB (RFC 9659 3)', wideWindow, 'zstd'],
  ];
  test.each(rows)('%s', async (_, body, coding) => {
    const error = await decode(chunksOf(body), coding).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(failureOf(error)).toMatchObject({ failure: 'content-encoding' });
  });
});

describe('limits of decoding', () => {
  test('more than eight decoded bytes per stored byte are refused, also between codings', async () => {
    const zeros = gzipSync(Buffer.alloc(8001));
    const emptyMembers = gzipSync(Buffer.concat(Array.from({ length: 1000 }, () => gzipSync(''))));
    for (const [body, codings] of [
      [zeros, ['gzip']],
      [emptyMembers, ['gzip', 'gzip']],
    ] as const) {
      let length = 0;
      const result = (async () => {
        for await (const chunk of decodeContent(chunksOf(body), codings, 1000))
          length += chunk.length;
      })();
      await expect(result).rejects.toThrow('far too many bytes');
      expect(length).toBe(body === zeros ? 8000 : 0);
    }
    const within = decodeContent(chunksOf(gzipSync(Buffer.alloc(8000))), ['gzip'], 1000);
    expect(await collect(within)).toHaveLength(8000);
  });

  test('data before an error is yielded before the error', async () => {
    async function* broken() {
      yield* chunksOf(gzipSync(TEXT).subarray(0, -20), 50);
      throw new Error('lost');
    }
    let length = 0;
    const result = (async () => {
      for await (const chunk of decodeContent(broken(), ['gzip'], TEXT.length))
        length += chunk.length;
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
    for await (const chunk of decodeContent(endless(), ['gzip'], TEXT.length)) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect([reads, hasEnded]).toEqual([1, true]);
  });
});
