import type { Provenance, PageResponse as Response } from '@repkit/client';
import { originOf, policies } from '@repkit/client/access';
import type { PageReply } from '@repkit/client/transport';
import { type Access, type Decision, type DialectName, decider, dialects, parseRobotsTxt, robotsFile } from '@repkit/core';
import { crawlerProfile } from '@repkit/core/crawlers';
import { Problem, problemAt } from '../http/problem.js';
import { MAX_HTML_LENGTH } from '../options.js';
import { bounded, PageRequest, PageResponse } from '../schema/page.js';
import { bodyResponses, THREAD_PROBLEMS, withExamples } from '../schema/responses.js';
import { groupResult, overridesFor } from '../work/check-result.js';
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
      const { url, crawler: name, robotsTxt } = request;
      const crawler = crawlerProfile(name) ?? name;
      const { slots } = services;
      // Invalid arguments are reported before the first request.
      const file = { kind: 'file', file: robotsFile(robotsTxt ?? '') } as const;
      const decided = decideUnder(file, { url, crawler }, services);
      const site =
        robotsTxt === undefined
          ? await slots.run(signal, () => liveSite({ url, crawler }, services, signal))
          : { ...decided, robotsTxt };
      const response = request.response ?? (await slots.run(signal, () => fetchedPage(url, fetchPage, services, signal)));
      const allowed = site.decision.outcome === 'allowed';
      const { dialect } = site;
      const now = services.clock();
      const input = { url, crawler, robotsTxt: site.robotsTxt, dialect, allowed, response, now };
      const statements = (await services.threads.run('page', input, signal)) as object;
      return { access: accessOf(url, site.decision), ...redirectOf(response), ...statements };
    });
  };
}

interface Query {
  readonly url: string;
  readonly crawler: Crawler;
}

/** `provenance`, and `nextTryAt` while it is unreachable, for a robots.txt that was fetched. */
type SiteDecision = Decision & {
  readonly provenance?: Provenance;
  readonly nextTryAt?: number;
};

interface Site {
  readonly decision: SiteDecision;
  readonly dialect: DialectName;
  /** The text of the file; empty if there is none. */
  readonly robotsTxt: string;
}

/** Decides as a check without a policy and dialect does. Throws a Problem if the crawler or URL is invalid. */
function decideUnder(access: Access, { url, crawler }: Query, { clients }: Services): Pick<Site, 'decision' | 'dialect'> {
  const statements = { overrides: {}, defaults: { policy: policies[clients.policy] } };
  const overrides = overridesFor(crawler, statements);
  const forCrawler = problemIfInvalid(['crawler'], () => decider(access, crawler, overrides));
  const decision = problemIfInvalid(['url'], () => forCrawler.decide(url));
  // No built-in policy or crawler has another dialect.
  return { decision, dialect: forCrawler.dialect.name as DialectName };
}

/** Reads the robots.txt of the site. */
async function liveSite(query: Query, services: Services, signal: AbortSignal): Promise<Site> {
  const { url, crawler } = query;
  checkOrigin(url);
  const { clients } = services;
  const { access, provenance } = await clients.access(url, crawler, undefined, signal);
  const { decision, dialect } = decideUnder(access, query, services);
  clients.report(provenance, decision.outcome);
  const nextTryAt = decision.outcome === 'unreachable' && { nextTryAt: provenance.nextRequestAt };
  return {
    decision: { ...decision, provenance, ...nextTryAt },
    dialect,
    robotsTxt: access.kind === 'file' ? access.file.in(dialects[dialect]).text : '',
  };
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

function accessOf(url: string, decision: SiteDecision) {
  const { verdict } = decision;
  const group = verdict?.group && { group: groupResult(verdict.group) };
  return { ...decision, url, ...(verdict && { verdict: { ...verdict, ...group } }) };
}

interface PageInput {
  readonly url: string;
  readonly crawler: Crawler;
  readonly robotsTxt: string;
  readonly dialect: DialectName;
  readonly allowed: boolean;
  readonly response: Response & { readonly status: number };
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * The response without the access, computed in a thread. Of a response other than 2xx, crawlers apply no rules and read no
 * preferences, so only the robots.txt states any.
 */
export async function statementsOf({ robotsTxt, dialect, response, ...input }: PageInput): Promise<unknown> {
  // Loaded on demand, because the other tasks need no HTTP library.
  const { readPage } = await import('@repkit/client/page');
  const file = parseRobotsTxt(robotsTxt, { dialect });
  const context = { ...input, robotsTxt: file };
  const { pageRules, ...statements } = await readPage(response, context, {
    findIgnored: true,
    maxBytes: MAX_HTML_LENGTH,
  });
  const isPage = response.status >= 200 && response.status <= 299;
  return bounded(isPage ? { pageRules, ...statements } : statements);
}
