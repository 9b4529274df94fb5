/**
 * What routes share. To add a route: a file in this folder with its schemas, examples and handler, a call in
 * `create-server.ts`, its path in `test/pages/openapi.test.ts`, which sends the examples, and a row in `docs/service.md`. Work
 * that can take longer than parsing a file becomes a task of `thread.ts`, named in `TaskName` of `../work/threads.ts`. Report
 * errors by throwing a `Problem`. A route that decides is compared with the others in `packages/cli/test/decisions.test.ts`.
 */
import type { FastifyInstance } from 'fastify';
import type { Clients } from '../clients.js';
import type { Metrics } from '../metrics.js';
import type { ServerLimits } from '../options.js';
import type { StoreMonitor } from '../store-monitor.js';
import type { Slots } from '../work/slots.js';
import type { Threads } from '../work/threads.js';

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
