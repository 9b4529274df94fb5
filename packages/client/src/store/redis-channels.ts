/** Waits for messages on channels of Redis: one connection for all of them, subscribed to what somebody waits for. */
import type { RedisClient } from './redis-scripts.js';
import { Waiters } from './waiters.js';

export class RedisChannels {
  readonly #connect: () => Promise<RedisClient>;
  readonly #waiters = new Waiters();
  readonly #subscribed = new Set<string>();
  #subscriber: Promise<RedisClient> | undefined;
  /** Subscriptions change one after the other, each to what is wanted when its turn comes. */
  #lastChange: Promise<void> = Promise.resolve();
  #isClosed = false;

  /** @param connect makes the connection to subscribe with, when it is needed first */
  constructor(connect: () => Promise<RedisClient>) {
    this.#connect = connect;
  }

  /**
   * Resolves with the next message, at once where `isOver` finds that it must have come before or where the connection is
   * lost, and at `timeoutMs` at the latest, whatever fails. `isOver` is asked when the subscription holds, so that no message falls in between.
   */
  async wait(channel: string, timeoutMs: number, isOver: () => Promise<boolean>): Promise<void> {
    if (this.#isClosed) return;
    const woken = this.#waiters.wait(channel, timeoutMs);
    this.#subscribe(channel, isOver).catch(() => {});
    await woken;
    this.#adjust(channel).catch(() => {});
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#waiters.wakeAll();
    if (this.#subscriber === undefined) return;
    const subscriber = await this.#subscriber.catch(() => undefined);
    subscriber?.disconnect();
  }

  async #subscribe(channel: string, isOver: () => Promise<boolean>): Promise<void> {
    await this.#adjust(channel);
    if (await isOver()) this.#waiters.wake(channel);
  }

  #adjust(channel: string): Promise<void> {
    const change = this.#lastChange.then(() => this.#change(channel));
    this.#lastChange = change.catch(() => {});
    return change;
  }

  async #change(channel: string): Promise<void> {
    const isWanted = this.#waiters.has(channel);
    if (this.#isClosed || isWanted === this.#subscribed.has(channel)) return;
    this.#subscriber ??= this.#connectSubscriber();
    const subscriber = await this.#subscriber;
    if (isWanted) {
      await subscriber.subscribe(channel);
      this.#subscribed.add(channel);
    } else {
      this.#subscribed.delete(channel);
      await subscriber.unsubscribe(channel);
    }
  }

  async #connectSubscriber(): Promise<RedisClient> {
    try {
      const subscriber = await this.#connect();
      subscriber.on('message', (channel: string) => this.#waiters.wake(channel));
      // What is said until it is there again is not heard, and where the server is gone nothing is: ask anew.
      subscriber.on('close', () => this.#waiters.wakeAll());
      subscriber.once('end', () => this.#forget());
      return subscriber;
    } catch (error) {
      this.#forget();
      throw error;
    }
  }

  /** There is no connection any more, and no subscription: whoever waits next makes both anew. */
  #forget(): void {
    this.#subscriber = undefined;
    this.#subscribed.clear();
  }
}
