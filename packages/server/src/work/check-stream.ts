/** Queries as lines, answered line by line: none of them can end the stream. */

import { inOrder } from '@repkit/client/in-order';
import { Compile } from 'typebox/schema';
import { Problem } from '../http/problem.js';
import type { RequestWork } from '../http/request-work.js';
import {
  QUESTIONS_AT_ONCE,
  SMALL_BYTES,
  STREAM_ANSWER_BYTES,
  STREAM_WAITING_BYTES,
} from '../options.js';
import { StreamQuestion } from '../schema/check.js';
import type { Answerer } from './answerer.js';
import { isLong } from './given-files.js';
import { checkValueCount } from './json.js';
import { isPauseDue, pause } from './pause.js';

/** `moved` is called when a part of the stream has been read or sent. */
type StreamWork = Pick<RequestWork, 'signal' | 'hold' | 'moved'>;

interface AnswerLine {
  readonly text: string;
  /** What the question and its answer hold until the line is taken. */
  readonly bytes: number;
}

const question = Compile(StreamQuestion);
const PLACE = { url: ['url'], productToken: ['productToken'] };

/**
 * One line of JSON for each line that is not empty, in their order. Nothing is read from `chunks` before there is room, so a
 * reader that is slow slows the sender. Rejects with the signal's reason.
 */
export async function* checkStream(
  chunks: AsyncIterable<Uint8Array>,
  answerer: Answerer,
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
  const answers = inOrder(
    ndjsonLines(watched(chunks, work), lineBytes, holdsLine),
    QUESTIONS_AT_ONCE,
    (line) => answerLine(line, answerer, lineBytes, hold, work.signal),
    () => waitingBytes < STREAM_WAITING_BYTES,
  );
  for await (const { text, bytes } of answers) {
    hold(-bytes);
    work.moved();
    yield `${text}\n`;
    if (isPauseDue()) await pause(work.signal);
  }
}

async function* watched(
  chunks: AsyncIterable<Uint8Array>,
  work: StreamWork,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    work.moved();
    yield chunk;
  }
}

async function answerLine(
  line: Line,
  answerer: Answerer,
  lineBytes: number,
  hold: (bytes: number) => void,
  signal: AbortSignal,
): Promise<AnswerLine> {
  let bytes = 0;
  const holdMore = (more: number): void => {
    hold(more);
    bytes += more;
  };
  const { number } = line;
  try {
    const asked = textOf(line, lineBytes);
    holdMore(asked.length);
    const answer = await answerText(asked, answerer, signal);
    if (answer.length > STREAM_ANSWER_BYTES) {
      const detail = `The answer has more than ${STREAM_ANSWER_BYTES} bytes.`;
      throw new Problem('response-too-large', detail);
    }
    holdMore(answer.length);
    return { text: `{"line":${number},${answer.slice(1)}`, bytes };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { text: JSON.stringify({ line: number, problem: error.document() }), bytes };
  }
}

function textOf(line: Line, lineBytes: number): string {
  if (line.text !== undefined) return line.text;
  if (line.skipped === 'no-memory') {
    throw new Problem('busy', 'Other large requests take all memory: send the line again later.');
  }
  throw new Problem('text-too-long', `The line is longer than ${lineBytes} bytes.`);
}

/** The JSON of an answer. */
async function answerText(text: string, answerer: Answerer, signal: AbortSignal): Promise<string> {
  const { url, productToken, ...how } = readQuestion(text);
  const file = answerer.givenFile(how);
  if (file === undefined) {
    answerer.check(url, productToken, how, PLACE);
    return JSON.stringify(await answerer.live(url, productToken, how, signal));
  }
  const urls = [url];
  if (!isLong(file, urls, 1)) {
    return JSON.stringify(answerer.given(url, productToken, file, () => PLACE));
  }
  const productTokens = [productToken];
  const check = { ...file, urls, productTokens, answerBytes: STREAM_ANSWER_BYTES };
  // It is held when it is known to be small enough.
  return await answerer.givenInThread(check, { signal, hold: () => {} });
}

function readQuestion(text: string): StreamQuestion {
  checkValueCount(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Problem('invalid-request', 'The line is not valid JSON. Send one object per line.');
  }
  if (question.Check(value)) return value;
  const [, errors] = question.Errors(value);
  const [first] = errors;
  const pointer = `#${first?.instancePath ?? ''}`;
  const detail = `It ${first?.message ?? 'is invalid'}.`;
  throw new Problem('invalid-request', `${pointer}: ${detail}`, { places: [{ pointer, detail }] });
}

export type Line =
  | { readonly number: number; readonly text: string }
  /** Its bytes were skipped: it is longer than the limit, or there was no memory for it. */
  | {
      readonly number: number;
      readonly text: undefined;
      readonly skipped: 'too-long' | 'no-memory';
    };

const LINE_FEED = 0x0a;

/**
 * The lines of a stream, numbered from 1, without their ends; empty ones are counted and left out. Of a line that is longer
 * than `mostBytes` nothing is kept. No more is read than is asked for.
 * @param hold is called with the limit when a long line begins and with its negative when it ends, and returns whether there
 * is memory for it
 */
export async function* ndjsonLines(
  chunks: AsyncIterable<Uint8Array>,
  mostBytes: number,
  hold: (bytes: number) => boolean = () => true,
): AsyncGenerator<Line> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  let number = 0;
  let state: 'short' | 'held' | 'no-memory' = 'short';
  const line = (): Line | undefined => {
    number++;
    const isTooLong = length > mostBytes;
    const isSkipped = isTooLong || state === 'no-memory';
    const text = isSkipped ? '' : Buffer.concat(pieces).toString().trim();
    pieces = [];
    length = 0;
    if (state === 'held') hold(-mostBytes);
    state = 'short';
    if (isSkipped)
      return { number, text: undefined, skipped: isTooLong ? 'too-long' : 'no-memory' };
    return text === '' ? undefined : { number, text };
  };
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; ) {
      const end = chunk.indexOf(LINE_FEED, from);
      const piece = chunk.subarray(from, end === -1 ? chunk.length : end);
      length += piece.length;
      if (length > SMALL_BYTES && state === 'short') state = hold(mostBytes) ? 'held' : 'no-memory';
      if (length > mostBytes || state === 'no-memory') pieces = [];
      else pieces.push(piece);
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
