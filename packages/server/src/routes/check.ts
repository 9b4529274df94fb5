import { Type } from 'typebox';
import { ANALYSIS_PROBLEMS, type Example, type Operation, operation } from '../http/operation.js';
import { problemAt } from '../http/problem.js';
import { SMALL_BYTES } from '../options.js';
import { CheckRequest, CheckResult } from '../schema/check.js';
import { namedResponse } from '../schema/parts.js';
import { Checker, checkMany } from '../work/checker.js';
import { crawlersOf } from '../work/crawlers.js';
import { inlineVerdicts } from '../work/inline-check.js';
import type { Services } from './services.js';

const CheckResponse = namedResponse('CheckResponse', {
  verdicts: Type.Array(CheckResult, {
    description:
      'In the order of `urls`, and for each URL first in the order of `productTokens` and then in that of `crawlers`.',
  }),
});

export function checkOperation({ clients, limits, analyses }: Services): Operation {
  return operation({
    method: 'POST',
    path: '/v1/check',
    id: 'check',
    summary: 'Check URLs for crawlers',
    description:
      'Checks every URL for every product token and known crawler against `robotsTxt`, or, if it is omitted, against the robots.txt of each site, which is fetched and cached according to the policy.',
    body: CheckRequest,
    success: { status: 200, description: 'All verdicts.', schema: CheckResponse },
    problems: ['invalid-check', 'response-too-large', ...ANALYSIS_PROBLEMS],
    examples: {
      given: example('Against a robots.txt in the request', {
        urls: ['https://example.com/private/a', '/open'],
        productTokens: ['GPTBot'],
        robotsTxt: 'User-agent: *\nDisallow: /private/\n',
      }),
      crawlers: example('As known crawlers document their behavior', {
        urls: ['/a'],
        crawlers: ['Applebot', 'ChatGPT-User'],
        robotsTxt: 'User-agent: Googlebot\nDisallow: /a\n',
      }),
      live: {
        summary: 'Against live sites',
        body: { urls: ['https://example.com/private/a'], productTokens: ['GPTBot', 'CCBot'] },
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
    },
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

/** Returns a check against a robots.txt in the request, with its response. */
function example(summary: string, body: CheckRequest & { readonly robotsTxt: string }): Example {
  const { urls, robotsTxt } = body;
  const file = { robotsTxt, explain: false, given: {}, otherwise: {} };
  const check = { ...file, urls, crawlers: crawlersOf(body), responseBytes: SMALL_BYTES };
  return { summary, body, response: { verdicts: JSON.parse(`[${inlineVerdicts(check)}]`) } };
}
