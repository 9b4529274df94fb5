/** Receives messages on Redis channels over one connection, subscribed only to channels with waiters or listeners. */

import { withTimeout } from '../async/timeouts.js';
import { SECOND } from '../policy/limits.js';
import type { RedisClient } from './redis-scripts.js';
import { Waiters } from './waiters.js';

/** Receives a message; undefined if messages may have been missed. */
type MessageListener = (message: string | undefined) => void;

/** While there are listeners, a silently dead connection is noticed within twice this time. */
const HEARTBEAT_MS = 5 * SECOND;

export class RedisChannels {
  readonly #connect: () => Promise<RedisClient>;
  readonly #waiters = new Waiters();
  readonly #listeners = new Map<string, MessageListener>();
  /** Channels with a pending subscription. */
  readonly #starting = new Set<string>();
  readonly #heartbeatMs: number;
  #heartbeat: NodeJS.Timeout | undefined;
  readonly #subscribed = new Set<string>();
  #subscriber: Promise<RedisClient> | undefined;
  /** Serializes subscription changes. Each one applies the state wanted at its turn. */
  #lastChange: Promise<void> = Promise.resolve();
  #isClosed = false;

  /** @param connect opens the subscriber connection, on first use */
  constructor(connect: () => Promise<RedisClient>, heartbeatMs: number = HEARTBEAT_MS) {
    this.#connect = connect;
    this.#heartbeatMs = heartbeatMs;
  }

  /**
   * Resolves with the next message, immediately if `isOver` returns true or the connection is lost, and after
   * `timeoutMs` at the latest. Never rejects. `isOver` is called once subscribed, so that no message is missed in
   * between.
   */
  async wait(channel: string, timeoutMs: number, isOver: () => Promise<boolean>): Promise<void> {
    if (this.#isClosed) return;
    const woken = this.#waiters.wait(channel, timeoutMs);
    this.#subscribe(channel, isOver).catch(() => {});
    await woken;
    this.#adjust(channel).catch(() => {});
  }

  /**
   * Calls the listener with each message from now on, and with undefined after each (re)subscription, because earlier
   * messages were missed. One listener per channel. Call it again to resubscribe after the connection has ended.
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
      // Messages are missed until reconnection, so waiters have to check again.
      subscriber.on('close', () => this.#waiters.wakeAll());
      subscriber.once('end', () => this.#forget());
      return subscriber;
    } catch (error) {
      this.#forget();
      throw error;
    }
  }

  /** ioredis resubscribes after a reconnection; this waits until the subscriptions are active. */
  async #resubscribe(subscriber: RedisClient): Promise<void> {
    const channels = [...this.#listeners.keys()].filter((channel) => this.#subscribed.has(channel));
    if (channels.length === 0) return;
    await subscriber.subscribe(...channels);
    for (const channel of channels) this.#listeners.get(channel)?.(undefined);
  }

  /** Reconnects if the server does not respond. Cluster clients monitor their connections themselves. */
  async #beat(): Promise<void> {
    const subscriber = await this.#subscriber?.catch(() => undefined);
    if (subscriber === undefined || 'nodes' in subscriber || subscriber.status !== 'ready') return;
    try {
      await withTimeout(this.#heartbeatMs, subscriber.ping());
    } catch {
      subscriber.disconnect(true);
    }
  }

  /** Resets the state after the connection has ended. The next waiter reconnects. */
  #forget(): void {
    this.#subscriber = undefined;
    this.#subscribed.clear();
  }
}
