/** The figures of the service, from its own requests and from what its clients publish. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientEventName, ClientEvents } from '@repkit/client';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { StoreHealth } from './clients.js';

type Listener = (message: unknown) => void;

const SECOND = 1000;
const LATENCIES = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** A request that has ended, and how long its answer took. */
interface Ended {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
}

const MOST_ENDED = 1000;

/** Figures that are read when the metrics are. */
interface Readings {
  readonly heldBytes: () => number;
  /** Analyses that wait for a thread. */
  readonly analyses: () => number;
}

export class Metrics {
  readonly #registry = new Registry();
  readonly #listeners: [ClientEventName, Listener][] = [];
  readonly #requests = new Histogram({
    name: 'repkit_http_request_duration_seconds',
    help: 'Requests and how long their answers took, by operation and status.',
    labelNames: ['method', 'path', 'status'],
    buckets: LATENCIES,
    registers: [this.#registry],
  });
  /** Told to the histogram many at a time: one by one that is felt in the rate of the service. */
  #ended: Ended[] = [];
  #underWayCount = 0;
  readonly #storeUp = new Gauge({
    name: 'repkit_store_up',
    help: 'Whether the store answers: 1 or 0.',
    labelNames: ['store'],
    registers: [this.#registry],
  });

  constructor({ heldBytes, analyses }: Readings) {
    collectDefaultMetrics({ register: this.#registry });
    this.#gauge('repkit_http_requests_under_way', 'Requests that are being answered.', () => {
      return this.#underWayCount;
    });
    this.#gauge('repkit_held_bytes', 'Large request bodies and unread answers.', heldBytes);
    this.#gauge('repkit_analyses_waiting', 'Analyses that wait for a thread.', analyses);
    this.#listenToClients();
  }

  began(): void {
    this.#underWayCount++;
  }

  /** @param path of the operation; `none` where there is none of that path, so that strangers make no new series */
  ended(method: string, path: string, status: number, ms: number): void {
    this.#underWayCount--;
    this.#ended.push({ method, path, status, ms });
    if (this.#ended.length >= MOST_ENDED) this.#observe();
  }

  storeIs({ name, state }: StoreHealth): void {
    this.#storeUp.labels(name).set(state === 'answering' ? 1 : 0);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  async text(): Promise<string> {
    this.#observe();
    return await this.#registry.metrics();
  }

  close(): void {
    for (const [name, listener] of this.#listeners) unsubscribe(name, listener);
  }

  #gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.#registry],
      collect() {
        this.set(read());
      },
    });
  }

  #observe(): void {
    for (const { method, path, status, ms } of this.#ended) {
      this.#requests.observe({ method, path, status }, ms / SECOND);
    }
    this.#ended = [];
  }

  #listenToClients(): void {
    const registers = [this.#registry];
    const answers = new Counter({
      name: 'repkit_answers_total',
      help: 'Questions about sites, by outcome, and by whether the answer was at hand (hit) or not.',
      labelNames: ['outcome', 'cache', 'stale'],
      registers,
    });
    this.#on('repkit:client:answer', ({ outcome, hit, stale }) =>
      answers.labels(outcome, hit ? 'hit' : 'miss', String(stale)).inc(),
    );
    const fetches = new Histogram({
      name: 'repkit_fetch_duration_seconds',
      help: 'Requests for robots.txt files and how long they took, by what they came to.',
      labelNames: ['outcome'],
      buckets: LATENCIES,
      registers,
    });
    this.#on('repkit:client:fetch', ({ outcome, durationMs }) =>
      fetches.labels(outcomeLabel(outcome)).observe(durationMs / SECOND),
    );
    const waits = new Counter({
      name: 'repkit_waits_total',
      help: 'Questions that waited for a fetch that ran already, in this process or in another one.',
      labelNames: ['where'],
      registers,
    });
    this.#on('repkit:client:wait', ({ where }) => waits.labels(where).inc());
    const refusals = new Counter({
      name: 'repkit_guard_refusals_total',
      help: 'Addresses that the guard has refused.',
      registers,
    });
    this.#on('repkit:client:refusal', () => refusals.inc());
    const storeErrors = new Counter({
      name: 'repkit_store_errors_total',
      help: 'What the store has failed at.',
      labelNames: ['store', 'operation'],
      registers,
    });
    this.#on('repkit:client:store-error', ({ store, operation }) =>
      storeErrors.labels(store, operation).inc(),
    );
  }

  #on<Name extends ClientEventName>(name: Name, hear: (message: ClientEvents[Name]) => void) {
    // The channel bears what the client's types say of it.
    const listener: Listener = (message) => hear(message as ClientEvents[Name]);
    subscribe(name, listener);
    this.#listeners.push([name, listener]);
  }
}

/** `2xx`, `503` and so on; the kind of a failure. */
function outcomeLabel(outcome: ClientEvents['repkit:client:fetch']['outcome']): string {
  switch (outcome.kind) {
    case 'http':
      return statusLabel(outcome.status);
    case 'ftp':
      return `ftp-${outcome.code}`;
    case 'failure':
      return outcome.failure;
    default:
      return outcome.kind;
  }
}

/** A server may answer with any of 900 statuses; those that mean something of their own are told apart. */
function statusLabel(status: number): string {
  const known = [200, 304, 401, 403, 404, 410, 429, 500, 503];
  return known.includes(status) ? String(status) : `${Math.floor(status / 100)}xx`;
}
