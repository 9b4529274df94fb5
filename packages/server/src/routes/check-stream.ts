import { Readable } from 'node:stream';
import { operation, type Services } from '../http/operation.js';
import { StreamAnswer, StreamQuestion } from '../schema/check.js';
import { Answerer } from '../work/answerer.js';
import { checkStream } from '../work/check-stream.js';

export const NDJSON = 'application/x-ndjson';

/** So many octets of answers wait for a slow reader, at most. */
const WAITING_OCTETS = 65_536;

export function checkStreamOperation({ clients, limits }: Pick<Services, 'clients' | 'limits'>) {
  return operation({
    method: 'POST',
    path: '/v1/check/stream',
    id: 'checkStream',
    summary: 'As many questions as there are, one a line, answered as they come',
    description:
      'NDJSON both ways: one JSON object a line. The answers are in the order of the questions, and bear the number of their line. A line that cannot be answered gets a problem and ends nothing. Read while you send: no more is read than you take.',
    secured: true,
    body: StreamQuestion,
    bodyType: NDJSON,
    isStream: true,
    success: {
      status: 200,
      description: 'One line for each line that is not empty.',
      schema: StreamAnswer,
      type: NDJSON,
    },
    problems: [],
    examples: [
      {
        name: 'lines',
        summary: 'Two questions, and a line that is none',
        body: '{"url":"https://example.com/private/a","productToken":"GPTBot"}\nnot JSON\n{"url":"https://example.com/","productToken":"GPTBot"}\n',
        status: 200,
        answer:
          '{"line":1,"url":"https://example.com/private/a","productToken":"GPTBot","verdict":"disallowed","reason":"rule","rule":{"kind":"disallow","pattern":"/private/","line":2}}\n' +
          '{"line":2,"problem":{"type":"/docs#problem-invalid-request","title":"The request does not have the shape it must have.","status":400,"detail":"The line is no JSON: send one object a line."}}\n' +
          '{"line":3,"url":"https://example.com/","productToken":"GPTBot","verdict":"allowed","reason":"no-rule"}\n',
      },
    ],
    answer({ body, signal, reply }) {
      // A stream is handed on as it comes; its lines are looked at one by one.
      const chunks = body as unknown as Readable;
      const lines = checkStream(chunks, new Answerer(clients), limits.bodyBytes, signal);
      const answers = Readable.from(lines, {
        objectMode: false,
        highWaterMark: WAITING_OCTETS,
      });
      return reply.type(NDJSON).header('cache-control', 'no-store').send(answers);
    },
  });
}
