/** Reads access logs as streams of requests. */
import { isAscii } from 'node:buffer';
import { type LogFields, type LogReader, type LogRequest, logReader } from '@repkit/core/analysis';
import { bufferOf, CR, LF } from '../bytes/bytes.js';
import type { Chunks } from '../bytes/file-bytes.js';
import { InputError } from '../bytes/input-error.js';
import { truncateLines } from '../input/blocks.js';
import { readHead } from '../input/decompress.js';
import { stripByteOrderMark } from '../input/input.js';

/** Bytes that decide about the format. */
const HEAD_BYTES = 64 * 1024;
const HASH = 0x23;
const HEADER = '#Fields:';
/** Longer lines are cut, and then cannot be read. Servers limit request lines and headers to a few KiB. */
const MAX_LINE_BYTES = 1024 * 1024;
/** The text that lines with a request for robots.txt contain. JSON may escape the slash. */
const ROBOTS_TXT_NAME = 'robots.txt';
/**
 * A part of it. Node searches for at most seven bytes by the first one, which is rare here, and five times as fast as for the
 * whole name.
 */
const PART_OF_NAME = 'bots.tx';

/** The formats that are recognized, for error messages. */
export const LOG_FORMATS =
  'the common or combined format of Apache or nginx, AWS load balancer, IIS, CloudFront, or JSON lines (Caddy, Cloudflare, Fastly, ' +
  'Traefik, nginx)';

export interface LogHandler {
  /** Receives each request with its line. */
  request(request: LogRequest, line: string): void;
  /** Receives each comment, such as a header, and each empty line. */
  comment?(line: string): void;
  /** Receives each line that cannot be read, without its line end. */
  unreadable?(line: Uint8Array): void;
}

export interface LogLines {
  /** Requests. */
  readonly read: number;
  readonly unreadable: number;
  /** Whether the log ends in the middle of a line. */
  readonly isCut: boolean;
}

/** Whole lines of a log. */
export interface LogBlock {
  /** May share memory with other blocks. */
  readonly lines: Uint8Array;
  /** A line by which the format is recognized: a request, or the header that applies to the first line. */
  readonly sample: string;
}

/** Returns whether a file is an access log, by its first bytes. */
export function isLog(head: Uint8Array): boolean {
  return logReader(linesOf(head)) !== undefined;
}

function linesOf(bytes: Uint8Array): string[] {
  return bufferOf(bytes).toString().split(/\r?\n/);
}

/**
 * Divides a log into blocks. `chunks` are decompressed. Memory does not grow with the length of the log or its lines. Throws an
 * InputError if the format of a log with lines is not recognized.
 */
export async function* logBlocks(name: string, chunks: Chunks, fields?: LogFields): AsyncGenerator<LogBlock> {
  const { head, all } = await readHead(stripByteOrderMark(chunks), HEAD_BYTES);
  let sample = sampleOf(linesOf(head), fields);
  if (sample === undefined && head.length > 0) throw unrecognized(name, linesOf(head), fields);
  for await (const lines of wholeLines(truncateLines(MAX_LINE_BYTES, all))) {
    yield { lines, sample: sample ?? '' };
    if (sample?.startsWith(HEADER)) sample = lastHeader(lines) ?? sample;
  }
}

/** Returns the error for a log without a request. A misspelt field hides the requests of a format that is recognized. */
function unrecognized(name: string, lines: readonly string[], fields: LogFields = {}): InputError {
  if (sampleOf(lines) === undefined) {
    return new InputError(
      `The format of "${name}" is not recognized. Give a log in ${LOG_FORMATS}, or name the fields of JSON lines with --fields.`,
    );
  }
  const named = Object.entries(fields).map(([part, field]) => `${part}=${field}`);
  return new InputError(`No request in "${name}" has the fields that were named: ${named.join(', ')}. Check their names.`);
}

/** Divides chunks into whole lines. Copies only lines that span chunks. */
async function* wholeLines(chunks: Chunks): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array[] = [];
  for await (const chunk of chunks) {
    const first = rest.length === 0 ? 0 : chunk.indexOf(LF) + 1;
    const end = chunk.lastIndexOf(LF) + 1;
    if (first > 0) {
      yield Buffer.concat([...rest, chunk.subarray(0, first)]);
      rest = [];
    }
    if (end > first) yield chunk.subarray(first, end);
    if (end < chunk.length) rest.push(chunk.subarray(end));
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}

/**
 * Of a log with headers, a header without names: before the first one, the fields are unknown. Of others, a request with a
 * User-Agent if there is one: then a last line without one was cut. If most of these have a host, it has one, too.
 */
function sampleOf(lines: readonly string[], fields?: LogFields): string | undefined {
  if (lines.some((line) => line.startsWith(HEADER))) return HEADER;
  const requests = lines.flatMap((line) => {
    const request = logReader([line], fields)?.(line);
    return typeof request === 'object' ? { line, ...request } : [];
  });
  const withUserAgent = requests.filter(({ userAgent }) => userAgent !== undefined);
  const withHost = withUserAgent.filter(({ host }) => host !== undefined);
  const usual = 2 * withHost.length > withUserAgent.length ? withHost : withUserAgent;
  return (usual[0] ?? requests[0])?.line ?? lines.find((line) => logReader([line], fields) !== undefined);
}

function lastHeader(block: Uint8Array): string | undefined {
  const bytes = bufferOf(block);
  const at = bytes.lastIndexOf(`\n${HEADER}`) + 1;
  const lineFeed = bytes.indexOf(LF, at);
  const line = bytes.toString('utf8', at, lineFeed === -1 ? bytes.length : lineFeed);
  return line.startsWith(HEADER) ? line.replace(/\r$/, '') : undefined;
}

/** Reads blocks of one log after the other. */
export class BlockReader {
  readonly #fields: LogFields | undefined;
  #sample: string | undefined;
  #read: LogReader = () => undefined;

  constructor(fields?: LogFields) {
    this.#fields = fields;
  }

  /**
   * @param onlyFetches parses only lines that name robots.txt, comments and a last line without an end, and ignores all others
   */
  read({ lines: block, sample }: LogBlock, handler: LogHandler, onlyFetches = false): LogLines {
    if (sample !== this.#sample) {
      this.#read = logReader([sample], this.#fields) ?? (() => undefined);
      this.#sample = sample;
    }
    const hasHeaders = sample.startsWith(HEADER);
    if (hasHeaders) this.#read(sample);
    const read = this.#read;
    const lines = { read: 0, unreadable: 0, isCut: false };
    eachLine(block, hasHeaders, onlyFetches, (line, start, end) => {
      // All lines but the last one of a log have a line end.
      const isOpen = end === block.length;
      const request = read(line, isOpen);
      if (request === 'no-request') {
        handler.comment?.(line);
      } else if (request === undefined) {
        lines.unreadable++;
        lines.isCut = isOpen;
        handler.unreadable?.(block.subarray(start, end));
      } else {
        lines.read++;
        handler.request(request, line);
      }
    });
    return lines;
  }
}

/** Decodes the lines of a block, with the positions of each one's bytes. */
function eachLine(
  block: Uint8Array,
  hasHeaders: boolean,
  onlyFetches: boolean,
  handle: (line: string, start: number, end: number) => void,
): void {
  const bytes = bufferOf(block);
  const isWhole = bytes.at(-1) === LF;
  if (onlyFetches && isWhole && !hasHeaders && !bytes.includes(PART_OF_NAME)) return;
  const text = bytes.toString('latin1');
  // Most blocks are ASCII: decoding them as a whole is much faster.
  const isPlain = isAscii(block);
  const { length } = text;
  for (let start = 0; start < length; ) {
    const lineFeed = text.indexOf('\n', start);
    const last = lineFeed === -1 ? length : lineFeed;
    const end = lineFeed > start && bytes[last - 1] === CR ? last - 1 : last;
    const line = text.slice(start, end);
    // Headers apply to the lines that follow, and a line without an end may be cut.
    const isAlwaysRead = text.charCodeAt(start) === HASH || lineFeed === -1;
    if (!onlyFetches || isAlwaysRead || line.includes(ROBOTS_TXT_NAME)) {
      handle(isPlain ? line : bytes.toString('utf8', start, end), start, end);
    }
    start = last + 1;
  }
}
