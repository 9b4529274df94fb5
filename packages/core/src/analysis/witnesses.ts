/** Targets that exercise the rules of a matcher: inside and just outside of each pattern, and where two meet. */
import type { Matcher } from '../match/matcher.js';
import { alphabetOf } from '../prover/alphabet.js';
import { Budget } from '../prover/budget.js';
import { probesOf } from '../prover/probe.js';
import { whereWins } from '../prover/prove.js';
import { type Entry, type RankedRules, rankedRulesOf } from '../prover/ranked-rules.js';
import { find } from '../prover/search.js';
import { makeOpen, makeShape, type Shape, withoutLast } from '../prover/shape.js';
import type { Rule } from '../verdict.js';

const ORIGIN = 'https://example.com';
/** Stands for what a `*` matches. */
const FILLER = 0x61;

/** Targets that begin so are read as a host where a URL is expected, and refused if that is empty. */
const HOST_PREFIX = makeShape('//', false, false);

/** Meetings with better rules that are sought for one pattern. */
const MAX_MEETINGS = 3;

/**
 * At most so many different targets. First come those about which each rule decides, then those that match all but the
 * end of its pattern, then those that it leaves to a better rule, and at last longer ones. Fewer where there are no more,
 * or where the search for one takes too long.
 */
export function witnesses(matcher: Matcher, most: number): string[] {
  if (!Number.isSafeInteger(most) || most < 0) {
    throw new RangeError(
      `The number of witnesses must be a whole number, at least 0, not ${most}.`,
    );
  }
  const found = new Set<string>();
  for (const target of targetsOf(matcher, rankedRulesOf(matcher))) {
    if (found.size >= most) break;
    if (target !== undefined && isTarget(target, matcher)) found.add(target);
  }
  return [...found];
}

/** False for a target that begins with `//` and is refused where a URL is expected. */
function isTarget(target: string, matcher: Matcher): boolean {
  try {
    matcher.isAllowed(target);
    matcher.isTargetAllowed(target);
    return true;
  } catch {
    return false;
  }
}

function* targetsOf(
  matcher: Matcher,
  ranked: RankedRules,
): Generator<string | undefined, void, undefined> {
  const budget = new Budget();
  const inside: string[] = [];
  for (const [index, rule] of ranked.rules.entries()) {
    // A rule whose search is long must leave some of the budget to those after it.
    const slice = budget.slice(Math.ceil(budget.left / (ranked.rules.length - index)));
    const target = whereDecides(matcher, ranked, rule, slice);
    budget.giveBack(slice);
    if (target === undefined) continue;
    inside.push(target);
    yield target;
  }
  const written = ranked.entries.filter(({ rule }) => rule !== undefined);
  for (const { shape } of written) {
    yield whereMatches(
      ranked,
      [shape.anchored ? makeOpen(shape) : withoutLast(shape)],
      [shape],
      budget,
    );
  }
  for (const entry of written) yield* meetings(ranked, entry, budget);
  for (const target of inside) for (const more of ['a', '/a', '?a=a']) yield target + more;
}

/** A target about which the rule decides: a shortest one, unless that takes long to find. */
function whereDecides(
  matcher: Matcher,
  ranked: RankedRules,
  rule: Rule,
  budget: Budget,
): string | undefined {
  const alphabet = alphabetOf(ranked.dialect, ranked.dialect);
  const probes = ranked
    .entriesOf(rule)
    .flatMap(({ shape }) => [...probesOf(shape, 0, alphabet, FILLER)])
    .filter(({ target }) => isTarget(target, matcher) && decides(matcher, rule, target));
  const shortest = probes.find(({ isShortest }) => isShortest);
  if (shortest !== undefined) return shortest.target;
  const result = whereWins(ranked, rule, budget);
  if (result.outcome === 'undecided') return probes[0]?.target;
  if (result.outcome === 'never' || isTarget(result.witness, matcher)) {
    return result.outcome === 'found' ? result.witness : undefined;
  }
  for (const { shape, rank } of ranked.entriesOf(rule)) {
    const better = ranked.overlapping(shape, budget).filter((other) => other.rank < rank);
    const others = [...better.map((other) => other.shape), HOST_PREFIX];
    const target = whereMatches(ranked, [shape], others, budget);
    if (target !== undefined) return target;
  }
  // A rule for targets that begin with `//` alone: a dot segment before them is removed, and they are not read as a host.
  const dotted = `/.${result.witness}`;
  return isTarget(dotted, matcher) && decides(matcher, rule, dotted) ? dotted : undefined;
}

function decides(matcher: Matcher, rule: Rule, target: string): boolean {
  return matcher.explain(ORIGIN + target).rule?.line === rule.line;
}

/** Targets that match a pattern and a better one. */
function* meetings(
  ranked: RankedRules,
  entry: Entry,
  budget: Budget,
): Generator<string | undefined, void, undefined> {
  const overlapping = ranked.overlapping(entry.shape, budget);
  const better = overlapping.filter(({ rank }) => rank < entry.rank);
  for (const { shape } of better.slice(-MAX_MEETINGS))
    yield whereMatches(ranked, [shape, entry.shape], [], budget);
}

/** A shortest target that matches the ones and not the others; undefined where none is found. */
function whereMatches(
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
