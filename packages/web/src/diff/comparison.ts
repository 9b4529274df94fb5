/** The diff of two files as plain data, which a worker can post. */
import { type DialectName, parseRobotsTxt, type RuleKind, type Verdict } from '@repkit/core';
import { type Change, type Diff, diff } from '@repkit/core/analysis';

export interface ComparisonRequest {
  readonly before: string;
  readonly after: string;
  /** Undefined if each crawler is compared in the dialect that it documents. */
  readonly dialect: DialectName | undefined;
}

/** What decides the verdict on a witness in one file. */
export interface Decision {
  readonly reason: Verdict['reason'];
  readonly rule:
    | { readonly kind: RuleKind; readonly pattern: string; readonly line: number }
    | undefined;
}

/** One change with the decisions that the view shows. */
export interface ShownChange
  extends Pick<Change, 'productTokens' | 'effect' | 'pattern' | 'witness'> {
  readonly before: Decision;
  readonly after: Decision;
}

export interface Comparison extends Omit<Diff, 'changes' | 'undecided'> {
  readonly changes: readonly ShownChange[];
}

/** Compares two files within the default budget of `diff`. */
export function compare({ before, after, dialect }: ComparisonRequest): Comparison {
  const options = dialect === undefined ? {} : { dialect };
  const {
    changes,
    undecided: _,
    ...comparison
  } = diff(parseRobotsTxt(before, options), parseRobotsTxt(after, options), {
    documentedDialects: dialect === undefined,
  });
  return {
    ...comparison,
    changes: changes.map((change) => ({
      ...change,
      before: decisionOf(change.before),
      after: decisionOf(change.after),
    })),
  };
}

function decisionOf({ reason, rule }: Verdict): Decision {
  return { reason, rule: rule && { kind: rule.kind, pattern: rule.pattern, line: rule.line } };
}
