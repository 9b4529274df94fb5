/** Makes one fetch per origin at a time, in this process and among all processes that share the store. */
import { setTimeout as sleep } from 'node:timers/promises';
import { unlessAborted, withTimeout } from '../async/timeouts.js';
import { type Copy, type Entry, lastAttemptAt, laterEntry } from '../policy/entry.js';
import { robotsTxtUrl } from '../policy/origin.js';
import type { Validators } from '../policy/outcome.js';
import type { Policy } from '../policy/policy.js';
import { nextEntry } from '../policy/settle.js';
import { isCurrent, isCutBelow, isCutShort } from '../policy/state.js';
import type { AcquireRequest, Acquisition, Commit, Lease } from '../store/store.js';
import type { EntryOrigin } from './cached-entry.js';
import type { Events } from './events.js';
import type { ClientLimits } from './options.js';
import type { ClientSettings } from './settings.js';

export interface Obtained {
  readonly entry: Entry;
  readonly from: EntryOrigin;
}

interface CoordinatorLimits extends Pick<ClientLimits, 'waitMs' | 'storeMs' | 'maxBytes'> {
  /** Duration of a lease; must exceed the duration of an attempt. */
  readonly leaseMs: number;
}

export interface CoordinatorParts
  extends Pick<ClientSettings, 'transport' | 'store' | 'storeScope' | 'policy' | 'clock'> {
  readonly limits: CoordinatorLimits;
  readonly events: Events;
  /** Returns the entry of an origin that this process has cached. */
  readonly remembered: (origin: string) => Entry | undefined;
}

export interface ObtainRequest {
  /** `when-due` fetches only if the entry is due. `now` fetches in any case, or waits for a running fetch. */
  readonly mode: 'when-due' | 'now';
  /** Whether a fresh entry is enough while another process renews it. If false, the renewal is awaited. */
  readonly acceptFresh: boolean;
  readonly signal: AbortSignal;
}

/**
 * Number of consecutive leaders that a follower waits for, each for `waitMs`: the first one and its successor.
 */
const MAX_LEADERS = 2;

const IGNORED_MODE = 'the store returned the role "reader" in the mode "now"';

const LATE_COMMIT = 'the lease expired and another process has fetched since';

/** Minimum duration of a wait after the first one, so that a store that reports changes without end cannot block others. */
const SHORTEST_WAIT_MS = 10;

/** After a failure, the store is skipped for this long, so that checks do not wait for a dead store. */
const STORE_SKIP_MS = 1000;

export class Coordinator {
  readonly #parts: CoordinatorParts;
  #storeSkippedUntil = 0;
  #storeError = '';
  /** Offset of the store's clock from this process's clock, in milliseconds. */
  #clockOffset = 0;

  constructor(parts: CoordinatorParts) {
    this.#parts = parts;
  }

  /** Current time on the store's clock. All timestamps of entries use it. */
  now(): number {
    return this.#parts.clock() + this.#clockOffset;
  }

  /** Returns the entry of an origin; fetches it if it is due. Rejects only with the reason of the signal. */
  async obtain(origin: string, request: ObtainRequest): Promise<Obtained> {
    const { limits, store, events } = this.#parts;
    const { signal } = request;
    let { mode } = request;
    let isWaiting = false;
    let waitingSince = performance.now();
    let leaders = 0;
    let fence: number | undefined;
    /** When the attempt before the awaited one ended, which may be aborted. */
    let earlierAt: number | undefined;
    /** Fetched by this process, but after its lease expired. */
    let late: Obtained | undefined;
    for (;;) {
      const acquired = await this.#acquire(origin, mode);
      const waitedMs = performance.now() - waitingSince;
      if (isWaiting) events.waited({ origin, where: 'store', waitedMs });
      if (acquired === undefined) {
        return late ?? this.#fetchAlone(origin, this.#storeError, request);
      }
      const { entry } = acquired;
      // A store that was unavailable may have older data than this process.
      const latest = laterEntry(entry, this.#parts.remembered(origin));
      if (acquired.role === 'leader') {
        const led = await this.#lead(origin, acquired.lease, latest, signal);
        if (led.from.storeError !== LATE_COMMIT || late !== undefined) return led;
        // The shared entry counts now. If there is none, it was removed after this fetch, so the file is fetched again.
        late = led;
        mode = 'when-due';
        continue;
      }
      if (entry !== undefined && entry === latest) {
        const isNew = request.mode === 'when-due' || lastAttemptAt(entry) !== earlierAt;
        const isEnough = acquired.role === 'reader' ? isNew : request.acceptFresh;
        if (isEnough && this.#isUsable(entry, acquired.now)) {
          return { entry, from: { source: 'store', store: store.name, storeError: undefined } };
        }
      }
      // Not due, but not usable: older than the local entry or than the awaited attempt, cut at a smaller limit, written
      // under another clock, or written under a policy with other lifetimes.
      if (acquired.role === 'reader') {
        if (mode === 'now') this.#storeFailed(origin, 'acquire', new Error(IGNORED_MODE));
        mode = 'now';
        continue;
      }
      // Another leader is fetching, and its result is unlikely to differ.
      if (late !== undefined && late.entry.failing === undefined) return late;
      if (acquired.fence !== fence) {
        fence = acquired.fence;
        leaders += 1;
        if (leaders <= MAX_LEADERS) waitingSince = performance.now();
      }
      const leftMs = limits.waitMs - (performance.now() - waitingSince);
      if (leftMs <= 0) {
        const why = 'another process took too long to fetch';
        return late ?? this.#fetchAlone(origin, why, request);
      }
      const timeoutMs = Math.max(1, Math.min(acquired.leaseEndsInMs, leftMs));
      const shortest = isWaiting ? sleep(SHORTEST_WAIT_MS) : undefined;
      await unlessAborted(signal, Promise.all([this.#changed(origin, timeoutMs), shortest]));
      isWaiting = true;
      // The other process's result is recent enough.
      mode = 'when-due';
      earlierAt = latest && lastAttemptAt(latest);
    }
  }

  /** Removes an origin from the store. Results of running fetches are discarded. Rejects if the store fails. */
  async forget(origin: string): Promise<void> {
    const { store, limits } = this.#parts;
    if (performance.now() < this.#storeSkippedUntil) throw this.#removalError(origin);
    try {
      await withTimeout(limits.storeMs, store.remove(this.#key(origin)));
    } catch (error) {
      this.#storeFailed(origin, 'remove', error);
      throw this.#removalError(origin);
    }
  }

  /** Returns the origin of a key; undefined if the key is outside this client's scope. */
  originOf(key: string): string | undefined {
    const scope = this.#key('');
    return key.startsWith(scope) ? key.slice(scope.length) : undefined;
  }

  #removalError(origin: string): Error {
    const why = this.#storeError.replace(/\.$/, '');
    return new Error(`The store could not be updated and may still contain ${origin}: ${why}.`);
  }

  #key(origin: string): string {
    return `${this.#parts.storeScope} ${origin}`;
  }

  #isUsable(entry: Entry, now: number): boolean {
    return isCurrent(entry, now) && !isCutShort(entry, this.#parts.limits.maxBytes);
  }

  async #lead(
    origin: string,
    lease: Lease,
    earlier: Entry | undefined,
    signal: AbortSignal,
  ): Promise<Obtained> {
    let entry: Entry;
    try {
      entry = await this.#fetch(origin, earlier, signal);
    } catch (error) {
      await this.#commit(origin, lease, { kind: 'release' });
      throw error;
    }
    const storeError = await this.#commit(origin, lease, { kind: 'put', entry });
    const store = storeError === undefined ? this.#parts.store.name : 'none';
    return { entry, from: { source: 'fetched', store, storeError } };
  }

  /** Fetches without the store, unless the local entry is enough. Fails closed. */
  async #fetchAlone(origin: string, why: string, request: ObtainRequest): Promise<Obtained> {
    const remembered = this.#parts.remembered(origin);
    const from = { store: 'none', storeError: why } as const;
    const now = this.now();
    if (
      request.mode === 'when-due' &&
      remembered !== undefined &&
      now < remembered.refreshAt &&
      isCurrent(remembered, now)
    ) {
      return { entry: remembered, from: { ...from, source: 'memory' } };
    }
    const entry = await this.#fetch(origin, remembered, request.signal);
    return { entry, from: { ...from, source: 'fetched' } };
  }

  async #fetch(origin: string, earlier: Entry | undefined, signal: AbortSignal): Promise<Entry> {
    const { transport, policy, events, limits } = this.#parts;
    const began = performance.now();
    const copy = earlier?.settled?.kind === 'copy' ? earlier.settled : undefined;
    const outcome = await transport.fetch({
      url: robotsTxtUrl(origin),
      validators: validatorsFor(copy, policy, limits),
      validatorsUrl: copy?.url,
      signal,
    });
    signal.throwIfAborted();
    events.fetched({ origin, outcome, durationMs: performance.now() - began });
    const { maxBytes } = limits;
    return nextEntry(earlier, { key: origin, policy, now: this.now(), outcome, maxBytes });
  }

  /** Returns undefined if the store fails or is skipped after a failure. */
  async #acquire(origin: string, mode: AcquireRequest['mode']): Promise<Acquisition | undefined> {
    const { store, limits, clock } = this.#parts;
    if (performance.now() < this.#storeSkippedUntil) return undefined;
    const sentAt = clock();
    try {
      const request = { now: sentAt, leaseMs: limits.leaseMs, mode };
      const acquiring = store.acquire(this.#key(origin), request);
      const acquisition = await withTimeout(limits.storeMs, acquiring);
      this.#clockOffset = acquisition.now - sentAt;
      return acquisition;
    } catch (error) {
      this.#storeFailed(origin, 'acquire', error);
      return undefined;
    }
  }

  /** Waits for another process as `changed` of the store does, also if the store breaks its contract. */
  async #changed(origin: string, timeoutMs: number): Promise<void> {
    const { store, limits } = this.#parts;
    try {
      await withTimeout(timeoutMs + limits.storeMs, store.changed(this.#key(origin), timeoutMs));
    } catch {
      // The next `acquire` reports a failing store.
    }
  }

  /** Returns the error as a clause; undefined if the store has accepted the commit. */
  async #commit(origin: string, lease: Lease, commit: Commit): Promise<string | undefined> {
    const { store, limits, events } = this.#parts;
    try {
      if (await withTimeout(limits.storeMs, store.commit(lease, commit))) return undefined;
    } catch (error) {
      this.#storeFailed(origin, 'commit', error);
      return this.#storeError;
    }
    events.storeFailed({
      origin,
      store: store.name,
      operation: 'late-commit',
      detail: LATE_COMMIT,
    });
    return LATE_COMMIT;
  }

  #storeFailed(origin: string, operation: 'acquire' | 'commit' | 'remove', error: unknown): void {
    const { store, events } = this.#parts;
    const detail = error instanceof Error ? error.message : String(error);
    this.#storeError = detail;
    this.#storeSkippedUntil = performance.now() + STORE_SKIP_MS;
    events.storeFailed({ origin, store: store.name, operation, detail });
  }
}

function validatorsFor(
  copy: Copy | undefined,
  policy: Policy,
  { maxBytes }: CoordinatorLimits,
): Validators | undefined {
  if (copy === undefined || !policy.cacheLifetime.conditional) return undefined;
  // A 304 would renew the truncated body.
  if (isCutBelow(copy, maxBytes)) return undefined;
  const { etag, lastModified } = copy.validators;
  return etag === undefined && lastModified === undefined ? undefined : copy.validators;
}
