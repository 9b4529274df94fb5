/** Records of WARC/1.0 and WARC/1.1 (ISO 28500 4): a version line, named fields, an empty line, and a block. */
import { Buffer } from 'node:buffer';
import type { Chunks } from '../file-bytes.js';
import { MOST_RECORD_BYTES } from './entry.js';

export const WARC_START = new TextEncoder().encode('WARC/1.');
const EMPTY_LINE = new TextEncoder().encode('\r\n\r\n');
const MOST_HEADER_BYTES = 64 * 1024;
const CR = 0x0d;
const LF = 0x0a;

export interface WarcRecord {
  readonly kind: 'record';
  /** Of its first byte in the input. */
  readonly start: number;
  readonly type: string;
  readonly url: string;
  readonly block: Buffer;
  /** Whether the block is longer than what is kept of it, or WARC-Truncated says that it was. */
  readonly truncated: boolean;
}

/** Reads the next record and takes it off the reader, with the line ends around it; what is broken stays on it. Memory: a record and a piece of the input. */
export async function nextRecord(
  reader: ByteReader,
): Promise<WarcRecord | { readonly kind: 'end' | 'cut' | 'broken' }> {
  await skipLineEnds(reader);
  const start = reader.taken;
  let headerEnd = reader.bytes.indexOf(EMPTY_LINE);
  while (headerEnd === -1) {
    if (reader.bytes.length > MOST_HEADER_BYTES) return { kind: 'broken' };
    const wasEmpty = reader.bytes.length === 0;
    if (!(await reader.fetch())) return { kind: wasEmpty ? 'end' : 'cut' };
    headerEnd = reader.bytes.indexOf(EMPTY_LINE);
  }
  const header = headerOf(reader.bytes.toString('latin1', 0, headerEnd));
  if (header === undefined) return { kind: 'broken' };
  const blockStart = headerEnd + EMPTY_LINE.length;
  const kept = Math.min(header.length, MOST_RECORD_BYTES);
  while (reader.bytes.length < blockStart + kept) {
    if (!(await reader.fetch())) return { kind: 'cut' };
  }
  const block = reader.bytes.subarray(blockStart, blockStart + kept);
  if (!(await reader.skip(blockStart + header.length))) return { kind: 'cut' };
  await skipLineEnds(reader);
  const { type, url } = header;
  return {
    kind: 'record',
    start,
    type,
    url,
    block,
    truncated: header.truncated || kept < header.length,
  };
}

/** Behind each record there are two line ends, and some writers have more or less of them. */
async function skipLineEnds(reader: ByteReader): Promise<void> {
  for (;;) {
    const { bytes } = reader;
    let count = 0;
    while (bytes[count] === CR || bytes[count] === LF) count += 1;
    if (count > 0) await reader.skip(count);
    if (reader.bytes.length > 0 || !(await reader.fetch())) return;
  }
}

function headerOf(text: string) {
  const [version = '', ...lines] = text.split('\r\n');
  if (!/^WARC\/1\.[01]$/.test(version)) return undefined;
  const fields = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon > 0) fields.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  const length = fields.get('content-length') ?? '';
  if (!/^\d{1,15}$/.test(length)) return undefined;
  return {
    length: Number(length),
    type: fields.get('warc-type') ?? '',
    // Some writers of WARC/1.0 put it between angle brackets.
    url: (fields.get('warc-target-uri') ?? '').replace(/^<(.*)>$/, '$1'),
    truncated: fields.has('warc-truncated'),
  };
}

export class ByteReader {
  /** What is at hand. */
  bytes: Buffer;
  /** How many were taken before. */
  taken = 0;
  readonly #more: AsyncIterator<Uint8Array> | Iterator<Uint8Array> | undefined;

  /** @param more what follows the bytes at hand */
  constructor(bytes: Uint8Array, more?: Chunks) {
    this.bytes = asBuffer(bytes);
    this.#more =
      more === undefined
        ? undefined
        : Symbol.asyncIterator in more
          ? more[Symbol.asyncIterator]()
          : more[Symbol.iterator]();
  }

  /** Fetches some more; false where there are none. */
  async fetch(): Promise<boolean> {
    const next = await this.#more?.next();
    if (next === undefined || next.done === true) return false;
    this.bytes =
      this.bytes.length === 0 ? asBuffer(next.value) : Buffer.concat([this.bytes, next.value]);
    return true;
  }

  /** Takes so many bytes away, of those at hand and those to come; false where there are less. */
  async skip(count: number): Promise<boolean> {
    for (let left = count; ; ) {
      const now = Math.min(left, this.bytes.length);
      this.bytes = this.bytes.subarray(now);
      this.taken += now;
      left -= now;
      if (left === 0) return true;
      if (!(await this.fetch())) return false;
    }
  }

  async close(): Promise<void> {
    await this.#more?.return?.();
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
