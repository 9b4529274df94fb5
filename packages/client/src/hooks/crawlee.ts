/** Options for crawlers of Crawlee that check every request with a client, in place of Crawlee's own robots.txt support. */
import '../runtime.js';

import type { PageOptions, Page as PageResult } from '../client/page.js';
import type { RobotsClient } from '../client/robots-client.js';
import {
  type BrowserPage,
  type CrawleeOptions,
  type CrawlingContext,
  Gate,
  type Handler,
  type RobotsCrawlerOptions,
  skippedRequest,
} from './crawlee-gate.js';
import { permit, type RobotsDisallowedError, refusalIn, type Scheduler } from './permit.js';
import {
  type ChromiumBrowser,
  type PlaywrightResponse,
  type RobotsBrowserOptions,
  robotsBrowser,
  robotsPage,
} from './playwright.js';

export type { CrawleeOptions, RobotsCrawlerOptions } from './crawlee-gate.js';

export interface RobotsPlaywrightCrawlerOptions extends RobotsCrawlerOptions {
  /** Options for the browsers of the crawler: see `robotsBrowser`. */
  readonly browser?: RobotsBrowserOptions | undefined;
}

/** The options of a `PlaywrightCrawler` that are used or replaced. */
export interface CrawleePlaywrightOptions extends CrawleeOptions {
  readonly launchContext?: object | undefined;
  readonly browserPoolOptions?: object | undefined;
  readonly preNavigationHooks?: readonly Handler[] | undefined;
}

/**
 * Returns options for a crawler of Crawlee 3 that make it check its requests with the client:
 * `new HttpCrawler(robotsCrawler(client, options))`. For a `PlaywrightCrawler` use `robotsPlaywrightCrawler`.
 *
 * A request that is disallowed, or redirected to a disallowed URL, is not sent and not retried. `onSkippedRequest` receives it
 * with the reason `robotsTxt`, and `failedRequestHandler` does not. `sendRequest` rejects with a RobotsDisallowedError. A
 * request whose robots.txt is unreachable, or whose turn is more than 10 seconds away, goes back to the queue.
 *
 * Throws a TypeError if the options have no `requestHandler`, and a TypeError or RangeError if `unreachableMs` is invalid.
 *
 * @example
 * ```ts
 * import { HttpCrawler } from '@crawlee/http';
 * import { RobotsClient } from '@repkit/client';
 * import { robotsCrawler } from '@repkit/client/crawlee';
 *
 * const client = new RobotsClient({ userAgent: 'ExampleBot/1.0 (+https://example.com/bot)' });
 * const crawler = new HttpCrawler(
 *   robotsCrawler(client, { requestHandler: ({ request }) => console.log(request.url) }, { obeyCrawlDelay: true }),
 * );
 * await crawler.run(['https://example.com/page']);
 * ```
 */
export function robotsCrawler<Options extends CrawleeOptions>(
  client: Scheduler,
  options: Options,
  robotsOptions: RobotsCrawlerOptions = {},
): Options {
  const gate = new Gate(client, robotsOptions);
  const { requestHandler, onSkippedRequest } = options;
  if (typeof requestHandler !== 'function') {
    throw new TypeError('The options have no requestHandler. A router may be one: createHttpRouter() of Crawlee returns it.');
  }
  return {
    ...options,
    ...gate.optionsFor(options, async (error) => refusalIn(error)),
    // A proxy, because a router has more properties.
    requestHandler: new Proxy(requestHandler, {
      async apply(handler, receiver, [context]: [CrawlingContext]) {
        const { request, page, response } = context;
        if (page !== undefined) {
          request.noRetry = true;
          throw new TypeError(
            'The requests of this browser are not checked. Pass the options of a PlaywrightCrawler to robotsPlaywrightCrawler.',
          );
        }
        // A BasicCrawler has requested nothing yet. A response means that the HTTP client has checked the request.
        if (response === undefined) {
          const refusal = await gate.refusalFor(request.url);
          if (refusal !== undefined) {
            if (gate.isWorthWaiting(refusal.decision)) throw await gate.postponeError(refusal);
            return onSkippedRequest?.(skippedRequest(request.url));
          }
        }
        return Reflect.apply(handler, receiver, [context]);
      },
    }),
  };
}

/**
 * Returns options for a `PlaywrightCrawler` of Crawlee 3 with Chromium that make it check its requests with the client, each
 * request of its browsers included, as `robotsBrowser` does. Otherwise like `robotsCrawler`.
 *
 * Throws a TypeError if the launcher is another browser, whose redirects could not be checked.
 *
 * @example
 * ```ts
 * import { PlaywrightCrawler } from '@crawlee/playwright';
 * import { RobotsClient } from '@repkit/client';
 * import { robotsPlaywrightCrawler } from '@repkit/client/crawlee';
 *
 * const client = new RobotsClient({ userAgent: 'ExampleBot/1.0 (+https://example.com/bot)' });
 * const crawler = new PlaywrightCrawler(
 *   robotsPlaywrightCrawler(client, { requestHandler: async ({ page }) => console.log(await page.title()) }),
 * );
 * await crawler.run(['https://example.com/page']);
 * ```
 */
export function robotsPlaywrightCrawler<Options extends CrawleePlaywrightOptions>(
  client: Scheduler,
  options: Options,
  { browser, ...robotsOptions }: RobotsPlaywrightCrawlerOptions = {},
): Options {
  const { launcher }: { launcher?: { name?(): string } } = options.launchContext ?? {};
  const browserName = launcher?.name?.() ?? 'chromium';
  if (browserName !== 'chromium') {
    throw new TypeError(`Redirects of ${browserName} cannot be checked. Launch Playwright's Chromium in the crawler.`);
  }
  const gate = new Gate(client, robotsOptions);
  const failedNavigation = new FailedNavigation(client);
  const { postLaunchHooks = [] }: { postLaunchHooks?: readonly unknown[] } = options.browserPoolOptions ?? {};
  return {
    ...options,
    ...gate.optionsFor(options, (error, { page }) => failedNavigation.refusalIn(error, page)),
    browserPoolOptions: {
      ...options.browserPoolOptions,
      postLaunchHooks: [
        (_: string, controller: { browser: ChromiumBrowser }) => robotsBrowser(client, controller.browser, browser),
        ...postLaunchHooks,
      ],
    },
    preNavigationHooks: [
      async ({ page, request }: CrawlingContext) => {
        if (page !== undefined) failedNavigation.watch(page);
        await gate.pass(request.url);
      },
      ...(options.preNavigationHooks ?? []),
    ],
  };
}

/** Finds out which URL of a navigation was refused, because Playwright reports the first one and not the refused hop. */
class FailedNavigation {
  readonly #client: Scheduler;
  /** The last failed navigation of each page. */
  readonly #failed = new WeakMap<BrowserPage, string>();

  constructor(client: Scheduler) {
    this.#client = client;
  }

  watch(page: BrowserPage): void {
    page.on('requestfailed', (request) => {
      if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
      this.#failed.set(page, request.url());
    });
  }

  async refusalIn(error: Error, page: BrowserPage | undefined): Promise<RobotsDisallowedError | undefined> {
    const refusal = refusalIn(error);
    const url = page && this.#failed.get(page);
    if (refusal !== undefined || url === undefined) return refusal;
    if (!String(error).includes('net::ERR_BLOCKED_BY_CLIENT')) return undefined;
    return permit(this.#client, url).then(() => undefined, refusalIn);
  }
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
 * Returns `client.page` for the page of a request handler: `crawledPage(client, context)`. Rejects with a TypeError if the
 * context has no response.
 *
 * @example
 * ```ts
 * import { CheerioCrawler } from '@crawlee/cheerio';
 * import { RobotsClient } from '@repkit/client';
 * import { crawledPage, robotsCrawler } from '@repkit/client/crawlee';
 *
 * const client = new RobotsClient({ userAgent: 'ExampleBot/1.0 (+https://example.com/bot)' });
 * const crawler = new CheerioCrawler(
 *   robotsCrawler(client, {
 *     requestHandler: async (context) => {
 *       const { pageRules } = await crawledPage(client, context);
 *       if (pageRules.index) console.log(context.request.url);
 *     },
 *   }),
 * );
 * await crawler.run(['https://example.com/page']);
 * ```
 */
export async function crawledPage(
  client: Pick<RobotsClient, 'page'>,
  { request, response, body }: RobotsPageContext,
  options?: PageOptions,
): Promise<PageResult> {
  if (response === undefined) {
    throw new TypeError(
      'The context has no response, so nothing is known about the page. Call crawledPage in the request handler.',
    );
  }
  if ('headersArray' in response) return robotsPage(client, response, options);
  const { rawHeaders: raw } = response;
  const headers = raw
    ? raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1]] as const] : []))
    : response.headers;
  return client.page(request.loadedUrl ?? request.url, { headers, body }, options);
}
