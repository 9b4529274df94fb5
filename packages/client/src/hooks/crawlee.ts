/** Crawlee asks a client in place of its own reading of robots.txt. */
import { originOf } from '../origin.js';
import type { RobotsClient } from '../robots-client.js';
import { type GotHooks, refusalIn, robotsHooks } from './got.js';

/**
 * Makes a crawler of Crawlee 3 ask the client, and returns it: `robotsCrawler(client, new HttpCrawler(options))`. What is
 * not allowed ends as a request that Crawlee skips, with the reason `robotsTxt`: when it is added, when its turn comes, and
 * where a redirect leads to it. Requests of `sendRequest` reject with a RobotsDisallowedError. A browser follows
 * redirects by itself: give Crawlee's browsers to `robotsBrowser` as well.
 *
 * Throws a TypeError where the crawler has not the methods of Crawlee 3.18, or an HTTP client that does not run got's
 * hooks, so that its redirects cannot be seen.
 */
export function robotsCrawler<Crawler extends object>(
  client: Pick<RobotsClient, 'check' | 'isAllowed' | 'robotsTxt' | 'productToken'>,
  crawler: Crawler,
): Crawler {
  const inside: object = crawler;
  assertCrawler(inside);
  const { httpClient } = inside;
  assertGot(httpClient);

  inside.respectRobotsTxtFile = true;
  inside.isAllowedBasedOnRobotsTxtFile = (url) => client.isAllowed(url);
  // Asked for the links of a page without waiting; what it lets pass is asked about again when its turn comes.
  inside.getRobotsTxtFileForUrl = async (page) => {
    const origin = originOf(page);
    const { robotsTxt } = await client.robotsTxt(page);
    return {
      isAllowed: (url) =>
        robotsTxt === undefined ||
        originOf(url) !== origin ||
        robotsTxt.isAllowed(url, client.productToken),
    };
  };
  inside.httpClient = checked(httpClient, robotsHooks(client));

  const run = inside._runRequestHandler;
  inside._runRequestHandler = async (context) => {
    try {
      await run.call(inside, context);
    } catch (error) {
      const refusal = refusalIn(error);
      if (refusal === undefined) throw error;
      const { request } = context;
      request.noRetry = true;
      inside.log.warning(`Skipping request ${request.url}: ${refusal.message}`);
      await inside.handleSkippedRequest({ url: request.url, reason: 'robotsTxt' });
    }
  };
  return crawler;
}

/** What Crawlee 3 has, and keeps from the types of others. */
interface CrawlerInside {
  respectRobotsTxtFile: boolean | object;
  httpClient: HttpClient;
  readonly log: { warning(message: string): void };
  isAllowedBasedOnRobotsTxtFile(url: string): Promise<boolean>;
  getRobotsTxtFileForUrl(url: string): Promise<{ isAllowed(url: string): boolean } | undefined>;
  handleSkippedRequest(skipped: { url: string; reason: 'robotsTxt' }): Promise<void>;
  _runRequestHandler(context: { request: { url: string; noRetry: boolean } }): Promise<void>;
}

interface HttpRequest {
  readonly hooks?: Partial<GotHooks>;
}

interface HttpClient {
  sendRequest(request: HttpRequest): Promise<unknown>;
  stream(request: HttpRequest, onRedirect?: unknown): Promise<unknown>;
}

const METHODS = [
  'isAllowedBasedOnRobotsTxtFile',
  'getRobotsTxtFileForUrl',
  'handleSkippedRequest',
  '_runRequestHandler',
];

function assertCrawler(crawler: object): asserts crawler is CrawlerInside {
  const missing = METHODS.filter((name) => typeof Reflect.get(crawler, name) !== 'function');
  if (missing.length === 0) return;
  throw new TypeError(
    `The crawler has no ${missing.join(', ')}: give a crawler of Crawlee 3, such as an HttpCrawler of 3.18.`,
  );
}

/** By its name, as the class is in a package that need not be installed here. */
function assertGot(httpClient: object): void {
  for (let proto = httpClient; proto !== null; proto = Object.getPrototypeOf(proto)) {
    if (proto.constructor.name === 'GotScrapingHttpClient') return;
  }
  throw new TypeError(
    `The redirects of ${httpClient.constructor.name} cannot be seen: give the crawler a GotScrapingHttpClient, or none.`,
  );
}

/** The HTTP client with hooks for each of its requests. */
function checked(inner: HttpClient, hooks: GotHooks): HttpClient {
  const withHooks = (request: HttpRequest): HttpRequest => {
    const { beforeRequest = [], beforeRetry = [], beforeError = [] } = request.hooks ?? {};
    return {
      ...request,
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
