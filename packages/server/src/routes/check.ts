import { policies } from '@repkit/client';
import { Type } from 'typebox';
import { Problem, problemAt } from '../http/problem.js';
import { CheckQuery, CheckRequest, CheckResult } from '../schema/check.js';
import { namedResponse } from '../schema/parts.js';
import { apiResponses, bodyResponses, THREAD_PROBLEMS, withExamples } from '../schema/responses.js';
import { checkFile, needsThread } from '../work/check-file.js';
import { checkSites } from '../work/check-sites.js';
import { crawlersOf } from '../work/crawlers.js';
import type { AddRoutes, Services } from './services.js';

const CheckResponse = namedResponse(
  'CheckResponse',
  { verdicts: Type.Array(CheckResult) },
  'All verdicts, in the order of `urls`, and for each URL first in the order of `productTokens` and then in that of `crawlers`.',
);

const IN_REQUEST: Readonly<Record<string, CheckRequest & { readonly robotsTxt: string }>> = {
  file: {
    urls: ['https://example.com/private/a', '/open'],
    productTokens: ['GPTBot'],
    robotsTxt: 'User-agent: *\nDisallow: /private/\nCrawl-delay: 2\n',
  },
  crawlers: {
    urls: ['/a'],
    crawlers: ['Applebot', 'ChatGPT-User'],
    robotsTxt: 'User-agent: Googlebot\nDisallow: /a\n',
  },
};

const LIVE: CheckRequest = {
  urls: ['https://example.com/private/a'],
  productTokens: ['GPTBot', 'CCBot'],
};

const LIVE_RESPONSE = {
  verdicts: [
    {
      url: 'https://example.com/private/a',
      productToken: 'GPTBot',
      verdict: 'disallowed',
      reason: 'rule',
      rule: { kind: 'disallow', pattern: '/private/', line: 2 },
      crawlDelay: null,
    },
    {
      url: 'https://example.com/private/a',
      productToken: 'CCBot',
      verdict: 'allowed',
      reason: 'rule',
      rule: { kind: 'allow', pattern: '/', line: 5 },
      crawlDelay: null,
    },
  ],
};

export const addCheck: AddRoutes = (app, services) => {
  const post = {
    operationId: 'check',
    summary: 'Check URLs for crawlers',
    description:
      'Checks every URL for every product token and known crawler against `robotsTxt`, or, if it is omitted, against the robots.txt of each site, which is fetched and cached according to the policy.',
    body: withExamples(CheckRequest, { ...IN_REQUEST, live: LIVE }),
    response: bodyResponses(withExamples(CheckResponse, { ...exampleResults(), live: LIVE_RESPONSE }), [
      'response-too-large',
      ...THREAD_PROBLEMS,
    ]),
  };
  app.post('/v1/check', { schema: post }, async ({ body, ended }, reply) => {
    const response = await check(body as CheckRequest, services, ended);
    if (typeof response === 'string') reply.type('application/json; charset=utf-8');
    return response;
  });

  const get = {
    operationId: 'checkUrl',
    summary: 'Check a URL for a crawler',
    description: 'Checks one URL against the robots.txt of its site.',
    querystring: CheckQuery,
    response: apiResponses(CheckResponse, ['invalid-check', 'text-too-long']),
  };
  app.get('/v1/check', { schema: get }, async ({ query, ended }) => {
    const { url, productToken, crawler, explain, ...more } = query as CheckQuery;
    if (productToken === undefined && crawler === undefined) {
      const detail = 'No product token or crawler. Add productToken or crawler.';
      throw new Problem('invalid-request', detail, { locations: [{ parameter: 'productToken', detail }] });
    }
    const names = {
      ...(productToken !== undefined && { productTokens: [productToken] }),
      ...(crawler !== undefined && { crawlers: [crawler] }),
    };
    const request = { urls: [url], ...names, ...more, explain: explain === 'true' };
    return await check(request, services, ended).catch((error: unknown) => {
      throw error instanceof Problem ? inQuery(error) : error;
    });
  });
};

/** The parameters that become a list in the request of POST. */
const PARAMETERS = new Map([
  ['urls', 'url'],
  ['productTokens', 'productToken'],
  ['crawlers', 'crawler'],
]);

/** Returns a problem with the parameters of GET as its locations. */
function inQuery({ problem, message, locations, headers }: Problem): Problem {
  const parameters = locations.flatMap(({ pointer, detail }) => {
    const parameter = PARAMETERS.get(pointer?.split('/')[1] ?? '');
    return parameter === undefined ? [] : [{ parameter, detail }];
  });
  return new Problem(problem, message, { locations: parameters, headers });
}

/** Returns the response, as JSON if a thread made it. */
async function check(request: CheckRequest, services: Services, signal: AbortSignal) {
  const { clients, limits, slots, threads } = services;
  const { urls, robotsTxt, dialect, policy, explain = false } = request;
  const crawlers = crawlersOf(request);
  if (crawlers.length === 0) {
    const detail = 'No product token or crawler. Add productTokens or crawlers.';
    throw problemAt('invalid-request', [], detail);
  }
  const count = urls.length * crawlers.length;
  if (count > limits.checks) {
    const names = request.crawlers === undefined ? 'product tokens' : 'crawlers';
    const detail = `${urls.length} URLs × ${crawlers.length} ${names} are ${count} checks; the limit is ${limits.checks} per request. Send fewer.`;
    throw problemAt('too-many-items', ['urls'], detail);
  }
  const statements = {
    overrides: { dialect, policy: policy && policies[policy] },
    defaults: { policy: policies[clients.policy] },
  };
  const { responseBytes } = limits;
  if (robotsTxt === undefined) {
    const siteCheck = { request, crawlers, responseBytes, ...statements };
    return { verdicts: await checkSites(siteCheck, clients, slots, signal) };
  }
  if (request.reserve === true) {
    const detail = 'No requests follow from checks of a robotsTxt. Omit reserve or robotsTxt.';
    throw problemAt('invalid-request', ['reserve'], detail);
  }
  const fileCheck = { robotsTxt, urls, crawlers, explain, responseBytes, ...statements };
  if (needsThread(fileCheck)) return threads.run('check', fileCheck, signal);
  return { verdicts: checkFile(fileCheck) };
}

function exampleResults() {
  const results = Object.entries(IN_REQUEST).map(([name, request]) => {
    const crawlers = crawlersOf(request);
    const more = { explain: false, responseBytes: 10_000, overrides: {}, defaults: {} };
    return [name, { verdicts: checkFile({ ...request, ...more, crawlers }) }];
  });
  return Object.fromEntries(results);
}
