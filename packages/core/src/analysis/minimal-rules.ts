/** Rules that can be dropped, and patterns that can be shortened, without changing a verdict; proved. */
import type { Matcher } from '../match/matcher.js';
import { type Budget, rankingSteps } from '../prover/budget.js';
import { whereDiffers } from '../prover/differences.js';
import { whereMatters } from '../prover/prove.js';
import { type RankedRules, rankRules } from '../prover/ranked-rules.js';
import type { MatchedRule, Rule } from '../verdict.js';

/** The rules of one audience. */
export interface AudienceRules {
  readonly matcher: Matcher;
  readonly ranked: RankedRules;
}

/** What a question may take of the budget before the others have had their turn. */
const FIRST_SLICE = 100_000;

/** Any origin will do: the host plays no part in a verdict. */
const ORIGIN = 'https://example.com';

/**
 * Targets that showed that a rule matters. A later pass over a smaller file asks the matcher about them before it
 * searches again, which costs a comparison with each rule in place of a proof.
 */
export class KnownWitnesses {
  readonly #byRule = new Map<string, Set<string>>();

  add(rule: Rule, witness: string): void {
    const known = this.#byRule.get(idOf(rule));
    if (known === undefined) this.#byRule.set(idOf(rule), new Set([witness]));
    else known.add(witness);
  }

  /** Whether a known target shows that the rule matters, when the rules on the lines in `gone` have been removed. */
  showThatMatters(
    rule: Rule,
    { matcher }: AudienceRules,
    gone: ReadonlySet<number>,
    budget: Budget,
  ): boolean {
    for (const witness of this.#byRule.get(idOf(rule)) ?? []) {
      if (!budget.spend(matcher.rules.length)) return false;
      const { matched = [] } = matcher.explain(ORIGIN + witness, { all: true });
      const [winner, ...others] = matched.filter(({ line }) => !gone.has(line));
      if (winner?.line !== rule.line) continue;
      const next = others.find(({ line }) => line !== rule.line);
      if (allows(winner) !== (next === undefined || allows(next))) return true;
    }
    return false;
  }
}

function idOf({ kind, canonicalPattern }: Rule): string {
  return `${kind} ${canonicalPattern}`;
}

function allows({ kind, bytes }: MatchedRule): boolean {
  return kind === 'allow' || bytes === 0;
}

export interface NeededRules {
  readonly isNeeded: (rule: Rule) => boolean;
  /** False if the budget was met: then a rule may be needed that can go. */
  readonly complete: boolean;
}

/**
 * Finds rules without which no verdict changes, for any of those who hold them. The longest are tried first, and of
 * equally long ones the last. Each question gets a small slice of the budget at first, so that a hard one does not
 * leave the others undecided; the hard ones share what is left.
 */
export function neededRules(
  audiences: readonly AudienceRules[],
  known: KnownWitnesses,
  budget: Budget,
): NeededRules {
  const holders = new Map<Rule, AudienceRules[]>();
  for (const one of audiences) {
    for (const rule of one.ranked.rules) {
      // A rule that can match nothing is not needed.
      if (one.ranked.entriesOf(rule).length === 0) continue;
      const others = holders.get(rule);
      if (others === undefined) holders.set(rule, [one]);
      else others.push(one);
    }
  }
  const order = [...holders.keys()].sort((a, b) => b.bytes - a.bytes || b.line - a.line);
  const gone = new Set<Rule>();
  const goneLines = new Set<number>();

  /** Whether the rule matters to one of those who hold it; undefined if that is undecided. */
  const matters = (rule: Rule, slice: Budget): boolean | undefined => {
    let isDecided = true;
    for (const one of holders.get(rule) ?? []) {
      if (known.showThatMatters(rule, one, goneLines, slice)) return true;
      const { left } = slice;
      const result = whereMatters(one.ranked, rule, slice, gone);
      if (result.outcome === 'undecided') isDecided = false;
      if (result.outcome !== 'found') continue;
      // To look at a witness takes about a step for each rule, which only spares a long search.
      if (left - slice.left > one.ranked.rules.length) known.add(rule, result.witness);
      return true;
    }
    return isDecided ? false : undefined;
  };

  const overlapping = (rule: Rule): readonly (Rule | undefined)[] =>
    (holders.get(rule) ?? []).flatMap(({ ranked }) =>
      ranked
        .entriesOf(rule)
        .flatMap(({ shape }) => ranked.overlapping(shape, budget).map((other) => other.rule)),
    );

  let open = new Set(order);
  let undecided = new Set<Rule>();
  for (const isLast of [false, true]) {
    while (open.size > 0) {
      // A rule that was needed may no longer be so once one that matches the same has gone.
      const again = new Set<Rule | undefined>();
      let left = open.size;
      for (const rule of open) {
        const share = isLast ? Math.ceil(budget.left / left) : FIRST_SLICE;
        left--;
        const slice = budget.slice(share);
        const result = matters(rule, slice);
        budget.giveBack(slice);
        undecided.delete(rule);
        if (result === undefined) undecided.add(rule);
        if (result !== false) continue;
        gone.add(rule);
        goneLines.add(rule.line);
        for (const other of overlapping(rule)) again.add(other);
      }
      open = new Set(order.filter((rule) => again.has(rule) && !gone.has(rule)));
    }
    if (isLast || undecided.size === 0) break;
    open = undecided;
    undecided = new Set();
  }
  return {
    isNeeded: (rule) => holders.has(rule) && !gone.has(rule),
    complete: undecided.size === 0,
  };
}

const STARS = /\*{2,}/g;
/** A star at the end of a pattern: what follows a pattern may be anything without it. */
const IDLE_STAR = /(?<!\$)\*\$?$/;

export interface ShorterPatterns {
  /** The patterns by the line of their rule, as they are to be written. */
  readonly byLine: ReadonlyMap<number, string>;
  readonly complete: boolean;
}

/**
 * Finds patterns whose stars change nothing: `/***` becomes `/`, unless its bytes decide between two rules. All of them
 * are shortened at once; those that make a difference are then restored, until none is left.
 */
export function shorterPatterns(
  audiences: readonly AudienceRules[],
  budget: Budget,
): ShorterPatterns {
  const shorter = new Map<Rule, Rule>();
  for (const { ranked } of audiences) {
    if (!ranked.dialect.wildcards) continue;
    for (const rule of ranked.rules) {
      const pattern = withoutStars(rule.pattern);
      if (!rule.usable || pattern.length >= rule.pattern.length) continue;
      const canonicalPattern = withoutStars(rule.canonicalPattern);
      shorter.set(rule, { ...rule, pattern, canonicalPattern, bytes: canonicalPattern.length });
    }
  }
  let complete = true;
  for (let restored = true; restored && shorter.size > 0; ) {
    restored = false;
    for (const { ranked } of audiences) {
      if (!ranked.rules.some((rule) => shorter.has(rule))) continue;
      const rules = ranked.rules.map((rule) => shorter.get(rule) ?? rule);
      if (!budget.spend(rankingSteps(rules))) return { byLine: new Map(), complete: false };
      const { differences, undecided } = whereDiffers(
        ranked,
        rankRules(rules, ranked.dialect),
        budget,
      );
      if (undecided.length > 0) complete = false;
      const lines = new Set([...differences, ...undecided].map(({ rule }) => rule?.line));
      for (const rule of shorter.keys()) {
        if (!lines.has(rule.line)) continue;
        shorter.delete(rule);
        restored = true;
      }
      // Without a rule that can be restored the difference would stay.
      if (lines.size > 0 && !restored) return { byLine: new Map(), complete };
    }
  }
  const byLine = new Map([...shorter].map(([{ line }, { pattern }]) => [line, pattern]));
  return { byLine, complete };
}

function withoutStars(pattern: string): string {
  return pattern.replace(STARS, '*').replace(IDLE_STAR, '') || '/';
}
