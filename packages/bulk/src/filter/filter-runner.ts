/** Filters blocks of rows. Each thread has one runner. */

import type { Crawler } from '@repkit/core';
import type { FileOpener } from '../bytes/file-bytes.js';
import { type RowShape, rowFormat } from '../rows/rows.js';
import type { Runner } from '../threads/pool.js';
import { BlockFilter, type FilterResult } from './block-filter.js';
import { type FixedRules, openFixed, type RulesSource } from './rules-source.js';

export type FilterRunner = Runner<Uint8Array, FilterResult>;

/** Format and selection of the output, as plain data. */
export interface FilterSpec {
  readonly format: RowShape;
  readonly crawlers: readonly Crawler[];
  readonly only: 'allowed' | 'disallowed' | undefined;
}

/** Everything a thread needs, as plain data. */
export interface FilterWork {
  readonly rules: FixedRules;
  readonly spec: FilterSpec;
}

/** @param warn receives a message for each part of an archive that cannot be read; one thread of a run passes it */
export async function openFilterRunner(
  { rules, spec }: FilterWork,
  io: FileOpener,
  warn: (message: string) => void = () => {},
): Promise<FilterRunner> {
  return filterRunner(await openFixed(rules, spec.crawlers, io, warn), spec);
}

export function filterRunner(source: RulesSource, spec: FilterSpec): FilterRunner {
  const filter = new BlockFilter({ ...spec, format: rowFormat(spec.format) });
  return {
    ahead: 1,
    run: async (block) => source.filterBlock(block, filter),
    close: () => source.close(),
  };
}
