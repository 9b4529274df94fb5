import { Type } from 'typebox';
import { ANALYSIS_PROBLEMS, type Operation, operation } from '../http/operation.js';
import { problemAt } from '../http/problem.js';
import { CheckRequest, CheckResult } from '../schema/check.js';
import { namedResponse } from '../schema/parts.js';
import { Checker, checkMany } from '../work/checker.js';
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
      given: {
        summary: 'Against a robots.txt in the request',
        body: {
          urls: ['https://example.com/private/a', '/open'],
          productTokens: ['GPTBot'],
          robotsTxt: 'User-agent: *\nDisallow: /private/\n',
        },
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
      crawlers: {
        summary: 'As known crawlers document their behavior',
        body: {
          urls: ['/a'],
          crawlers: ['Applebot', 'ChatGPT-User'],
          robotsTxt: 'User-agent: Googlebot\nDisallow: /a\n',
        },
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
