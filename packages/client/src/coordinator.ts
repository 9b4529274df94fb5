/** One fetch per origin at a time, in this process and among all who share the store. */

import type { Events } from './events.js';
import type { EntryOrigin } from './held-copy.js';
import { robotsTxtUrl } from './origin.js';
import type { Copy, Entry } from './policy/entry.js';
import { laterEntry } from './policy/last-attempt.js';
import type { Policy } from './policy/policy.js';
import { nextEntry } from './policy/settle.js';
import { isAnswerable } from './policy/standing.js';
import type { AcquireRequest, Acquisition, Commit, Lease, Store } from './store/store.js';
import type { Transport, Validators } from './transport/outcome.js';
import { unlessAborted, within } from './within.js';

/** An entry, and how this process came by it. */
export interface Obtained {
  readonly entry: Entry;
  readonly from: EntryOrigin;
}

interface CoordinatorLimits {
  /** How long a lease holds: longer than an attempt may take. */
  readonly leaseMs: number;
  /** How long somebody else's fetch is waited for, before this process fetches by itself. */
  readonly waitMs: number;
  /** How long a store may take to answer. */
  readonly storeMs: number;
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
    const { policy, limits, store, events } = this.#parts;
    const { signal } = request;
    const began = performance.now();
    let { mode } = request;
    for (let isWaiting = false; ; ) {
      const acquired = await this.#acquire(origin, mode);
      const waitedMs = performance.now() - began;
      if (isWaiting) events.waited({ origin, where: 'store', waitedMs });
      if (acquired === undefined) return this.#fetchAlone(origin, this.#storeError, signal);
      const { entry } = acquired;
      // A store that was away for a time may know less than this process.
      const latest = laterEntry(entry, this.#parts.remembered(origin));
      if (acquired.role === 'leader') return this.#lead(origin, acquired.lease, latest, signal);
      if (entry !== undefined && entry === latest) {
        const isEnough = acquired.role === 'reader' || request.acceptFresh;
        if (isEnough && isAnswerable(entry, policy, acquired.now)) return this.#read(entry);
      }
      // Not due and yet no answer: older than what this process knows, written under another clock, or by a policy with
      // other figures.
      if (acquired.role === 'reader') {
        mode = 'now';
        continue;
      }
      if (waitedMs >= limits.waitMs) {
        return this.#fetchAlone(origin, 'another process has fetched for too long', signal);
      }
      const leftMs = Math.min(acquired.leaseEndsInMs, limits.waitMs - waitedMs);
      await unlessAborted(signal, store.changed(this.#key(origin), Math.max(1, leftMs)));
      isWaiting = true;
      // What the other one brings is as new as what was asked for.
      mode = 'when-due';
    }
  }

  /**
   * Makes the store forget an origin; whoever fetches it now will not be heard. Rejects where the store cannot be told.
   */
  async forget(origin: string): Promise<void> {
    const acquired = await this.#acquire(origin, 'take-over');
    const problem =
      acquired?.role === 'leader'
        ? await this.#commit(origin, acquired.lease, { kind: 'remove' })
        : this.#storeError;
    if (problem !== undefined) throw new Error(`The store still knows ${origin}: ${problem}.`);
  }

  #key(origin: string): string {
    return `${this.#parts.storeScope} ${origin}`;
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
    const { transport, policy, events } = this.#parts;
    const began = performance.now();
    const copy = earlier?.settled?.kind === 'copy' ? earlier.settled : undefined;
    const outcome = await transport.fetch({
      url: robotsTxtUrl(origin),
      validators: validatorsFor(copy, policy),
      validatorsUrl: copy?.url,
      signal,
    });
    signal.throwIfAborted();
    events.fetched({ origin, outcome, durationMs: performance.now() - began });
    return nextEntry(earlier, { key: origin, policy, now: this.now(), outcome });
  }

  /** Undefined where the store fails or rests after a failure. */
  async #acquire(origin: string, mode: AcquireRequest['mode']): Promise<Acquisition | undefined> {
    const { store, limits, now } = this.#parts;
    if (performance.now() < this.#storeRestsUntil) return undefined;
    const asked = now();
    try {
      const request = { now: asked, leaseMs: limits.leaseMs, mode };
      const acquisition = await within(limits.storeMs, store.acquire(this.#key(origin), request));
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
      if (await within(limits.storeMs, store.commit(lease, commit))) return undefined;
    } catch (error) {
      this.#storeFailed(origin, 'commit', error);
      return this.#storeError;
    }
    const detail = 'the lease had lapsed and another process has fetched since';
    events.storeFailed({ origin, store: store.name, operation: 'late-commit', detail });
    return detail;
  }

  #storeFailed(origin: string, operation: 'acquire' | 'commit', error: unknown): void {
    const { store, events } = this.#parts;
    const detail = error instanceof Error ? error.message : String(error);
    this.#storeError = detail;
    this.#storeRestsUntil = performance.now() + STORE_REST_MS;
    events.storeFailed({ origin, store: store.name, operation, detail });
  }
}

function validatorsFor(copy: Copy | undefined, policy: Policy): Validators | undefined {
  if (copy === undefined || !policy.copyLife.conditional) return undefined;
  const { etag, lastModified } = copy.validators;
  return etag === undefined && lastModified === undefined ? undefined : copy.validators;
}
