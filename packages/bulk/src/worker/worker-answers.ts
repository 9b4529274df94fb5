/** The worker protocol: a verdict for each line, for engines that run programs. An invalid row affects no other row. */
import { Buffer, isUtf8 } from 'node:buffer';
import { type DialectName, type Matcher, parseRobotsTxt, type RobotsTxt } from '@repkit/core';
import type { Chunks } from '../file-bytes.js';
import {
  bufferOf,
  bytesOf,
  LONGEST_LINE_BYTES,
  lineBlocks,
  withLinesCut,
} from '../input/blocks.js';
import { withoutMark } from '../input/input.js';
import type { Outcome } from '../rules/rules.js';
import { ndjsonWorker, tsvWorker, type WorkerFormat, type WorkerRow } from './worker-rows.js';

export interface WorkerOptions {
  readonly format: 'tsv' | 'ndjson';
  readonly dialect: DialectName;
  /** Decides about all rows; without it each row brings its own robots.txt. */
  readonly robotsTxt?: RobotsTxt | undefined;
  /** For rows that name none. */
  readonly productToken: string;
}

const CARRIAGE_RETURN = 0x0d;

/** Yields a line for each line of the input, in order, as soon as the line has arrived. */
export async function* answerRows(
  input: Chunks,
  options: WorkerOptions,
): AsyncGenerator<Uint8Array> {
  const format =
    options.format === 'ndjson' ? ndjsonWorker : tsvWorker(options.robotsTxt === undefined);
  const answers = new WorkerAnswers({ ...options, format });
  // One byte less than a block may hold: the one that a cut line ends with.
  const rows = withLinesCut(LONGEST_LINE_BYTES - 1, withoutMark(input));
  const plain =
    options.format === 'tsv' && options.robotsTxt !== undefined
      ? new PlainAnswers(options.robotsTxt, options.productToken)
      : undefined;
  for await (const bytes of lineBlocks(rows)) {
    const block = bufferOf(bytes);
    if (plain !== undefined && isPlain(block)) {
      yield bytesOf(plain.answers(bytes, block));
      continue;
    }
    const text = block.toString('latin1');
    let written = '';
    for (let at = 0; at < text.length; ) {
      const found = text.indexOf('\n', at);
      const end = found === -1 ? text.length : found;
      const isCrLf = end > at && text.charCodeAt(end - 1) === CARRIAGE_RETURN;
      const line = text.slice(at, isCrLf ? end - 1 : end);
      written += format.answer(answers.answer(format.read(line)));
      at = end + 1;
    }
    yield bytesOf(written);
  }
}

const TAB = 0x09;
const LINE_FEED = 0x0a;
const BACKSLASH = 0x5c;

/** Whether all columns of a block are what they are written as. */
function isPlain(block: Buffer): boolean {
  return !block.includes(BACKSLASH) && isUtf8(block);
}

/** Rows of a URL and a product token without escapes, answered by one robots.txt without a string for the URL. */
class PlainAnswers {
  readonly #robotsTxt: RobotsTxt;
  readonly #productToken: string;
  /** The product token of the row before, as it was written there. */
  #latestToken: Buffer | undefined;
  /** Undefined if that is not a product token. */
  #matcher: Matcher | undefined;

  constructor(robotsTxt: RobotsTxt, productToken: string) {
    this.#robotsTxt = robotsTxt;
    this.#productToken = productToken;
  }

  answers(bytes: Uint8Array, block: Buffer): string {
    const { length } = bytes;
    let written = '';
    for (let at = 0, next = 0; at < length; at = next + 1) {
      next = placeOf(block, LINE_FEED, at, length);
      const end = next > at && bytes[next - 1] === CARRIAGE_RETURN ? next - 1 : next;
      const urlEnd = placeOf(block, TAB, at, end);
      const from = Math.min(urlEnd + 1, end);
      const matcher = this.#matcherFor(block, from, placeOf(block, TAB, from, end));
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

/** The first place of a byte from `start` on, or `end`. */
function placeOf(block: Buffer, byte: number, start: number, end: number): number {
  const found = block.indexOf(byte, start);
  return found === -1 || found > end ? end : found;
}

function outcomeOf(
  matcher: Matcher | undefined,
  bytes: Uint8Array,
  start: number,
  end: number,
): Outcome {
  try {
    if (matcher === undefined) return 'invalid';
    return matcher.isAllowedAt(bytes, start, end) ? 'allowed' : 'disallowed';
  } catch (error) {
    if (error instanceof TypeError) return 'invalid';
    throw error;
  }
}

/** Of parsed files that are kept, since rows often come with the same one again, and of what is kept beside each. */
const MOST_CHARACTERS = 16 * 1024 * 1024;
const CHARACTERS_BESIDE = 2048;

type ParsedFiles = Map<string, RobotsTxt>;

export class WorkerAnswers {
  readonly #options: Omit<WorkerOptions, 'format'> & { readonly format: WorkerFormat };
  /**
   * By the body as it is written in rows. What was used since the last change is among the recent; when these have taken
   * half of the room, they become the older ones, and those go. To drop one at a time would be far slower: a Map walks
   * past all that was deleted before it comes to its oldest entry.
   */
  #recent: ParsedFiles = new Map();
  #older: ParsedFiles = new Map();
  #recentCharacters = 0;
  #latestWritten: string | undefined;
  #latest: RobotsTxt | undefined;

  constructor(options: Omit<WorkerOptions, 'format'> & { readonly format: WorkerFormat }) {
    this.#options = options;
  }

  answer(row: WorkerRow | undefined): Outcome {
    if (row?.url === undefined) return 'invalid';
    const robotsTxt = this.#options.robotsTxt ?? this.#robotsTxtOf(row.robotsTxt);
    if (robotsTxt === undefined) return 'invalid';
    const token = row.productToken || this.#options.productToken;
    try {
      return robotsTxt.isAllowed(row.url, token) ? 'allowed' : 'disallowed';
    } catch (error) {
      // The URL, or the product token, cannot be one.
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
    if (this.#latest !== undefined) this.#keep(written, this.#latest);
    return this.#latest;
  }

  #parse(written: string): RobotsTxt | undefined {
    const { format, dialect } = this.#options;
    const body = format.body(written);
    return body === undefined ? undefined : parseRobotsTxt(body, { dialect });
  }

  #keep(written: string, robotsTxt: RobotsTxt): void {
    this.#recentCharacters += written.length + CHARACTERS_BESIDE;
    if (this.#recentCharacters > MOST_CHARACTERS / 2) {
      this.#older = this.#recent;
      this.#recent = new Map();
      this.#recentCharacters = written.length + CHARACTERS_BESIDE;
    }
    this.#recent.set(written, robotsTxt);
  }
}
