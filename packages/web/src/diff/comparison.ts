/** The diff of two files, which a worker posts. */
import { type DialectName, parseRobotsTxt } from '@repkit/core';
import { diff, type GroupedDiff, groupDiff } from '@repkit/core/analysis';

export interface ComparisonRequest {
  readonly before: string;
  readonly after: string;
  /** Undefined if each crawler is compared in the dialect that it documents. */
  readonly dialect: DialectName | undefined;
}

/** A change with the dialects in which it is the same. */
export type ComparedChange = GroupedDiff['changes'][number];

export type Comparison = Omit<GroupedDiff, 'undecided'>;

/** Compares two files within the default budget of `diff`. */
export function compare({ before, after, dialect }: ComparisonRequest): Comparison {
  const options = dialect === undefined ? {} : { dialect };
  const files = [parseRobotsTxt(before, options), parseRobotsTxt(after, options)] as const;
  const found = diff(...files, { documentedDialects: dialect === undefined });
  const { undecided: _, ...comparison } = groupDiff(found, { files });
  return comparison;
}
