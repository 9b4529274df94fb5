/** Messages on channels of Redis: one connection for all of them, subscribed to what somebody waits or listens for. */
import { SECOND } from '../limits.js';
import { withTimeout } from '../timeouts.js';
import type { RedisClient } from './redis-scripts.js';
import { Waiters } from './waiters.js';

/** Receives a message; undefined if messages may have been missed. */
type MessageListener = (message: string | undefined) => void;

/** While somebody listens, a connection that is silently dead is noticed within twice this time. */
const HEARTBEAT_MS = 5 * SECOND;

export class RedisChannels {
  readonly #connect: () => Promise<RedisClient>;
  readonly #waiters = new Waiters();
  readonly #listeners = new Map<string, MessageListener>();
  /** Channels whose subscription is under way. */
  readonly #starting = new Set<string>();
  readonly #heartbeatMs: number;
  #heartbeat: NodeJS.Timeout | undefined;
  readonly #subscribed = new Set<string>();
  #subscriber: Promise<RedisClient> | undefined;
  /** Subscriptions change one after the other, each to what is wanted when its turn comes. */
  #lastChange: Promise<void> = Promise.resolve();
  #isClosed = false;

  /** @param connect makes the connection to subscribe with, when it is needed first */
  constructor(connect: () => Promise<RedisClient>, heartbeatMs: number = HEARTBEAT_MS) {
    this.#connect = connect;
    this.#heartbeatMs = heartbeatMs;
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

  /**
   * Calls the listener with each message from now on, and with undefined whenever the subscription begins to hold, for what
   * came before was missed. The one listener of a channel; call it again to subscribe after the connection has ended.
   */
  follow(channel: string, listener: MessageListener): void {
    if (this.#isClosed) return;
    this.#listeners.set(channel, listener);
    if (this.#subscribed.has(channel) || this.#starting.has(channel)) return;
    this.#starting.add(channel);
    this.#adjust(channel)
      .then(() => listener(undefined))
      .catch(() => {})
      .finally(() => this.#starting.delete(channel));
    this.#heartbeat ??= setInterval(() => void this.#beat(), this.#heartbeatMs).unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#heartbeat);
    this.#listeners.clear();
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
    const isWanted = this.#waiters.has(channel) || this.#listeners.has(channel);
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
      subscriber.on('message', (channel: string, message: string) => {
        this.#waiters.wake(channel);
        this.#listeners.get(channel)?.(message);
      });
      subscriber.on('ready', () => void this.#resubscribe(subscriber).catch(() => {}));
      // What is said until it is there again is not heard, and where the server is gone nothing is: ask anew.
      subscriber.on('close', () => this.#waiters.wakeAll());
      subscriber.once('end', () => this.#forget());
      return subscriber;
    } catch (error) {
      this.#forget();
      throw error;
    }
  }

  /** After a connection was lost and made again, ioredis subscribes by itself; this waits until that holds. */
  async #resubscribe(subscriber: RedisClient): Promise<void> {
    const channels = [...this.#listeners.keys()].filter((channel) => this.#subscribed.has(channel));
    if (channels.length === 0) return;
    await subscriber.subscribe(...channels);
    for (const channel of channels) this.#listeners.get(channel)?.(undefined);
  }

  /** Makes the connection anew if the server does not answer on it. That of a cluster looks after itself. */
  async #beat(): Promise<void> {
    const subscriber = await this.#subscriber?.catch(() => undefined);
    if (subscriber === undefined || 'nodes' in subscriber || subscriber.status !== 'ready') return;
    try {
      await withTimeout(this.#heartbeatMs, subscriber.ping());
    } catch {
      subscriber.disconnect(true);
    }
  }

  /** There is no connection any more, and no subscription: whoever waits next makes both anew. */
  #forget(): void {
    this.#subscriber = undefined;
    this.#subscribed.clear();
  }
}
