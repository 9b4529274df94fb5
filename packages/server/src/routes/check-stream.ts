import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { NDJSON_TYPE, type Operation, operation } from '../http/operation.js';
import { CheckResult, StreamCheck } from '../schema/check.js';
import { ProblemSchema, responseObject } from '../schema/parts.js';
import { checkStream } from '../work/check-stream.js';
import { Checker } from '../work/checker.js';
import type { Services } from './services.js';

/** One line of the response of a stream. */
const StreamResult = Type.Union(
  [
    responseObject({ line: Type.Integer(), ...CheckResult.properties }, 'The result of this line.'),
    responseObject(
      { line: Type.Integer(), problem: ProblemSchema },
      'This line could not be checked.',
    ),
  ],
  { title: 'StreamResult' },
);

/** Results buffered for a slow reader. */
const BUFFERED_BYTES = 65_536;

export function checkStreamOperation({ clients, limits, analyses }: Services): Operation {
  return operation({
    method: 'POST',
    path: '/v1/check/stream',
    id: 'checkStream',
    summary: 'Check a stream of URLs',
    description:
      'Reads and writes NDJSON: one check per line, without a limit on the number of lines. Results come in input order with their line number, as soon as they are known. An invalid line gets a problem, and the stream continues. Read while you send: the service stops reading when results are not read.',
    body: StreamCheck,
    bodyType: NDJSON_TYPE,
    isStream: true,
    success: {
      status: 200,
      description: 'One result per non-empty line.',
      schema: StreamResult,
      type: NDJSON_TYPE,
    },
    examples: {
      lines: {
        summary: 'Two checks and an invalid line',
        body: '{"url":"https://example.com/private/a","productToken":"GPTBot"}\nnot JSON\n{"url":"https://example.com/","productToken":"GPTBot"}\n',
        response:
          '{"line":1,"url":"https://example.com/private/a","productToken":"GPTBot","verdict":"disallowed","reason":"rule","rule":{"kind":"disallow","pattern":"/private/","line":2}}\n' +
          '{"line":2,"problem":{"type":"/docs#problem-invalid-request","title":"The request is invalid.","status":400,"detail":"The line is not valid JSON. Send one object per line."}}\n' +
          '{"line":3,"url":"https://example.com/","productToken":"GPTBot","verdict":"allowed","reason":"no-rule"}\n',
      },
    },
    handle({ body, work, reply }) {
      // Fastify passes a stream on unparsed; its lines are validated one by one.
      const chunks = body as unknown as Readable;
      const lines = checkStream(chunks, new Checker(clients, analyses), limits.bodyBytes, work);
      const results = Readable.from(lines, { objectMode: false, highWaterMark: BUFFERED_BYTES });
      return reply.type(NDJSON_TYPE).header('cache-control', 'no-store').send(results);
    },
  });
}
