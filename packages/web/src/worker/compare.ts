/** Compares two files within the default budget of `diff`. Loaded with the first comparison. */
import { parseRobotsTxt } from '@repkit/core';
import { diff, groupDiff } from '@repkit/core/analysis';
import type { CompareRequest, Comparison } from './requests.js';

export function compare({ before, after, dialect }: CompareRequest): Comparison {
  const options = dialect === undefined ? {} : { dialect };
  const files = [parseRobotsTxt(before, options), parseRobotsTxt(after, options)] as const;
  const differences = diff(...files, { documentedDialects: dialect === undefined });
  const { undecided: _, ...comparison } = groupDiff(differences, { files });
  return comparison;
}
