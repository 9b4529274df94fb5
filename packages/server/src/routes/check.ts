import { Readable } from 'node:stream';
import { NDJSON_TYPE, operation, type Services } from '../http/operation.js';
import { problemAt } from '../http/problem.js';
import { CheckAnswer, CheckRequest, StreamAnswer, StreamQuestion } from '../schema/check.js';
import { Answerer, checkMany } from '../work/answerer.js';
import { checkStream } from '../work/check-stream.js';

type Needed = Pick<Services, 'clients' | 'limits' | 'analyses'>;

export function checkOperation({ clients, limits, analyses }: Needed) {
  return operation({
    method: 'POST',
    path: '/v1/check',
    id: 'check',
    summary: 'Check whether crawlers may fetch URLs',
    description:
      'Uses the given robots.txt or, if there is none, the robots.txt of each site, which is fetched, cached and applied under the policy.',
    secured: true,
    body: CheckRequest,
    success: { status: 200, description: 'All verdicts.', schema: CheckAnswer },
    problems: [
      'cannot-be-checked',
      'text-too-long',
      'too-many-checks',
      'response-too-large',
      'analysis-too-large',
      'took-too-long',
    ],
    examples: [
      {
        name: 'given',
        summary: 'Against a given robots.txt',
        body: {
          urls: ['https://example.com/private/a', '/open'],
          productTokens: ['GPTBot'],
          robotsTxt: 'User-agent: *\nDisallow: /private/\n',
        },
        status: 200,
        answer: {
          verdicts: [
            {
              url: 'https://example.com/private/a',
              productToken: 'GPTBot',
              verdict: 'disallowed',
              reason: 'rule',
              rule: { kind: 'disallow', pattern: '/private/', line: 2 },
            },
            { url: '/open', productToken: 'GPTBot', verdict: 'allowed', reason: 'no-rule' },
          ],
        },
      },
      {
        name: 'live',
        summary: "With the site's own robots.txt",
        body: { urls: ['https://example.com/private/a'], productTokens: ['GPTBot', 'CCBot'] },
        status: 200,
        answer: {
          verdicts: [
            {
              url: 'https://example.com/private/a',
              productToken: 'GPTBot',
              verdict: 'disallowed',
              reason: 'rule',
              rule: { kind: 'disallow', pattern: '/private/', line: 2 },
            },
            {
              url: 'https://example.com/private/a',
              productToken: 'CCBot',
              verdict: 'allowed',
              reason: 'rule',
              rule: { kind: 'allow', pattern: '/', line: 5 },
            },
          ],
        },
      },
    ],
    answer({ body, work }) {
      const count = body.urls.length * body.productTokens.length;
      if (count > limits.questions) {
        const detail = `${body.urls.length} URLs for ${body.productTokens.length} product tokens are ${count} checks, and the limit per request is ${limits.questions}. Send fewer, or use /v1/check/stream.`;
        throw problemAt('too-many-checks', ['urls'], detail);
      }
      const verdicts = checkMany(body, new Answerer(clients, analyses), limits.answerBytes, work);
      const wrapped = (items: string) => `{"verdicts":[${items}]}`;
      return verdicts instanceof Promise ? verdicts.then(wrapped) : wrapped(verdicts);
    },
  });
}

/** The most bytes of answers that wait for a slow reader. */
const WAITING_BYTES = 65_536;

export function checkStreamOperation({ clients, limits, analyses }: Needed) {
  return operation({
    method: 'POST',
    path: '/v1/check/stream',
    id: 'checkStream',
    summary: 'Check any number of URLs as a stream',
    description:
      'NDJSON in both directions: one JSON object per line. Results are in the order of the request lines and contain their line numbers. An invalid line yields a problem, and the stream continues. Read while you send: the service stops reading if you do not.',
    secured: true,
    body: StreamQuestion,
    bodyType: NDJSON_TYPE,
    isStream: true,
    success: {
      status: 200,
      description: 'One line per request line that is not empty.',
      schema: StreamAnswer,
      type: NDJSON_TYPE,
    },
    problems: [],
    examples: [
      {
        name: 'lines',
        summary: 'Two checks and an invalid line',
        body: '{"url":"https://example.com/private/a","productToken":"GPTBot"}\nnot JSON\n{"url":"https://example.com/","productToken":"GPTBot"}\n',
        status: 200,
        answer:
          '{"line":1,"url":"https://example.com/private/a","productToken":"GPTBot","verdict":"disallowed","reason":"rule","rule":{"kind":"disallow","pattern":"/private/","line":2}}\n' +
          '{"line":2,"problem":{"type":"/docs#problem-invalid-request","title":"The request is invalid.","status":400,"detail":"The line is not valid JSON. Send one object per line."}}\n' +
          '{"line":3,"url":"https://example.com/","productToken":"GPTBot","verdict":"allowed","reason":"no-rule"}\n',
      },
    ],
    answer({ body, work, reply }) {
      // A stream is handed on as it comes; its lines are validated one by one.
      const chunks = body as unknown as Readable;
      const lines = checkStream(chunks, new Answerer(clients, analyses), limits.bodyBytes, work);
      const answers = Readable.from(lines, {
        objectMode: false,
        highWaterMark: WAITING_BYTES,
      });
      return reply.type(NDJSON_TYPE).header('cache-control', 'no-store').send(answers);
    },
  });
}
