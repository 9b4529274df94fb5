/** The facade: may I fetch this URL now? */

import type { CrawlerProfile, RobotsTxt } from '@repkit/core';
import { LRUCache } from 'lru-cache';
import { CachedEntry, type ParseSettings, type Situation, stateOf } from './cached-entry.js';
import { Coordinator, type ObtainRequest } from './coordinator.js';
import { decide, outcomeOf, provenanceOf } from './decide.js';
import type { Decision, Provenance } from './decision.js';
import { type Counters, Events } from './events.js';
import { Flights } from './flights.js';
import type { RobotsClientOptions } from './options.js';
import { isAhead } from './policy/entry.js';
import { forecast, type PolicyForecast } from './policy/forecast.js';
import { type PolicyName, policies } from './policy/policy.js';
import { isAnswerable, type State } from './policy/state.js';
import { type CheckOptions, type Query, QueryReader } from './query.js';
import { type Interval, requestInterval, type Turn, Turns } from './schedule.js';
import { type ClientSettings, LEASE_MARGIN_MS, readOptions } from './settings.js';
import { unlessAborted } from './timeouts.js';

export type { CheckOptions };

/** What holds for an origin: the rules of a robots.txt, or what its absence means. */
export type RobotsTxtResult =
  | {
      readonly kind: 'rules';
      readonly robotsTxt: RobotsTxt;
      readonly provenance: Provenance;
    }
  | {
      /**
       * `unavailable`: there is none, everything is allowed (RFC 9309 2.3.1.3). `unreachable`: nothing is (2.3.1.4).
       * `given-up`: unreachable for so long that everything is. `forbidden`: nothing is (Koster 1996 3.1).
       */
      readonly kind: 'unavailable' | 'unreachable' | 'given-up' | 'forbidden';
      readonly robotsTxt: undefined;
      readonly provenance: Provenance;
    };

/** What holds for an origin, and what each policy would make of the same answers of its server. */
export interface Forecast {
  readonly result: RobotsTxtResult;
  readonly policies: Readonly<Record<PolicyName, PolicyForecast>>;
}

/** Whatever is known. */
const ANEW = { mode: 'now', acceptFresh: false } as const;

/**
 * Fetches, keeps and applies robots.txt as RFC 9309 2.3 to 2.5 asks, or as another policy does. Questions about one
 * origin share one request. Methods that take a URL reject with a TypeError where it has no robots.txt (it is not
 * absolute, or of another scheme than http, https and ftp) or what else is asked cannot be, and after `close`.
 */
export class RobotsClient {
  /** What robots.txt files call this crawler. */
  readonly productToken: string;
  /** The profile of the crawler that it emulates, if any; it decides in place of `productToken`. */
  readonly crawler: CrawlerProfile | undefined;
  readonly #settings: ClientSettings;
  readonly #events = new Events();
  readonly #questions: QueryReader;
  readonly #entries: LRUCache<string, CachedEntry>;
  readonly #flights = new Flights<CachedEntry>();
  readonly #coordinator: Coordinator;
  readonly #turns: Turns;
  readonly #parsing: ParseSettings;
  readonly #stopListening: () => void;
  /** Grows when entries may have been removed without notice: those cached from before are looked up in the store again. */
  #epoch = 0;
  #isClosed = false;

  /** Throws a TypeError or RangeError with a sentence that says what to give. */
  constructor(options: RobotsClientOptions) {
    const settings = readOptions(options);
    const { limits, store, policy, transport, clock } = settings;
    this.#settings = settings;
    this.productToken = settings.productToken;
    this.crawler = options.crawler;
    this.#questions = new QueryReader(settings);
    this.#entries = new LRUCache({
      max: limits.memoryOrigins,
      maxSize: limits.memoryBytes,
      // An entry larger than the whole cache is cached alone.
      sizeCalculation: (cached) => Math.min(cached.bytes, limits.memoryBytes),
    });
    this.#coordinator = new Coordinator({
      transport,
      store,
      storeScope: settings.storeScope,
      policy,
      limits: { ...limits, leaseMs: limits.totalMs + LEASE_MARGIN_MS },
      events: this.#events,
      now: clock,
      remembered: (origin) => this.#entries.peek(origin)?.entry,
    });
    this.#stopListening = store.onRemoved((key) => this.#removed(key));
    this.#turns = new Turns(store, this.#events, limits);
    this.#parsing = { dialect: settings.dialect, maxBytes: limits.maxBytes };
  }

  /** Whether the URL may be fetched now: true where `check` says `allowed`. */
  async isAllowed(url: string | URL, options?: CheckOptions): Promise<boolean> {
    const asked = this.#ask(url, options);
    const situation = this.#known(asked) ?? (await this.#obtained(asked));
    const state = stateOf(situation);
    const outcome = outcomeOf(asked, situation, state);
    this.#tell(situation, state, outcome);
    return outcome === 'allowed';
  }

  /** Whether the URL may be fetched now, why, and where the answer comes from. */
  async check(url: string | URL, options?: CheckOptions): Promise<Decision> {
    const asked = this.#ask(url, options);
    const situation = this.#known(asked) ?? (await this.#obtained(asked));
    const state = stateOf(situation);
    const decision = decide(asked, situation, state);
    this.#tell(situation, state, decision.outcome);
    return decision;
  }

  /** The rules that hold for the origin of the URL, and where they come from. */
  async robotsTxt(
    url: string | URL,
    options?: Pick<CheckOptions, 'signal'>,
  ): Promise<RobotsTxtResult> {
    const asked = this.#ask(url, options);
    return rulesIn(this.#known(asked) ?? (await this.#obtained(asked)));
  }

  /**
   * Seconds between two requests that the crawler's group asks for; undefined where it names no number, and for an emulated
   * crawler that is documented to ignore crawl-delay.
   */
  async crawlDelay(url: string | URL, options?: CheckOptions): Promise<number | undefined> {
    const asked = this.#ask(url, options);
    const { robotsTxt } = rulesIn(this.#known(asked) ?? (await this.#obtained(asked)));
    return robotsTxt?.crawlDelay(asked.crawler);
  }

  /** The absolute URLs of the sitemap records of the URL's origin. */
  async sitemaps(
    url: string | URL,
    options?: Pick<CheckOptions, 'signal'>,
  ): Promise<readonly string[]> {
    const { robotsTxt } = await this.robotsTxt(url, options);
    return robotsTxt?.sitemaps ?? [];
  }

  /**
   * Takes a turn: when the URL's origin may next be asked, by its crawl-delay and request-rate, after all turns that
   * were taken before, also in other processes where the store is shared. While the origin is unreachable, the time of
   * the next try.
   */
  async schedule(url: string | URL, options?: CheckOptions): Promise<Turn> {
    const asked = this.#ask(url, options);
    const situation = this.#known(asked) ?? (await this.#obtained(asked));
    const { origin, cached, now } = situation;
    const state = stateOf(situation);
    if (state.kind === 'unreachable') {
      return { at: Math.max(now, cached.entry.refreshAt), intervalMs: 0, from: 'unreachable' };
    }
    const { crawler, signal } = asked;
    const interval: Interval =
      state.kind === 'copy'
        ? requestInterval(cached.rulesOf(state.copy), crawler, this.#settings.limits.maxDelayMs)
        : { ms: 0, from: 'none' };
    const turn = this.#turns.take(origin, now, interval);
    return signal === undefined ? turn : unlessAborted(signal, turn);
  }

  /** Asks the origin of the URL anew, whatever is known, or waits for whoever asks it now. */
  async refresh(
    url: string | URL,
    options?: Pick<CheckOptions, 'signal'>,
  ): Promise<RobotsTxtResult> {
    return rulesIn(await this.#obtain(this.#ask(url, options), ANEW));
  }

  /**
   * The rules that hold for the origin of the URL, and what each policy makes of what is known of it, now and in time.
   * `refresh` asks the origin anew.
   */
  async forecast(
    url: string | URL,
    options?: Pick<CheckOptions, 'signal'> & { readonly refresh?: boolean | undefined },
  ): Promise<Forecast> {
    const asked = this.#ask(url, options);
    const situation = options?.refresh
      ? await this.#obtain(asked, ANEW)
      : (this.#known(asked) ?? (await this.#obtained(asked)));
    const { cached, policy: own, now } = situation;
    const under = (policy: PolicyName) => forecast(cached.entry, own, policies[policy], now);
    return {
      result: rulesIn(situation),
      policies: {
        rfc9309: under('rfc9309'),
        google: under('google'),
        'google-2026': under('google-2026'),
        koster1996: under('koster1996'),
      },
    };
  }

  /**
   * Removes the origin of the URL from this process, from the store and from the memory of all clients that share it with
   * the same policy, User-Agent header and guard. Results of fetches in flight are discarded. Rejects if the store fails.
   */
  async invalidate(url: string | URL): Promise<void> {
    const { origin } = this.#ask(url, undefined);
    try {
      await this.#coordinator.forget(origin);
    } finally {
      this.#drop(origin);
    }
  }

  /** What the client has done since it was made. */
  get counters(): Counters {
    return this.#events.counters;
  }

  /** Calls off what runs and closes connections, and the store where it is the client's own. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopListening();
    await this.#flights.close(new DOMException('The client was closed.', 'AbortError'));
    await this.#settings.transport.close();
    if (this.#settings.ownsStore) await this.#settings.store.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Each question begins here, so that none is answered which may not be. */
  #ask(url: string | URL, options: CheckOptions | undefined): Query {
    if (this.#isClosed) throw new Error('This client is closed: make a new one.');
    return this.#questions.read(url, options);
  }

  /** What this process can answer with at once; a refresh that is due begins in the background. */
  #known({ origin }: Query): Situation | undefined {
    const cached = this.#entries.get(origin);
    if (cached === undefined || cached.epoch !== this.#epoch) return undefined;
    const { policy } = this.#settings;
    const now = this.#coordinator.now();
    if (now >= cached.entry.refreshAt || isAhead(cached.attemptedAt, now)) {
      if (!isAnswerable(cached.entry, policy, now)) return undefined;
      this.#renew(origin);
    }
    return { origin, cached, policy, now, remembered: true };
  }

  #obtained(asked: Query): Promise<Situation> {
    return this.#obtain(asked, { mode: 'when-due', acceptFresh: true });
  }

  #renew(origin: string): void {
    if (this.#flights.has(origin)) return;
    // Nobody waits for it; what fails is in the events, and a closed client needs no renewal.
    const nobody = { origin, signal: undefined };
    this.#obtain(nobody, { mode: 'when-due', acceptFresh: false }).catch(() => {});
  }

  async #obtain(
    { origin, signal }: Pick<Query, 'origin' | 'signal'>,
    request: Omit<ObtainRequest, 'signal'>,
  ): Promise<Situation> {
    const began = performance.now();
    const isShared = this.#flights.has(origin);
    const cached = await this.#flights.join(origin, signal, async (flightSignal, isAttached) => {
      const epoch = this.#epoch;
      const { entry, from } = await this.#coordinator.obtain(origin, {
        ...request,
        signal: flightSignal,
      });
      const fresh = new CachedEntry(entry, from, this.#parsing, epoch);
      // Else the origin was removed meanwhile: this holds for those who have asked before that.
      if (isAttached()) this.#entries.set(origin, fresh);
      return fresh;
    });
    if (isShared) {
      const waitedMs = performance.now() - began;
      this.#events.waited({ origin, where: 'process', waitedMs });
    }
    const { policy } = this.#settings;
    return { origin, cached, policy, now: this.#coordinator.now(), remembered: false };
  }

  /** What another client, or this one, has removed from the store. */
  #removed(key: string | undefined): void {
    if (key === undefined) {
      this.#epoch += 1;
      this.#flights.detach();
      return;
    }
    const origin = this.#coordinator.originOf(key);
    if (origin !== undefined) this.#drop(origin);
  }

  #drop(origin: string): void {
    this.#entries.delete(origin);
    this.#flights.detach(origin);
  }

  #tell(situation: Situation, state: State, outcome: Decision['outcome']): void {
    const isStale = state.kind === 'copy' && state.stale;
    this.#events.answered(situation.origin, outcome, isStale, situation.remembered);
  }
}

function rulesIn(situation: Situation): RobotsTxtResult {
  const state = stateOf(situation);
  const provenance = provenanceOf(situation, state);
  if (state.kind !== 'copy') return { kind: state.kind, robotsTxt: undefined, provenance };
  return { kind: 'rules', robotsTxt: situation.cached.rulesOf(state.copy), provenance };
}
