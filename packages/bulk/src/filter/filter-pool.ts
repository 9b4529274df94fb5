/** Filters blocks on several threads. */

import { Pool } from '../threads/pool.js';
import type { System } from '../threads/system.js';
import type { FilterResult } from './block-filter.js';
import { type FilterRunner, type FilterWork, openFilterRunner } from './filter-runner.js';

/** Filtering a block takes less than a millisecond, writing one may take several. */
const BLOCKS_PER_THREAD = 6;
/** The main thread, which reads and writes, cannot keep more threads busy. */
const MAX_DEFAULT_THREADS = 8;
/** Less input than this is filtered before threads have started. */
const SINGLE_THREAD_BYTES = 8 * 1024 * 1024;

/** Starts its threads once the input turns out to be large. */
class GrowingPool implements FilterRunner {
  readonly ahead: number;
  readonly #pool: Pool<Uint8Array, FilterResult>;
  #bytes = 0;

  constructor(pool: Pool<Uint8Array, FilterResult>) {
    this.ahead = pool.ahead;
    this.#pool = pool;
  }

  async run(bytes: Uint8Array): Promise<FilterResult> {
    this.#bytes += bytes.length;
    if (this.#bytes > SINGLE_THREAD_BYTES) await this.#pool.start();
    return await this.#pool.run(bytes);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** @param count default: one thread per core, if the input is large */
export async function openFilterPool(
  work: FilterWork,
  count: number | undefined,
  io: Pick<System, 'openFile' | 'threadFile' | 'cores'>,
  warn?: (message: string) => void,
): Promise<FilterRunner> {
  const own = await openFilterRunner(work, io, warn);
  const jobs = count ?? Math.min(io.cores(), MAX_DEFAULT_THREADS);
  if (jobs === 1) return own;
  const pool = new Pool(own, {
    threads: jobs - 1,
    tasksPerThread: BLOCKS_PER_THREAD,
    file: io.threadFile,
    kind: 'filter',
    work,
  });
  if (count === undefined) return new GrowingPool(pool);
  await pool.start();
  return pool;
}
