/** Decides when a request of a Crawlee crawler may be sent, and returns others to its queue. */
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { CheckedDecision, CheckedUnreachable } from '../client/decision.js';
import type { CheckOptions } from '../client/query.js';
import type { Turn } from '../client/schedule.js';
import { originOf } from '../policy/origin.js';
import { anyTime } from '../validate/checks.js';
import { type CrawleeHttpClient, checkedHttpClient, type RequestGate } from './crawlee-http-client.js';
import { type HookOptions, permit, permitInTurn, type RobotsDisallowedError, refusalIn, type Scheduler } from './permit.js';

export interface RobotsCrawlerOptions extends HookOptions {
  /**
   * How long a robots.txt may have been unreachable, in milliseconds, before its requests are skipped (default: 10
   * minutes). Until that time, they are postponed until the client's next try. 0 skips them at once.
   */
  readonly unreachableMs?: number | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: TypeScript takes the context of a handler from here if a crawler is generic.
export type Handler = (context: any, error?: any) => unknown;

/** The options of a `BasicCrawler` that are used or replaced. */
export interface CrawleeOptions {
  readonly requestHandler?: Handler | undefined;
  readonly errorHandler?: Handler | undefined;
  readonly failedRequestHandler?: Handler | undefined;
  readonly onSkippedRequest?: Handler | undefined;
  readonly httpClient?: object | undefined;
}

/** The part of a crawling context that is used. */
export interface CrawlingContext {
  readonly request: { readonly url: string; noRetry: boolean; retryCount: number };
  readonly response?: unknown;
  readonly page?: BrowserPage | undefined;
}

export interface BrowserPage {
  mainFrame(): unknown;
  on(event: 'requestfailed', listener: (request: PageRequest) => void): unknown;
}

interface PageRequest {
  url(): string;
  frame(): unknown;
  isNavigationRequest(): boolean;
}

const DEFAULT_UNREACHABLE_MS = 600_000;

/**
 * How long a request may occupy one of the crawler's slots before it goes back to the queue. Well below the default timeout
 * of a navigation, 30 seconds.
 */
const LONGEST_WAIT_MS = 10_000;

/** Maximum number of origins with reserved turns. The least recently used one loses its turns first. */
const MAX_ORIGINS = 10_000;

/** Lets requests pass if they may be sent now, and returns others to the queue. */
export class Gate implements RequestGate {
  readonly #client: Scheduler;
  readonly #unreachableMs: number;
  readonly #obeyCrawlDelay: boolean;
  /** Reserved turns that were too far away for the request that reserved them, by origin. */
  readonly #turns = new LRUCache<string, Turn[]>({ max: MAX_ORIGINS });
  /** When a request that was returned to the queue may be tried again, on the clock of this process. */
  readonly #postponedUntil = new WeakMap<object, number>();

  /** Throws a TypeError or RangeError if an option is invalid. */
  constructor(client: Scheduler, { unreachableMs = DEFAULT_UNREACHABLE_MS, obeyCrawlDelay = false }: RobotsCrawlerOptions) {
    anyTime(unreachableMs, 'unreachableMs');
    this.#client = client;
    this.#unreachableMs = unreachableMs;
    this.#obeyCrawlDelay = obeyCrawlDelay;
  }

  /** @param refusalOf returns the refusal that caused an error, if any */
  optionsFor(
    { errorHandler, failedRequestHandler, onSkippedRequest, httpClient }: CrawleeOptions,
    refusalOf: (error: Error, context: CrawlingContext) => Promise<RobotsDisallowedError | undefined>,
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
        const isPostponed = this.isPostponed(error) || (refusal !== undefined && this.isWorthWaiting(refusal.decision));
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

  /** Returns the refusal if the URL may not be fetched. Rejects with any other error of the check: it permits nothing. */
  async refusalFor(url: string): Promise<RobotsDisallowedError | undefined> {
    try {
      await permit(this.#client, url);
      return undefined;
    } catch (error) {
      const refusal = refusalIn(error);
      if (refusal === undefined) throw error;
      return refusal;
    }
  }

  /** Resolves once the URL may be fetched. Rejects with a RobotsDisallowedError, or to return the request to the queue. */
  async pass(url: string, signal?: AbortSignal): Promise<void> {
    const scheduler: Scheduler = {
      check: (target, options) => this.#client.check(target, options),
      schedule: (target, options) => this.#takeTurn(String(target), options),
    };
    try {
      await permitInTurn(scheduler, url, { obeyCrawlDelay: this.#obeyCrawlDelay }, signal);
    } catch (error) {
      const refusal = refusalIn(error);
      if (refusal === undefined || !this.isWorthWaiting(refusal.decision)) throw error;
      throw await this.postponeError(refusal);
    }
  }

  isPostponed(error: unknown): boolean {
    return error instanceof Error && this.#postponedUntil.has(error);
  }

  isWorthWaiting(decision: CheckedDecision): decision is CheckedUnreachable {
    if (decision.outcome !== 'unreachable') return false;
    const since = decision.provenance.unreachableSince ?? nowOf(decision);
    return decision.nextTryAt - since <= this.#unreachableMs;
  }

  /** Returns the error that returns a request to the queue until the client's next try. */
  postponeError(refusal: RobotsDisallowedError): Promise<Error> {
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
        turns.sort((a, b) => a.at - b.at),
      );
    }
    const seconds = Math.ceil((turn.at - Date.now()) / 1000);
    throw await this.#postpone(`The turn of ${url} is in ${seconds} s (${turn.from}).`, turn.at);
  }

  #reservedTurns(origin: string): Turn[] {
    const now = Date.now();
    return (this.#turns.get(origin) ?? []).filter(({ at }) => at >= now);
  }

  /** Crawlee returns a request to its queue if an error of this class is thrown, regardless of the number of retries. */
  async #postpone(message: string, until: number, cause?: Error): Promise<Error> {
    const { RetryRequestError } = await import('@crawlee/core');
    const error = new RetryRequestError(message);
    if (cause !== undefined) error.cause = cause;
    this.#postponedUntil.set(error, until);
    return error;
  }

  /** Waits first; otherwise Crawlee would dequeue the request again immediately. */
  async #pause(error: Error, refusal: RobotsDisallowedError | undefined): Promise<void> {
    const until = this.#postponedUntil.get(error) ?? (refusal && nextTryOf(refusal)) ?? 0;
    await sleep(Math.min(Math.max(0, until - Date.now()), LONGEST_WAIT_MS));
  }
}

async function defaultHttpClient(): Promise<CrawleeHttpClient> {
  const { GotScrapingHttpClient } = await import('@crawlee/core');
  return new GotScrapingHttpClient() as object as CrawleeHttpClient;
}

/** The argument of Crawlee's `onSkippedRequest`. */
export function skippedRequest(url: string) {
  return { url, reason: 'robotsTxt' } as const;
}

/** Returns the time of the client's next try on the clock of this process. */
function nextTryOf({ decision }: RobotsDisallowedError): number {
  if (decision.outcome !== 'unreachable') return 0;
  return Date.now() + decision.nextTryAt - nowOf(decision);
}

/** Returns the time of the decision on the client's clock. */
function nowOf({ provenance }: CheckedDecision): number {
  return provenance.fetchedAt + provenance.ageMs;
}
