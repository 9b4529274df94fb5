import { ruledOutcome } from '@repkit/core';
import type { GroupedDiff } from '@repkit/core/analysis';
import { reasonsJson } from './json.js';

/** Returns the members of a diff in JSON documents. */
export function diffJson(result: GroupedDiff): object {
  const { equivalent, accessEquivalent, complete, changes, undecided } = result;
  return {
    equivalent,
    accessEquivalent,
    complete,
    changes: changes.map(({ productTokens, dialects, effect, witness, pattern, before, after }) => ({
      productTokens,
      dialects,
      effect,
      witness,
      pattern,
      before: { verdict: ruledOutcome(before), ...reasonsJson(before) },
      after: { verdict: ruledOutcome(after), ...reasonsJson(after) },
    })),
    recordChanges: result.recordChanges,
    preferenceChanges: result.preferenceChanges,
    crawlers: result.crawlers,
    undecided: undecided.map(({ productTokens, before, after }) => ({
      productTokens,
      before: before.map(({ line }) => line),
      after: after.map(({ line }) => line),
    })),
  };
}
