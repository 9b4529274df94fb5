/**
 * Generates targets that exercise a matcher's rules: inside and just outside each pattern, and where two patterns
 * overlap.
 */
import { parseRobotsTxt } from '../file/robots-txt.js';
import { type Matcher, queriesBeforeCompiling } from '../match/matcher.js';
import type { Rule } from '../match/verdict.js';
import { alphabetOf } from '../prover/alphabet.js';
import { Budget } from '../prover/budget.js';
import { probesOf } from '../prover/probe.js';
import { findDecidedTarget } from '../prover/prove.js';
import { type RankedRules, rankedRulesOf } from '../prover/ranked-rules.js';
import { find } from '../prover/search.js';
import { makeShape, type Shape } from '../prover/shape.js';
import { ORIGIN } from './audience.js';

/** Replaces each `*`. */
const FILLER = 0x61;

/** URLs that start like this are parsed as a host, which must not be empty. */
const HOST_PREFIX = makeShape('//', false, false);

/** Overlaps with better rules to try per pattern. */
const MAX_OVERLAPS = 3;

/**
 * Returns up to `most` different targets: first targets that each rule decides, then near misses of each pattern, then
 * overlaps with better rules, then longer targets. Returns fewer if there are no more or a search takes too long.
 */
export function witnesses(matcher: Matcher, most: number): string[] {
  if (!Number.isSafeInteger(most) || most < 0) {
    throw new RangeError(
      `The number of witnesses must be a whole number, at least 0, not ${most}.`,
    );
  }
  const found = new Set<string>();
  const isTarget = targetTest(matcher);
  for (const target of targetsOf(matcher, rankedRulesOf(matcher), isTarget)) {
    if (found.size >= most) break;
    if (target !== undefined && isTarget(target)) found.add(target);
  }
  return [...found];
}

type Test = (target: string) => boolean;

/** Returns a test that is false for a target that starts with `//` and is not valid as a URL. */
function targetTest({ dialect }: Matcher): Test {
  const matcher = parseRobotsTxt('', { dialect }).matcher('*');
  return (target) => {
    try {
      matcher.isAllowed(target);
      matcher.isTargetAllowed(target);
      return true;
    } catch {
      return false;
    }
  };
}

function* targetsOf(
  matcher: Matcher,
  ranked: RankedRules,
  isTarget: Test,
): Generator<string | undefined, void, undefined> {
  const budget = new Budget();
  const { length } = ranked.rules;
  // A matcher with too many rules to compile compares each of them with each target.
  const steps = Number.isFinite(queriesBeforeCompiling(length)) ? 0 : length;
  const decides: Decides = (rule, target) =>
    isTarget(target) &&
    budget.spend(steps) &&
    matcher.explain(ORIGIN + target).rule?.line === rule.line;
  const inside: string[] = [];
  for (const [index, rule] of ranked.rules.entries()) {
    // Leave budget for the remaining rules.
    const own = Math.ceil(budget.left / (length - index));
    const target = budget.lend(own, (share) =>
      decidedTarget(ranked, rule, share, isTarget, decides),
    );
    if (target === undefined) continue;
    inside.push(target);
    yield target;
  }
  const written = ranked.entries.filter(({ rule }) => rule !== undefined);
  for (const { shape } of written) yield matchingTarget(ranked, [shape.wider], [shape], budget);
  for (const { shape, rank } of written) {
    const better = ranked.overlapping(shape, budget).filter((other) => other.rank < rank);
    for (const other of better.slice(-MAX_OVERLAPS))
      yield matchingTarget(ranked, [other.shape, shape], [], budget);
  }
  for (const target of inside) for (const more of ['a', '/a', '?a=a']) yield target + more;
}

/** Returns whether a rule decides a target; false once the budget is spent. */
type Decides = (rule: Rule, target: string) => boolean;

/** Returns a target that the rule decides, as short as possible unless that takes too long to find. */
function decidedTarget(
  ranked: RankedRules,
  rule: Rule,
  budget: Budget,
  isTarget: Test,
  decides: Decides,
): string | undefined {
  const alphabet = alphabetOf(ranked.dialect, ranked.dialect);
  const probes = ranked
    .entriesOf(rule)
    .flatMap(({ shape }) => [...probesOf(shape, 0, alphabet, FILLER)])
    .filter(({ target }) => decides(rule, target));
  const shortest = probes.find(({ isShortest }) => isShortest);
  if (shortest !== undefined) return shortest.target;
  const result = findDecidedTarget(ranked, rule, budget);
  if (result.outcome === 'undecided') return probes[0]?.target;
  if (result.outcome === 'never') return undefined;
  if (isTarget(result.witness)) return result.witness;
  for (const { shape, rank } of ranked.entriesOf(rule)) {
    const better = ranked
      .overlapping(shape, budget)
      .filter((other) => other.rank < rank && other.rule !== rule);
    const others = [...better.map((other) => other.shape), HOST_PREFIX];
    const target = matchingTarget(ranked, [shape], others, budget);
    if (target !== undefined) return target;
  }
  // For rules that match only targets starting with `//`: the leading dot segment is removed, and the rest is not
  // parsed as a host.
  const dotted = `/.${result.witness}`;
  return decides(rule, dotted) ? dotted : undefined;
}

/** Returns a shortest target that matches all of `matching` and none of `others`. */
function matchingTarget(
  { dialect }: RankedRules,
  matching: readonly Shape[],
  others: readonly Shape[],
  budget: Budget,
): string | undefined {
  const pieces = (shapes: readonly Shape[]) =>
    shapes.map((shape) => ({ shape, side: 'both' as const }));
  const alphabet = alphabetOf(dialect, dialect);
  const result = find(
    { alphabet, required: pieces(matching), forbidden: pieces(others), competing: [] },
    budget,
  );
  return result.outcome === 'found' ? result.witness : undefined;
}
