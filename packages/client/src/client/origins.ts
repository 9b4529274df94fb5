/**
 * The entries of origins, from the nearest place that has a usable one:
 *
 *     memory (#entries) → running work of this process (#flights) → store, other processes, network (#coordinator)
 */
import { LRUCache } from 'lru-cache';
import { Flights } from '../async/flights.js';
import { accessUnder } from '../policy/access-under.js';
import { isAhead, isCurrent } from '../policy/entry.js';
import { CachedEntry, type Situation } from './cached-entry.js';
import { Coordinator, type ObtainRequest } from './coordinator.js';
import type { Events } from './events.js';
import type { Query } from './query.js';
import { type ClientSettings, LOCK_MARGIN_MS } from './settings.js';

/** With this many fetches running, copies are not renewed in the background, because no caller waits for them. */
const MAX_RENEWING = 1000;

type Wanted = Omit<ObtainRequest, 'signal' | 'isWanted'>;

const WHEN_DUE: Wanted = { mode: 'when-due', acceptFresh: true };

/** Awaits the renewal of a copy that is still fresh. */
const RENEWED: Wanted = { mode: 'when-due', acceptFresh: false };

/** Fetches even if the cached entry is fresh. */
const FORCED: Wanted = { mode: 'now', acceptFresh: false };

type Waiting = Pick<Query, 'origin' | 'signal'>;

export class Origins {
  readonly #settings: ClientSettings;
  readonly #events: Events;
  readonly #entries: LRUCache<string, CachedEntry>;
  readonly #flights = new Flights<Pick<Situation, 'cached'> & Pick<ObtainRequest, 'mode'>>();
  readonly #coordinator: Coordinator;

  constructor(settings: ClientSettings, events: Events) {
    const { limits } = settings;
    this.#settings = settings;
    this.#events = events;
    this.#entries = new LRUCache({
      max: limits.memoryOrigins,
      maxSize: limits.memoryBytes,
      // An entry larger than the whole cache is cached alone.
      sizeCalculation: (cached) => Math.min(cached.memoryBytes, limits.memoryBytes),
    });
    this.#coordinator = new Coordinator({
      ...settings,
      limits: { ...limits, lockMs: limits.totalMs + LOCK_MARGIN_MS },
      events,
      remembered: (origin) => this.#entries.peek(origin)?.entry,
    });
  }

  /** Also fetches if the copy is fresh under the client's policy but expired under the query's. */
  async situationFor(query: Query): Promise<Situation> {
    const { policy } = query;
    const isUsable = (known: Situation) =>
      policy === known.policy || !accessUnder(known.cached.entry, policy, known.now).isOverdue;
    const known = this.#cached(query);
    if (known !== undefined && isUsable(known)) return known;
    // The store may have a later result from another process.
    const stored = await this.#obtain(query, WHEN_DUE);
    if (isUsable(stored)) return stored;
    return this.#obtain(query, { ...RENEWED, expiredAttempt: stored.cached.attemptedAt });
  }

  /** Fetches even if the cached entry is fresh, or waits for a running fetch of this client. */
  refresh(query: Query): Promise<Situation> {
    return this.#obtain(query, FORCED);
  }

  /** Removes an origin from memory and from the store. Rejects if the store fails. */
  async forget(origin: string): Promise<void> {
    // Drop before, so that running fetches do not store their results, and after, because a check may have read the store.
    this.#drop(origin);
    try {
      await this.#coordinator.forget(origin);
    } finally {
      this.#drop(origin);
    }
  }

  /** Aborts running work. */
  close(): Promise<void> {
    return this.#flights.close(new DOMException('The client was closed.', 'AbortError'));
  }

  /** Returns the cached state if it can be used without waiting. Starts a background refresh if one is due. */
  #cached({ origin }: Query): Situation | undefined {
    const cached = this.#entries.get(origin);
    if (cached === undefined) return undefined;
    const { policy, clock } = this.#settings;
    const now = clock();
    if (now >= cached.entry.refreshAt || isAhead(cached.attemptedAt, now)) {
      if (!isCurrent(cached.entry, now)) return undefined;
      this.#renew(origin);
    }
    return { origin, cached, policy, now, remembered: true };
  }

  #renew(origin: string): void {
    if (this.#flights.has(origin) || this.#flights.running >= MAX_RENEWING) return;
    // Failures are reported as events, and a closed client needs no renewal.
    this.#obtain({ origin, signal: undefined }, RENEWED).catch(() => {});
  }

  /** Joins the running work of the origin, or starts it. Starts it again if that work was for less than is wanted. */
  async #obtain({ origin, signal }: Waiting, wanted: Wanted): Promise<Situation> {
    const began = performance.now();
    const isShared = this.#flights.has(origin);
    const shared = await this.#flights.join(origin, signal, async (flightSignal, isAttached) => {
      const request = { ...wanted, signal: flightSignal, isWanted: isAttached };
      const { entry, from } = await this.#coordinator.obtain(origin, request);
      const cached = new CachedEntry(entry, from, this.#settings.limits.maxBytes);
      // If the origin was removed meanwhile, only callers from before the removal receive this result.
      if (isAttached()) this.#entries.set(origin, cached);
      return { cached, mode: wanted.mode };
    });
    const { cached } = shared;
    if (isShared) {
      const waitedMs = performance.now() - began;
      this.#events.waited({ origin, where: 'process', waitedMs });
      // The shared work may have found a fresh copy, unless it waited for the fetch of another process.
      const isOld = wanted.mode === 'now' ? shared.mode !== 'now' : cached.attemptedAt === wanted.expiredAttempt;
      if (isOld && cached.from.source !== 'fetched') return this.#obtain({ origin, signal }, wanted);
    }
    const { policy, clock } = this.#settings;
    return { origin, cached, policy, now: clock(), remembered: false };
  }

  #drop(origin: string): void {
    this.#entries.delete(origin);
    this.#flights.detach(origin);
  }
}
