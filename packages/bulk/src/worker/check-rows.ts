/** The worker protocol: a verdict per line, for engines that run programs. An invalid row affects no other row. */
import { Buffer, isUtf8 } from 'node:buffer';
import { type DialectName, type Matcher, parseRobotsTxt, type RobotsTxt } from '@repkit/core';
import { BACKSLASH, bufferOf, bytesOf, CR, LF, TAB } from '../bytes/bytes.js';
import type { Chunks } from '../bytes/file-bytes.js';
import { lineBlocks, MAX_LINE_BYTES, truncateLines } from '../input/blocks.js';
import { stripByteOrderMark } from '../input/input.js';
import type { RowOutcome } from '../rows/row-format.js';
import { ndjsonWorker, tsvWorker, type WorkerFormat, type WorkerRow } from './worker-rows.js';

export interface WorkerOptions {
  readonly format: 'tsv' | 'ndjson';
  readonly dialect: DialectName;
  /** Applies to all rows. Without it, each row contains a robots.txt. */
  readonly robotsTxt?: RobotsTxt | undefined;
  /** For rows without a product token. */
  readonly productToken: string;
}

/** Yields a result line per input line, in order, as soon as the line has arrived. */
export async function* checkRows(
  input: Chunks,
  options: WorkerOptions,
): AsyncGenerator<Uint8Array> {
  const format =
    options.format === 'ndjson' ? ndjsonWorker : tsvWorker(options.robotsTxt === undefined);
  const checker = new RowChecker({ ...options, format });
  // Cut lines end with one additional byte.
  const rows = truncateLines(MAX_LINE_BYTES - 1, stripByteOrderMark(input));
  const plain =
    options.format === 'tsv' && options.robotsTxt !== undefined
      ? new PlainRowChecker(options.robotsTxt, options.productToken)
      : undefined;
  for await (const bytes of lineBlocks(rows)) {
    const block = bufferOf(bytes);
    if (plain !== undefined && isPlain(block)) {
      yield bytesOf(plain.check(bytes, block));
      continue;
    }
    const text = block.toString('latin1');
    let written = '';
    for (let at = 0; at < text.length; ) {
      const found = text.indexOf('\n', at);
      const end = found === -1 ? text.length : found;
      const isCrLf = end > at && text.charCodeAt(end - 1) === CR;
      const line = text.slice(at, isCrLf ? end - 1 : end);
      written += format.result(checker.check(format.read(line)));
      at = end + 1;
    }
    yield bytesOf(written);
  }
}

/** Whether a block has no escapes and is valid UTF-8. */
function isPlain(block: Buffer): boolean {
  return !block.includes(BACKSLASH) && isUtf8(block);
}

/** Checks rows without escapes against one robots.txt, without creating strings for URLs. */
class PlainRowChecker {
  readonly #robotsTxt: RobotsTxt;
  readonly #productToken: string;
  /** The product token of the previous row. */
  #latestToken: Buffer | undefined;
  /** Undefined if `latestToken` is invalid. */
  #matcher: Matcher | undefined;

  constructor(robotsTxt: RobotsTxt, productToken: string) {
    this.#robotsTxt = robotsTxt;
    this.#productToken = productToken;
  }

  check(bytes: Uint8Array, block: Buffer): string {
    const { length } = bytes;
    let written = '';
    for (let at = 0, next = 0; at < length; at = next + 1) {
      next = indexOfByte(block, LF, at, length);
      const end = next > at && bytes[next - 1] === CR ? next - 1 : next;
      const urlEnd = indexOfByte(block, TAB, at, end);
      const from = Math.min(urlEnd + 1, end);
      const matcher = this.#matcherFor(block, from, indexOfByte(block, TAB, from, end));
      written += `${outcomeOf(matcher, bytes, at, urlEnd)}\n`;
    }
    return written;
  }

  #matcherFor(block: Buffer, start: number, end: number): Matcher | undefined {
    const latest = this.#latestToken;
    if (latest?.length === end - start && latest.compare(block, start, end) === 0)
      return this.#matcher;
    this.#latestToken = Buffer.from(block.subarray(start, end));
    try {
      const token = this.#latestToken.toString() || this.#productToken;
      this.#matcher = this.#robotsTxt.matcher(token);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      this.#matcher = undefined;
    }
    return this.#matcher;
  }
}

/** Returns the index of a byte in [`start`, `end`), or `end`. */
function indexOfByte(block: Buffer, byte: number, start: number, end: number): number {
  const found = block.indexOf(byte, start);
  return found === -1 || found > end ? end : found;
}

function outcomeOf(
  matcher: Matcher | undefined,
  bytes: Uint8Array,
  start: number,
  end: number,
): RowOutcome {
  try {
    if (matcher === undefined) return 'invalid';
    return matcher.isAllowedAt(bytes, start, end) ? 'allowed' : 'disallowed';
  } catch (error) {
    if (error instanceof TypeError) return 'invalid';
    throw error;
  }
}

/** Bounds the cache of parsed files: total characters, including an overhead per file. */
const MAX_CHARACTERS = 16 * 1024 * 1024;
const OVERHEAD_CHARACTERS = 2048;

type ParsedFiles = Map<string, RobotsTxt>;

export class RowChecker {
  readonly #options: Omit<WorkerOptions, 'format'> & { readonly format: WorkerFormat };
  /**
   * Caches parsed files by their text in rows. When `recent` has reached half of the limit, it replaces `older`. Evicting
   * entries one at a time would be far slower, because a Map walks past deleted entries to find its oldest one.
   */
  #recent: ParsedFiles = new Map();
  #older: ParsedFiles = new Map();
  #recentCharacters = 0;
  #latestWritten: string | undefined;
  #latest: RobotsTxt | undefined;

  constructor(options: Omit<WorkerOptions, 'format'> & { readonly format: WorkerFormat }) {
    this.#options = options;
  }

  check(row: WorkerRow | undefined): RowOutcome {
    if (row?.url === undefined) return 'invalid';
    const robotsTxt = this.#options.robotsTxt ?? this.#robotsTxtOf(row.robotsTxt);
    if (robotsTxt === undefined) return 'invalid';
    const token = row.productToken || this.#options.productToken;
    try {
      return robotsTxt.isAllowed(row.url, token) ? 'allowed' : 'disallowed';
    } catch (error) {
      // An invalid URL or product token
      if (error instanceof TypeError) return 'invalid';
      throw error;
    }
  }

  #robotsTxtOf(written: string | undefined): RobotsTxt | undefined {
    if (written === undefined) return undefined;
    if (written === this.#latestWritten) return this.#latest;
    this.#latestWritten = written;
    this.#latest = this.#recent.get(written);
    if (this.#latest !== undefined) return this.#latest;
    this.#latest = this.#older.get(written) ?? this.#parse(written);
    if (this.#latest !== undefined) this.#cache(written, this.#latest);
    return this.#latest;
  }

  #parse(written: string): RobotsTxt | undefined {
    const { format, dialect } = this.#options;
    const body = format.body(written);
    return body === undefined ? undefined : parseRobotsTxt(body, { dialect });
  }

  #cache(written: string, robotsTxt: RobotsTxt): void {
    this.#recentCharacters += written.length + OVERHEAD_CHARACTERS;
    if (this.#recentCharacters > MAX_CHARACTERS / 2) {
      this.#older = this.#recent;
      this.#recent = new Map();
      this.#recentCharacters = written.length + OVERHEAD_CHARACTERS;
    }
    this.#recent.set(written, robotsTxt);
  }
}
