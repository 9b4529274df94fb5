/**
 * Reads records of WARC/1.0 and WARC/1.1 (ISO 28500 4) and of the drafts before them, 0.17 and 0.18, which have the same layout:
 * a version line, named fields, an empty line, and a block.
 */
import { Buffer } from 'node:buffer';
import { bufferOf, CR, LF } from '../bytes/bytes.js';
import { asyncOf, type Chunks } from '../bytes/file-bytes.js';
import { MAX_RECORD_BYTES } from './entry.js';

export const WARC_START = new TextEncoder().encode('WARC/');
const EMPTY_LINE = new TextEncoder().encode('\r\n\r\n');
const MAX_HEADER_BYTES = 64 * 1024;

export interface WarcRecord {
  readonly kind: 'record';
  /** Offset of its first byte in the input. */
  readonly start: number;
  readonly type: string;
  readonly url: string;
  readonly block: Buffer;
  /** Whether the block is not the whole response: it was cut, continues in another record, or its length is wrong. */
  readonly truncated: boolean;
}

/** Reads the next record and the padding around it. A damaged record is not consumed. Memory: a record and a chunk. */
export async function nextRecord(reader: ByteReader): Promise<WarcRecord | { readonly kind: 'end' | 'cut' | 'broken' }> {
  await skipPadding(reader);
  const start = reader.taken;
  let headerEnd = reader.bytes.indexOf(EMPTY_LINE);
  while (headerEnd === -1) {
    if (reader.bytes.length > MAX_HEADER_BYTES) return { kind: 'broken' };
    const wasEmpty = reader.bytes.length === 0;
    if (!(await reader.fetch())) return { kind: wasEmpty ? 'end' : 'cut' };
    headerEnd = reader.bytes.indexOf(EMPTY_LINE);
  }
  const header = headerOf(reader.bytes.toString('latin1', 0, headerEnd));
  if (header === undefined) return { kind: 'broken' };
  const blockStart = headerEnd + EMPTY_LINE.length;
  const blockLength = Math.min(header.length, MAX_RECORD_BYTES);
  if (!(await reader.fetch(blockStart + blockLength))) return { kind: 'cut' };
  const block = reader.bytes.subarray(blockStart, blockStart + blockLength);
  if (!(await reader.skip(blockStart + header.length))) return { kind: 'cut' };
  await reader.fetch(EMPTY_LINE.length);
  const isPadded = reader.bytes.subarray(0, EMPTY_LINE.length).equals(EMPTY_LINE);
  const isFollowed = await skipPadding(reader);
  const { type, url } = header;
  const truncated = header.truncated || blockLength < header.length || !(isPadded || isFollowed);
  return { kind: 'record', start, type, url, block, truncated };
}

/**
 * A record ends with two line ends, but some writers have more or fewer, and some pad with NUL bytes. Returns whether the
 * next record or the end of the input follows.
 */
async function skipPadding(reader: ByteReader): Promise<boolean> {
  for (;;) {
    const { bytes } = reader;
    let count = 0;
    while (bytes[count] === CR || bytes[count] === LF || bytes[count] === 0) count += 1;
    if (count > 0) await reader.skip(count);
    if (reader.bytes.length > 0 || !(await reader.fetch())) break;
  }
  await reader.fetch(WARC_START.length);
  const next = reader.bytes.subarray(0, WARC_START.length);
  return next.equals(WARC_START.subarray(0, next.length));
}

function headerOf(text: string) {
  const [version = '', ...lines] = text.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  if (!/^WARC\/(?:0\.1[78]|1\.[01])$/.test(version)) return undefined;
  const fields = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon > 0) fields.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  const length = fields.get('content-length') ?? '';
  if (!/^\d{1,15}$/.test(length)) return undefined;
  return {
    length: Number(length),
    type: (fields.get('warc-type') ?? '').toLowerCase(),
    // Some writers of WARC/1.0 enclose the URL in angle brackets.
    url: (fields.get('warc-target-uri') ?? '').replace(/^<(.*)>$/, '$1'),
    truncated: fields.has('warc-truncated') || fields.has('warc-segment-number'),
  };
}

/** Reads bytes from chunks, as many at a time as a record needs. */
export class ByteReader {
  /** The bytes that were fetched but not skipped yet. */
  bytes: Buffer = Buffer.alloc(0);
  /** Number of bytes skipped so far. */
  taken = 0;
  readonly #more: AsyncGenerator<Uint8Array>;

  constructor(chunks: Chunks) {
    this.#more = asyncOf(chunks);
  }

  /** Fetches chunks until there are that many bytes, one more by default; false if the input ends first. */
  async fetch(atLeast = this.bytes.length + 1): Promise<boolean> {
    const parts: Uint8Array[] = this.bytes.length === 0 ? [] : [this.bytes];
    let { length } = this.bytes;
    while (length < atLeast) {
      const next = await this.#more.next();
      if (next.done === true) break;
      parts.push(next.value);
      length += next.value.length;
    }
    // Joined once: joining each chunk of a large record would take time quadratic in its length.
    const [first] = parts;
    this.bytes = parts.length === 1 && first ? bufferOf(first) : Buffer.concat(parts);
    return length >= atLeast;
  }

  /** Skips bytes, fetching as needed; false if the input ends first. */
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
    await this.#more.return(undefined);
  }
}
