/** What an edit changes, in a form that a worker can send: pure functions of two texts. */
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

/** What decides about a witness in one of the two files. */
export interface Deciding {
  readonly reason: Verdict['reason'];
  readonly rule:
    | { readonly kind: RuleKind; readonly pattern: string; readonly line: number }
    | undefined;
}

/** URLs whose verdict changes because of one rule, for all the crawlers for which it is the same change. */
export interface ChangeForSome extends Pick<Change, 'effect' | 'pattern' | 'witness'> {
  readonly productTokens: readonly string[];
  readonly before: Deciding;
  readonly after: Deciding;
}

export interface Comparison extends Omit<Diff, 'changes' | 'undecided'> {
  readonly changes: readonly ChangeForSome[];
}

/** Takes as long as the budget of the core's search allows. */
export function compare({ before, after, dialect }: ComparisonRequest): Comparison {
  const [one, other] = [before, after].map((text) => parseRobotsTxt(text, { dialect }));
  if (one === undefined || other === undefined) throw new Error('Two texts are compared.');
  const { equivalent, complete, changes } = diff(one, other);
  return { equivalent, complete, changes: together(changes) };
}

function together(changes: readonly Change[]): ChangeForSome[] {
  const found = new Map<string, ChangeForSome & { readonly productTokens: string[] }>();
  for (const { productToken, effect, pattern, witness, before, after } of changes) {
    const change = {
      productTokens: [productToken],
      ...{ effect, pattern, witness },
      before: decidingOf(before),
      after: decidingOf(after),
    };
    const key = JSON.stringify({ ...change, productTokens: [] });
    const same = found.get(key);
    if (same === undefined) found.set(key, change);
    else same.productTokens.push(productToken);
  }
  return [...found.values()];
}

function decidingOf({ reason, rule }: Verdict): Deciding {
  return { reason, rule: rule && { kind: rule.kind, pattern: rule.pattern, line: rule.line } };
}
