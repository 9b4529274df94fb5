/** The rules for one product token as the prover takes them: patterns, in the order of their priority. */
import type { Dialect } from '../dialect.js';
import type { Matcher } from '../match/matcher.js';
import { folderEnd } from '../match/rule-list.js';
import type { Rule } from '../verdict.js';
import type { Budget } from './budget.js';
import { includes, makeShape, type Shape, STAR, shapeOf, shapeOfTarget } from './shape.js';

/** The bytes of the pattern for everything: of a rule that nobody wrote, and that any written one beats. */
const MIN_WEIGHT = -1;
/** That of an empty pattern, which restricts as little (row 15). */
export const EMPTY_WEIGHT = 1;

/** Finding an entry and putting it in order takes about as long as so many steps. */
export const STEPS_PER_ENTRY = 8;

/** A pattern that decides about what it matches, unless a better one does. */
export interface Entry {
  readonly shape: Shape;
  /** 0 for the best. */
  readonly rank: number;
  /** Equal in two readings where the entry stands above and below the same others; by bytes only (row 21). */
  readonly weight: number;
  readonly allows: boolean;
  /** Absent where no line says it: what no rule matches is allowed, and so is `/robots.txt` (rows 22, 23). */
  readonly rule: Rule | undefined;
}

export interface RankedRules {
  readonly dialect: Dialect;
  /** In file order. */
  readonly rules: readonly Rule[];
  /** The best first; the last one matches everything. */
  readonly entries: readonly Entry[];
  /** The bytes of all patterns with `*`: what they add to the cost of a query, in the worst case. */
  readonly starredBytes: number;
  /** Those of one of the rules: none where it can match nothing, two where it also allows a folder. */
  entriesOf(rule: Rule): readonly Entry[];
  /** The entries that may match a target that the shape matches, the best first; none once the budget is met. */
  overlapping(shape: Shape, budget: Budget): readonly Entry[];
  /** The entry that decides about a target, given as the bytes that are compared; undefined once the budget is spent. */
  deciding(target: readonly number[], budget: Budget): Entry | undefined;
}

/** The rules of a matcher. */
export function rankedRulesOf(matcher: Matcher): RankedRules {
  return rankRules(matcher.rules, matcher.dialect);
}

/** Rules of one's own under a dialect, in file order: a group without one of its rules, groups merged otherwise. */
export function rankRules(rules: readonly Rule[], dialect: Dialect): RankedRules {
  const byBytes = dialect.precedence === 'most-bytes';
  const written = rules.flatMap((rule, place) =>
    shapesOf(rule, dialect).map(({ shape, bytes }) => {
      const allows = rule.kind === 'allow' || rule.bytes === 0;
      return { shape, place, weight: bytes * 2 + (allows ? 1 : 0), allows, rule };
    }),
  );
  if (byBytes) written.sort((a, b) => b.weight - a.weight || a.place - b.place);
  const robotsTxt = {
    shape: makeShape('/robots.txt', true, false),
    weight: Number.POSITIVE_INFINITY,
    allows: true,
    rule: undefined,
  };
  const rest = {
    shape: makeShape('', false, false),
    weight: MIN_WEIGHT,
    allows: true,
    rule: undefined,
  };
  const all = [...(dialect.robotsTxtAllowed ? [robotsTxt] : []), ...written, rest];
  const entries = all.map(({ shape, weight, allows, rule }, rank) => {
    return { shape, rank, weight, allows, rule };
  });
  return new IndexedRules(dialect, rules, entries);
}

/** What the rule matches: nothing, one pattern, or Google's folder as well (rows 15 and 24). */
function shapesOf(rule: Rule, dialect: Dialect): { shape: Shape; bytes: number }[] {
  const { canonicalPattern: pattern, bytes } = rule;
  if (bytes === 0 ? dialect.emptyPattern === 'matches-nothing' : !rule.usable) return [];
  const shape = shapeOf(pattern, dialect.wildcards);
  if (!dialect.indexAllowsFolder || rule.kind !== 'allow') return [{ shape, bytes }];
  const form = Uint8Array.from(pattern, (character) => character.charCodeAt(0));
  const folder = folderEnd({ bytes: form, length: form.length });
  if (folder < 0) return [{ shape, bytes }];
  const folderShape = makeShape(pattern.slice(0, folder), true, dialect.wildcards);
  return [
    { shape, bytes },
    { shape: folderShape, bytes: folder + 1 },
  ];
}

class IndexedRules implements RankedRules {
  readonly dialect: Dialect;
  readonly rules: readonly Rule[];
  readonly entries: readonly Entry[];
  #index: PrefixIndex | undefined;
  #byRule: ReadonlyMap<Rule | undefined, readonly Entry[]> | undefined;

  constructor(dialect: Dialect, rules: readonly Rule[], entries: readonly Entry[]) {
    this.dialect = dialect;
    this.rules = rules;
    this.entries = entries;
  }

  get starredBytes(): number {
    return this.entries.reduce(
      (sum, { shape: { starred, places } }) => sum + (starred ? places.length : 0),
      0,
    );
  }

  entriesOf(rule: Rule): readonly Entry[] {
    this.#byRule ??= Map.groupBy(this.entries, (entry) => entry.rule);
    return this.#byRule.get(rule) ?? [];
  }

  overlapping({ prefix }: Shape, budget: Budget): readonly Entry[] {
    // Otherwise counting the entries would take quadratic time after the budget is met.
    return budget.left === 0 ? [] : this.#byPrefix().overlapping(prefix, budget);
  }

  deciding(target: readonly number[], budget: Budget): Entry | undefined {
    const { nodes } = this.#byPrefix();
    const whole = shapeOfTarget(target);
    const mask = maskOf(target);
    const { prefix } = whole;
    const from = firstWhere(nodes, (other) => other > prefix) - 1;
    let best: Entry | undefined;
    for (let node = nodes.at(from); node !== undefined; node = node.above) {
      if (!prefix.startsWith(node.prefix)) continue;
      node.mask ??= Int32Array.from(node.entries, ({ shape }) => maskOf(shape.places));
      for (const [index, entry] of node.entries.entries()) {
        if (best !== undefined && entry.rank > best.rank) break;
        if (!budget.spend(1)) return undefined;
        if ((node.mask[index] & ~mask) !== 0) continue;
        if (!includes(entry.shape, whole, budget)) continue;
        best = entry;
        break;
      }
    }
    return budget.left === 0 ? undefined : best;
  }

  #byPrefix(): PrefixIndex {
    this.#index ??= new PrefixIndex(this.entries, ({ shape }) => shape.prefix);
    return this.#index;
  }
}

/** A bit for each byte that is there, some bytes sharing one: a pattern matches no target that lacks one of its bits. */
function maskOf(places: readonly number[]): number {
  let mask = 0;
  for (const place of places) if (place !== STAR) mask |= 1 << (place & 31);
  return mask;
}

/** The entries with one prefix. */
interface PrefixNode {
  readonly prefix: string;
  readonly entries: Entry[];
  /** The node with the longest prefix that this one's begins with. */
  readonly above: PrefixNode | undefined;
  /** What `maskOf` says of each entry; made when a target is first compared with them. */
  mask?: Int32Array;
}

/** Entries by the bytes with which they begin, or by those of them that count. */
export class PrefixIndex {
  /** In the order of their prefixes, in which those that begin with another one follow it. */
  readonly nodes: readonly PrefixNode[];

  /** Each prefix is read once per entry: a sort that read them again would take most of the time. */
  constructor(entries: readonly Entry[], prefixOf: (entry: Entry) => string) {
    const nodes: PrefixNode[] = [];
    const sorted = entries.map((entry) => ({ entry, prefix: prefixOf(entry) }));
    for (const { entry, prefix } of sorted.sort((a, b) => compare(a.prefix, b.prefix))) {
      let above = nodes.at(-1);
      while (above !== undefined && !prefix.startsWith(above.prefix)) above = above.above;
      if (above?.prefix === prefix) above.entries.push(entry);
      else nodes.push({ prefix, entries: [entry], above });
    }
    this.nodes = nodes;
  }

  /** Returns the entries of which one prefix begins with the other, the best first; none if the budget does not suffice. */
  overlapping(prefix: string, budget: Budget): readonly Entry[] {
    if (budget.left === 0) return [];
    const { nodes } = this;
    const from = firstWhere(nodes, (other) => other >= prefix);
    const to = firstWhere(nodes, (other) => other > prefix && !other.startsWith(prefix));
    let size = 1;
    for (let at = from; at < to; at++) size += nodes[at].entries.length;
    if (!budget.spend(size * STEPS_PER_ENTRY)) return [];
    const found: Entry[] = [];
    for (let at = from; at < to; at++) for (const entry of nodes[at].entries) found.push(entry);
    let above = from === 0 ? undefined : nodes[from - 1];
    for (; above !== undefined; above = above.above) {
      if (!prefix.startsWith(above.prefix)) continue;
      if (!budget.spend(above.entries.length * STEPS_PER_ENTRY)) return [];
      for (const entry of above.entries) found.push(entry);
    }
    return found.sort((a, b) => a.rank - b.rank);
  }
}

/** The first place from which on the condition holds for the prefixes. */
function firstWhere(nodes: readonly PrefixNode[], holds: (prefix: string) => boolean): number {
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(nodes[middle].prefix)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
