/** Targets that exercise the rules of a matcher: inside and just outside of each pattern, and where two meet. */
import type { Matcher } from '../match/matcher.js';
import { alphabetOf } from './alphabet.js';
import { Budget } from './budget.js';
import { whereWins } from './prove.js';
import { type Entry, type Reading, readingOf } from './reading.js';
import { find } from './search.js';
import { makeOpen, type Shape, withoutLast } from './shape.js';

/** Meetings with better rules that are sought for one pattern. */
const MOST_MEETINGS = 3;

/**
 * At most so many different targets. First come those about which each rule decides, then those that match all but the
 * end of its pattern, then those that it leaves to a better rule, and at last longer ones. Fewer where there are no more,
 * or where the search for one takes too long.
 */
export function witnesses(matcher: Matcher, most: number): string[] {
  if (!Number.isSafeInteger(most) || most < 0) {
    throw new RangeError(`The number of witnesses is ${most}: give a whole number from 0 on.`);
  }
  const found = new Set<string>();
  for (const target of targetsOf(readingOf(matcher))) {
    if (found.size >= most) break;
    if (target !== undefined) found.add(target);
  }
  return [...found];
}

function* targetsOf(reading: Reading): Generator<string | undefined, void, undefined> {
  const budget = new Budget();
  const inside: string[] = [];
  for (const rule of reading.rules) {
    const answer = whereWins(reading, rule, budget);
    if (answer.outcome !== 'found') continue;
    inside.push(answer.witness);
    yield answer.witness;
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
