import { Readable } from 'node:stream';
import { NDJSON_TYPE, operation, type Services } from '../http/operation.js';
import { problemAt } from '../http/problem.js';
import { CheckRequest, CheckResponse, StreamCheck, StreamResult } from '../schema/check.js';
import { checkStream } from '../work/check-stream.js';
import { Checker, checkMany } from '../work/checker.js';

type Needed = Pick<Services, 'clients' | 'limits' | 'analyses'>;

export function checkOperation({ clients, limits, analyses }: Needed) {
  return operation({
    method: 'POST',
    path: '/v1/check',
    id: 'check',
    summary: 'Check URLs for crawlers',
    description:
      'Checks every URL for every product token and known crawler against `robotsTxt`, or, if it is omitted, against the robots.txt of each site, which is fetched and cached according to the policy.',
    secured: true,
    body: CheckRequest,
    success: { status: 200, description: 'All verdicts.', schema: CheckResponse },
    problems: [
      'invalid-check',
      'text-too-long',
      'too-many-items',
      'response-too-large',
      'analysis-too-large',
      'took-too-long',
    ],
    examples: [
      {
        name: 'given',
        summary: 'Against a robots.txt in the request',
        body: {
          urls: ['https://example.com/private/a', '/open'],
          productTokens: ['GPTBot'],
          robotsTxt: 'User-agent: *\nDisallow: /private/\n',
        },
        status: 200,
        response: {
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
        name: 'crawlers',
        summary: 'As known crawlers document their behavior',
        body: {
          urls: ['/a'],
          crawlers: ['Applebot', 'ChatGPT-User'],
          robotsTxt: 'User-agent: Googlebot\nDisallow: /a\n',
        },
        status: 200,
        response: {
          verdicts: [
            {
              url: '/a',
              productToken: 'Applebot',
              profile: {
                name: 'Applebot',
                step: 'fallback-group',
                source: 'https://support.apple.com/en-us/119829',
                checked: '2026-11-22',
              },
              verdict: 'disallowed',
              reason: 'rule',
              rule: { kind: 'disallow', pattern: '/a', line: 2 },
            },
            {
              url: '/a',
              productToken: 'ChatGPT-User',
              profile: {
                name: 'ChatGPT-User',
                step: 'no-group',
                source: 'https://developers.openai.com/api/docs/bots',
                checked: '2026-11-22',
              },
              governed: false,
              verdict: 'not-governed',
              reason: 'no-group',
            },
          ],
        },
      },
      {
        name: 'live',
        summary: 'Against live sites',
        body: { urls: ['https://example.com/private/a'], productTokens: ['GPTBot', 'CCBot'] },
        status: 200,
        response: {
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
    handle({ body, work }) {
      const { urls, productTokens = [], crawlers = [] } = body;
      const width = productTokens.length + crawlers.length;
      if (width === 0) {
        const detail = 'No product token or crawler. Add productTokens or crawlers.';
        throw problemAt('invalid-request', [], detail);
      }
      const count = urls.length * width;
      if (count > limits.checks) {
        const detail = `${urls.length} URLs × ${width} ${crawlers.length === 0 ? 'product tokens' : 'crawlers'} are ${count} checks; the limit is ${limits.checks} per request. Send fewer, or use /v1/check/stream.`;
        throw problemAt('too-many-items', ['urls'], detail);
      }
      const verdicts = checkMany(body, new Checker(clients, analyses), limits.responseBytes, work);
      const wrapped = (items: string) => `{"verdicts":[${items}]}`;
      return verdicts instanceof Promise ? verdicts.then(wrapped) : wrapped(verdicts);
    },
  });
}

/** Results buffered for a slow reader. */
const BUFFERED_BYTES = 65_536;

export function checkStreamOperation({ clients, limits, analyses }: Needed) {
  return operation({
    method: 'POST',
    path: '/v1/check/stream',
    id: 'checkStream',
    summary: 'Check a stream of URLs',
    description:
      'Reads and writes NDJSON: one check per line, without a limit on the number of lines. Results come in input order with their line number, as soon as they are known. An invalid line gets a problem, and the stream continues. Read while you send: the service stops reading when results are not read.',
    secured: true,
    body: StreamCheck,
    bodyType: NDJSON_TYPE,
    isStream: true,
    success: {
      status: 200,
      description: 'One result per non-empty line.',
      schema: StreamResult,
      type: NDJSON_TYPE,
    },
    problems: [],
    examples: [
      {
        name: 'lines',
        summary: 'Two checks and an invalid line',
        body: '{"url":"https://example.com/private/a","productToken":"GPTBot"}\nnot JSON\n{"url":"https://example.com/","productToken":"GPTBot"}\n',
        status: 200,
        response:
          '{"line":1,"url":"https://example.com/private/a","productToken":"GPTBot","verdict":"disallowed","reason":"rule","rule":{"kind":"disallow","pattern":"/private/","line":2}}\n' +
          '{"line":2,"problem":{"type":"/docs#problem-invalid-request","title":"The request is invalid.","status":400,"detail":"The line is not valid JSON. Send one object per line."}}\n' +
          '{"line":3,"url":"https://example.com/","productToken":"GPTBot","verdict":"allowed","reason":"no-rule"}\n',
      },
    ],
    handle({ body, work, reply }) {
      // Fastify passes a stream on unparsed; its lines are validated one by one.
      const chunks = body as unknown as Readable;
      const lines = checkStream(chunks, new Checker(clients, analyses), limits.bodyBytes, work);
      const results = Readable.from(lines, {
        objectMode: false,
        highWaterMark: BUFFERED_BYTES,
      });
      return reply.type(NDJSON_TYPE).header('cache-control', 'no-store').send(results);
    },
  });
}
