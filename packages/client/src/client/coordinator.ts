/** Makes one fetch per origin at a time, in this process and among all processes that share the store. */
import { sleepLong, withTimeout } from '../async/timeouts.js';
import { type Copy, type Entry, isCurrent, isCutBelow, lastAttemptAt, laterEntry, needsLongerCopy } from '../policy/entry.js';
import type { Validators } from '../policy/fetch-outcome.js';
import { robotsTxtUrl } from '../policy/origin.js';
import type { Policy } from '../policy/policy.js';
import { nextEntry } from '../policy/settle.js';
import type { Release } from '../store/store.js';
import { decodeEntry, encodeEntry, retentionMs } from '../store/stored-entry.js';
import type { EntrySource } from './cached-entry.js';
import type { Events, StoreOperation } from './events.js';
import type { ClientLimits } from './options.js';
import type { ClientSettings } from './settings.js';

export interface Obtained {
  readonly entry: Entry;
  readonly from: EntrySource;
}

interface CoordinatorLimits extends Pick<ClientLimits, 'waitMs' | 'storeMs' | 'maxBytes'> {
  /** How long a leader holds the lock of an origin; must exceed the duration of an attempt. */
  readonly lockMs: number;
}

export interface CoordinatorParts extends Pick<ClientSettings, 'transport' | 'store' | 'storeScope' | 'policy' | 'clock'> {
  readonly limits: CoordinatorLimits;
  readonly events: Events;
  /** Returns the entry of an origin that this process has cached. */
  readonly remembered: (origin: string) => Entry | undefined;
}

export interface ObtainRequest {
  /**
   * `when-due` fetches only if the entry is due. `now` fetches in any case, even while another process does, and the whole
   * file: a server may send the same Last-Modified for another file, so a 304 does not show that nothing changed.
   */
  readonly mode: 'when-due' | 'now';
  /** Whether a fresh entry is enough while another process renews it. If false, the renewal is awaited. */
  readonly acceptFresh: boolean;
  /** Time of the last attempt of the entry that the caller already rejected. An entry from the same attempt is not accepted. */
  readonly expiredAttempt?: number;
  readonly signal: AbortSignal;
  /** Returns whether the result may be stored: false if the origin was removed since the request began. */
  readonly isWanted: () => boolean;
}

/** Followers look for a result after the first pause, and then less often. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;

/** After a failure, the store is skipped for this long, so that checks do not wait for a dead store. */
const STORE_SKIP_MS = 1000;

/** The store failed or is skipped after a failure. The message is a reason to embed in a sentence. */
class StoreFailure extends Error {}

export class Coordinator {
  readonly #parts: CoordinatorParts;
  #storeSkippedUntil = 0;
  #storeError = '';

  constructor(parts: CoordinatorParts) {
    this.#parts = parts;
  }

  /** Returns the entry of an origin; fetches it if it is due. Rejects only with the reason of the signal. */
  async obtain(origin: string, request: ObtainRequest): Promise<Obtained> {
    try {
      const stored = await this.#read(origin);
      if (stored !== undefined && this.#replacesFetch(stored, origin, request)) {
        return this.#fromStore(stored);
      }
      const release = await this.#lock(origin);
      if (release !== undefined || request.mode === 'now') {
        return await this.#fetchAsLeader(origin, request, release);
      }
      if (request.acceptFresh && stored !== undefined && this.#isUsable(stored, origin)) {
        return this.#fromStore(stored);
      }
      return await this.#follow(origin, request);
    } catch (error) {
      if (!(error instanceof StoreFailure)) throw error;
      return this.#fetchWithoutStore(origin, error.message, request);
    }
  }

  /** Removes an origin from the store. Rejects if the store fails. */
  async forget(origin: string): Promise<void> {
    try {
      const { store } = this.#parts;
      await this.#inStore(origin, 'delete', () => store.delete(this.#key(origin)));
    } catch {
      const why = this.#storeError.replace(/\.$/, '');
      throw new Error(`The store could not be updated and may still contain ${origin}: ${why}.`);
    }
  }

  /**
   * Fetches and stores the result. With a lock, first looks for the result of the previous leader, which may have
   * finished since the store was read.
   */
  async #fetchAsLeader(origin: string, request: ObtainRequest, release: Release | undefined): Promise<Obtained> {
    try {
      const stored = await this.#read(origin);
      if (stored !== undefined && this.#replacesFetch(stored, origin, request)) {
        return this.#fromStore(stored);
      }
      // A store that was unavailable may have older data than this process.
      const known = laterEntry(stored, this.#parts.remembered(origin));
      const { entry, began } = await this.#fetch(origin, known, request);
      const from = await this.#write(origin, entry, began, request);
      return { entry, from: { source: 'fetched', ...from } };
    } finally {
      if (release !== undefined) await this.#release(origin, release);
    }
  }

  /** Waits for the result of another process. Leads if that process ends its lock without one. */
  async #follow(origin: string, request: ObtainRequest): Promise<Obtained> {
    const { limits, events } = this.#parts;
    const { signal } = request;
    const began = performance.now();
    const waitedMs = (): number => performance.now() - began;
    let pauseMs = FIRST_PAUSE_MS;
    let stored: Entry | undefined;
    let release: Release | undefined;
    try {
      while (stored === undefined && release === undefined) {
        const leftMs = limits.waitMs - waitedMs();
        if (leftMs <= 0) break;
        await sleepLong(Math.min(pauseMs, leftMs), signal);
        pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
        const latest = await this.#read(origin);
        if (latest !== undefined && this.#replacesFetch(latest, origin, request)) stored = latest;
        else release = await this.#lock(origin);
      }
    } finally {
      events.waited({ origin, where: 'store', waitedMs: waitedMs() });
    }
    if (stored !== undefined) return this.#fromStore(stored);
    if (release !== undefined) return this.#fetchAsLeader(origin, request, release);
    return this.#fetchWithoutStore(origin, 'another process took too long to fetch', request);
  }

  /** Fetches without the store, unless the local entry is enough. Fails closed. */
  async #fetchWithoutStore(origin: string, why: string, request: ObtainRequest): Promise<Obtained> {
    const remembered = this.#parts.remembered(origin);
    const from = { store: 'none', storeError: why } as const;
    if (remembered !== undefined && this.#replacesFetch(remembered, origin, request)) {
      return { entry: remembered, from: { ...from, source: 'memory' } };
    }
    const { entry } = await this.#fetch(origin, remembered, request);
    return { entry, from: { ...from, source: 'fetched' } };
  }

  /** Returns whether the entry can be used instead of a fetch. */
  #replacesFetch(entry: Entry, origin: string, { mode, expiredAttempt }: ObtainRequest): boolean {
    if (mode === 'now' || lastAttemptAt(entry) === expiredAttempt) return false;
    return this.#parts.clock() < entry.refreshAt && this.#isUsable(entry, origin);
  }

  /**
   * Returns whether URLs may be checked against an entry: false if it is older than the local one, was cut at a smaller
   * limit, or comes from a clock that is ahead.
   */
  #isUsable(entry: Entry, origin: string): boolean {
    const { clock, limits, remembered } = this.#parts;
    if (laterEntry(entry, remembered(origin)) !== entry) return false;
    return isCurrent(entry, clock()) && !needsLongerCopy(entry, limits.maxBytes);
  }

  #fromStore(entry: Entry): Obtained {
    const store = this.#parts.store.name;
    return { entry, from: { source: 'store', store, storeError: undefined } };
  }

  async #fetch(
    origin: string,
    earlier: Entry | undefined,
    { mode, signal }: ObtainRequest,
  ): Promise<{ readonly entry: Entry; readonly began: number }> {
    const { transport, policy, events, limits, clock } = this.#parts;
    const began = clock();
    const beganElapsed = performance.now();
    const copy = earlier?.settled?.kind === 'copy' ? earlier.settled : undefined;
    const outcome = await transport.fetch({
      url: robotsTxtUrl(origin),
      validators: mode === 'now' ? undefined : validatorsFor(copy, policy, limits),
      validatorsUrl: copy?.url,
      signal,
    });
    signal.throwIfAborted();
    events.fetched({ origin, outcome, durationMs: performance.now() - beganElapsed });
    const { maxBytes } = limits;
    const entry = nextEntry(earlier, { key: origin, policy, now: clock(), outcome, maxBytes });
    return { entry, began };
  }

  #key(origin: string): string {
    return `${this.#parts.storeScope} ${origin}`;
  }

  async #read(origin: string): Promise<Entry | undefined> {
    const key = this.#key(origin);
    const value = await this.#inStore(origin, 'get', () => this.#parts.store.get(key));
    // Many databases return null for a missing value.
    return value ? decodeEntry(key, value) : undefined;
  }

  /** @param began when the fetch began: a process that was paused meanwhile does not replace a later result */
  async #write(
    origin: string,
    entry: Entry,
    began: number,
    { isWanted }: ObtainRequest,
  ): Promise<Pick<EntrySource, 'store' | 'storeError'>> {
    const { store } = this.#parts;
    const key = this.#key(origin);
    const options = { ttlMs: retentionMs(entry), order: began };
    try {
      const write = () => store.set(key, encodeEntry(key, entry), options);
      if (isWanted()) await this.#inStore(origin, 'set', write);
      return { store: store.name, storeError: undefined };
    } catch (error) {
      return { store: 'none', storeError: error instanceof Error ? error.message : String(error) };
    }
  }

  async #lock(origin: string): Promise<Release | undefined> {
    const { store, limits } = this.#parts;
    const key = this.#key(origin);
    const release = await this.#inStore(
      origin,
      'lock',
      () => store.lock(key, limits.lockMs),
      (late) => late?.(),
    );
    // A store in JavaScript may return null for a lock that is taken.
    return release ?? undefined;
  }

  /** Runs even while the store is skipped, because other processes wait for the lock. If it fails, the lock lapses. */
  async #release(origin: string, release: Release): Promise<void> {
    try {
      await withTimeout(this.#parts.limits.storeMs, release());
    } catch (error) {
      this.#recordFailure(origin, 'release', error);
    }
  }

  /** Throws a StoreFailure if the store fails or is skipped. `onLate` receives a result that comes after `storeMs`. */
  async #inStore<Result>(
    origin: string,
    operation: StoreOperation,
    work: () => Promise<Result>,
    onLate: (result: Result) => Promise<void> | undefined = () => undefined,
  ): Promise<Result> {
    if (performance.now() < this.#storeSkippedUntil) throw new StoreFailure(this.#storeError);
    let working: Promise<Result> | undefined;
    try {
      working = work();
      return await withTimeout(this.#parts.limits.storeMs, working);
    } catch (error) {
      working?.then(onLate).catch(() => {});
      throw this.#recordFailure(origin, operation, error);
    }
  }

  /** Skips the store for a while. Returns the error to throw. */
  #recordFailure(origin: string, operation: StoreOperation, error: unknown): StoreFailure {
    const { store, events } = this.#parts;
    const detail = error instanceof Error ? error.message : String(error);
    this.#storeError = detail;
    this.#storeSkippedUntil = performance.now() + STORE_SKIP_MS;
    events.storeFailed({ origin, store: store.name, operation, detail });
    return new StoreFailure(detail);
  }
}

function validatorsFor(copy: Copy | undefined, policy: Policy, { maxBytes }: CoordinatorLimits): Validators | undefined {
  if (copy === undefined || !policy.cacheLifetime.conditional) return undefined;
  // A 304 would renew the truncated body.
  if (isCutBelow(copy, maxBytes)) return undefined;
  const { etag, lastModified } = copy.validators;
  return etag === undefined && lastModified === undefined ? undefined : copy.validators;
}
