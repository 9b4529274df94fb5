/** Checks for rules that never apply or are redundant. All claims are proved. */

import { type Audience, type Audiences, audiencesOf } from '../../analysis/audience.js';
import { isLabel } from '../../file/label.js';
import type { Rule, RuleKind } from '../../match/verdict.js';
import { type Budget, groupSteps } from '../../prover/budget.js';
import { findChangedTarget, findDecidedTarget, type Proof, proveForAll } from '../../prover/prove.js';
import type { RankedRules } from '../../prover/ranked-rules.js';
import { groupBy } from '../../util/group-by.js';
import { memoizeByObject } from '../../util/memoize-by-object.js';
import {
  exampleInWords,
  type FileContext,
  type FileFinding,
  isWritable,
  lineEndOf,
  linesInWords,
  recordsOn,
  removal,
  ruleCheck,
  ruleInWords,
} from './check.js';
import { OTHER_PARSERS } from './other-parsers.js';
import { followCovers, type Redundant, type RuleUse, removableTogether } from './redundant-rules.js';
import { type ShortAllow, shortAllow } from './short-allows.js';

type Prove = (ranked: RankedRules, rule: Rule, budget: Budget) => Proof;

const effectsOfRules = memoizeByObject((context: FileContext) => {
  const uses = context.audiences.all.flatMap((audience) => audience.matcher.rules.map((rule): RuleUse => ({ audience, rule })));
  // Rules that match nothing are reported per line, and an empty path is intentional.
  const written = uses.filter(({ rule }) => rule.usable && rule.bytes > 0);
  const rules = [...groupBy(written, ({ rule }) => rule.line).values()].map((holders) => ({
    holders,
    wins: proveForHolders(holders, context, findDecidedTarget),
  }));
  const dead = new Set(rules.flatMap(({ holders, wins }) => (wins.outcome === 'never' ? holders[0].rule : [])));
  const groupOf = new Map(context.robotsTxt.groups.flatMap(({ rules }, group) => rules.map(({ line }) => [line, group])));
  const copies = new Set<Rule>();
  const redundant = new Map<number, Redundant>();
  const findings = rules.flatMap(({ holders, wins }): FileFinding | [] => {
    const [{ rule }] = holders;
    if (wins.outcome === 'never') {
      if (!holdsElsewhere(rule.line, context, findDecidedTarget)) return [];
      if (wins.coveredBy.some((cover) => isCopy(rule, cover, groupOf))) copies.add(rule);
      return neverWins(holders, wins.coveredBy, context, copies.has(rule)) ?? [];
    }
    if (wins.outcome === 'undecided' || isWholeGroup(holders) || isForLabel(holders)) return [];
    // A copy that never applies does not make a rule redundant.
    const matters = proveForHolders(holders, context, (ranked, rule, budget) => {
      const result = findChangedTarget(ranked, rule, budget);
      return result.outcome === 'never' && dead.size > 0 ? findChangedTarget(ranked, rule, budget, dead) : result;
    });
    if (matters.outcome === 'never' && holdsElsewhere(rule.line, context, findChangedTarget)) {
      const covers = new Map(matters.coveredBy.map((cover) => [cover.line, cover]));
      const [cover] = covers.size === 1 ? covers.values() : [];
      const isCover = cover?.kind === rule.kind && holders.every(({ audience }) => rulesByLine(audience).has(cover.line));
      redundant.set(rule.line, {
        holders,
        rule,
        witness: wins.witness,
        cover: isCover ? cover : undefined,
      });
    }
    return [];
  });
  followCovers(redundant);
  const removable = new Set([...copies, ...removableTogether([...redundant.values()], copies, context)]);
  const records = recordsOn(
    context.robotsTxt,
    Array.from(removable, ({ line }) => line),
  );
  const removalOn = (line: number) => {
    const record = records.get(line);
    return record && removal(record);
  };
  const neverWin = findings.map((finding): FileFinding => ({ ...finding, fix: removalOn(finding.span.line) }));
  return { neverWin, redundant: [...redundant.values()], removalOn };
});

/** The audiences of the file under the interpretations of OTHER_PARSERS that can differ from its own. */
const otherAudiences = memoizeByObject(({ robotsTxt, budget }: FileContext): readonly Pick<Audiences, 'all' | 'complete'>[] => {
  // Callers that lint in a dialect with file order care about that dialect only.
  if (robotsTxt.dialect.precedence !== 'most-bytes') return [];
  return OTHER_PARSERS.flatMap(({ parse }) => {
    const reparsed = parse(robotsTxt);
    if (reparsed === undefined) return [];
    return budget.spend(groupSteps(robotsTxt)) ? audiencesOf(reparsed, budget) : { all: [], complete: false };
  });
});

/** Returns whether a claim about a rule is also proved for OTHER_PARSERS. If not, removing the rule could change a verdict. */
function holdsElsewhere(line: number, context: FileContext, prove: Prove): boolean {
  return otherAudiences(context).every(
    ({ all, complete }) =>
      complete &&
      all.every((audience) => {
        if (!context.budget.spend(1)) return false;
        const rules = rulesByLine(audience).get(line) ?? [];
        return rules.every((rule) => prove(audience.ranked, rule, context.budget).outcome === 'never');
      }),
  );
}

const rulesByLine = memoizeByObject(({ ranked }: Audience) => groupBy(ranked.rules, ({ line }) => line));

export const ruleNeverWins = ruleCheck({
  code: 'rule-never-wins',
  fixable: true,
  title: 'Rule never applies',
  description: 'Better rules cover every URL it matches. The fix removes a copy within the same group.',
  find: (context) => effectsOfRules(context).neverWin,
});

export const ruleChangesNothing = ruleCheck({
  code: 'rule-changes-nothing',
  severity: 'info',
  fixable: true,
  title: 'Redundant rule',
  description: 'Without the disallow rule the same URLs are still blocked. The fix removes it.',
  find: (context) => redundantOf('disallow', context),
});

export const allowReopensNothing = ruleCheck({
  code: 'allow-reopens-nothing',
  severity: 'info',
  fixable: true,
  title: 'Redundant allow rule',
  description: 'Without the allow rule the same URLs are still allowed. The fix removes it.',
  find: (context) => {
    const short = new Set(shortAllows(context).map(({ rule }) => rule));
    return redundantOf('allow', context, (rule) => !short.has(rule));
  },
});

export const allowTooShort = ruleCheck({
  code: 'allow-too-short',
  fixable: true,
  title: 'Allow rule too short to win',
  description:
    'The allow rule opens nothing, because longer disallow rules win wherever both match. The fix writes allow rules that win.',
  find: (context) =>
    shortAllows(context).map(({ rule, winners, witness, paths }): FileFinding => {
      const path = exampleInWords(paths[0]);
      const advice = paths.length === 1 ? path : `paths such as ${path}`;
      return {
        message: `This rule is shorter than ${winners.length === 1 ? `line ${winners[0].line} (${ruleInWords(winners[0])})` : linesInWords(winners)}, so it opens nothing: ${exampleInWords(witness)} stays blocked. To allow such URLs, write ${advice}; otherwise remove the rule.`,
        span: rule.span,
        related: winners.map(({ span }) => span),
        witness,
        fix: { span: rule.span, replacement: paths.join(`${lineEndOf(context)}Allow: `) },
      };
    }),
});

/** In file order, lengths decide nothing. */
const shortAllows = memoizeByObject((context: FileContext): readonly ShortAllow[] => {
  if (context.robotsTxt.dialect.precedence !== 'most-bytes') return [];
  return effectsOfRules(context).redundant.flatMap((finding) =>
    finding.rule.kind === 'allow' && isWritable(finding.rule) ? (shortAllow(finding, context) ?? []) : [],
  );
});

function redundantOf(
  kind: RuleKind,
  context: FileContext,
  isReported: (rule: Rule) => boolean = () => true,
): readonly FileFinding[] {
  const { redundant, removalOn } = effectsOfRules(context);
  return redundant
    .filter(({ rule }) => rule.kind === kind && isReported(rule))
    .map((finding) => ({ ...changesNothing(finding), fix: removalOn(finding.rule.line) }));
}

/** Returns whether the rule repeats an earlier line of its group. Any other rule may matter to other crawlers. */
function isCopy(rule: Rule, cover: Rule, groupOf: ReadonlyMap<number, number>): boolean {
  const isBefore = cover.line < rule.line && groupOf.get(cover.line) === groupOf.get(rule.line);
  return isBefore && isSameLine(cover, rule);
}

function isSameLine(a: Rule, b: Rule): boolean {
  return a.kind === b.kind && a.pattern === b.pattern;
}

/**
 * Proves a claim for all holders of the rule, and records if it is undecided. Returns `never` if it holds for all holders. A
 * witness for one holder is a witness for the rule.
 */
function proveForHolders(holders: readonly RuleUse[], { budget, leaveUndecided }: FileContext, prove: Prove): Proof {
  const result = proveForAll(holders, ({ audience, rule }) => prove(audience.ranked, rule, budget));
  if (result.outcome === 'undecided') {
    for (const { audience, rule } of holders) leaveUndecided(audience, [rule]);
  }
  return result;
}

/** A redundant `Allow: /` that is the only rule of its group is intentional. */
function isWholeGroup(holders: readonly RuleUse[]): boolean {
  return holders.every(({ audience, rule }) => rule.kind === 'allow' && audience.matcher.rules.length === 1);
}

/** In the group of a label, an allow rule permits a use that is otherwise unstated, also if nothing blocks its URLs. */
function isForLabel(holders: readonly RuleUse[]): boolean {
  return holders.some(({ audience, rule }) => rule.kind === 'allow' && audience.tokens.some(isLabel));
}

function neverWins(
  holders: readonly RuleUse[],
  coveredBy: readonly Rule[],
  context: FileContext,
  isRemovable: boolean,
): FileFinding | undefined {
  const [{ rule }] = holders;
  if (coveredBy.some((cover) => isTie(cover, holders, context))) return undefined;
  // Checks of groups report copies in another group of the same crawler.
  if (!isRemovable && coveredBy.length > 0 && coveredBy.every((cover) => isSameLine(cover, rule))) return undefined;
  const byLine = new Map(coveredBy.map((cover) => [cover.line, cover]));
  const covers = [...byLine.values()].sort((a, b) => a.line - b.line);
  const [first, ...moreCovers] = covers;
  let why = `${linesInWords(covers)} cover every URL it matches`;
  if (first === undefined) why = 'it matches no URL that a rule can restrict';
  else if (moreCovers.length === 0) why = `line ${first.line} (${ruleInWords(first)}) covers every URL it matches`;
  const advice = adviceFor(rule, covers, context, isRemovable);
  if (advice === undefined) return undefined;
  return {
    message: `This rule never applies: ${why}. ${advice}`,
    span: rule.span,
    related: covers.map(({ span }) => span),
  };
}

/**
 * Returns advice that opens no URL for any parser, because parsers differ in wildcards, decoding and combining groups.
 * Undefined if some parsers need the rule, so that the owner need not act.
 */
function adviceFor(rule: Rule, covers: readonly Rule[], { robotsTxt }: FileContext, isRemovable: boolean): string | undefined {
  if (covers.some(({ kind }) => kind !== rule.kind)) {
    const isInFileOrder = robotsTxt.dialect.precedence === 'first-in-file';
    return `If it should apply, ${isInFileOrder ? `move it above ${linesInWords(covers)}` : 'give it a longer path'}.`;
  }
  return isRemovable || covers.length === 0 ? 'Remove it.' : undefined;
}

/** Returns whether the rule conflicts with a better rule of the same path, which is reported as a tie instead. */
function isTie(cover: Rule, holders: readonly RuleUse[], { robotsTxt, budget }: FileContext): boolean {
  const [{ rule }] = holders;
  return (
    robotsTxt.dialect.precedence === 'most-bytes' &&
    cover.kind !== rule.kind &&
    cover.canonicalPattern === rule.canonicalPattern &&
    cover.bytes === rule.bytes &&
    holders.some(({ audience }) => findDecidedTarget(audience.ranked, cover, budget).outcome === 'found')
  );
}

function changesNothing({ rule, witness, cover }: Redundant): FileFinding {
  const isAllow = rule.kind === 'allow';
  const message =
    cover === undefined
      ? `Redundant: without this rule the same URLs, such as ${exampleInWords(witness)}, are still ${isAllow ? 'allowed' : 'blocked'}.`
      : `Redundant: line ${cover.line} (${ruleInWords(cover)}) already ${isAllow ? 'allows' : 'blocks'} the same URLs.`;
  const related = cover === undefined ? undefined : { related: [cover.span] };
  return { message, span: rule.span, witness, ...related };
}
