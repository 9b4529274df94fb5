/** Targets that exercise the rules of a matcher: inside and just outside of each pattern, and where two meet. */
import type { Matcher } from '../match/matcher.js';
import { alphabetOf } from '../prover/alphabet.js';
import { Budget } from '../prover/budget.js';
import { probesOf } from '../prover/probe.js';
import { whereWins } from '../prover/prove.js';
import { type Entry, type Reading, readingOf } from '../prover/reading.js';
import { find } from '../prover/search.js';
import { makeOpen, makeShape, type Shape, withoutLast } from '../prover/shape.js';
import type { Rule } from '../verdict.js';

const ORIGIN = 'https://example.com';
/** Stands for what a `*` matches. */
const FILLER = 0x61;

/** Targets that begin so are read as a host where a URL is expected, and refused if that is empty. */
const HOST_PREFIX = makeShape('//', false, false);

/** Meetings with better rules that are sought for one pattern. */
const MOST_MEETINGS = 3;

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
  for (const target of targetsOf(matcher, readingOf(matcher))) {
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
  reading: Reading,
): Generator<string | undefined, void, undefined> {
  const budget = new Budget();
  const inside: string[] = [];
  for (const [index, rule] of reading.rules.entries()) {
    // A rule whose search is long must leave some of the budget to those after it.
    const slice = budget.slice(Math.ceil(budget.left / (reading.rules.length - index)));
    const target = whereDecides(matcher, reading, rule, slice);
    budget.giveBack(slice);
    if (target === undefined) continue;
    inside.push(target);
    yield target;
  }
  const written = reading.entries.filter(({ rule }) => rule !== undefined);
  for (const { shape } of written) {
    yield whereMatches(
      reading,
      [shape.anchored ? makeOpen(shape) : withoutLast(shape)],
      [shape],
      budget,
    );
  }
  for (const entry of written) yield* meetings(reading, entry, budget);
  for (const target of inside) for (const more of ['a', '/a', '?a=a']) yield target + more;
}

/** A target about which the rule decides: a shortest one, unless that takes long to find. */
function whereDecides(
  matcher: Matcher,
  reading: Reading,
  rule: Rule,
  budget: Budget,
): string | undefined {
  const alphabet = alphabetOf(reading.dialect, reading.dialect);
  const probes = reading
    .entriesOf(rule)
    .flatMap(({ shape }) => [...probesOf(shape, 0, alphabet, FILLER)])
    .filter(({ target }) => isTarget(target, matcher) && decides(matcher, rule, target));
  const shortest = probes.find(({ isShortest }) => isShortest);
  if (shortest !== undefined) return shortest.target;
  const answer = whereWins(reading, rule, budget);
  if (answer.outcome === 'undecided') return probes[0]?.target;
  if (answer.outcome === 'never' || isTarget(answer.witness, matcher)) {
    return answer.outcome === 'found' ? answer.witness : undefined;
  }
  for (const { shape, rank } of reading.entriesOf(rule)) {
    const better = reading.overlapping(shape, budget).filter((other) => other.rank < rank);
    const others = [...better.map((other) => other.shape), HOST_PREFIX];
    const target = whereMatches(reading, [shape], others, budget);
    if (target !== undefined) return target;
  }
  // A rule for targets that begin with `//` alone: a dot segment before them is removed, and they are not read as a host.
  const dotted = `/.${answer.witness}`;
  return isTarget(dotted, matcher) && decides(matcher, rule, dotted) ? dotted : undefined;
}

function decides(matcher: Matcher, rule: Rule, target: string): boolean {
  return matcher.explain(ORIGIN + target).rule?.line === rule.line;
}

/** Targets that match a pattern and a better one. */
function* meetings(
  reading: Reading,
  entry: Entry,
  budget: Budget,
): Generator<string | undefined, void, undefined> {
  const overlapping = reading.overlapping(entry.shape, budget);
  const better = overlapping.filter(({ rank }) => rank < entry.rank);
  for (const { shape } of better.slice(-MOST_MEETINGS))
    yield whereMatches(reading, [shape, entry.shape], [], budget);
}

/** A shortest target that matches the ones and not the others; undefined where none is found. */
function whereMatches(
  { dialect }: Reading,
  matching: readonly Shape[],
  others: readonly Shape[],
  budget: Budget,
): string | undefined {
  const pieces = (shapes: readonly Shape[]) =>
    shapes.map((shape) => ({ shape, side: 'both' as const }));
  const alphabet = alphabetOf(dialect, dialect);
  const answer = find(
    { alphabet, musts: pieces(matching), nevers: pieces(others), rivals: [] },
    budget,
  );
  return answer.outcome === 'found' ? answer.witness : undefined;
}
