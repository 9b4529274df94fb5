/** Filters blocks of rows. Each thread has one runner. */
import { BlockFilter, type FilterRunner, type FilterSpec } from './block-filter.js';
import type { Warn } from './rules.js';
import { type FixedRules, openFixed } from './rules-source.js';

/** Everything a thread needs, as plain data. */
export interface FilterWork {
  readonly rules: FixedRules;
  readonly spec: FilterSpec;
  /** Approximate memory for the rules of an archive. */
  readonly maxBytes: number;
}

/** @param warn receives a message for each part of an archive that cannot be read; one thread of a run passes it */
export async function openFilterRunner({ rules, spec, maxBytes }: FilterWork, warn: Warn = () => {}): Promise<FilterRunner> {
  return await openFixed(rules, new BlockFilter(spec), warn, maxBytes);
}
