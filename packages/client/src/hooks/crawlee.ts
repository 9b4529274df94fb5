/** Options for crawlers of Crawlee that check every request with a client, in place of Crawlee's own robots.txt support. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Decision, UnreachableDecision } from '../client/decision.js';
import type { PageOptions, Page as PageResult } from '../client/page.js';
import type { CheckOptions } from '../client/query.js';
import type { RobotsClient } from '../client/robots-client.js';
import type { Turn } from '../client/schedule.js';
import { originOf } from '../policy/origin.js';
import {
  type CrawleeHttpClient,
  checkedHttpClient,
  type RequestGate,
} from './crawlee-http-client.js';
import { refusalIn } from './got.js';
import { permit, permitInTurn, type RobotsDisallowedError, type Scheduler } from './permit.js';
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
  /**
   * Whether requests wait for their turn, spaced by the site's crawl-delay or request-rate (default: false). See `schedule`
   * of the client.
   */
  readonly obeyCrawlDelay?: boolean | undefined;
}

export interface RobotsPlaywrightCrawlerOptions extends RobotsCrawlerOptions {
  /** Options for the browsers of the crawler: see `robotsBrowser`. */
  readonly browser?: RobotsBrowserOptions | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: TypeScript takes the context of a handler from here if a crawler is generic.
type Handler = (context: any, error?: any) => unknown;

/** The options of a `BasicCrawler` that are used or replaced. */
export interface CrawleeOptions {
  readonly requestHandler?: Handler | undefined;
  readonly errorHandler?: Handler | undefined;
  readonly failedRequestHandler?: Handler | undefined;
  readonly onSkippedRequest?: Handler | undefined;
  readonly httpClient?: object | undefined;
}

/** The options of a `PlaywrightCrawler` that are used or replaced. */
export interface CrawleePlaywrightOptions extends CrawleeOptions {
  readonly launchContext?: object | undefined;
  readonly browserPoolOptions?: object | undefined;
  readonly preNavigationHooks?: readonly Handler[] | undefined;
}

/** The part of a crawling context that is used. */
interface CrawlingContext {
  readonly request: { readonly url: string; noRetry: boolean; retryCount: number };
  readonly response?: unknown;
  readonly page?: Page | undefined;
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

type CrawlerClient = Pick<RobotsClient, 'check' | 'schedule'> &
  Partial<Pick<RobotsClient, 'userAgent'>>;

const DEFAULT_UNREACHABLE_MS = 600_000;

/**
 * How long a request may occupy one of the crawler's slots before it goes back to the queue. Well below the default timeout
 * of a navigation, 30 seconds.
 */
const LONGEST_WAIT_MS = 10_000;

/**
 * Returns options for a crawler of Crawlee 3 that make it check its requests with the client:
 * `new HttpCrawler(robotsCrawler(client, options))`. For a `PlaywrightCrawler` use `robotsPlaywrightCrawler`.
 *
 * A request that is disallowed, or redirected to a disallowed URL, is not sent and not retried. `onSkippedRequest` receives it
 * with the reason `robotsTxt`, and `failedRequestHandler` does not. `sendRequest` rejects with a RobotsDisallowedError. A
 * request whose robots.txt is unreachable, or whose turn is more than 10 seconds away, goes back to the queue.
 *
 * Throws a TypeError if the options have no `requestHandler`.
 *
 * @example
 * import { HttpCrawler } from '@crawlee/http';
 *
 * const crawler = new HttpCrawler(
 *   robotsCrawler(client, { requestHandler: ({ request }) => console.log(request.url) }, { obeyCrawlDelay: true }),
 * );
 * await crawler.run(['https://example.com/page']);
 */
export function robotsCrawler<Options extends CrawleeOptions>(
  client: CrawlerClient,
  options: Options,
  robotsOptions: RobotsCrawlerOptions = {},
): Options {
  const gate = new Gate(client, robotsOptions);
  const { requestHandler, onSkippedRequest } = options;
  if (typeof requestHandler !== 'function') {
    throw new TypeError(
      'The options have no requestHandler. A router may be one: createHttpRouter() of Crawlee returns it.',
    );
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
          const refusal = await gate.permit(request.url).then(() => undefined, refusalIn);
          if (refusal !== undefined) {
            if (gate.isWorthWaiting(refusal.decision)) throw await gate.postponed(refusal);
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
 * import { PlaywrightCrawler } from '@crawlee/playwright';
 *
 * const crawler = new PlaywrightCrawler(
 *   robotsPlaywrightCrawler(client, { requestHandler: async ({ page }) => console.log(await page.title()) }),
 * );
 * await crawler.run(['https://example.com/page']);
 */
export function robotsPlaywrightCrawler<Options extends CrawleePlaywrightOptions>(
  client: CrawlerClient,
  options: Options,
  { browser, ...robotsOptions }: RobotsPlaywrightCrawlerOptions = {},
): Options {
  const { launcher }: { launcher?: { name?(): string } } = options.launchContext ?? {};
  const browserName = launcher?.name?.() ?? 'chromium';
  if (browserName !== 'chromium') {
    throw new TypeError(
      `Redirects of ${browserName} cannot be checked. Launch Playwright's Chromium in the crawler.`,
    );
  }
  const gate = new Gate(client, robotsOptions);
  const navigations = new Navigations(client);
  const { postLaunchHooks = [] }: { postLaunchHooks?: readonly unknown[] } =
    options.browserPoolOptions ?? {};
  return {
    ...options,
    ...gate.optionsFor(options, (error, { page }) => navigations.refusalIn(error, page)),
    browserPoolOptions: {
      ...options.browserPoolOptions,
      postLaunchHooks: [
        (_: string, controller: { browser: ChromiumBrowser }) =>
          robotsBrowser(client, controller.browser, browser),
        ...postLaunchHooks,
      ],
    },
    preNavigationHooks: [
      async ({ page, request }: CrawlingContext) => {
        if (page !== undefined) navigations.watch(page);
        await gate.pass(request.url);
      },
      ...(options.preNavigationHooks ?? []),
    ],
  };
}

/** Lets requests pass if they may be sent now, and returns others to the queue. */
class Gate implements RequestGate {
  readonly #client: CrawlerClient;
  readonly #unreachableMs: number;
  readonly #obeyCrawlDelay: boolean;
  /** Reserved turns that were too far away for the request that reserved them, by origin. */
  readonly #turns = new Map<string, Turn[]>();
  /** When a request that was returned to the queue may be tried again, on the clock of this process. */
  readonly #postponedUntil = new WeakMap<object, number>();

  constructor(
    client: CrawlerClient,
    { unreachableMs = DEFAULT_UNREACHABLE_MS, obeyCrawlDelay = false }: RobotsCrawlerOptions,
  ) {
    this.#client = client;
    this.#unreachableMs = unreachableMs;
    this.#obeyCrawlDelay = obeyCrawlDelay;
  }

  /** @param refusalOf returns the refusal that caused an error, if any */
  optionsFor(
    { errorHandler, failedRequestHandler, onSkippedRequest, httpClient }: CrawleeOptions,
    refusalOf: (
      error: Error,
      context: CrawlingContext,
    ) => Promise<RobotsDisallowedError | undefined>,
  ) {
    return {
      httpClient: checkedHttpClient(
        this.#client,
        this,
        async () => (httpClient as CrawleeHttpClient | undefined) ?? defaultHttpClient(),
      ),
      errorHandler: async (context: CrawlingContext, error: Error) => {
        const { request } = context;
        const refusal = await refusalOf(error, context);
        const isPostponed =
          this.isPostponed(error) ||
          (refusal !== undefined && this.isWorthWaiting(refusal.decision));
        if (isPostponed) {
          await this.#pause(error, refusal);
          // Crawlee counts the return to the queue as a retry.
          request.retryCount -= 1;
        } else if (refusal !== undefined) {
          request.noRetry = true;
        } else {
          await errorHandler?.(context, error);
        }
      },
      failedRequestHandler: async (context: CrawlingContext, error: Error) => {
        const refusal = await refusalOf(error, context);
        if (refusal === undefined) await failedRequestHandler?.(context, error);
        else await onSkippedRequest?.(skippedRequest(context.request.url));
      },
    };
  }

  /** Resolves if the URL may be fetched. Rejects as `permit` of the other hooks does. */
  async permit(url: string): Promise<void> {
    await permit(this.#client, url);
  }

  /** Resolves once the URL may be fetched. Rejects with a RobotsDisallowedError, or to return the request to the queue. */
  async pass(url: string, signal?: AbortSignal): Promise<void> {
    const { userAgent } = this.#client;
    const scheduler: Scheduler = {
      ...(userAgent !== undefined && { userAgent }),
      check: (target, options) => this.#client.check(target, options),
      schedule: (target, options) => this.#takeTurn(String(target), options),
    };
    try {
      await permitInTurn(scheduler, url, { obeyCrawlDelay: this.#obeyCrawlDelay }, signal);
    } catch (error) {
      const refusal = refusalIn(error);
      if (refusal === undefined || !this.isWorthWaiting(refusal.decision)) throw error;
      throw await this.postponed(refusal);
    }
  }

  isPostponed(error: unknown): boolean {
    return error instanceof Error && this.#postponedUntil.has(error);
  }

  isWorthWaiting(decision: Decision): decision is UnreachableDecision {
    if (decision.outcome !== 'unreachable') return false;
    const since = decision.provenance.unreachableSince ?? nowOf(decision);
    return decision.nextTryAt - since <= this.#unreachableMs;
  }

  /** Returns the error that returns a request to the queue until the client's next try. */
  postponed(refusal: RobotsDisallowedError): Promise<Error> {
    return this.#postpone(refusal.message, nextTryOf(refusal), refusal);
  }

  async #takeTurn(url: string, options?: CheckOptions): Promise<Turn> {
    const origin = originOf(url) ?? url;
    const isNear = ({ at }: Turn) => at - Date.now() <= LONGEST_WAIT_MS;
    const [next, ...later] = this.#reservedTurns(origin);
    if (next !== undefined && isNear(next)) {
      if (later.length === 0) this.#turns.delete(origin);
      else this.#turns.set(origin, later);
      return next;
    }
    const turn = next ?? (await this.#client.schedule(url, options));
    if (isNear(turn)) return turn;
    if (next === undefined && turn.from !== 'unreachable') {
      // Another request takes this turn when it is near, so that no turn is lost.
      const turns = [...this.#reservedTurns(origin), turn];
      this.#turns.set(
        origin,
        turns.sort((left, right) => left.at - right.at),
      );
    }
    const seconds = Math.ceil((turn.at - Date.now()) / 1000);
    throw await this.#postpone(`The turn of ${url} is in ${seconds} s (${turn.from}).`, turn.at);
  }

  #reservedTurns(origin: string): Turn[] {
    const now = Date.now();
    return (this.#turns.get(origin) ?? []).filter(({ at }) => at >= now);
  }

  /** Crawlee returns a request to its queue if an error of this class is thrown, whatever the number of retries. */
  async #postpone(message: string, until: number, cause?: Error): Promise<Error> {
    const { RetryRequestError } = await import('@crawlee/core');
    const error = new RetryRequestError(message);
    if (cause !== undefined) error.cause = cause;
    this.#postponedUntil.set(error, until);
    return error;
  }

  /** A request that returned at once would be fetched from the queue at once. */
  async #pause(error: Error, refusal: RobotsDisallowedError | undefined): Promise<void> {
    const until = this.#postponedUntil.get(error) ?? (refusal && nextTryOf(refusal)) ?? 0;
    await sleep(Math.min(Math.max(0, until - Date.now()), LONGEST_WAIT_MS));
  }
}

/** Finds out which URL of a navigation was refused, because Playwright reports the first one and not the refused hop. */
class Navigations {
  readonly #client: CrawlerClient;
  /** The last failed navigation of each page. */
  readonly #failed = new WeakMap<Page, string>();

  constructor(client: CrawlerClient) {
    this.#client = client;
  }

  watch(page: Page): void {
    page.on('requestfailed', (request) => {
      if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
      this.#failed.set(page, request.url());
    });
  }

  async refusalIn(
    error: Error,
    page: Page | undefined,
  ): Promise<RobotsDisallowedError | undefined> {
    const refusal = refusalIn(error);
    const url = page && this.#failed.get(page);
    if (refusal !== undefined || url === undefined) return refusal;
    if (!String(error).includes('net::ERR_BLOCKED_BY_CLIENT')) return undefined;
    return permit(this.#client, url).then(() => undefined, refusalIn);
  }
}

async function defaultHttpClient(): Promise<CrawleeHttpClient> {
  const { GotScrapingHttpClient } = await import('@crawlee/core');
  return new GotScrapingHttpClient() as object as CrawleeHttpClient;
}

/** The argument of Crawlee's `onSkippedRequest`. */
function skippedRequest(url: string) {
  return { url, reason: 'robotsTxt' } as const;
}

/** Returns the time of the client's next try on the clock of this process. */
function nextTryOf({ decision }: RobotsDisallowedError): number {
  if (decision.outcome !== 'unreachable') return 0;
  return Date.now() + decision.nextTryAt - nowOf(decision);
}

/** Returns the time of the decision on the client's clock. */
function nowOf({ provenance }: Decision): number {
  return provenance.fetchedAt + provenance.ageMs;
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
