/** When an origin may next be asked, one asker after the other, also across processes that share a store. */
import type { Events } from '../events.js';
import { MemoryStore } from '../store/memory-store.js';
import type { Store, TurnStore } from '../store/store.js';
import { within } from '../within.js';
import type { Interval } from './interval.js';

/** The time at which a request may be made, and why then. */
export interface Turn {
  /** Milliseconds since 1970; not before now. */
  readonly at: number;
  /** Milliseconds from `at` to the next turn of this origin, whoever takes it. */
  readonly intervalMs: number;
  readonly from: Interval['from'] | 'unreachable';
}

/** Origins whose next turn this process remembers; the one unused for longest is forgotten first. */
const MOST_ORIGINS = 10_000;

export class Turns {
  readonly #shared: TurnStore | undefined;
  readonly #local: TurnStore = new MemoryStore({ maxEntries: MOST_ORIGINS });
  readonly #name: string;
  readonly #events: Events;
  readonly #storeMs: number;

  constructor(store: Store, events: Events, { storeMs }: { readonly storeMs: number }) {
    this.#shared = isTurnStore(store) ? store : undefined;
    this.#name = store.name;
    this.#events = events;
    this.#storeMs = storeMs;
  }

  /** Takes the next turn. Where the store fails, turns are kept in this process alone. */
  async take(origin: string, now: number, interval: Interval): Promise<Turn> {
    const { ms, from } = interval;
    if (ms === 0) return { at: now, intervalMs: 0, from };
    return { at: await this.#next(origin, now, ms), intervalMs: ms, from };
  }

  async #next(origin: string, now: number, ms: number): Promise<number> {
    // The local turn is taken in any case, so that there is one to go on from when the store fails.
    const local = await this.#local.takeTurn(origin, now, ms);
    if (this.#shared === undefined) return local;
    try {
      return await within(this.#storeMs, this.#shared.takeTurn(origin, now, ms));
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      this.#events.storeFailed({ origin, store: this.#name, operation: 'take-turn', detail });
      return local;
    }
  }
}

function isTurnStore(store: Store): store is Store & TurnStore {
  return 'takeTurn' in store && typeof store.takeTurn === 'function';
}
