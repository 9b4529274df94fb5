/** Filters blocks on several threads. */
import { archiveStats } from '../archive/byte-file.js';
import { Pool } from '../threads/pool.js';
import type { System } from '../threads/system.js';
import { type FilterWork, openFilterRunner } from './filter-runner.js';
import type { Warn } from './rules.js';
import type { FilterRunner } from './rules-source.js';

/** Filtering a block takes less than a millisecond, writing one may take several. */
const BLOCKS_PER_THREAD = 6;
/** The main thread, which reads and writes, cannot keep more threads busy. */
const MAX_DEFAULT_THREADS = 8;
/** Less input than this is filtered before threads have started. */
const SINGLE_THREAD_BYTES = 8 * 1024 * 1024;

/** Each thread reads a whole archive to find its sites, which must be worth it. */
function singleThreadBytes({ rules }: FilterWork): number {
  const archiveBytes = rules.kind === 'archive' ? archiveStats(rules.archive).size : 0;
  return Math.max(SINGLE_THREAD_BYTES, archiveBytes);
}

/** @param count default: one thread per core, if the input is large */
export async function openFilterPool(
  work: FilterWork,
  count: number | undefined,
  { cores, startThreads }: System,
  warn?: Warn,
): Promise<FilterRunner> {
  const own = await openFilterRunner(work, warn);
  const jobs = count ?? Math.min(cores(), MAX_DEFAULT_THREADS);
  if (jobs === 1) return own;
  const pool = new Pool(own, {
    threads: jobs - 1,
    tasksPerThread: BLOCKS_PER_THREAD,
    startThreads,
    kind: 'filter',
    work,
  });
  if (count !== undefined) {
    await pool.start();
    return pool;
  }
  const ownBytes = singleThreadBytes(work);
  let bytes = 0;
  const run: FilterRunner['run'] = async (block) => {
    bytes += block.length;
    if (bytes > ownBytes) await pool.start();
    return await pool.run(block);
  };
  return { ahead: pool.ahead, run, close: () => pool.close() };
}
