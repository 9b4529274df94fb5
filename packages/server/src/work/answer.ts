/** What the API says of a verdict. */
import type { Decision, Provenance } from '@repkit/client';
import type { AppliedGroup, MatchedRule, RuleKind, Verdict } from '@repkit/core';

export interface VerdictAnswer {
  readonly url: string;
  readonly productToken: string;
  readonly verdict: 'allowed' | 'disallowed' | 'unreachable';
  readonly reason: Decision['reason'];
  readonly rule?: { readonly kind: RuleKind; readonly pattern: string; readonly line: number };
  /** Milliseconds since 1970. */
  readonly nextTryAt?: number;
  readonly target?: string;
  readonly group?: AppliedGroup;
  readonly matched?: readonly ToldRule[];
  readonly provenance?: Provenance;
}

/** A rule that matched, without what holds for each of these. */
export type ToldRule = Omit<MatchedRule, 'usable'>;

/** By the rules of a robots.txt that was given. */
export function answerByRules(
  url: string,
  productToken: string,
  verdict: Verdict,
  explain: boolean,
): VerdictAnswer {
  return {
    url,
    productToken,
    verdict: verdict.allowed ? 'allowed' : 'disallowed',
    reason: verdict.reason,
    ...ruleOf(verdict),
    ...(explain ? reasonsOf(verdict) : {}),
  };
}

/** As a site has it. `verdict` has every rule that matched, where that was asked for. */
export function answerByDecision(
  decision: Decision,
  verdict: Verdict | undefined,
  explain: boolean,
): VerdictAnswer {
  const { url, productToken, outcome, reason, provenance } = decision;
  return {
    url,
    productToken,
    verdict: outcome,
    reason,
    ...(verdict === undefined ? {} : ruleOf(verdict)),
    ...(decision.outcome === 'unreachable' ? { nextTryAt: decision.nextTryAt } : {}),
    ...(explain && verdict !== undefined ? reasonsOf(verdict) : {}),
    ...(explain ? { provenance } : {}),
  };
}

function ruleOf({ rule }: Verdict): Pick<VerdictAnswer, 'rule'> {
  if (rule === undefined) return {};
  const { kind, pattern, line } = rule;
  return { rule: { kind, pattern, line } };
}

function reasonsOf({ target, group, matched = [] }: Verdict) {
  return { target, ...(group === undefined ? {} : { group }), matched: matched.map(matchedRule) };
}

export function matchedRule(rule: MatchedRule): ToldRule {
  const { kind, pattern, canonicalPattern, octets, line, span, lost, asFolder } = rule;
  return {
    ...{ kind, pattern, canonicalPattern, octets, line, span },
    ...(lost === undefined ? {} : { lost }),
    ...(asFolder === undefined ? {} : { asFolder }),
  };
}
