/** Whether the store answers, asked for at most once a second, whoever wants to know. */
import type { Store } from '@repkit/client';

export interface StoreHealth {
  readonly name: string;
  readonly state: 'answering' | 'failing';
}

const KEPT_MS = 1000;
const PATIENCE_MS = 2000;
/** No origin looks like this. */
const KEY = 'health';

export class StoreWatch {
  readonly #store: Store;
  readonly #now: () => number;
  #asked = Number.NEGATIVE_INFINITY;
  #problem: string | undefined;
  #answer: Promise<StoreHealth> | undefined;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** Why it was failing when it was asked last; never holds a secret. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Never rejects. */
  health(): Promise<StoreHealth> {
    const now = this.#now();
    if (this.#answer === undefined || now - this.#asked >= KEPT_MS) {
      this.#asked = now;
      this.#answer = this.#ask(now);
    }
    return this.#answer;
  }

  async #ask(now: number): Promise<StoreHealth> {
    const { name } = this.#store;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS, 'late');
    });
    try {
      const answer = await Promise.race([this.#roundTrip(now), late]);
      this.#problem = answer === 'late' ? `no answer within ${PATIENCE_MS} ms` : undefined;
      return { name, state: answer === 'late' ? 'failing' : 'answering' };
    } catch (error) {
      this.#problem = error instanceof Error ? error.message : String(error);
      return { name, state: 'failing' };
    } finally {
      clearTimeout(timer);
    }
  }

  async #roundTrip(now: number): Promise<void> {
    const request = { now, leaseMs: KEPT_MS, mode: 'now' } as const;
    const acquired = await this.#store.acquire(KEY, request);
    if (acquired.role === 'leader') await this.#store.commit(acquired.lease, { kind: 'remove' });
  }
}
