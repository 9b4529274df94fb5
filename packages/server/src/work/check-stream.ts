/** Questions as lines, answered line by line: none of them can end the stream. */
import { Compile } from 'typebox/schema';
import { Problem, type ProblemDocument } from '../http/problem.js';
import { QUESTIONS_AT_ONCE } from '../limits.js';
import { StreamQuestion } from '../schema/check.js';
import type { VerdictAnswer } from './answer.js';
import type { Answerer } from './answerer.js';
import { inOrder } from './in-order.js';
import { type Line, ndjsonLines } from './ndjson-lines.js';
import { Pauses } from './pause.js';

type StreamLine = { readonly line: number } & (
  | VerdictAnswer
  | { readonly problem: ProblemDocument }
);

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
  signal: AbortSignal,
): AsyncGenerator<string> {
  const pauses = new Pauses();
  const answers = inOrder(ndjsonLines(chunks, lineBytes), QUESTIONS_AT_ONCE, (line) =>
    answerLine(line, answerer, lineBytes, signal),
  );
  for await (const answer of answers) {
    yield `${JSON.stringify(answer)}\n`;
    if (pauses.isDue) await pauses.take(signal);
  }
}

async function answerLine(
  { number: line, text }: Line,
  answerer: Answerer,
  lineBytes: number,
  signal: AbortSignal,
): Promise<StreamLine> {
  try {
    if (text === undefined) {
      throw new Problem('text-too-long', `The line is longer than ${lineBytes} octets.`);
    }
    const { url, productToken, ...how } = readQuestion(text);
    if (how.robotsTxt !== undefined) {
      return { line, ...answerer.given(url, productToken, how, () => PLACE) };
    }
    answerer.check(url, productToken, how, PLACE);
    return { line, ...(await answerer.live(url, productToken, how, signal)) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { line, problem: error.document() };
  }
}

function readQuestion(text: string): StreamQuestion {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Problem('invalid-request', 'The line is no JSON: send one object a line.');
  }
  if (question.Check(value)) return value;
  const [, errors] = question.Errors(value);
  const [first] = errors;
  const pointer = `#${first?.instancePath ?? ''}`;
  const detail = `It ${first?.message ?? 'is not what it must be'}.`;
  throw new Problem('invalid-request', `${pointer}: ${detail}`, { places: [{ pointer, detail }] });
}
