/** The diff of two files as plain data, which a worker can post. */
import {
  type Change,
  type DialectName,
  type Diff,
  diff,
  parseRobotsTxt,
  type RuleKind,
  type Verdict,
} from '@repkit/core';

export interface ComparisonRequest {
  readonly before: string;
  readonly after: string;
  readonly dialect: DialectName;
}

/** What decides the verdict on a witness in one file. */
export interface Decision {
  readonly reason: Verdict['reason'];
  readonly rule:
    | { readonly kind: RuleKind; readonly pattern: string; readonly line: number }
    | undefined;
}

/** One change, merged for all crawlers that it affects equally. */
export interface MergedChange extends Pick<Change, 'effect' | 'pattern' | 'witness'> {
  readonly productTokens: readonly string[];
  readonly before: Decision;
  readonly after: Decision;
}

export interface Comparison extends Omit<Diff, 'changes' | 'undecided'> {
  readonly changes: readonly MergedChange[];
}

/** Compares two files within the default budget of `diff`. */
export function compare({ before, after, dialect }: ComparisonRequest): Comparison {
  const { equivalent, complete, changes } = diff(
    parseRobotsTxt(before, { dialect }),
    parseRobotsTxt(after, { dialect }),
  );
  return { equivalent, complete, changes: mergeByCrawler(changes) };
}

function mergeByCrawler(changes: readonly Change[]): MergedChange[] {
  const found = new Map<string, MergedChange & { readonly productTokens: string[] }>();
  for (const { productToken, effect, pattern, witness, before, after } of changes) {
    const change = {
      productTokens: [productToken],
      ...{ effect, pattern, witness },
      before: decisionOf(before),
      after: decisionOf(after),
    };
    const key = JSON.stringify({ ...change, productTokens: [] });
    const same = found.get(key);
    if (same === undefined) found.set(key, change);
    else same.productTokens.push(productToken);
  }
  return [...found.values()];
}

function decisionOf({ reason, rule }: Verdict): Decision {
  return { reason, rule: rule && { kind: rule.kind, pattern: rule.pattern, line: rule.line } };
}
