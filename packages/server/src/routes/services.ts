import type { FastifyInstance } from 'fastify';
import type { Clients } from '../clients.js';
import type { Metrics } from '../metrics.js';
import type { ServerLimits } from '../options.js';
import type { StoreMonitor } from '../store-monitor.js';
import type { Slots } from '../work/slots.js';
import type { Threads } from '../work/threads.js';

/** What the routes share. */
export interface Services {
  readonly clients: Clients;
  readonly limits: ServerLimits;
  readonly metrics: Metrics;
  readonly slots: Slots;
  readonly storeMonitor: StoreMonitor;
  readonly threads: Threads;
  /** Returns milliseconds since 1970. */
  readonly clock: () => number;
}

/** Adds routes. */
export type AddRoutes = (app: FastifyInstance, services: Services) => void;
