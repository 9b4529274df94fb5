/** What the operations work with. */
import type { Clients } from './clients.js';
import type { ServerLimits } from './limits.js';
import type { Metrics } from './metrics.js';
import type { StoreWatch } from './store-health.js';

export interface Services {
  readonly clients: Clients;
  readonly limits: ServerLimits;
  readonly metrics: Metrics;
  readonly watch: StoreWatch;
}
