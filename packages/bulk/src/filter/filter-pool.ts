/** Filters blocks on several threads. */
import { statSync } from 'node:fs';
import { openPool, threadsOf } from '../threads/open-pool.js';
import type { System } from '../threads/system.js';
import type { FilterRunner } from './block-filter.js';
import { type FilterWork, openFilterRunner } from './filter-runner.js';
import type { Warn } from './rules.js';
import { memoryBudget } from './rules-source.js';

/** @param threads default: one thread per core, if the input is large */
export async function openFilterPool(
  run: Omit<FilterWork, 'maxBytes'>,
  threads: number | undefined,
  system: System,
  warn?: Warn,
): Promise<FilterRunner> {
  // The threads share the budget, since each caches its own rules.
  const work: FilterWork = { ...run, maxBytes: memoryBudget() / threadsOf(threads, system) };
  const own = await openFilterRunner(work, warn);
  const { rules } = work;
  // Each thread reads a whole archive to find its sites, which must be worth it. It may have been deleted after it was opened.
  const stats = rules.kind === 'archive' ? statSync(rules.archive, { throwIfNoEntry: false }) : undefined;
  const startBytes = stats?.size ?? 0;
  const sizeOf = ({ length }: Uint8Array) => length;
  return openPool(own, { kind: 'filter', work, threads, startBytes, sizeOf }, system);
}
