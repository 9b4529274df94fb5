/** Publishes events on `node:diagnostics_channel`, so that any metrics library can subscribe. */

import { channel } from 'node:diagnostics_channel';
import type { Outcome } from '@repkit/core';
import type { FetchOutcome } from '../policy/fetch-outcome.js';

/** Messages by channel. Times are in milliseconds. */
export interface ClientEvents {
  /** A robots.txt was fetched over the network, or the fetch failed. */
  'repkit:client:fetch': {
    readonly origin: string;
    readonly outcome: FetchOutcome;
    readonly durationMs: number;
  };
  /** A URL was checked. `hit`: from memory, without waiting. */
  'repkit:client:decision': {
    readonly origin: string;
    readonly outcome: Outcome;
    readonly stale: boolean;
    readonly hit: boolean;
  };
  /** A check waited for a running fetch in this or another process. */
  'repkit:client:wait': {
    readonly origin: string;
    readonly where: 'process' | 'store';
    readonly waitedMs: number;
  };
  /** The guard refused an address. */
  'repkit:client:refusal': {
    readonly origin: string;
    readonly url: string;
    readonly detail: string;
  };
  /** A store operation failed and the store was bypassed. */
  'repkit:client:store-error': {
    readonly origin: string;
    readonly store: string;
    readonly operation: StoreOperation;
    readonly detail: string;
  };
}

/** The method of the store that failed; `turn` stands for those that take a turn of `schedule`. */
export type StoreOperation = 'get' | 'set' | 'lock' | 'release' | 'delete' | 'turn';

export type ClientEventName = keyof ClientEvents;

/** Event counts since the client was created. */
export interface Counters {
  readonly fetches: number;
  /** Checks served from memory. */
  readonly hits: number;
  readonly staleResults: number;
  readonly waits: number;
  readonly refusals: number;
  /** Failed attempts by kind; store errors as `store`. */
  readonly errors: Readonly<Record<string, number>>;
  /** Bytes of bodies on the wire. */
  readonly wireBytes: number;
}

const decisions = channel('repkit:client:decision' satisfies ClientEventName);

export class Events {
  readonly #counts = {
    fetches: 0,
    hits: 0,
    staleResults: 0,
    waits: 0,
    refusals: 0,
    wireBytes: 0,
  };
  readonly #errors = new Map<string, number>();

  fetched(message: ClientEvents['repkit:client:fetch']): void {
    const { outcome, origin } = message;
    this.#counts.fetches++;
    if ('body' in outcome) this.#counts.wireBytes += outcome.body?.wireBytes ?? 0;
    if (outcome.kind === 'failure') {
      this.#countError(outcome.failure);
      if (outcome.failure === 'refused-address') {
        this.#counts.refusals++;
        const { url, detail } = outcome;
        publish('repkit:client:refusal', { origin, url, detail });
      }
    }
    publish('repkit:client:fetch', message);
  }

  /** Takes separate arguments and builds the message only for subscribers: there may be a million checks per second. */
  checked(origin: string, outcome: Outcome, stale: boolean, hit: boolean): void {
    if (hit) this.#counts.hits++;
    if (stale) this.#counts.staleResults++;
    if (!decisions.hasSubscribers) return;
    publish('repkit:client:decision', { origin, outcome, stale, hit });
  }

  waited(message: ClientEvents['repkit:client:wait']): void {
    this.#counts.waits++;
    publish('repkit:client:wait', message);
  }

  storeFailed(message: ClientEvents['repkit:client:store-error']): void {
    this.#countError('store');
    publish('repkit:client:store-error', message);
  }

  get counters(): Counters {
    return { ...this.#counts, errors: Object.fromEntries(this.#errors) };
  }

  #countError(kind: string): void {
    this.#errors.set(kind, (this.#errors.get(kind) ?? 0) + 1);
  }
}

function publish<Name extends ClientEventName>(name: Name, message: ClientEvents[Name]): void {
  channel(name).publish(message);
}
