/** The diff of two files, which a worker posts. */
import { type DialectName, parseRobotsTxt } from '@repkit/core';
import { type Diff, diff } from '@repkit/core/analysis';

export interface ComparisonRequest {
  readonly before: string;
  readonly after: string;
  /** Undefined if each crawler is compared in the dialect that it documents. */
  readonly dialect: DialectName | undefined;
}

export type Comparison = Omit<Diff, 'undecided'>;

/** Compares two files within the default budget of `diff`. */
export function compare({ before, after, dialect }: ComparisonRequest): Comparison {
  const options = dialect === undefined ? {} : { dialect };
  const { undecided: _, ...comparison } = diff(
    parseRobotsTxt(before, options),
    parseRobotsTxt(after, options),
    { documentedDialects: dialect === undefined },
  );
  return comparison;
}
