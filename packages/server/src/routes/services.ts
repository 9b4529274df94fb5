import type { Clients, StoreMonitor } from '../clients.js';
import type { Metrics } from '../metrics.js';
import type { ServerLimits } from '../options.js';
import type { AnalysisPool } from '../work/analysis-pool.js';

/** What the operations share. */
export interface Services {
  readonly clients: Clients;
  readonly limits: ServerLimits;
  readonly metrics: Metrics;
  readonly storeMonitor: StoreMonitor;
  readonly analyses: AnalysisPool;
  /** Returns milliseconds since 1970. */
  readonly clock: () => number;
}
