import { isUtf8 } from 'node:buffer';
import { Compile } from 'typebox/schema';
import { abortInSlice, type ClientWork, isPauseDue, pause } from '../http/pause.js';
import { Problem, validationProblem } from '../http/problem.js';
import type { RequestWork } from '../http/request-work.js';
import {
  CONCURRENT_CHECKS,
  SMALL_BYTES,
  STREAM_RESULT_BYTES,
  STREAM_WAITING_BYTES,
} from '../options.js';
import { StreamCheck } from '../schema/check.js';
import type { Checker, LiveWork } from './checker.js';
import { inOrder } from './in-order.js';
import { needsThread } from './inline-check.js';
import { checkValueCount } from './json.js';

type StreamWork = ClientWork & Pick<RequestWork, 'hold' | 'moved'>;

interface ResultLine {
  readonly text: string;
  /** Memory held for the check and its result until the line is read. */
  readonly bytes: number;
}

const streamCheck = Compile(StreamCheck);
const LINE_LOCATION = { url: ['url'], productToken: ['productToken'] };

/**
 * Yields one line of JSON per non-empty line, in order; an invalid line yields a problem. Reads from `chunks` only when there
 * is room, so a slow reader slows the sender down. Rejects with the signal's reason.
 */
export async function* checkStream(
  chunks: AsyncIterable<Uint8Array>,
  checker: Checker,
  lineBytes: number,
  work: StreamWork,
): AsyncGenerator<string> {
  let waitingBytes = 0;
  const hold = (bytes: number): void => {
    work.hold(bytes);
    waitingBytes += bytes;
  };
  const holdsLine = (bytes: number): boolean => {
    try {
      work.hold(bytes);
      return true;
    } catch {
      return false;
    }
  };
  const { client, signal } = work;
  const live = { client, signal, fetches: abortInSlice(work) };
  const results = inOrder(
    paced(ndjsonLines(paced(trackMoves(chunks, work), work), lineBytes, holdsLine), work),
    CONCURRENT_CHECKS,
    (line) => processLine(line, checker, lineBytes, hold, live),
    () => waitingBytes < STREAM_WAITING_BYTES,
  );
  for await (const { text, bytes } of results) {
    hold(-bytes);
    work.moved();
    yield `${text}\n`;
    if (isPauseDue()) await pause(work);
  }
}

async function* trackMoves(
  chunks: AsyncIterable<Uint8Array>,
  work: StreamWork,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    work.moved();
    yield chunk;
  }
}

/** Yields the items in as many turns of the event loop as their consumer needs. */
async function* paced<Item>(items: AsyncIterable<Item>, work: ClientWork): AsyncGenerator<Item> {
  for await (const item of items) {
    if (isPauseDue()) await pause(work);
    yield item;
  }
}

async function processLine(
  line: Line,
  checker: Checker,
  lineBytes: number,
  hold: (bytes: number) => void,
  live: LiveWork,
): Promise<ResultLine> {
  let bytes = 0;
  const holdMore = (more: number): void => {
    hold(more);
    bytes += more;
  };
  const { number } = line;
  try {
    const input = textOf(line, lineBytes);
    holdMore(input.length);
    const result = await checkLine(input, checker, live);
    if (result.length > STREAM_RESULT_BYTES) {
      const detail = `The result exceeds ${STREAM_RESULT_BYTES} bytes.`;
      throw new Problem('response-too-large', detail);
    }
    holdMore(result.length);
    return { text: `{"line":${number},${result.slice(1)}`, bytes };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { text: JSON.stringify({ line: number, problem: error.document() }), bytes };
  }
}

function textOf(line: Line, lineBytes: number): string {
  if (line.text !== undefined) return line.text;
  if (line.skipped === 'no-memory') {
    const detail = 'Other requests use all available memory. Send this line again later.';
    throw new Problem('busy', detail);
  }
  if (line.skipped === 'not-utf-8') {
    const detail = 'The line is not valid UTF-8. Encode JSON as UTF-8.';
    throw new Problem('invalid-request', detail);
  }
  throw new Problem('text-too-long', `The line exceeds ${lineBytes} bytes.`);
}

/** Returns the result as JSON. */
async function checkLine(text: string, checker: Checker, live: LiveWork): Promise<string> {
  const { url, productToken, ...options } = parseCheck(text);
  const file = checker.inlineFile(options);
  if (file === undefined) {
    checker.validate(url, productToken, options, LINE_LOCATION);
    return JSON.stringify(await checker.live(url, productToken, options, live));
  }
  const urls = [url];
  if (!needsThread(file, urls, 1)) {
    return JSON.stringify(checker.files.check(url, productToken, file, () => LINE_LOCATION));
  }
  const crawlers = [productToken];
  const check = { ...file, urls, crawlers, responseBytes: STREAM_RESULT_BYTES };
  // The caller holds memory for the result once its size is known.
  return await checker.analyses.run('check', check, { signal: live.signal, hold: () => {} });
}

function parseCheck(text: string): StreamCheck {
  checkValueCount(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Problem('invalid-request', 'The line is not valid JSON. Send one object per line.');
  }
  if (streamCheck.Check(value)) return value;
  const [, errors] = streamCheck.Errors(value);
  // A `boolean` error repeats that a member is unknown.
  const first = errors.find(({ keyword }) => keyword !== 'boolean');
  if (first === undefined) throw new Problem('invalid-request', 'The line is invalid.');
  throw validationProblem(first, 'body');
}

export type Line =
  | { readonly number: number; readonly text: string }
  /** The line exceeds the limit, is not valid UTF-8, or there was no memory for it. */
  | {
      readonly number: number;
      readonly text: undefined;
      readonly skipped: 'too-long' | 'no-memory' | 'not-utf-8';
    };

const LINE_FEED = 0x0a;
const EMPTY = Buffer.alloc(0);
/** Pieces of a line, which may arrive byte by byte: each takes hundreds of bytes of memory. */
const MAX_PIECES = 1000;

/**
 * Yields the non-empty lines of a stream without line breaks. Numbers start at 1 and include empty lines. The text of a line
 * longer than `maxBytes` is discarded. Reads only as much as the consumer requests.
 * @param hold is called with the limit when a long line begins, and with its negative when it ends; returns false if memory
 * is exhausted
 */
export async function* ndjsonLines(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  hold: (bytes: number) => boolean = () => true,
): AsyncGenerator<Line> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  let number = 0;
  let state: 'short' | 'held' | 'no-memory' = 'short';
  const line = (): Line | undefined => {
    number++;
    const isTooLong = length > maxBytes;
    const isSkipped = isTooLong || state === 'no-memory';
    const bytes = isSkipped ? EMPTY : Buffer.concat(pieces);
    pieces = [];
    length = 0;
    if (state === 'held') hold(-maxBytes);
    state = 'short';
    if (isSkipped)
      return { number, text: undefined, skipped: isTooLong ? 'too-long' : 'no-memory' };
    if (!isUtf8(bytes)) return { number, text: undefined, skipped: 'not-utf-8' };
    const text = bytes.toString().trim();
    return text === '' ? undefined : { number, text };
  };
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; ) {
      const end = chunk.indexOf(LINE_FEED, from);
      if (end === from && length === 0) {
        number++;
        from++;
        continue;
      }
      const piece = chunk.subarray(from, end === -1 ? chunk.length : end);
      length += piece.length;
      if (length > SMALL_BYTES && state === 'short') state = hold(maxBytes) ? 'held' : 'no-memory';
      if (length > maxBytes || state === 'no-memory') pieces = [];
      else pieces.push(piece);
      if (pieces.length === MAX_PIECES) pieces = [Buffer.concat(pieces)];
      from += piece.length;
      if (end === -1) break;
      from++;
      const whole = line();
      if (whole !== undefined) yield whole;
    }
  }
  if (length > 0) {
    const last = line();
    if (last !== undefined) yield last;
  }
}
