/** One fetch per origin at a time, in this process and among all who share the store. */

import type { EntryOrigin } from './cached-entry.js';
import type { Events } from './events.js';
import { robotsTxtUrl } from './origin.js';
import { type Copy, type Entry, laterEntry } from './policy/entry.js';
import type { Policy } from './policy/policy.js';
import { nextEntry } from './policy/settle.js';
import { isAnswerable, isCutBelow, isCutShort } from './policy/state.js';
import type { AcquireRequest, Acquisition, Commit, Lease, Store } from './store/store.js';
import { unlessAborted, withTimeout } from './timeouts.js';
import type { Transport, Validators } from './transport/outcome.js';

/** An entry, and how this process came by it. */
export interface Obtained {
  readonly entry: Entry;
  readonly from: EntryOrigin;
}

interface CoordinatorLimits {
  /** How long a lease holds: longer than an attempt may take. */
  readonly leaseMs: number;
  /** How long another process's fetch is waited for, before this one fetches by itself or waits for whoever took over. */
  readonly waitMs: number;
  /** How long a store may take to answer. */
  readonly storeMs: number;
  /** The parsing limit in bytes, under which the transport reads bodies. */
  readonly maxBytes: number;
}

export interface CoordinatorParts {
  readonly transport: Transport;
  readonly store: Store;
  /** What the keys of entries begin with: who shares it shares entries. */
  readonly storeScope: string;
  readonly policy: Policy;
  readonly limits: CoordinatorLimits;
  readonly events: Events;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** What this process knows of an origin, for when the store fails. */
  readonly remembered: (origin: string) => Entry | undefined;
}

export interface ObtainRequest {
  /** `when-due`: fetch only what is due. `now`: fetch in any case, or wait for who does. */
  readonly mode: 'when-due' | 'now';
  /** Whether a fresh entry is answered with while somebody else renews it; else the renewal is waited for. */
  readonly acceptFresh: boolean;
  readonly signal: AbortSignal;
}

/** How many leaders in a row a follower waits for, each for `waitMs`: the second one is whoever took over from the first. */
const MOST_LEADERS = 2;

const LATE_COMMIT = 'the lease had lapsed and another process has fetched since';

/** After a failure the store is left alone for so long: an origin's question must not wait for a dead store. */
const STORE_REST_MS = 1000;

export class Coordinator {
  readonly #parts: CoordinatorParts;
  #storeRestsUntil = 0;
  #storeError = '';
  /** How far the store's clock is ahead of this process's, in milliseconds. */
  #ahead = 0;

  constructor(parts: CoordinatorParts) {
    this.#parts = parts;
  }

  /** The store's time, by which all times of entries go. */
  now(): number {
    return this.#parts.now() + this.#ahead;
  }

  /** The entry of an origin, fetched where it is due. Rejects only with the reason of the signal. */
  async obtain(origin: string, request: ObtainRequest): Promise<Obtained> {
    const { limits, store, events } = this.#parts;
    const { signal } = request;
    let { mode } = request;
    let isWaiting = false;
    let waitingSince = performance.now();
    let leaders = 0;
    let fence: number | undefined;
    /** What this process has fetched, but too late to share it. */
    let late: Obtained | undefined;
    for (;;) {
      const acquired = await this.#acquire(origin, mode);
      const waitedMs = performance.now() - waitingSince;
      if (isWaiting) events.waited({ origin, where: 'store', waitedMs });
      if (acquired === undefined) {
        return late ?? this.#fetchAlone(origin, this.#storeError, signal);
      }
      const { entry } = acquired;
      // A store that was away for a time may know less than this process.
      const latest = laterEntry(entry, this.#parts.remembered(origin));
      if (acquired.role === 'leader') {
        const led = await this.#lead(origin, acquired.lease, latest, signal);
        if (led.from.storeError !== LATE_COMMIT || late !== undefined) return led;
        // What the others share now counts. If it was removed, this result is from before that, and is fetched again.
        late = led;
        mode = 'when-due';
        continue;
      }
      if (entry !== undefined && entry === latest) {
        const isEnough = acquired.role === 'reader' || request.acceptFresh;
        if (isEnough && this.#isUsable(entry, acquired.now)) return this.#read(entry);
      }
      // Not due and yet not usable: older than what this process knows, cut under a smaller limit, written under another
      // clock, or by a policy with other figures.
      if (acquired.role === 'reader') {
        mode = 'now';
        continue;
      }
      // Another leader is at it, and would hardly find more.
      if (late !== undefined && late.entry.failing === undefined) return late;
      if (acquired.fence !== fence) {
        fence = acquired.fence;
        leaders += 1;
        if (leaders <= MOST_LEADERS) waitingSince = performance.now();
      }
      const leftMs = limits.waitMs - (performance.now() - waitingSince);
      if (leftMs <= 0) {
        const why = 'another process has fetched for too long';
        return late ?? this.#fetchAlone(origin, why, signal);
      }
      const timeoutMs = Math.max(1, Math.min(acquired.leaseEndsInMs, leftMs));
      await unlessAborted(signal, store.changed(this.#key(origin), timeoutMs));
      isWaiting = true;
      // What the other one brings is as new as what was asked for.
      mode = 'when-due';
    }
  }

  /** Removes an origin from the store. Results of fetches in flight are discarded. Rejects if the store fails. */
  async forget(origin: string): Promise<void> {
    const { store, limits } = this.#parts;
    if (performance.now() < this.#storeRestsUntil) throw this.#notForgotten(origin);
    try {
      await withTimeout(limits.storeMs, store.remove(this.#key(origin)));
    } catch (error) {
      this.#storeFailed(origin, 'remove', error);
      throw this.#notForgotten(origin);
    }
  }

  /** Returns the origin of a key of this client; undefined for those of others. */
  originOf(key: string): string | undefined {
    const scope = this.#key('');
    return key.startsWith(scope) ? key.slice(scope.length) : undefined;
  }

  #notForgotten(origin: string): Error {
    const why = this.#storeError.replace(/\.$/, '');
    return new Error(`The store could not be updated and may still hold ${origin}: ${why}.`);
  }

  #key(origin: string): string {
    return `${this.#parts.storeScope} ${origin}`;
  }

  #isUsable(entry: Entry, now: number): boolean {
    const { policy, limits } = this.#parts;
    return isAnswerable(entry, policy, now) && !isCutShort(entry, limits.maxBytes);
  }

  #read(entry: Entry): Obtained {
    return {
      entry,
      from: { source: 'store', store: this.#parts.store.name, storeError: undefined },
    };
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
    const { name } = this.#parts.store;
    const problem = await this.#commit(origin, lease, { kind: 'put', entry });
    return {
      entry,
      from: {
        source: 'fetched',
        store: problem === undefined ? name : 'none',
        storeError: problem,
      },
    };
  }

  /** Never allows what is not known: without the store this process asks by itself. */
  async #fetchAlone(origin: string, why: string, signal: AbortSignal): Promise<Obtained> {
    const remembered = this.#parts.remembered(origin);
    const from = { store: 'none', storeError: why } as const;
    const now = this.now();
    if (
      remembered !== undefined &&
      now < remembered.refreshAt &&
      isAnswerable(remembered, this.#parts.policy, now)
    ) {
      return { entry: remembered, from: { ...from, source: 'memory' } };
    }
    const entry = await this.#fetch(origin, remembered, signal);
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

  /** Undefined where the store fails or rests after a failure. */
  async #acquire(origin: string, mode: AcquireRequest['mode']): Promise<Acquisition | undefined> {
    const { store, limits, now } = this.#parts;
    if (performance.now() < this.#storeRestsUntil) return undefined;
    const asked = now();
    try {
      const request = { now: asked, leaseMs: limits.leaseMs, mode };
      const acquisition = await withTimeout(
        limits.storeMs,
        store.acquire(this.#key(origin), request),
      );
      this.#ahead = acquisition.now - asked;
      return acquisition;
    } catch (error) {
      this.#storeFailed(origin, 'acquire', error);
      return undefined;
    }
  }

  /** What went wrong, as a clause; undefined where the store holds what was committed. */
  async #commit(origin: string, lease: Lease, commit: Commit): Promise<string | undefined> {
    const { store, limits, events } = this.#parts;
    try {
      if (await withTimeout(limits.storeMs, store.commit(lease, commit))) return undefined;
    } catch (error) {
      this.#storeFailed(origin, 'commit', error);
      return this.#storeError;
    }
    const late = {
      origin,
      store: store.name,
      operation: 'late-commit',
      detail: LATE_COMMIT,
    } as const;
    events.storeFailed(late);
    return LATE_COMMIT;
  }

  #storeFailed(origin: string, operation: 'acquire' | 'commit' | 'remove', error: unknown): void {
    const { store, events } = this.#parts;
    const detail = error instanceof Error ? error.message : String(error);
    this.#storeError = detail;
    this.#storeRestsUntil = performance.now() + STORE_REST_MS;
    events.storeFailed({ origin, store: store.name, operation, detail });
  }
}

function validatorsFor(
  copy: Copy | undefined,
  policy: Policy,
  { maxBytes }: CoordinatorLimits,
): Validators | undefined {
  if (copy === undefined || !policy.cacheLifetime.conditional) return undefined;
  // A 304 would renew the part of the body that was read.
  if (isCutBelow(copy, maxBytes)) return undefined;
  const { etag, lastModified } = copy.validators;
  return etag === undefined && lastModified === undefined ? undefined : copy.validators;
}
