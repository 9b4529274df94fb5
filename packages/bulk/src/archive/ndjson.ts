/** NDJSON archives: a site per line, with its robots.txt as text or base64. */
import { Buffer } from 'node:buffer';
import { originOf, policies } from '@repkit/client/access';
import { bufferOf, LF } from '../bytes/bytes.js';
import type { Chunks } from '../bytes/file-bytes.js';
import { InputError } from '../bytes/input-error.js';
import { MAX_LINE_BYTES, TOO_LONG } from '../input/blocks.js';
import { decompress, isCompressed } from '../input/decompress.js';
import { ByteFile } from './byte-file.js';
import {
  type Archive,
  type ArchiveEntry,
  type ArchiveReport,
  type EntryPosition,
  entryAccess,
  type UnreadableEntry,
} from './entry.js';

export class NdjsonArchive implements Archive {
  readonly file: string;
  readonly #bytes: ByteFile;
  readonly #isCompressed: boolean;

  constructor(file: string) {
    this.file = file;
    this.#bytes = new ByteFile(file);
    const first = this.#bytes.from(0, 2);
    this.#isCompressed = first[0] === 0x1f || first[0] === 0x28;
  }

  async *entries(report: ArchiveReport): AsyncGenerator<ArchiveEntry> {
    const { file } = this;
    const bytes = this.#bytes.chunks(0);
    let offset = 0;
    let number = 0;
    try {
      for await (const line of linesOf(this.#isCompressed ? decompress(file, bytes) : bytes)) {
        number += 1;
        const position = { file, offset, memberOffset: 0 };
        const entry = line.bytes === undefined ? { reason: TOO_LONG } : entryOf(line.bytes, position);
        offset += line.length + 1;
        if (entry === undefined) continue;
        if (!('reason' in entry)) yield entry;
        else if (line.isOpen && entry.reason === NOT_JSON) {
          report.fault({ file, offset: position.offset, line: number, reason: CUT, isCut: true });
        } else report.fault({ file, offset: position.offset, line: number, ...entry });
      }
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const reason = error.message.replace(/\.$/, '');
      report.fault({ file, offset, line: number + 1, reason, isCut: true });
    }
  }

  async readAt(position: EntryPosition): Promise<ArchiveEntry | undefined> {
    if (this.#isCompressed) {
      throw new InputError(
        `"${this.file}" is compressed, so its lines cannot be looked up. Decompress it with gzip -dk or zstd -d.`,
      );
    }
    for await (const { bytes } of linesOf(this.#bytes.chunks(position.offset))) {
      const entry = bytes && entryOf(bytes, position);
      return entry === undefined || 'reason' in entry ? undefined : entry;
    }
    return undefined;
  }

  close(): void {
    this.#bytes.close();
  }
}

interface Line {
  /** Without the line feed; undefined if the line is too long. */
  readonly bytes: Uint8Array | undefined;
  readonly length: number;
  /** Whether the file ends without a line feed. */
  readonly isOpen: boolean;
}

/** Yields the lines. Memory is bounded by the longest line that is not too long. */
async function* linesOf(chunks: Chunks): AsyncGenerator<Line> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const add = (part: Uint8Array): void => {
    length += part.length;
    if (length > MAX_LINE_BYTES) parts = [];
    else parts.push(part);
  };
  const take = (isOpen: boolean): Line => {
    const [first] = parts;
    const isWhole = parts.length === 1 && first?.length === length;
    const bytes = isWhole ? first : length > MAX_LINE_BYTES ? undefined : Buffer.concat(parts);
    const line = { bytes, length, isOpen };
    parts = [];
    length = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let at = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, at)) {
      add(chunk.subarray(at, end));
      yield take(false);
      at = end + 1;
    }
    if (at < chunk.length) add(chunk.subarray(at));
  }
  if (length > 0) yield take(true);
}

const NOT_JSON = 'not a JSON object';
const CUT = 'the file ends in the middle of a line';

/** Returns the entry in a line, undefined for an empty one, or why there is none. */
function entryOf(line: Uint8Array, position: EntryPosition): ArchiveEntry | UnreadableEntry | undefined {
  // Also removes a byte-order mark.
  const text = bufferOf(line).toString().trim();
  if (text === '') return undefined;
  let row: unknown;
  try {
    row = text.startsWith('{') ? JSON.parse(text) : undefined;
  } catch {}
  if (typeof row !== 'object' || row === null) return { reason: NOT_JSON };
  const { url, origin, host, status, robotsTxt, robotsTxtBase64 } = row as Record<string, unknown>;
  const named = [url, origin, host].find((name) => typeof name === 'string');
  const site = typeof named !== 'string' ? undefined : named === host ? hostOf(named) : originOf(named);
  if (site === undefined) return { reason: 'no valid "url", "origin" or "host"' };
  const body = bodyOf(robotsTxt, robotsTxtBase64);
  if (typeof body === 'string') return { site, reason: body };
  if (!isStatus(status)) return { site, reason: '"status" is not an integer below 1000' };
  const entry = {
    position,
    site,
    url: typeof url === 'string' ? url : undefined,
    status: status ?? undefined,
    location: undefined,
    body: body ?? Buffer.alloc(0),
    truncated: false,
  };
  // Other statuses decide by themselves.
  if (entryAccess(entry, policies.rfc9309) !== 'body') return entry;
  // An empty file would allow everything, and compressed bytes, too.
  if (body === undefined) {
    const without = 'no "robotsTxt" or "robotsTxtBase64"';
    const why = entry.status === undefined ? ', and no "status"' : ` for status ${status}`;
    return { site, reason: without + why };
  }
  return isCompressed(body) ? { site, reason: 'the robots.txt is compressed' } : entry;
}

/** Whether a value is an HTTP status, a placeholder for a failed fetch, such as 0 or -1, or missing. */
function isStatus(value: unknown): value is number | null | undefined {
  return value == null || (Number.isInteger(value) && Math.abs(value as number) < 1000);
}

/** Digits of either alphabet, and padding (RFC 4648 4, 5). */
const BASE64 = /^([\w+/-]*)={0,2}$/;

/** Returns the body, undefined if there is none, or why it cannot be read. */
function bodyOf(robotsTxt: unknown, robotsTxtBase64: unknown): Buffer | string | undefined {
  if (typeof robotsTxt === 'string') return Buffer.from(robotsTxt);
  if (typeof robotsTxtBase64 !== 'string') return undefined;
  // Buffer.from ignores what it cannot decode.
  const digits = BASE64.exec(robotsTxtBase64.replace(/\s+/g, ''))?.[1];
  if (digits === undefined || digits.length % 4 === 1) return '"robotsTxtBase64" is not base64';
  return Buffer.from(robotsTxtBase64, 'base64');
}

/**
 * Returns the normalized host, with its port if that is not the default; undefined if it is invalid. Of a URL, which would name
 * the host `https`, it returns the origin.
 */
function hostOf(host: string): string | undefined {
  if (host.includes('://')) return originOf(host);
  return originOf(`https://${host}`)?.slice('https://'.length);
}
