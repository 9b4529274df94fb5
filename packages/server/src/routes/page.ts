import { originOf, type PageResponse as Response } from '@repkit/client';
import type { PageReply } from '@repkit/client/transport';
import { type Decision, decider, dialectFor, parseRobotsTxt, robotsFile } from '@repkit/core';
import { crawlerProfile } from '@repkit/core/crawlers';
import { Problem, problemAt } from '../http/problem.js';
import { MAX_HTML_LENGTH } from '../options.js';
import { bounded, PageRequest, PageResponse } from '../schema/page.js';
import { bodyResponses, THREAD_PROBLEMS, withExamples } from '../schema/responses.js';
import { groupResult } from '../work/check-result.js';
import { type Crawler, problemIfInvalid } from '../work/crawlers.js';
import type { FetchPage } from '../work/fetch-page.js';
import type { AddRoutes, Services } from './services.js';

const BOTH: PageRequest = {
  url: 'https://example.com/a',
  crawler: 'Googlebot',
  robotsTxt: 'User-agent: *\nContent-Usage: train-ai=n\n',
  response: {
    status: 200,
    headers: { 'content-type': 'text/html', 'x-robots-tag': 'max-snippet: 50' },
    body: '<meta name="robots" content="noindex">',
  },
};

/** Adds the route. @param fetchPage requests the page if the request has no response */
export function addPage(fetchPage: FetchPage): AddRoutes {
  const schema = {
    operationId: 'page',
    summary: 'Show what applies to a page',
    description:
      'Returns whether a crawler may fetch a page, its page-level rules and usage preferences. Fetches the robots.txt and the page if the request does not contain them. The page is requested once, without following redirects, and only if its robots.txt allows this service.',
    body: withExamples(PageRequest, { both: BOTH }),
    response: bodyResponses(PageResponse, ['page-not-fetched', ...THREAD_PROBLEMS]),
  };
  return (app, services) => {
    app.post('/v1/page', { schema }, async ({ body, ended: signal }) => {
      const request = body as PageRequest;
      const { url, crawler: name } = request;
      const crawler = crawlerProfile(name) ?? name;
      const { slots } = services;
      const site =
        siteInRequest(request, crawler) ??
        (await slots.run(signal, () => liveSite(url, crawler, services, signal)));
      const response =
        request.response ??
        (await slots.run(signal, () => fetchedPage(url, fetchPage, services, signal)));
      const allowed = site.decision.outcome === 'allowed';
      const { robotsTxt } = site;
      const input = { url, crawler, robotsTxt, allowed, response, now: services.clock() };
      const statements = (await services.threads.run('page', input, signal)) as object;
      return { access: accessOf(url, site.decision), ...redirectOf(response), ...statements };
    });
  };
}

interface Site {
  readonly decision: Decision;
  /** The text of the file; empty if there is none. */
  readonly robotsTxt: string;
}

/** Reads the robots.txt of the request, if it has one. Throws a Problem if the crawler or URL is invalid. */
function siteInRequest({ url, robotsTxt }: PageRequest, crawler: Crawler): Site | undefined {
  const access = { kind: 'file', file: robotsFile(robotsTxt ?? '') } as const;
  const forCrawler = problemIfInvalid(['crawler'], () => decider(access, crawler));
  const decision = problemIfInvalid(['url'], () => forCrawler.decide(url));
  return robotsTxt === undefined ? undefined : { decision, robotsTxt };
}

/** Reads the robots.txt of the site. */
async function liveSite(
  url: string,
  crawler: Crawler,
  { clients: { client } }: Services,
  signal: AbortSignal,
): Promise<Site> {
  checkOrigin(url);
  const decision = await client.check(url, { crawler, signal });
  const { access } = await client.access(url, { crawler, signal });
  const text = access.kind === 'file' ? access.file.in(dialectFor(crawler)).text : '';
  return { decision, robotsTxt: text };
}

async function fetchedPage(
  url: string,
  fetchPage: FetchPage,
  { clients: { client } }: Services,
  signal: AbortSignal,
): Promise<PageReply> {
  checkOrigin(url);
  const { outcome } = await client.check(url, { signal });
  if (outcome !== 'allowed') {
    const why = `its robots.txt is ${outcome === 'unreachable' ? 'unreachable' : 'closed to this service'}`;
    throw new Problem('page-not-fetched', `The page was not requested, because ${why}.`);
  }
  return await fetchPage(url, signal);
}

function checkOrigin(url: string): void {
  if (/^https?:/i.test(url) && originOf(url) !== undefined) return;
  const detail = `${JSON.stringify(url)} cannot be fetched. Use an absolute http: or https: URL.`;
  throw problemAt('invalid-check', ['url'], detail);
}

/** Returns the status, and where the page redirects to. */
function redirectOf(response: NonNullable<PageRequest['response']> | PageReply) {
  const { status } = response;
  return 'location' in response ? { status, location: response.location } : { status };
}

function accessOf(url: string, decision: Decision) {
  const { verdict } = decision;
  const group = verdict?.group && { group: groupResult(verdict.group) };
  return { ...decision, url, ...(verdict && { verdict: { ...verdict, ...group } }) };
}

interface PageInput {
  readonly url: string;
  readonly crawler: Crawler;
  readonly robotsTxt: string;
  readonly allowed: boolean;
  readonly response: Response & { readonly status: number };
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * The response without the access, computed in a thread. Of a response other than 2xx, crawlers apply no rules and read no
 * preferences, so only the robots.txt states any.
 */
export async function statementsOf({ robotsTxt, response, ...input }: PageInput): Promise<unknown> {
  // Loaded on demand, because the other tasks need no HTTP library.
  const { readPage } = await import('@repkit/client/page');
  const { dialect } = decider({ kind: 'unavailable' }, input.crawler);
  const file = parseRobotsTxt(robotsTxt, { dialect });
  const context = { ...input, robotsTxt: file };
  const { pageRules, ...statements } = await readPage(response, context, {
    findIgnored: true,
    maxBytes: MAX_HTML_LENGTH,
  });
  const isPage = response.status >= 200 && response.status <= 299;
  return bounded(isPage ? { pageRules, ...statements } : statements);
}
