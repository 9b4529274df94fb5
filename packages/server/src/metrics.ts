/** Prometheus metrics of the service: its own state, and events that the clients publish. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientEventName, ClientEvents } from '@repkit/client';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { DURATION_BUCKETS } from './http/observation.js';
import type { StoreHealth } from './store-monitor.js';

type Listener = (message: unknown) => void;

const SECOND = 1000;

/** Values read on each scrape. */
interface GaugeSources {
  readonly connections: () => Promise<number>;
  readonly droppedLogLines: () => number;
  /** Requests waiting for a thread. */
  readonly waiting: () => number;
}

export class Metrics {
  readonly registry = new Registry();
  readonly #listeners: [ClientEventName, Listener][] = [];
  readonly #storeUp = new Gauge({
    name: 'repkit_store_up',
    help: '1 if the store responds, 0 otherwise.',
    labelNames: ['store'],
    registers: [this.registry],
  });

  constructor({ connections, droppedLogLines, waiting }: GaugeSources) {
    collectDefaultMetrics({ register: this.registry });
    new Counter({
      name: 'repkit_log_lines_dropped_total',
      help: 'Log lines that could not be written.',
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(droppedLogLines());
      },
    });
    this.#gauge('repkit_connections', 'Open connections.', connections);
    this.#gauge('repkit_thread_queue', 'Requests waiting for a thread.', waiting);
    this.#listenToClients();
  }

  setStoreHealth({ name, state }: StoreHealth): void {
    this.#storeUp.labels(name).set(state === 'available' ? 1 : 0);
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }

  close(): void {
    for (const [name, listener] of this.#listeners) unsubscribe(name, listener);
  }

  #gauge(name: string, help: string, read: () => number | Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        this.set(await read());
      },
    });
  }

  #listenToClients(): void {
    const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Counter({ name, help, labelNames, registers: [this.registry] });
    const checks = counter('repkit_checks_total', 'Live checks by outcome, cache result (hit or miss) and staleness.', [
      'outcome',
      'cache',
      'stale',
    ]);
    this.#on('repkit:client:decision', ({ outcome, hit, stale }) =>
      checks.labels(outcome, hit ? 'hit' : 'miss', String(stale)).inc(),
    );
    const fetches = new Histogram({
      name: 'repkit_fetch_duration_seconds',
      help: 'Duration of robots.txt fetches by outcome.',
      labelNames: ['outcome'],
      buckets: DURATION_BUCKETS,
      registers: [this.registry],
    });
    this.#on('repkit:client:fetch', ({ outcome, durationMs }) =>
      fetches.labels(outcomeLabel(outcome)).observe(durationMs / SECOND),
    );
    const waitsHelp = 'Checks that waited for a running fetch, in this process or in another one.';
    const waits = counter('repkit_waits_total', waitsHelp, ['where']);
    this.#on('repkit:client:wait', ({ where }) => waits.labels(where).inc());
    const refusals = counter('repkit_guard_refusals_total', 'Addresses refused by the SSRF guard.');
    this.#on('repkit:client:refusal', () => refusals.inc());
    const storeErrors = counter('repkit_store_errors_total', 'Failed store operations.', ['store', 'operation']);
    this.#on('repkit:client:store-error', ({ store, operation }) => storeErrors.labels(store, operation).inc());
  }

  #on<Name extends ClientEventName>(name: Name, record: (message: ClientEvents[Name]) => void) {
    // The client publishes messages of this type on the channel.
    const listener: Listener = (message) => record(message as ClientEvents[Name]);
    subscribe(name, listener);
    this.#listeners.push([name, listener]);
  }
}

/** Returns a status label such as `503` or `2xx`, or the kind of failure. */
function outcomeLabel(outcome: ClientEvents['repkit:client:fetch']['outcome']): string {
  switch (outcome.kind) {
    case 'http':
      return statusLabel(outcome.status);
    case 'ftp':
      return `ftp-${statusLabel(outcome.code)}`;
    case 'failure':
      return outcome.failure;
    default:
      return outcome.kind;
  }
}

/** Servers can send 900 different statuses and replies; only those that crawlers treat differently get their own label. */
function statusLabel(status: number): string {
  const known = [200, 304, 401, 403, 404, 410, 429, 500, 503, 550];
  return known.includes(status) ? String(status) : `${Math.floor(status / 100)}xx`;
}
