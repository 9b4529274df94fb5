/** The client of a worker: what it knows of sites it shares with all workers of the fleet. */
import { RedisStore } from '@repkit/client/redis';
import type { Redis } from 'ioredis';
import { loadRules } from '../bulk/live-rules.js';
import type { LoadRules } from '../bulk/origin-rules.js';
import type { FetchOptions } from '../fetch-options.js';
import { openClient } from '../fetch-robots.js';
import type { Io } from '../io.js';
import type { Reading } from '../reading.js';
import { patientStore, STORE_LIMITS } from './patient-store.js';

export interface FleetFetchOptions extends Omit<FetchOptions, 'store'> {
  /** Whether what is found is kept in Redis, or by this worker alone. */
  readonly isShared: boolean;
}

export interface FleetClient {
  readonly load: LoadRules;
  close(): Promise<void>;
}

const ANSWER_MS = 10_000;

export function fleetClient(
  reading: Reading,
  options: FleetFetchOptions,
  productTokens: readonly string[],
  redis: Redis,
  io: Pick<Io, 'now'>,
): FleetClient {
  const store = options.isShared
    ? patientStore(new RedisStore({ client: redis, timeoutMs: ANSWER_MS }))
    : undefined;
  const client = openClient(reading, options, store, io, STORE_LIMITS);
  const load = loadRules(
    {
      robotsTxtFor: (url) => (options.refresh ? client.refresh(url) : client.robotsTxt(url)),
    },
    productTokens,
  );
  return {
    load,
    async close() {
      await client.close();
      await store?.close();
    },
  };
}
