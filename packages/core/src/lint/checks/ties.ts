/** Checks for disallow rules that lose a tie against an allow rule, with example URLs. */

import { type Audience, ORIGIN } from '../../analysis/audience.js';
import type { Rule } from '../../match/verdict.js';
import { findDecidedTarget } from '../../prover/prove.js';
import type { RankedRules } from '../../prover/ranked-rules.js';
import { groupBy } from '../../util/group-by.js';
import { memoizeByObject } from '../../util/memoize-by-object.js';
import {
  exampleInWords,
  type FileContext,
  type FileFinding,
  linesInWords,
  listInWords,
  ruleCheck,
  ruleInWords,
} from './check.js';

/** Maximum examples per disallow rule. */
const MAX_TIE_EXAMPLES = 5;

/** How much greater the weight of an allow rule is than that of an equally specific disallow rule. */
const TIE_WEIGHT = 1;

export const decidedByTie = ruleCheck({
  code: 'decided-by-tie',
  title: 'Decided by a tie',
  description: 'An allow rule with the same path as the disallow rule wins.',
  /** RFC 9309 2.2.2: "If an allow rule and a disallow rule are equivalent, then the allow rule SHOULD be used". */
  find: function* (context) {
    if (context.robotsTxt.dialect.precedence !== 'most-bytes') return;
    const reported = new Set<number>();
    for (const audience of context.audiences.all) {
      for (const rule of audience.matcher.rules) {
        if (rule.kind !== 'disallow' || !rule.usable || reported.has(rule.line)) continue;
        if (context.budget.left === 0) return context.leaveUndecided(audience, [rule]);
        const tie = tieOf(rule, audience, context);
        if (tie === undefined) continue;
        reported.add(rule.line);
        yield tie;
      }
    }
  },
});

/** An allow rule that beats a disallow rule only by the tie, with an example. */
interface Tie {
  readonly allow: Rule;
  readonly witness: string;
}

/** Returns a diagnostic about the allow rules that beat the disallow rule only by the tie. */
function tieOf(rule: Rule, audience: Audience, context: FileContext): FileFinding | undefined {
  const ties = [...tiesOf(rule, audience, context)].sort((a, b) => a.allow.line - b.allow.line);
  const [first] = ties;
  if (first === undefined) return undefined;
  const { allow, witness } = first;
  const allows = ties.length === 1 ? `line ${allow.line} (${ruleInWords(allow)})` : linesInWords(ties.map((tie) => tie.allow));
  const examples = [...new Set(ties.map((tie) => exampleInWords(tie.witness)))].slice(0, MAX_TIE_EXAMPLES);
  return {
    message: `This rule and ${allows} are equally specific for URLs such as ${listInWords(examples)}. Allow wins.`,
    span: rule.span,
    related: ties.map((tie) => tie.allow.span),
    witness,
  };
}

/**
 * Yields one tie per allow rule, which may stand for several patterns. Compares only allow rules with the same path, because
 * targets that two different paths share are mostly contrived.
 */
function* tiesOf(rule: Rule, audience: Audience, context: FileContext): Generator<Tie> {
  const { ranked } = audience;
  const { budget } = context;
  const reported = new Set<Rule>();
  for (const entry of ranked.entriesOf(rule)) {
    const key = tieKey(entry.weight + TIE_WEIGHT, rule);
    for (const { shape, rule: allow } of allowsByTie(ranked).get(key) ?? []) {
      if (!budget.spend(1)) return context.leaveUndecided(audience, [rule]);
      if (allow === undefined || reported.has(allow)) continue;
      const isWhole = ranked.entriesOf(allow)[0].shape === shape;
      const within = isWhole ? [entry.shape] : [entry.shape, shape];
      const result = findDecidedTarget(ranked, allow, budget, within);
      if (result.outcome === 'undecided') context.leaveUndecided(audience, [rule, allow]);
      if (result.outcome !== 'found') continue;
      // `explain` compares every rule.
      if (!budget.spend(ranked.rules.length)) return context.leaveUndecided(audience, [rule]);
      const { witness } = result;
      if (!confirmsTie(witness, allow, rule, audience)) continue;
      reported.add(allow);
      yield { allow, witness };
    }
  }
}

/** The entries of allow rules by weight and path. */
const allowsByTie = memoizeByObject(({ entries }: RankedRules) =>
  groupBy(
    entries.filter(({ rule }) => rule?.kind === 'allow'),
    ({ weight, rule }) => rule && tieKey(weight, rule),
  ),
);

function tieKey(weight: number, rule: Rule): string {
  return `${weight} ${samePath(rule)}`;
}

/** Returns a string that is equal for rules whose paths obviously match the same targets. */
function samePath({ canonicalPattern }: Rule): string {
  return canonicalPattern.replace(STARS_ONLY, '/');
}

const STARS_ONLY = /^\/?\*+$/;

function confirmsTie(witness: string, allow: Rule, disallow: Rule, { matcher }: Audience): boolean {
  const { rule, matched = [] } = matcher.explain(ORIGIN + witness, { all: true });
  const lost = matched.find(({ line }) => line === disallow.line)?.lost;
  return rule?.line === allow.line && lost === 'allow-wins-tie';
}
