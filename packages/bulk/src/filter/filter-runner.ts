/** Filters blocks of rows. Each thread has one runner. */

import { type RowShape, rowFormat } from '../rows/rows.js';
import { BlockFilter, type BlockFilterOptions } from './block-filter.js';
import { type FilterRunner, type FixedRules, openFixed } from './rules-source.js';

/** Format and selection of the output, as plain data. */
export interface FilterSpec extends Omit<BlockFilterOptions, 'format'> {
  readonly format: RowShape;
}

/** Everything a thread needs, as plain data. */
export interface FilterWork {
  readonly rules: FixedRules;
  readonly spec: FilterSpec;
}

/** @param warn receives a message for each part of an archive that cannot be read; one thread of a run passes it */
export async function openFilterRunner(
  { rules, spec }: FilterWork,
  warn: (message: string) => void = () => {},
): Promise<FilterRunner> {
  return openFixed(rules, blockFilter(spec), warn);
}

export function blockFilter(spec: FilterSpec): BlockFilter {
  return new BlockFilter({ ...spec, format: rowFormat(spec.format) });
}
