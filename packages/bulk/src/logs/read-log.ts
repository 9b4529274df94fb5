/** Reads access logs as streams of requests. */
import { isAscii } from 'node:buffer';
import { type LogFields, type LogReader, type LogRequest, logReader } from '@repkit/core/analysis';
import { bufferOf, CR } from '../bytes/bytes.js';
import type { Chunks } from '../bytes/file-bytes.js';
import { InputError } from '../bytes/input-error.js';
import { lineBlocks, truncateLines } from '../input/blocks.js';
import { readHead } from '../input/decompress.js';
import { stripByteOrderMark } from '../input/input.js';

/** Bytes that decide about the format. */
const HEAD_BYTES = 64 * 1024;
const HASH = 0x23;
/** Longer lines are cut, and then cannot be read. Servers limit request lines and headers to a few KiB. */
const MAX_LINE_BYTES = 1024 * 1024;

/** The formats that are recognized, for error messages. */
export const LOG_FORMATS =
  'the common or combined format of Apache or nginx, AWS load balancer, IIS, CloudFront, or JSON lines (Caddy, Cloudflare, Fastly, ' +
  'Traefik, nginx)';

export interface LogHandler {
  /** Receives each request with its line; the next one follows before the result resolves, but the next block waits for it. */
  request(request: LogRequest, line: string): Promise<void> | undefined;
  /** Receives each comment, such as a header, and each empty line. */
  comment?(line: string): void;
  /** Receives each line that cannot be read, without its line end. */
  unreadable?(line: Uint8Array): void;
}

export interface LogOptions {
  readonly fields?: LogFields | undefined;
  /** Parses only lines that contain this text, and ignores all others. */
  readonly containing?: string | undefined;
}

export interface LogLines {
  /** Requests. */
  readonly read: number;
  readonly unreadable: number;
  /** Whether the log ends in the middle of a line. */
  readonly isCut: boolean;
}

/** Returns a reader for a log by its first bytes; undefined if they are not an access log. */
export function logReaderFor(head: Uint8Array, fields?: LogFields): LogReader | undefined {
  return logReader(bufferOf(head).toString().split(/\r?\n/), fields);
}

/**
 * Passes the requests of a log to a handler. `chunks` are decompressed. Memory does not grow with the length of the log or its
 * lines. Throws an InputError if the format of a log with lines is not recognized.
 */
export async function readLog(
  name: string,
  chunks: Chunks,
  handler: LogHandler,
  { fields, containing }: LogOptions = {},
): Promise<LogLines> {
  const { head, all } = await readHead(stripByteOrderMark(chunks), HEAD_BYTES);
  const reader = logReaderFor(head, fields);
  if (reader === undefined && head.length > 0) {
    throw new InputError(
      `The format of "${name}" is not recognized. Give a log in ${LOG_FORMATS}, or name the fields of JSON lines with --fields.`,
    );
  }
  const lines = { read: 0, unreadable: 0, isCut: false };
  const pending: Promise<void>[] = [];
  const read = reader ?? (() => undefined);
  for await (const block of lineBlocks(truncateLines(MAX_LINE_BYTES, all))) {
    eachLine(block, containing, (line, start, end) => {
      const request = read(line);
      if (request === 'no-request') {
        handler.comment?.(line);
        return;
      }
      if (request === undefined) {
        lines.unreadable++;
        lines.isCut = end === block.length;
        handler.unreadable?.(block.subarray(start, end));
        return;
      }
      lines.read++;
      const promise = handler.request(request, line);
      if (promise !== undefined) pending.push(promise);
    });
    if (pending.length > 0) await Promise.all(pending.splice(0));
  }
  return lines;
}

/** Decodes the lines of a block, with the positions of each one's bytes. */
function eachLine(
  block: Uint8Array,
  containing: string | undefined,
  handle: (line: string, start: number, end: number) => void,
): void {
  const bytes = bufferOf(block);
  if (containing !== undefined) {
    const hasHeader = bytes[0] === HASH || bytes.includes('\n#');
    if (!hasHeader && !bytes.includes(containing)) return;
  }
  const text = bytes.toString('latin1');
  // Most blocks are ASCII: decoding them as a whole is much faster.
  const isPlain = isAscii(block);
  const { length } = text;
  /** The first such text at or after the start of the line. */
  let match = -1;
  for (let start = 0; start < length; ) {
    const lineFeed = text.indexOf('\n', start);
    const last = lineFeed === -1 ? length : lineFeed;
    if (containing !== undefined && match < start) {
      match = text.indexOf(containing, start);
      if (match === -1) match = length;
    }
    // Headers apply to the lines that follow.
    if (containing === undefined || match < last || text.charCodeAt(start) === HASH) {
      const end = lineFeed > start && bytes[last - 1] === CR ? last - 1 : last;
      handle(isPlain ? text.slice(start, end) : bytes.toString('utf8', start, end), start, end);
    }
    start = last + 1;
  }
}
