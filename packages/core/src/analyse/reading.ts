/** The rules for one product token as the prover takes them: patterns, in the order of their priority. */
import type { Dialect } from '../dialect.js';
import type { Matcher } from '../match/matcher.js';
import { folderEnd } from '../match/rule-list.js';
import type { Rule } from '../verdict.js';
import type { Budget } from './budget.js';
import { makeShape, type Shape, shapeOf } from './shape.js';

/** The octets of the pattern for everything: of a rule that nobody wrote, and that any written one beats. */
const LEAST_WEIGHT = -1;
/** That of an empty pattern, which restricts as little (row 15). */
export const EMPTY_WEIGHT = 1;

/** Finding an entry and putting it in order takes about as long as so many steps. */
const STEPS_AN_ENTRY = 8;

/** A pattern that decides about what it matches, unless a better one does. */
export interface Entry {
  readonly shape: Shape;
  /** 0 for the best. */
  readonly rank: number;
  /** Equal in two readings where the entry stands above and below the same others; by octets only (row 21). */
  readonly weight: number;
  readonly allows: boolean;
  /** Absent where no line says it: what no rule matches is allowed, and so is `/robots.txt` (rows 22, 23). */
  readonly rule: Rule | undefined;
}

export interface Reading {
  readonly dialect: Dialect;
  /** In file order. */
  readonly rules: readonly Rule[];
  /** The best first; the last one matches everything. */
  readonly entries: readonly Entry[];
  /** Those of one of the rules: none where it can match nothing, two where it also allows a folder. */
  entriesOf(rule: Rule): readonly Entry[];
  /** The entries that may match a target that the shape matches, the best first; none once the budget is met. */
  overlapping(shape: Shape, budget: Budget): readonly Entry[];
}

/** The rules of a matcher. */
export function readingOf(matcher: Matcher): Reading {
  return readingFrom(matcher.rules, matcher.dialect);
}

/** Rules of one's own under a dialect, in file order: a group without one of its rules, groups merged otherwise. */
export function readingFrom(rules: readonly Rule[], dialect: Dialect): Reading {
  const byOctets = dialect.precedence === 'most-octets';
  const written = rules.flatMap((rule, place) =>
    shapesOf(rule, dialect).map(({ shape, octets }) => {
      const allows = rule.kind === 'allow' || rule.octets === 0;
      return { shape, place, weight: octets * 2 + (allows ? 1 : 0), allows, rule };
    }),
  );
  if (byOctets) written.sort((a, b) => b.weight - a.weight || a.place - b.place);
  const robotsTxt = {
    shape: makeShape('/robots.txt', true, false),
    weight: Number.POSITIVE_INFINITY,
    allows: true,
    rule: undefined,
  };
  const rest = {
    shape: makeShape('', false, false),
    weight: LEAST_WEIGHT,
    allows: true,
    rule: undefined,
  };
  const all = [...(dialect.robotsTxtAllowed ? [robotsTxt] : []), ...written, rest];
  const entries = all.map(({ shape, weight, allows, rule }, rank) => {
    return { shape, rank, weight, allows, rule };
  });
  return new IndexedReading(dialect, rules, entries);
}

/** What the rule matches: nothing, one pattern, or Google's folder as well (rows 15 and 24). */
function shapesOf(rule: Rule, dialect: Dialect): { shape: Shape; octets: number }[] {
  const { canonicalPattern: pattern, octets } = rule;
  if (octets === 0 ? dialect.emptyPattern === 'matches-nothing' : !rule.usable) return [];
  const shape = shapeOf(pattern, dialect.wildcards);
  if (!dialect.indexAllowsFolder || rule.kind !== 'allow') return [{ shape, octets }];
  const form = Uint8Array.from(pattern, (character) => character.charCodeAt(0));
  const folder = folderEnd({ octets: form, length: form.length });
  if (folder < 0) return [{ shape, octets }];
  const folderShape = makeShape(pattern.slice(0, folder), true, dialect.wildcards);
  return [
    { shape, octets },
    { shape: folderShape, octets: folder + 1 },
  ];
}

class IndexedReading implements Reading {
  readonly dialect: Dialect;
  readonly rules: readonly Rule[];
  readonly entries: readonly Entry[];
  #nodes: readonly PrefixNode[] | undefined;
  #byRule: ReadonlyMap<Rule | undefined, readonly Entry[]> | undefined;

  constructor(dialect: Dialect, rules: readonly Rule[], entries: readonly Entry[]) {
    this.dialect = dialect;
    this.rules = rules;
    this.entries = entries;
  }

  entriesOf(rule: Rule): readonly Entry[] {
    this.#byRule ??= Map.groupBy(this.entries, (entry) => entry.rule);
    return this.#byRule.get(rule) ?? [];
  }

  overlapping({ prefix }: Shape, budget: Budget): readonly Entry[] {
    this.#nodes ??= prefixNodes(this.entries);
    const nodes = this.#nodes;
    const from = firstWhere(nodes, (other) => other >= prefix);
    const to = firstWhere(nodes, (other) => other > prefix && !other.startsWith(prefix));
    let size = 1;
    for (let at = from; at < to; at++) size += nodes[at].entries.length;
    if (!budget.spend(size * STEPS_AN_ENTRY)) return [];
    const found = nodes.slice(from, to).flatMap(({ entries }) => entries);
    let above = from === 0 ? undefined : nodes[from - 1];
    for (; above !== undefined; above = above.above) {
      if (!prefix.startsWith(above.prefix)) continue;
      budget.spend(above.entries.length * STEPS_AN_ENTRY);
      found.push(...above.entries);
    }
    return found.sort((a, b) => a.rank - b.rank);
  }
}

/** The entries with one prefix. */
interface PrefixNode {
  readonly prefix: string;
  readonly entries: Entry[];
  /** The node with the longest prefix that this one's begins with. */
  readonly above: PrefixNode | undefined;
}

/** In the order of their prefixes, in which those that begin with another one follow it. */
function prefixNodes(entries: readonly Entry[]): PrefixNode[] {
  const nodes: PrefixNode[] = [];
  for (const entry of entries.toSorted((a, b) => compare(a.shape.prefix, b.shape.prefix))) {
    const { prefix } = entry.shape;
    let above = nodes.at(-1);
    while (above !== undefined && !prefix.startsWith(above.prefix)) above = above.above;
    if (above?.prefix === prefix) above.entries.push(entry);
    else nodes.push({ prefix, entries: [entry], above });
  }
  return nodes;
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
