/**
 * A store that waits for Redis. The client by itself would go on without it, and each worker would ask the sites; what a
 * worker has fetched when Redis goes away is committed when it is back.
 */
import type { Store } from '@repkit/client';
import { PATIENCE_MS, patiently } from './redis.js';

/** What the client has to allow the store, that its patience is not cut short; a lease may have to lapse as well. */
export const STORE_LIMITS = { storeMs: 2 * PATIENCE_MS, waitMs: 2 * PATIENCE_MS } as const;

export function patientStore(store: Store): Store {
  return {
    name: store.name,
    acquire: (key, request) => patiently(() => store.acquire(key, request)),
    commit: (lease, commit) => patiently(() => store.commit(lease, commit)),
    changed: (key, timeoutMs) => store.changed(key, timeoutMs),
    close: () => store.close(),
  };
}
