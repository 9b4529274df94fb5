/** The client: fetches, caches, and applies robots.txt files. */

import { type Access, type Crawler, crawlDelayFor, dialectFor, parseRobotsTxt, type RobotsTxt } from '@repkit/core';
import type { CrawlerProfile } from '@repkit/core/crawlers';
import { unlessAborted } from '../async/timeouts.js';
import type { State } from '../policy/entry.js';
import { isObject, wrongType } from '../validate/checks.js';
import { provenanceOf, type Situation, type View, viewOf } from './cached-entry.js';
import type { CheckedDecision, Provenance } from './decision.js';
import { type Counters, Events } from './events.js';
import type { RobotsClientOptions } from './options.js';
import { Origins } from './origins.js';
import { type Page, type PageOptions, type PageResponse, readPage, type UseOptions } from './page.js';
import { type AccessOptions, type CheckOptions, type Query, queryReader } from './query.js';
import { requestInterval, type Turn, Turns } from './schedule.js';
import { type ClientSettings, readOptions } from './settings.js';
import { type CheckedUse, decideUse, type UsePurpose } from './use.js';

/** The rules of an origin, or the reason why it has none. */
export type RobotsTxtResult =
  | {
      readonly kind: 'rules';
      readonly robotsTxt: RobotsTxt;
      readonly provenance: Provenance;
    }
  | {
      /**
       * `unavailable`: no robots.txt, so everything is allowed (RFC 9309 2.3.1.3). `unreachable`: nothing is allowed
       * (2.3.1.4). `given-up`: unreachable for long enough that everything is allowed. `forbidden`: nothing is allowed
       * (Koster 1996 3.1).
       */
      readonly kind: 'unavailable' | 'unreachable' | 'given-up' | 'forbidden';
      readonly robotsTxt: undefined;
      readonly provenance: Provenance;
    };

/** What an origin permits, and where that comes from. */
export interface AccessResult {
  readonly access: Access;
  readonly provenance: Provenance;
}

/**
 * Fetches, caches, and applies robots.txt files under RFC 9309 2.3 to 2.5 or another policy. Checks of one origin share
 * one request. Methods that take a URL reject with a TypeError if the URL is not an absolute http, https, or ftp URL or
 * another argument is invalid, and they reject after `close`.
 *
 * @example
 * ```ts
 * import { RobotsClient } from '@repkit/client';
 *
 * const client = new RobotsClient({ userAgent: 'ExampleBot/1.0 (+https://example.com/bot)' });
 * await client.isAllowed('https://example.com/page'); // true
 * const { outcome, verdict } = await client.check('https://example.com/private/page');
 * [outcome, verdict?.rule?.pattern]; // [ 'disallowed', '/private/' ]
 * await client.close();
 * ```
 */
export class RobotsClient {
  /** The User-Agent header of its requests. */
  readonly userAgent: string;
  /** The crawler's name in robots.txt files. */
  readonly productToken: string;
  /** The profile of the crawler that it emulates, if any; it decides in place of `productToken`. */
  readonly crawler: CrawlerProfile | undefined;
  readonly #settings: ClientSettings;
  readonly #events = new Events();
  readonly #readQuery: ReturnType<typeof queryReader>;
  readonly #origins: Origins;
  /** Created by the first `schedule`. */
  #turns: Turns | undefined;
  #isClosed = false;

  /** Throws a TypeError or RangeError for an invalid option. */
  constructor(options: RobotsClientOptions) {
    const settings = readOptions(options);
    this.#settings = settings;
    this.userAgent = options.userAgent;
    this.productToken = settings.productToken;
    this.crawler = typeof settings.crawler === 'string' ? undefined : settings.crawler;
    this.#readQuery = queryReader(settings);
    this.#origins = new Origins(settings, this.#events);
  }

  /** Returns whether the URL may be fetched now: true if the outcome of `check` is `allowed`. */
  async isAllowed(url: string | URL, options?: CheckOptions): Promise<boolean> {
    const query = this.#queryOf(url, options);
    const situation = await this.#origins.situationFor(query);
    const view = viewOf(situation, query.policy);
    const { overrides } = this.#settings;
    const decider = situation.cached.deciderFor(view.state, query.crawler, overrides);
    const outcome = decider.outcome(query.url);
    this.#publish(situation, view, outcome);
    return outcome === 'allowed';
  }

  /** Returns whether the URL may be fetched now, why, and where the result comes from. */
  async check(url: string | URL, options?: CheckOptions): Promise<CheckedDecision> {
    const query = this.#queryOf(url, options);
    return this.#decide(query, await this.#origins.situationFor(query));
  }

  /** Returns what the URL's origin permits under the policy for the crawler, for callers that check many URLs. */
  async access(url: string | URL, options?: AccessOptions): Promise<AccessResult> {
    const query = this.#queryUnder(url, options);
    const situation = await this.#origins.situationFor(query);
    const view = viewOf(situation, query.policy);
    const access = situation.cached.accessOf(view.state);
    return { access, provenance: provenanceOf(situation, view) };
  }

  /**
   * Returns access, page-level rules and usage preferences together, from the response to a request for the URL. Reads
   * the HTML up to the end of its head, at most `maxBytes`: a fetch Response remains readable, while another stream is
   * closed (pass its content instead if you need it too). A response with a status other than 2xx states nothing. Makes
   * no request except for the robots.txt. Rejects with a TypeError or RangeError for invalid arguments, and as the stream
   * does if it fails, but never because of the content.
   */
  async page(url: string | URL, response: PageResponse, options?: PageOptions): Promise<Page> {
    const query = this.#queryOf(url, options);
    checkPage(response, options?.maxBytes);
    const situation = await this.#origins.situationFor(query);
    const decision = this.#decide(query, situation);
    const { now } = situation;
    const { url: text, crawler, signal } = query;
    const { state } = viewOf(situation, query.policy);
    const robotsTxt = this.#fileIn(situation, state, crawler) ?? parseRobotsTxt('');
    const allowed = decision.outcome === 'allowed';
    const reading = readPage(response, { url: text, robotsTxt, crawler, allowed, now }, options);
    return { access: decision, ...(await unlessAborted(signal, reading)) };
  }

  /**
   * Returns whether the content of a URL may be used for a purpose, and what access, the page-level rules of the response
   * if there is one, and each mechanism for preferences state about it. The strictest of them decides. If the head of the
   * page exceeds `maxBytes`, the answer is `unknown`, unless what was read forbids the use. Makes no request except for
   * the robots.txt. Rejects with a RangeError for an unknown purpose, and as `page` does.
   *
   * @example
   * ```ts
   * import { RobotsClient } from '@repkit/client';
   *
   * const client = new RobotsClient({ userAgent: 'ExampleBot/1.0 (+https://example.com/bot)' });
   * const { answer } = await client.mayUse('https://example.com/private/page', 'ai-training');
   * answer; // 'no'
   * await client.close();
   * ```
   */
  async mayUse(url: string | URL, purpose: UsePurpose, { response, ...options }: UseOptions = {}): Promise<CheckedUse> {
    const page = await this.page(url, response ?? { headers: {} }, options);
    const { access, pageRules, html, preferences } = page;
    const stated = { preferences, ...(response && { pageRules, html }) };
    return { ...decideUse(access, stated, purpose), access };
  }

  /** Returns the rules of the URL's origin, and where they come from. */
  async robotsTxt(url: string | URL, options?: Pick<CheckOptions, 'signal'>): Promise<RobotsTxtResult> {
    const query = this.#queryOf(url, options);
    return this.#rulesIn(await this.#origins.situationFor(query));
  }

  /**
   * Returns the crawl-delay in seconds of the crawler's group; undefined if it has no valid one, or if the emulated crawler is
   * documented to ignore crawl-delay.
   */
  async crawlDelay(url: string | URL, options?: CheckOptions): Promise<number | undefined> {
    const query = this.#queryOf(url, options);
    const situation = await this.#origins.situationFor(query);
    const { state } = viewOf(situation, query.policy);
    const robotsTxt = this.#fileIn(situation, state, query.crawler);
    return robotsTxt && crawlDelayFor(robotsTxt, query.crawler);
  }

  /** Returns the absolute URLs of the sitemap records of the URL's origin. */
  async sitemaps(url: string | URL, options?: Pick<CheckOptions, 'signal'>): Promise<readonly string[]> {
    return (await this.robotsTxt(url, options)).robotsTxt?.sitemaps ?? [];
  }

  /**
   * Reserves a time for the next request to the URL's origin, according to crawl-delay and request-rate and after all
   * times reserved before, also by other processes that share the store. While the origin is unreachable, returns the
   * time of the next try.
   */
  async schedule(url: string | URL, options?: AccessOptions): Promise<Turn> {
    const query = this.#queryUnder(url, options);
    const situation = await this.#origins.situationFor(query);
    const { origin, now } = situation;
    const { crawler, signal } = query;
    const { entry, state } = viewOf(situation, query.policy);
    if (state.kind === 'unreachable') {
      return { at: Math.max(now, entry.refreshAt), intervalMs: 0, from: 'unreachable' };
    }
    const robotsTxt = this.#fileIn(situation, state, crawler);
    const { store, clock, limits } = this.#settings;
    const interval = requestInterval(robotsTxt, crawler, limits.maxDelayMs);
    this.#turns ??= new Turns({ store, clock, events: this.#events, storeMs: limits.storeMs });
    return unlessAborted(signal, this.#turns.take(origin, interval));
  }

  /**
   * Fetches the robots.txt of the URL's origin even if a fresh one is cached, or waits for a running fetch of this client.
   * The request is unconditional, so a server that answers with a wrong 304 cannot hide a change.
   */
  async refresh(url: string | URL, options?: Pick<CheckOptions, 'signal'>): Promise<RobotsTxtResult> {
    return this.#rulesIn(await this.#origins.refresh(this.#queryOf(url, options)));
  }

  /**
   * Removes the URL's origin from this client and from the store. Results of its running fetches are discarded. Other
   * clients that share the store use what they hold in memory until it is due, and then read the store. Rejects if the
   * store fails.
   */
  async invalidate(url: string | URL): Promise<void> {
    await this.#origins.forget(this.#queryOf(url, undefined).origin);
  }

  /** Event counts since the client was created. */
  get counters(): Counters {
    return this.#events.counters;
  }

  /** Aborts running work and closes connections and the client's own store. A supplied store stays open. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#origins.close();
    await this.#settings.transport.close();
    if (this.#settings.ownsStore) await this.#settings.store.close?.();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #queryOf(url: string | URL, options: CheckOptions | undefined): Query {
    if (this.#isClosed) throw new Error('The client is closed. Create a new one.');
    return this.#readQuery(url, options);
  }

  /** Returns a query under the policy of the options, if they have one. */
  #queryUnder(url: string | URL, options: AccessOptions | undefined): Query {
    const query = this.#queryOf(url, options);
    const name = options?.policy;
    if (name === undefined) return query;
    return { ...query, policy: this.#settings.policyOf(query.crawler, name) };
  }

  #decide({ url, crawler, policy }: Query, situation: Situation): CheckedDecision {
    const view = viewOf(situation, policy);
    const { overrides } = this.#settings;
    const decision = situation.cached.deciderFor(view.state, crawler, overrides).decide(url);
    this.#publish(situation, view, decision.outcome);
    const provenance = provenanceOf(situation, view);
    if (decision.outcome !== 'unreachable') return { ...decision, url, provenance };
    return { ...decision, url, provenance, nextTryAt: view.entry.refreshAt };
  }

  /** Returns the file in the dialect for a crawler; undefined if the state has none. */
  #fileIn({ cached }: Situation, state: State, crawler: Crawler): RobotsTxt | undefined {
    const access = cached.accessOf(state);
    if (access.kind !== 'file') return undefined;
    return access.file.in(dialectFor(crawler, this.#settings.overrides));
  }

  #rulesIn(situation: Situation): RobotsTxtResult {
    const view = viewOf(situation);
    const { state } = view;
    const provenance = provenanceOf(situation, view);
    if (state.kind !== 'copy') return { kind: state.kind, robotsTxt: undefined, provenance };
    const robotsTxt = this.#fileIn(situation, state, this.#settings.crawler) as RobotsTxt;
    return { kind: 'rules', robotsTxt, provenance };
  }

  #publish(situation: Situation, { state }: View, outcome: CheckedDecision['outcome']): void {
    const isStale = state.kind === 'copy' && state.stale;
    this.#events.checked(situation.origin, outcome, isStale, situation.remembered);
  }
}

/** Throws a TypeError for an invalid response and a RangeError for an invalid `maxBytes`. */
function checkPage(response: unknown, maxBytes: number | undefined): void {
  const expected = 'a response such as { headers: { "x-robots-tag": "noindex" }, body: "<html>…" }';
  if (!isObject(response)) throw wrongType(response, 'The response', expected);
  const headers: unknown = Reflect.get(response, 'headers');
  if (!isObject(headers)) throw wrongType(headers, 'response.headers', expected);
  if (Reflect.get(response, 'bodyUsed') === true) {
    throw new TypeError('The body of the response has already been read. Pass { headers, body } with the text that was read.');
  }
  if (maxBytes === undefined || (Number.isSafeInteger(maxBytes) && maxBytes > 0)) return;
  throw new RangeError(`maxBytes must be a whole number from 1 (received ${maxBytes}).`);
}
