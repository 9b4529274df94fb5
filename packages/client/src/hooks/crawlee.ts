/** Connects a Crawlee crawler to a client, in place of Crawlee's own robots.txt support. */
import { matcherFor } from '@repkit/core';
import type { Decision, UnreachableDecision } from '../client/decision.js';
import type { PageOptions, Page as PageResult } from '../client/page.js';
import type { RobotsClient } from '../client/robots-client.js';
import { originOf } from '../policy/origin.js';
import { type GotHooks, refusalIn, robotsHooks } from './got.js';
import { permit, RobotsDisallowedError } from './permit.js';
import {
  type ChromiumBrowser,
  type PlaywrightResponse,
  type RobotsBrowserOptions,
  robotsBrowser,
  robotsPage as robotsPlaywrightPage,
} from './playwright.js';

export interface RobotsCrawlerOptions {
  /**
   * How long a robots.txt may have been unreachable, in milliseconds, before its requests are skipped (default: 10
   * minutes). Until that time, they are postponed until the client's next try. 0 skips them at once.
   */
  readonly unreachableMs?: number | undefined;
  /** Options for the browsers of a `PlaywrightCrawler`: see `robotsBrowser`. */
  readonly browser?: RobotsBrowserOptions | undefined;
}

type CrawlerClient = Pick<
  RobotsClient,
  'check' | 'isAllowed' | 'robotsTxt' | 'schedule' | 'productToken'
> &
  Partial<Pick<RobotsClient, 'crawler' | 'userAgent'>>;

const DEFAULT_UNREACHABLE_MS = 600_000;

/** Below the default lock time and timeout of Crawlee's queues, which treat a longer pause as a stuck request. */
const LONGEST_PAUSE_MS = 60_000;

/**
 * Makes a crawler of Crawlee 3 check its requests with the client, and returns the crawler:
 * `robotsCrawler(client, new HttpCrawler(options))`.
 *
 * A disallowed request is skipped with the reason `robotsTxt`: when it is added, when its turn comes, or when it is
 * redirected to a disallowed URL. A request whose robots.txt is unreachable is postponed. `sendRequest` rejects with a
 * RobotsDisallowedError. In a `PlaywrightCrawler`, each request of the browser is checked as by `robotsBrowser`.
 *
 * Throws a TypeError if the crawler lacks the methods of Crawlee 3.18, if its HTTP client does not run the hooks of got
 * (its redirects could not be checked), or if its browser is not a Chromium of Playwright.
 */
export function robotsCrawler<Crawler extends object>(
  client: CrawlerClient,
  crawler: Crawler,
  { unreachableMs = DEFAULT_UNREACHABLE_MS, browser }: RobotsCrawlerOptions = {},
): Crawler {
  const inside: object = crawler;
  assertCrawler(inside);
  const { httpClient } = inside;
  assertGot(httpClient);
  const refusedPages = 'browserPool' in inside ? checkBrowsers(client, inside, browser) : undefined;

  const isWorthWaiting = (decision: Decision): decision is UnreachableDecision =>
    decision.outcome === 'unreachable' &&
    decision.nextTryAt - (decision.provenance.unreachableSince ?? nowOf(decision)) <= unreachableMs;

  const postpone = (request: CrawlerRequest, decision: UnreachableDecision): void => {
    const { robotsTxtUrl } = decision.provenance;
    inside.log.info(`Postponing request ${request.url}: ${robotsTxtUrl} is unreachable.`);
    const queue = inside.requestManager;
    const pauseMs = Math.max(0, decision.nextTryAt - nowOf(decision));
    const reclaim = () => {
      // A closed queue does not need the request.
      queue.reclaimRequest(request).catch((error) => inside.log.debug(String(error)));
    };
    setTimeout(reclaim, Math.min(pauseMs, LONGEST_PAUSE_MS)).unref();
  };

  inside.respectRobotsTxtFile = true;
  // Crawlee also calls this when a request is added, so a request that can still be postponed passes.
  inside.isAllowedBasedOnRobotsTxtFile = async (url) =>
    (await client.isAllowed(url)) || isWorthWaiting(await client.check(url));
  // Filters the links of a page without waiting. They are checked again when their turn comes.
  inside.getRobotsTxtFileForUrl = async (page) => {
    const origin = originOf(page);
    const { robotsTxt } = await client.robotsTxt(page);
    return {
      isAllowed: (url) =>
        robotsTxt === undefined ||
        originOf(url) !== origin ||
        matcherFor(robotsTxt, client.crawler ?? client.productToken).isAllowed(url),
    };
  };
  inside.httpClient = checked(httpClient, robotsHooks(client), client.userAgent);

  const fetchNext = inside._fetchNextRequest;
  inside._fetchNextRequest = async () => {
    const request = await fetchNext.call(inside);
    // Rejects for URLs that have no robots.txt: Crawlee reports these itself.
    const decision = request && (await client.check(request.url).catch(() => undefined));
    if (!request || !decision || !isWorthWaiting(decision)) return request;
    postpone(request, decision);
    return null;
  };

  const run = inside._runRequestHandler;
  inside._runRequestHandler = async (context) => {
    try {
      await run.call(inside, context);
    } catch (error) {
      const refusal = refusalIn(error) ?? (await refusedPages?.refusalOf(context.page, error));
      if (refusal === undefined) throw error;
      if (isWorthWaiting(refusal.decision)) throw refusal;
      const { request } = context;
      request.noRetry = true;
      inside.log.warning(`Skipping request ${request.url}: ${refusal.message}`);
      await inside.handleSkippedRequest({ url: request.url, reason: 'robotsTxt' });
    }
  };

  const handleError = inside._requestFunctionErrorHandler;
  inside._requestFunctionErrorHandler = async (error, context, source) => {
    const decision = error instanceof RobotsDisallowedError ? error.decision : undefined;
    if (decision === undefined || !isWorthWaiting(decision)) {
      return handleError.call(inside, error, context, source);
    }
    postpone(context.request, decision);
  };
  return crawler;
}

/** The part of a crawling context that is used: that of an HTTP crawler, or that of a `PlaywrightCrawler`. */
export interface RobotsPageContext {
  readonly request: { readonly url: string; readonly loadedUrl?: string | undefined };
  readonly response?: NodeResponse | PlaywrightResponse | undefined;
  readonly body?: string | Uint8Array | undefined;
}

interface NodeResponse {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Names and values in turn; unlike in `headers`, fields with several values are not joined. */
  readonly rawHeaders?: readonly string[];
}

/**
 * Returns `client.page` for the page of a request handler: `robotsPage(client, context)`. Rejects with a TypeError if the
 * context has no response.
 */
export async function robotsPage(
  client: Pick<RobotsClient, 'page'>,
  { request, response, body }: RobotsPageContext,
  options?: PageOptions,
): Promise<PageResult> {
  if (response === undefined) {
    throw new TypeError(
      'The context has no response, so nothing is known about the page. Call robotsPage in the request handler.',
    );
  }
  if ('headersArray' in response) return robotsPlaywrightPage(client, response, options);
  const { rawHeaders: raw } = response;
  const headers = raw
    ? raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1]] as const] : []))
    : response.headers;
  return client.page(request.loadedUrl ?? request.url, { headers, body }, options);
}

/** Returns the time of the decision on the client's clock. */
function nowOf({ provenance }: Decision): number {
  return provenance.fetchedAt + provenance.ageMs;
}

/** The parts of a Crawlee 3 crawler that are used or replaced. Its types hide most of them. */
interface CrawlerInside {
  respectRobotsTxtFile: boolean | object;
  httpClient: HttpClient;
  readonly log: Record<'debug' | 'info' | 'warning', (message: string) => void>;
  readonly requestManager: { reclaimRequest(request: CrawlerRequest): Promise<unknown> };
  isAllowedBasedOnRobotsTxtFile(url: string): Promise<boolean>;
  getRobotsTxtFileForUrl(url: string): Promise<{ isAllowed(url: string): boolean } | undefined>;
  handleSkippedRequest(skipped: { url: string; reason: 'robotsTxt' }): Promise<void>;
  _fetchNextRequest(): Promise<CrawlerRequest | null | undefined>;
  _runRequestHandler(context: CrawlingContext): Promise<void>;
  _requestFunctionErrorHandler(
    error: unknown,
    context: CrawlingContext,
    source: unknown,
  ): Promise<void>;
}

interface CrawlerRequest {
  readonly url: string;
  noRetry: boolean;
}

interface CrawlingContext {
  readonly request: CrawlerRequest;
  /** Set in browser crawlers once the page is open. */
  readonly page?: Page;
}

interface BrowserCrawlerInside {
  preNavigationHooks: ((context: CrawlingContext) => void)[];
  readonly browserPool: {
    readonly browserPlugins: readonly { readonly library: object }[];
    postLaunchHooks: ((pageId: string, controller: { browser: ChromiumBrowser }) => unknown)[];
  };
}

interface Page {
  mainFrame(): unknown;
  on(event: 'requestfailed', listener: (request: PageRequest) => void): unknown;
}

interface PageRequest {
  url(): string;
  frame(): unknown;
  isNavigationRequest(): boolean;
}

interface HttpRequest {
  readonly hooks?: Partial<GotHooks>;
  readonly headers?: Readonly<Record<string, string | string[] | undefined>> | undefined;
}

interface HttpClient {
  sendRequest(request: HttpRequest): Promise<unknown>;
  stream(request: HttpRequest, onRedirect?: unknown): Promise<unknown>;
}

const METHODS = [
  'isAllowedBasedOnRobotsTxtFile',
  'getRobotsTxtFileForUrl',
  'handleSkippedRequest',
  '_fetchNextRequest',
  '_runRequestHandler',
  '_requestFunctionErrorHandler',
];

function assertCrawler(crawler: object): asserts crawler is CrawlerInside {
  const missing = METHODS.filter((name) => typeof Reflect.get(crawler, name) !== 'function');
  if (missing.length === 0) return;
  throw new TypeError(
    `The crawler has no ${missing.join(', ')}. Pass a Crawlee 3 crawler, such as the HttpCrawler of 3.18.`,
  );
}

/** Compares class names, because the package of the class may not be installed. */
function assertGot(httpClient: object): void {
  for (let proto = httpClient; proto !== null; proto = Object.getPrototypeOf(proto)) {
    if (proto.constructor.name === 'GotScrapingHttpClient') return;
  }
  throw new TypeError(
    `Redirects of ${httpClient.constructor.name} cannot be checked. Use GotScrapingHttpClient, or omit httpClient.`,
  );
}

/**
 * Checks the requests of all browsers that the crawler launches, and records the last failed navigation of each page.
 */
function checkBrowsers(client: CrawlerClient, crawler: object, options?: RobotsBrowserOptions) {
  const inside = crawler as BrowserCrawlerInside;
  const { browserPool } = inside;
  for (const { library } of browserPool.browserPlugins) {
    const name: unknown = 'name' in library && typeof library.name === 'function' && library.name();
    if (name === 'chromium') continue;
    throw new TypeError(
      `Redirects of ${name || 'this browser'} cannot be checked. Launch Playwright's Chromium in the crawler.`,
    );
  }
  browserPool.postLaunchHooks = [
    (_, { browser }) => robotsBrowser(client, browser, options),
    ...browserPool.postLaunchHooks,
  ];

  const lastFailed = new WeakMap<Page, string>();
  inside.preNavigationHooks = [
    ({ page }) => {
      page?.on('requestfailed', (request) => {
        if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
        lastFailed.set(page, request.url());
      });
    },
    ...inside.preNavigationHooks,
  ];
  return {
    /**
     * Checks the failed URL again, because Playwright reports the first URL of the navigation and not the refused hop.
     */
    async refusalOf(page: Page | undefined, error: unknown) {
      const url = page && lastFailed.get(page);
      if (url === undefined || !String(error).includes('net::ERR_BLOCKED_BY_CLIENT')) {
        return undefined;
      }
      return permit(client, url).then(() => undefined, refusalIn);
    },
  };
}

/**
 * Adds hooks and the User-Agent header to each request of an HTTP client. Crawlee generates the header of a browser for
 * requests without one.
 */
function checked(inner: HttpClient, hooks: GotHooks, userAgent: string | undefined): HttpClient {
  const withHooks = (request: HttpRequest): HttpRequest => {
    const { beforeRequest = [], beforeRetry = [], beforeError = [] } = request.hooks ?? {};
    const { headers = {} } = request;
    const isIdentified = Object.keys(headers).some((name) => name.toLowerCase() === 'user-agent');
    const keepsHeaders = isIdentified || userAgent === undefined;
    return {
      ...request,
      headers: keepsHeaders ? headers : { ...headers, 'User-Agent': userAgent },
      hooks: {
        ...request.hooks,
        beforeRequest: [...beforeRequest, ...hooks.beforeRequest],
        beforeRetry: [...hooks.beforeRetry, ...beforeRetry],
        beforeError: [...hooks.beforeError, ...beforeError],
      },
    };
  };
  return {
    sendRequest: (request) => inner.sendRequest(withHooks(request)),
    stream: (request, onRedirect) => inner.stream(withHooks(request), onRedirect),
  };
}
