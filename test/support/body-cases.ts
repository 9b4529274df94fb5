/** What a body with its Content-Encoding is, for everything that reads bodies (see docs/crawlers.md). */
import { Buffer } from 'node:buffer';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';

export interface BodyCase {
  readonly name: string;
  readonly body: Uint8Array;
  readonly contentEncoding: string | undefined;
  /** As received from a server. */
  readonly received: 'text' | 'unreadable';
  /** As saved by a program, which may have decoded it. */
  readonly stored: 'text' | 'unreadable';
}

/** Cases for a text, which is at least 20 bytes of ASCII without an `x` at its start. */
export function bodyCases(content: string): BodyCase[] {
  const text = Buffer.from(content);
  const gzip = gzipSync(text);
  const brotli = brotliCompressSync(text);
  const rows: [string, Uint8Array, string | undefined, 'text' | 'unreadable', 'text'?][] = [
    ['text', text, undefined, 'text'],
    ['text', text, 'identity', 'text'],
    ['text', text, 'none', 'text'],
    ['text with an unknown label', text, 'utf-8', 'text'],
    ['text with a wrong label', text, 'deflate', 'text'],
    ['text with a wrong label', text, 'gzip, br', 'text'],
    ['gzip', gzip, 'gzip', 'text'],
    ['gzip', gzip, 'X-GZIP', 'text'],
    ['gzip and a line feed', Buffer.concat([gzip, Buffer.from('\n')]), 'gzip', 'text'],
    ['gzip and another text', Buffer.concat([gzip, text]), 'gzip', 'text'],
    ['Brotli', brotli, 'br', 'text'],
    ['Brotli and a line feed', Buffer.concat([brotli, Buffer.from('\n')]), 'br', 'text'],
    ['gzip without a label', gzip, undefined, 'unreadable'],
    ['gzip with another label', gzip, 'br', 'unreadable'],
    ['a cut gzip', gzip.subarray(0, -4), 'gzip', 'unreadable'],
    ['a cut Brotli', brotli.subarray(0, -4), 'br', 'unreadable'],
    ['zstd', zstdCompressSync(text), 'zstd', 'unreadable'],
    ['zstd without a label', zstdCompressSync(text), undefined, 'unreadable'],
    ['bytes that are not text', Buffer.from([0x89, 0x50, 0, 0, 1]), undefined, 'unreadable'],
    ['text that was decoded', text, 'gzip', 'unreadable', 'text'],
    ['text that was decoded', text, 'br', 'unreadable', 'text'],
    ['zlib', deflateSync(text), 'deflate', 'unreadable', 'text'],
    ['raw deflate', deflateRawSync(text), 'deflate', 'unreadable', 'text'],
  ];
  return rows.map(([name, body, contentEncoding, received, stored = received]) => {
    return { name, body, contentEncoding, received, stored };
  });
}
