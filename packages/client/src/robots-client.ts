/** The facade: may I fetch this URL now? */
import type { RobotsTxt } from '@repkit/core';
import { LRUCache } from 'lru-cache';
import { Coordinator, type ObtainRequest } from './coordinator.js';
import { decide, outcomeOf } from './decide.js';
import type { Decision, Provenance } from './decision.js';
import { type Counters, Events } from './events.js';
import { Flights } from './flights.js';
import { HeldCopy, type ParseSettings } from './held-copy.js';
import {
  type ClientSettings,
  LEASE_MARGIN_MS,
  type RobotsClientOptions,
  readOptions,
} from './options.js';
import { isAhead } from './policy/last-attempt.js';
import { outlook, type PolicyOutlook } from './policy/outlook.js';
import { type PolicyName, policies } from './policy/policy.js';
import { isAnswerable, type Standing } from './policy/standing.js';
import { provenanceOf } from './provenance.js';
import { type Asked, type AskOptions, QuestionReader } from './question-reader.js';
import { type Interval, requestInterval } from './schedule/interval.js';
import { type Turn, Turns } from './schedule/turns.js';
import { type Situation, standingOf } from './situation.js';
import { unlessAborted } from './within.js';

export type { AskOptions };

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
export interface Outlook {
  readonly result: RobotsTxtResult;
  readonly policies: Readonly<Record<PolicyName, PolicyOutlook>>;
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
  readonly #settings: ClientSettings;
  readonly #events = new Events();
  readonly #questions: QuestionReader;
  readonly #held: LRUCache<string, HeldCopy>;
  readonly #flights = new Flights<HeldCopy>();
  readonly #coordinator: Coordinator;
  readonly #turns: Turns;
  readonly #parsing: ParseSettings;
  #isClosed = false;

  /** Throws a TypeError or RangeError with a sentence that says what to give. */
  constructor(options: RobotsClientOptions) {
    const settings = readOptions(options);
    const { limits, store, policy, transport, clock } = settings;
    this.#settings = settings;
    this.productToken = settings.productToken;
    this.#questions = new QuestionReader(settings.productToken, settings.emptyFile);
    this.#held = new LRUCache({
      max: limits.memoryOrigins,
      maxSize: limits.memoryBytes,
      sizeCalculation: (held) => held.octets,
    });
    this.#coordinator = new Coordinator({
      transport,
      store,
      storeScope: settings.storeScope,
      policy,
      limits: { ...limits, leaseMs: limits.totalMs + LEASE_MARGIN_MS },
      events: this.#events,
      now: clock,
      remembered: (origin) => this.#held.peek(origin)?.entry,
    });
    this.#turns = new Turns(store, this.#events, limits);
    this.#parsing = { dialect: settings.dialect, maxBytes: limits.maxBytes };
  }

  /** Whether the URL may be fetched now: true where `check` says `allowed`. */
  async isAllowed(url: string | URL, options?: AskOptions): Promise<boolean> {
    const asked = this.#ask(url, options);
    const situation = this.#known(asked) ?? (await this.#obtained(asked));
    const stands = standingOf(situation);
    const outcome = outcomeOf(asked, situation, stands);
    this.#tell(situation, stands, outcome);
    return outcome === 'allowed';
  }

  /** Whether the URL may be fetched now, why, and where the answer comes from. */
  async check(url: string | URL, options?: AskOptions): Promise<Decision> {
    const asked = this.#ask(url, options);
    const situation = this.#known(asked) ?? (await this.#obtained(asked));
    const stands = standingOf(situation);
    const decision = decide(asked, situation, stands);
    this.#tell(situation, stands, decision.outcome);
    return decision;
  }

  /** The rules that hold for the origin of the URL, and where they come from. */
  async robotsTxt(
    url: string | URL,
    options?: Pick<AskOptions, 'signal'>,
  ): Promise<RobotsTxtResult> {
    const asked = this.#ask(url, options);
    return rulesIn(this.#known(asked) ?? (await this.#obtained(asked)));
  }

  /** Seconds between two requests that the crawler's group asks for; undefined where it names no number. */
  async crawlDelay(url: string | URL, options?: AskOptions): Promise<number | undefined> {
    const asked = this.#ask(url, options);
    const { robotsTxt } = rulesIn(this.#known(asked) ?? (await this.#obtained(asked)));
    return robotsTxt?.crawlDelay(asked.productToken);
  }

  /** The absolute URLs of the sitemap records of the URL's origin. */
  async sitemaps(
    url: string | URL,
    options?: Pick<AskOptions, 'signal'>,
  ): Promise<readonly string[]> {
    const { robotsTxt } = await this.robotsTxt(url, options);
    return robotsTxt?.sitemaps ?? [];
  }

  /**
   * Takes a turn: when the URL's origin may next be asked, by its crawl-delay and request-rate, after all turns that
   * were taken before, also in other processes where the store is shared. While the origin is unreachable, the time of
   * the next try.
   */
  async schedule(url: string | URL, options?: AskOptions): Promise<Turn> {
    const asked = this.#ask(url, options);
    const situation = this.#known(asked) ?? (await this.#obtained(asked));
    const { origin, held, now } = situation;
    const stands = standingOf(situation);
    if (stands.kind === 'unreachable') {
      return { at: Math.max(now, held.entry.refreshAt), intervalMs: 0, from: 'unreachable' };
    }
    const { productToken, signal } = asked;
    const interval: Interval =
      stands.kind === 'copy'
        ? requestInterval(
            held.rulesOf(stands.copy),
            productToken,
            this.#settings.limits.longestDelayMs,
          )
        : { ms: 0, from: 'none' };
    const turn = this.#turns.take(origin, now, interval);
    return signal === undefined ? turn : unlessAborted(signal, turn);
  }

  /** Asks the origin of the URL anew, whatever is known, or waits for whoever asks it now. */
  async refresh(url: string | URL, options?: Pick<AskOptions, 'signal'>): Promise<RobotsTxtResult> {
    return rulesIn(await this.#obtain(this.#ask(url, options), ANEW));
  }

  /**
   * The rules that hold for the origin of the URL, and what each policy makes of what is known of it, now and in time.
   * `refresh` asks the origin anew.
   */
  async outlook(
    url: string | URL,
    options?: Pick<AskOptions, 'signal'> & { readonly refresh?: boolean | undefined },
  ): Promise<Outlook> {
    const asked = this.#ask(url, options);
    const situation = options?.refresh
      ? await this.#obtain(asked, ANEW)
      : (this.#known(asked) ?? (await this.#obtained(asked)));
    const { held, policy: own, now } = situation;
    const under = (policy: PolicyName) => outlook(held.entry, own, policies[policy], now);
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
   * Forgets the origin of the URL, here and in the store; rejects where the store cannot be told. Other processes forget at
   * their next look into the store.
   */
  async invalidate(url: string | URL): Promise<void> {
    const { origin } = this.#ask(url, undefined);
    // A fetch that runs would bring back what was known when it began.
    await this.#flights.settled(origin);
    this.#held.delete(origin);
    await this.#coordinator.forget(origin);
  }

  /** What the client has done since it was made. */
  get counters(): Counters {
    return this.#events.counters;
  }

  /** Calls off what runs and closes connections, and the store where it is the client's own. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#flights.close(new DOMException('The client was closed.', 'AbortError'));
    await this.#settings.transport.close();
    if (this.#settings.ownsStore) await this.#settings.store.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Each question begins here, so that none is answered which may not be. */
  #ask(url: string | URL, options: AskOptions | undefined): Asked {
    if (this.#isClosed) throw new Error('This client is closed: make a new one.');
    return this.#questions.read(url, options);
  }

  /** What this process can answer with at once; a refresh that is due begins in the background. */
  #known({ origin }: Asked): Situation | undefined {
    const held = this.#held.get(origin);
    if (held === undefined) return undefined;
    const { policy } = this.#settings;
    const now = this.#coordinator.now();
    if (now >= held.entry.refreshAt || isAhead(held.askedAt, now)) {
      if (!isAnswerable(held.entry, policy, now)) return undefined;
      this.#renew(origin);
    }
    return { origin, held, policy, now, remembered: true };
  }

  #obtained(asked: Asked): Promise<Situation> {
    return this.#obtain(asked, { mode: 'when-due', acceptFresh: true });
  }

  #renew(origin: string): void {
    if (this.#flights.has(origin)) return;
    // Nobody waits for it; what fails is in the events, and a closed client needs no renewal.
    const nobody = { origin, signal: undefined };
    this.#obtain(nobody, { mode: 'when-due', acceptFresh: false }).catch(() => {});
  }

  async #obtain(
    { origin, signal }: Pick<Asked, 'origin' | 'signal'>,
    request: Omit<ObtainRequest, 'signal'>,
  ): Promise<Situation> {
    const began = performance.now();
    const isShared = this.#flights.has(origin);
    const held = await this.#flights.join(origin, signal, async (flightSignal) => {
      const { entry, from } = await this.#coordinator.obtain(origin, {
        ...request,
        signal: flightSignal,
      });
      const fresh = new HeldCopy(entry, from, this.#parsing);
      this.#held.set(origin, fresh);
      return fresh;
    });
    if (isShared) {
      const waitedMs = performance.now() - began;
      this.#events.waited({ origin, where: 'process', waitedMs });
    }
    const { policy } = this.#settings;
    return { origin, held, policy, now: this.#coordinator.now(), remembered: false };
  }

  #tell(situation: Situation, stands: Standing, outcome: Decision['outcome']): void {
    const isStale = stands.kind === 'copy' && stands.stale;
    this.#events.answered(situation.origin, outcome, isStale, situation.remembered);
  }
}

function rulesIn(situation: Situation): RobotsTxtResult {
  const stands = standingOf(situation);
  const provenance = provenanceOf(situation, stands);
  if (stands.kind !== 'copy') return { kind: stands.kind, robotsTxt: undefined, provenance };
  return { kind: 'rules', robotsTxt: situation.held.rulesOf(stands.copy), provenance };
}
