/** Checks for groups that do not repeat the rules for `*`. Example URLs prove it. */
import { type Audience, ORIGIN, rulesText, ruleText } from '../../analysis/audience.js';
import type { Group } from '../../file/groups.js';
import type { Rule } from '../../match/verdict.js';
import type { Budget } from '../../prover/budget.js';
import { findDifferences } from '../../prover/differences.js';
import {
  exampleInWords,
  type FileContext,
  groupCheck,
  isOfLabels,
  isSameName,
  isWritable,
  lineEndOf,
  linesInWords,
  quoted,
  recordsOn,
  restricts,
  ruleInWords,
  userAgentSpan,
} from './check.js';
import { isKnownToLint, STAR_IGNORING } from './crawler-names.js';
import type { TextEdit } from './line.js';
import { samplesOf, sampleWithVerdicts, verdictsOn } from './samples.js';

export const dropsEveryonesRules = groupCheck({
  code: 'drops-everyones-rules',
  severity: 'info',
  title: 'Rules for * not repeated',
  fixable: true,
  description: 'The group replaces the rules for "*" and allows URLs that they block. The fix copies the rules that it lacks.',
  find: function* (context) {
    const { star, all } = context.audiences;
    if (star === undefined || !star.matcher.rules.some(restricts)) return;
    // A site that is closed to all but some crawlers omits the closing rule from their groups on purpose.
    if (!star.matcher.isAllowed(`${ORIGIN}/`)) return;
    // Long lists of crawlers repeat the same rules for each crawler.
    const droppedByRules = new Map<string, Dropped | undefined>();
    for (const audience of all) {
      const { tokens, matcher } = audience;
      if (matcher.group === undefined || audience === star) continue;
      if (isOpenOnPurpose(audience) || isOfLabels(audience)) continue;
      const rules = rulesText(matcher);
      if (!droppedByRules.has(rules)) {
        droppedByRules.set(rules, droppedBy(audience, star, context));
      }
      const dropped = droppedByRules.get(rules);
      if (dropped === undefined) continue;
      const { witness, rule, moreRules } = dropped;
      const ignoresStar = STAR_IGNORING.some((name) => isSameName(name, tokens[0]));
      yield {
        message: `${quoted(tokens[0])} does not follow the rules for "*"${ignoresStar ? ', with or without its own group' : ', because it has its own group'}. It may fetch ${exampleInWords(witness)}, which line ${rule.line} (${ruleInWords(rule)}) blocks for other crawlers${moreRulesInWords(moreRules)}. Repeat the rules that should also apply to it.`,
        span: userAgentSpan(context.robotsTxt, matcher.group),
        fix: copyOfRules(audience, star, dropped, context),
        related: [rule, ...moreRules].map(({ span }) => span),
        witness,
      };
    }
  },
});

/**
 * Returns whether a group has no restrictions on purpose: if it has an empty disallow rule, or if it is for one unknown
 * crawler, which may be the site's own. Another check reports groups without rules.
 */
function isOpenOnPurpose({ tokens, matcher: { rules } }: Audience): boolean {
  if (rules.some(restricts)) return false;
  const isNamedForRules = tokens.length > 1 || isKnownToLint(tokens[0]);
  return rules.length === 0 || rules.some(({ kind }) => kind === 'disallow') || !isNamedForRules;
}

/** Maximum rules that a fix copies. Nobody could review a larger one. */
const MAX_COPIED = 200;

/**
 * Returns the edit that appends the rules for `*` that the group lacks. Undefined if the edit could open URLs that the group
 * blocks, would leave the witness open, or could affect other crawlers, because then the owner has to choose the rules, or if a
 * rule is not UTF-8.
 */
function copyOfRules(
  { tokens, matcher }: Audience,
  star: Audience,
  { witness, rule }: Dropped,
  context: FileContext,
): TextEdit | undefined {
  const { rule: allow } = matcher.explain(ORIGIN + witness);
  const isInFileOrder = context.robotsTxt.dialect.precedence === 'first-in-file';
  if (allow !== undefined && (isInFileOrder || allow.bytes >= rule.bytes)) return undefined;
  const isOfCrawler = ({ productTokens }: Group) => productTokens.some((token) => isSameName(token, tokens[0]));
  const [group, ...others] = context.robotsTxt.groups.filter(isOfCrawler);
  const last = group?.rules.at(-1);
  if (last === undefined || others.length > 0) return undefined;
  const repeated = new Set(matcher.rules.map(ruleText));
  const lacking = star.matcher.rules.filter((rule) => rule.usable && !repeated.has(ruleText(rule)));
  const opens = lacking.some(({ kind }) => kind === 'allow') && matcher.rules.some(restricts);
  if (opens || lacking.length === 0 || lacking.length > MAX_COPIED || !lacking.every(isWritable)) return undefined;
  const lineEnd = lineEndOf(context);
  const record = recordsOn(context.robotsTxt, [last.line]).get(last.line);
  if (record === undefined) return undefined;
  const lines = lacking.map(({ kind, pattern }) => `${kind === 'allow' ? 'Allow' : 'Disallow'}: ${pattern}`);
  const text = lines.join(lineEnd);
  const { end, line, endColumn } = record.span;
  return {
    span: { start: end, end, line, column: endColumn, endColumn },
    replacement: /[\r\n]$/.test(record.text) ? text + lineEnd : lineEnd + text,
  };
}

/** A URL that a group allows although the rules for `*` block it. */
interface Dropped {
  readonly witness: string;
  /** The rule for `*` that blocks the witness. */
  readonly rule: Rule;
  /** Further rules for `*` that block sample URLs which the group allows. */
  readonly moreRules: readonly Rule[];
}

function moreRulesInWords(rules: readonly Rule[]): string {
  if (rules.length === 0) return '';
  return `, and URLs that ${linesInWords(rules)} ${rules.length === 1 ? 'blocks' : 'block'}`;
}

function droppedBy(audience: Audience, star: Audience, context: FileContext): Dropped | undefined {
  const witness = droppedTarget(star, audience, context);
  const rule = witness === undefined ? undefined : star.matcher.explain(ORIGIN + witness).rule;
  if (witness === undefined || rule === undefined) return undefined;
  return { witness, rule, moreRules: moreDroppedRules(rule, star, audience, context.budget) };
}

/** One more than a message lists, so that it can mention others. Thousands of groups may drop thousands of rules each. */
const MAX_MORE_RULES = 6;
/** Share of the budget for finding further dropped rules. */
const SHARE_OF_OTHERS = 1 / 16;

function moreDroppedRules({ line }: Rule, star: Audience, audience: Audience, budget: Budget): readonly Rule[] {
  const matchers = [star.matcher, audience.matcher] as const;
  const steps = matchers[0].rules.length + matchers[1].rules.length;
  const repeated = new Set(audience.matcher.rules.map(ruleText));
  const isDropped = (target: string, rule: Rule) => {
    const [isAllowed, isAllowedThere] = verdictsOn(target, matchers);
    if (isAllowed || !isAllowedThere) return false;
    return star.matcher.explain(ORIGIN + target).rule?.line === rule.line;
  };
  return budget.lend(budget.left * SHARE_OF_OTHERS, (share) => {
    const dropped: Rule[] = [];
    for (const rule of star.matcher.rules) {
      if (rule.line === line || !restricts(rule) || repeated.has(ruleText(rule))) continue;
      const hasSample = samplesOf(rule.canonicalPattern).some(
        // The verdicts and the explanation compare every rule in the worst case.
        (target) => share.spend(steps * 2 + target.length) && isDropped(target, rule),
      );
      if (hasSample) dropped.push(rule);
      if (dropped.length === MAX_MORE_RULES || share.left === 0) break;
    }
    return dropped;
  });
}

function droppedTarget(star: Audience, audience: Audience, { budget, leaveUndecided }: FileContext): string | undefined {
  const matchers = [star.matcher, audience.matcher] as const;
  const isDropped = (before: boolean, after: boolean) => !before && after;
  const sample = sampleWithVerdicts(matchers, isDropped, budget);
  if (sample !== undefined) return sample;
  const { differences, undecided } = findDifferences(star.ranked, audience.ranked, budget);
  if (undecided.length > 0) leaveUndecided(audience);
  return differences.find(({ witness }) => isDropped(...verdictsOn(witness, matchers)))?.witness;
}
