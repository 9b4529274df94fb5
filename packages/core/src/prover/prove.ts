/**
 * Proofs about rules: "is there a target that …?", answered with a witness (a shortest one, unless that takes long to
 * find), a proof that there is none, or `undecided` where the budget is met. Lint, diff, minimize and witnesses all ask
 * here and nowhere else.
 *
 *     const reading = rankedRulesOf(robotsTxt.matcher('ExampleBot'));   // or rankRules(rules, dialect) for rules of one's own
 *     const budget = new Budget();                                  // one for a whole analysis
 *     whereWins(reading, rule, budget)                              // can this rule ever decide? If not, `coveredBy` whom?
 *     whereWins(reading, allow, budget, { within: [disallow.canonicalPattern] })   // … where the other matches too (a tie)
 *     whereMatters(reading, rule, budget)                           // does a verdict change where the rule is removed?
 *     whereVerdict(reading, 'allowed', budget)                      // `never`: everything is blocked
 *     whereVerdict(reading, 'blocked', budget, { within: ['/*.css$'] })    // is a style sheet blocked?
 *     whereDiffers(one, other, budget)                              // (differences.ts) every rule that makes a difference
 *
 * A `rule` is one of `reading.rules` (the same objects). A witness is a target as a client would send it, which
 * `isTargetAllowed` takes in the dialects of the readings; `/robots.txt` is none where it is always allowed. Re-check a
 * witness with the public matcher before it is shown. Targets are all those that there are; where two readings have
 * different canonical forms, all in normal form (RFC 3986 6.2.2), since for any other spelling they differ trivially.
 */

import { SLASH } from '../bytes.js';
import { textOf } from '../places.js';
import type { Rule } from '../verdict.js';
import { type Alphabet, alphabetOf, NOWHERE } from './alphabet.js';
import type { Budget } from './budget.js';
import type { CompetingPattern, Piece } from './pattern-row.js';
import type { Entry, RankedRules } from './ranked-rules.js';
import { type Find, find } from './search.js';
import { includes, makeShape, mayOverlap, type Shape, STAR, shapeOf } from './shape.js';

/** The answer to "is there a target that …?" */
export type Proof =
  | { readonly outcome: 'found'; readonly witness: string }
  /** Proved: there is none. `coveredBy` are the better rules that the proof stands on, in order of priority. */
  | { readonly outcome: 'never'; readonly coveredBy: readonly Rule[] }
  /** The budget was met. */
  | { readonly outcome: 'undecided' };

export interface Within {
  /** Canonical patterns (`*` and a last `$` are special) that the target must match as well; at most 29. */
  readonly within?: readonly string[];
}

/** What must hold beside that an entry decides. */
interface Conditions {
  /** The entries that may match what it matches: none of the better ones does. */
  readonly others: readonly Entry[];
  /** What decides without the entry: it must be one of the wanted. */
  readonly competing: readonly CompetingPattern[];
  readonly within: readonly Shape[];
}

const NONE: ReadonlySet<Rule> = new Set();
const BYTES = 256;
const LAST_ASCII = 0x7f;
/** A proof takes at least about this many steps. */
const STEPS_PER_PROOF = 128;

/** A target about which the rule decides. Rules that can match nothing decide never, covered by none. */
export function whereWins(
  ranked: RankedRules,
  rule: Rule,
  budget: Budget,
  options?: Within,
): Proof {
  return first(ranked.entriesOf(rule), (entry) => whereEntryWins(ranked, entry, budget, options));
}

/** A target whose verdict changes where the rule is removed, when those in `gone` have been removed before. */
export function whereMatters(
  ranked: RankedRules,
  rule: Rule,
  budget: Budget,
  gone: ReadonlySet<Rule> = NONE,
): Proof {
  return first(ranked.entriesOf(rule), (entry) => {
    const others = ranked
      .overlapping(entry.shape, budget)
      .filter((other) => other.rule === undefined || !gone.has(other.rule));
    const competing: CompetingPattern[] = [];
    for (const other of others) {
      // A better one that matches decides with the rule and without it.
      if (other.rank <= entry.rank || other.rule === rule) continue;
      competing.push({ shape: other.shape, side: 'both', wanted: other.allows !== entry.allows });
      if (includes(other.shape, entry.shape, budget)) break;
    }
    return whereDecides(ranked, entry, { others, competing, within: [] }, budget);
  });
}

/** A target with that verdict; a short one. */
export function whereVerdict(
  ranked: RankedRules,
  verdict: 'allowed' | 'blocked',
  budget: Budget,
  options?: Within,
): Proof {
  const some = ranked.entries.filter(
    ({ allows, weight }) => allows === (verdict === 'allowed') && weight < Number.POSITIVE_INFINITY,
  );
  some.sort((a, b) => a.shape.places.length - b.shape.places.length);
  return first(some, (entry) => whereEntryWins(ranked, entry, budget, options));
}

function whereEntryWins(
  ranked: RankedRules,
  entry: Entry,
  budget: Budget,
  options: Within | undefined,
): Proof {
  const others = ranked.overlapping(entry.shape, budget);
  const within = (options?.within ?? []).map((pattern) => shapeOf(pattern, true));
  return whereDecides(ranked, entry, { others, competing: [], within }, budget);
}

/** A target about which the entry decides, on the conditions. */
function whereDecides(
  { dialect }: RankedRules,
  entry: Entry,
  { others, competing, within }: Conditions,
  budget: Budget,
): Proof {
  if (!budget.spend(STEPS_PER_PROOF)) return { outcome: 'undecided' };
  if (within.some((shape) => !mayOverlap(shape, entry.shape))) {
    return { outcome: 'never', coveredBy: [] };
  }
  const better = others.filter(({ rank }) => rank < entry.rank);
  const cover = better.find(({ shape }) => includes(shape, entry.shape, budget));
  if (cover !== undefined) return { outcome: 'never', coveredBy: rulesOf([cover]) };
  const alphabet = alphabetOf(dialect, dialect);
  const probed = within.length === 0 && probe(entry, better, competing, alphabet, budget);
  if (probed) return { outcome: 'found', witness: probed };
  const pieceOf = (shape: Shape): Piece => ({ shape, side: 'both' });
  const required = [entry.shape, ...within].map(pieceOf);
  const search = (some: readonly Entry[]): Find => {
    const forbidden = some.map(({ shape }) => pieceOf(shape));
    return find({ alphabet, required, forbidden, competing }, budget);
  };
  const found = search(better);
  if (found.outcome !== 'never') return found;
  const ruledOut = found.ruledOut.map((place) => better[place]);
  return { outcome: 'never', coveredBy: rulesOf(withoutIdle(ruledOut, search)) };
}

/** Comparisons that may take more steps than this are left to the search: `includes` may give up on them. */
const LONGEST_PROBE = 1 << 15;

/**
 * Returns the shortest target that the entry matches, if it decides about it as is wanted. That spares the search for
 * most rules of real files. Worst case: a comparison with each better entry and rival.
 */
function probe(
  { shape }: Entry,
  better: readonly Entry[],
  competing: readonly CompetingPattern[],
  { start, next, mayEnd }: Alphabet,
  budget: Budget,
): string | undefined {
  const { places } = shape;
  if (!budget.spend(places.length)) return undefined;
  const bytes = new Uint8Array(places.length);
  let length = 0;
  let place = start;
  for (const byte of places) {
    if (byte === STAR) continue;
    bytes[length++] = byte;
    if (length === 1 && byte === SLASH) continue;
    place = length === 1 || byte > LAST_ASCII ? NOWHERE : next[place * BYTES + byte];
    if (place === NOWHERE) return undefined;
  }
  if (length === 0 || mayEnd[place] === 0) return undefined;
  const text = textOf(bytes, 0, length);
  const word = makeShape(text, true, false);
  const isTooLong = (other: Shape) =>
    other.places.length * (other.starred ? length : 1) > LONGEST_PROBE;
  if (better.some((other) => isTooLong(other.shape) || includes(other.shape, word, budget))) {
    return undefined;
  }
  let isWanted = competing.length === 0;
  for (const competitor of competing) {
    if (isTooLong(competitor.shape)) return undefined;
    if (!includes(competitor.shape, word, budget)) continue;
    isWanted = competitor.wanted;
    break;
  }
  return isWanted && budget.left > 0 ? text : undefined;
}

/** So few can be named in a sentence that it is worth proving which of them are needed. */
const MAX_NAMED = 8;

/** Leaves out the entries without which the rest proves the same. */
function withoutIdle(
  entries: readonly Entry[],
  search: (forbidden: readonly Entry[]) => Find,
): readonly Entry[] {
  if (entries.length > MAX_NAMED) return entries;
  return entries.reduceRight<readonly Entry[]>((kept, entry) => {
    const rest = kept.filter((other) => other !== entry);
    return search(rest).outcome === 'never' ? rest : kept;
  }, entries);
}

/** The first that is found; `never` only where it is proved of all. */
function first(entries: readonly Entry[], prove: (entry: Entry) => Proof): Proof {
  if (entries.length === 1) return prove(entries[0]);
  const coveredBy = new Set<Rule>();
  let undecided = false;
  for (const entry of entries) {
    const result = prove(entry);
    if (result.outcome === 'found') return result;
    if (result.outcome === 'undecided') undecided = true;
    else for (const rule of result.coveredBy) coveredBy.add(rule);
  }
  return undecided ? { outcome: 'undecided' } : { outcome: 'never', coveredBy: [...coveredBy] };
}

function rulesOf(entries: readonly Entry[]): readonly Rule[] {
  return [...new Set(entries.flatMap(({ rule }) => rule ?? []))];
}
