/** Records of WARC/1.0 and WARC/1.1 (ISO 28500 4): a version line, named fields, an empty line, and a block. */
import type { Buffer } from 'node:buffer';
import { MOST_RECORD_OCTETS } from './entry.js';
import type { Tape } from './tape.js';

export const WARC_START = new TextEncoder().encode('WARC/1.');
const EMPTY_LINE = new TextEncoder().encode('\r\n\r\n');
const MOST_HEADER_OCTETS = 64 * 1024;
const CR = 0x0d;
const LF = 0x0a;

export interface WarcRecord {
  readonly kind: 'record';
  /** Of its first octet on the tape. */
  readonly start: number;
  readonly type: string;
  readonly url: string;
  readonly block: Buffer;
  /** Whether the block is longer than what is kept of it, or WARC-Truncated says that it was. */
  readonly truncated: boolean;
}

/** Reads the next record and takes it off the tape, with the line ends around it; what is broken stays on it. Memory: a record and a piece of the tape. */
export async function nextRecord(
  tape: Tape,
): Promise<WarcRecord | { readonly kind: 'end' | 'cut' | 'broken' }> {
  await skipLineEnds(tape);
  const start = tape.taken;
  let headerEnd = tape.octets.indexOf(EMPTY_LINE);
  while (headerEnd === -1) {
    if (tape.octets.length > MOST_HEADER_OCTETS) return { kind: 'broken' };
    const wasEmpty = tape.octets.length === 0;
    if (!(await tape.fetch())) return { kind: wasEmpty ? 'end' : 'cut' };
    headerEnd = tape.octets.indexOf(EMPTY_LINE);
  }
  const header = headerOf(tape.octets.toString('latin1', 0, headerEnd));
  if (header === undefined) return { kind: 'broken' };
  const blockStart = headerEnd + EMPTY_LINE.length;
  const kept = Math.min(header.length, MOST_RECORD_OCTETS);
  while (tape.octets.length < blockStart + kept) {
    if (!(await tape.fetch())) return { kind: 'cut' };
  }
  const block = tape.octets.subarray(blockStart, blockStart + kept);
  if (!(await tape.skip(blockStart + header.length))) return { kind: 'cut' };
  await skipLineEnds(tape);
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
async function skipLineEnds(tape: Tape): Promise<void> {
  for (;;) {
    const { octets } = tape;
    let count = 0;
    while (octets[count] === CR || octets[count] === LF) count += 1;
    if (count > 0) await tape.skip(count);
    if (tape.octets.length > 0 || !(await tape.fetch())) return;
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
