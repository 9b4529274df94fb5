/** The location of a store that processes share. */
import { RedisStore } from '../../src/store/redis-store.js';
import { SqliteStore } from '../../src/store/sqlite-store.js';
import type { Store } from '../../src/store/store.js';

export type StoreLocation = { readonly kind: 'sqlite'; readonly path: string } | { readonly kind: 'redis'; readonly url: string };

/** On a busy machine, many processes or callers may wait longer than a crawler would. */
export const PATIENT_MS = 20_000;

export function openStore(place: StoreLocation): Store {
  if (place.kind === 'sqlite') {
    return new SqliteStore({ path: place.path, timeoutMs: PATIENT_MS });
  }
  return new RedisStore({ client: place.url, timeoutMs: PATIENT_MS });
}
