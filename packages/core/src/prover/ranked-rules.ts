/** The rules for one product token as patterns in order of priority. */

import { compileDialect } from '../dialect/compiled-dialect.js';
import type { Dialect } from '../dialect/dialect.js';
import { byteString } from '../match/canonical.js';
import type { Matcher } from '../match/matcher.js';
import { patternForms } from '../match/pattern-forms.js';
import type { Rule } from '../match/verdict.js';
import { groupBy } from '../util/group-by.js';
import { memoizeByObject } from '../util/memoize-by-object.js';
import type { Budget } from './budget.js';
import { includes, isTooLong, makeShape, type Shape, shapeOf } from './shape.js';

/** The weight of the implicit rule that allows everything: below that of any written rule. */
const MIN_WEIGHT = -1;
/** The weight of an empty pattern, which restricts nothing. */
export const EMPTY_WEIGHT = 1;

/** A pattern that decides what it matches unless a better one does. */
export interface RankedEntry {
  readonly shape: Shape;
  /** 0 is the best. */
  readonly rank: number;
  /** Twice the specificity, plus 1 for allow rules. Orders entries across two sets of rules if precedence is by bytes. */
  readonly weight: number;
  readonly allows: boolean;
  /** Undefined for implicit rules: unmatched targets and `/robots.txt` are allowed (RFC 9309 2.2.2). */
  readonly rule: Rule | undefined;
  /** The shapes of all patterns that the rule stands for. */
  readonly ruleShapes: readonly Shape[];
}

/** Returns whether the rule allows what it matches. An empty path restricts nothing. */
function allows({ kind, bytes }: Pick<Rule, 'kind' | 'bytes'>): boolean {
  return kind === 'allow' || bytes === 0;
}

/** Ranks the rules of a matcher, once. */
export const rankedRulesOf = memoizeByObject(({ rules, dialect }: Matcher): RankedRules => rankRules(rules, dialect));

/** Ranks any rules in file order, such as a group without one of its rules. */
export function rankRules(rules: readonly Rule[], dialect: Dialect): RankedRules {
  const byBytes = dialect.precedence === 'most-bytes';
  const written = rules.flatMap((rule, index) => {
    const patterns = shapesOf(rule, dialect);
    const ruleShapes = patterns.map(({ shape }) => shape);
    return patterns.map(({ shape, specificity }) => {
      const weight = specificity * 2 + Number(allows(rule));
      return { shape, index, weight, allows: allows(rule), rule, ruleShapes };
    });
  });
  if (byBytes) written.sort((a, b) => b.weight - a.weight || a.index - b.index);
  const implicit = (shape: Shape, weight: number) => {
    return { shape, weight, allows: true, rule: undefined, ruleShapes: [shape] };
  };
  const robotsTxt = implicit(makeShape('/robots.txt', true, false), Number.POSITIVE_INFINITY);
  const rest = implicit(makeShape('', false, false), MIN_WEIGHT);
  const all = [...(dialect.robotsTxtAllowed ? [robotsTxt] : []), ...written, rest];
  const entries = all.map(({ shape, weight, allows, rule, ruleShapes }, rank) => {
    return { shape, rank, weight, allows, rule, ruleShapes };
  });
  return new RankedRules(dialect, rules, entries);
}

/**
 * Returns the shapes of the patterns that the rule stands for: none for one that matches nothing, several for one with query
 * escapes or for an index file.
 */
function shapesOf(rule: Rule, dialect: Dialect): { shape: Shape; specificity: number }[] {
  const { canonicalPattern: pattern, bytes: specificity } = rule;
  if (specificity === 0 ? dialect.emptyPattern === 'matches-nothing' : !rule.usable) return [];
  const allowsFolder = dialect.indexAllowsFolder && rule.kind === 'allow';
  if (!allowsFolder && !pattern.includes('%')) {
    return [{ shape: shapeOf(pattern, dialect.wildcards), specificity }];
  }
  const form = Uint8Array.from(pattern, (character) => character.charCodeAt(0));
  const canonical = { bytes: form, length: form.length, specificity };
  return patternForms(canonical, allowsFolder, compileDialect(dialect)).map((form) => {
    const text = byteString(form.bytes, 0, form.end);
    const shape = makeShape(text, form.anchored, dialect.wildcards);
    return { shape, specificity: form.specificity };
  });
}

/** Rules with their entries, which are indexed on first use. */
export class RankedRules {
  readonly dialect: Dialect;
  /** In file order. */
  readonly rules: readonly Rule[];
  /** Best first; the last one matches everything. */
  readonly entries: readonly RankedEntry[];
  #index: EntryIndex | undefined;
  #byRule: ReadonlyMap<Rule | undefined, readonly RankedEntry[]> | undefined;

  constructor(dialect: Dialect, rules: readonly Rule[], entries: readonly RankedEntry[]) {
    this.dialect = dialect;
    this.rules = rules;
    this.entries = entries;
  }

  /** Returns a rule's entries: none if it matches nothing, several if it stands for several patterns. */
  entriesOf(rule: Rule): readonly RankedEntry[] {
    this.#byRule ??= groupBy(this.entries, (entry) => entry.rule);
    return this.#byRule.get(rule) ?? [];
  }

  /** Returns the entries that may match a target of the shape, best first; none if the budget runs out. */
  overlapping({ prefix }: Shape, budget: Budget): readonly RankedEntry[] {
    // Without budget, even counting the entries of every rule would take quadratic time.
    return budget.left === 0 ? [] : this.#byPrefix().overlapping(prefix, budget);
  }

  /**
   * Returns the entry that decides a target, passed as the shape of its compared bytes. Skips ignored rules. Undefined if
   * the budget runs out or a pattern is too long for `includes`.
   * @param known an entry that is known to match the target
   */
  deciding(
    target: Shape,
    budget: Budget,
    known?: RankedEntry,
    isIgnored: (rule: Rule | undefined) => boolean = () => false,
  ): RankedEntry | undefined {
    const { nodes } = this.#byPrefix();
    const { prefix } = target;
    const from = firstIndex(nodes, (start) => start > prefix) - 1;
    let best: RankedEntry | undefined;
    let isPrefix = false;
    for (let node = nodes.at(from); node !== undefined; node = node.above) {
      isPrefix ||= prefix.startsWith(node.prefix);
      if (!isPrefix) continue;
      // For most entries, a missing byte pair excludes the target, which takes less than a step.
      if (!budget.spend(Math.ceil(node.entries.length / 4))) return undefined;
      for (const entry of node.entries) {
        if (best !== undefined && entry.rank > best.rank) break;
        const { shape } = entry;
        if ((shape.pairs & ~target.pairs) !== 0 || isIgnored(entry.rule)) continue;
        const matches = shape.starred
          ? entry === known || includes(shape, target, budget)
          : !shape.anchored || shape.text.length === prefix.length;
        if (matches) {
          best = entry;
          break;
        }
        if (isTooLong(shape, target)) return undefined;
      }
    }
    return budget.left === 0 ? undefined : best;
  }

  #byPrefix(): EntryIndex {
    this.#index ??= new EntryIndex(this.entries, ({ shape }) => shape.prefix);
    return this.#index;
  }
}

/** The entries with one prefix. */
interface PrefixNode {
  readonly prefix: string;
  readonly entries: RankedEntry[];
  /** The node with the longest proper prefix of this one. */
  readonly above: PrefixNode | undefined;
  /** The index of the first later node whose prefix does not extend this one. */
  end: number;
  /** The entries that may match the same targets, if they are few. */
  overlapping?: readonly RankedEntry[];
}

/** Maximum overlapping entries to cache per node, to bound the memory that a hostile file takes. */
const MAX_KNOWN = 64;

/** Entries indexed by their prefix, or by the relevant part of it. */
export class EntryIndex {
  /** Sorted by prefix, so that extensions of a prefix follow it. */
  readonly nodes: readonly PrefixNode[];

  constructor(entries: readonly RankedEntry[], prefixOf: (entry: RankedEntry) => string) {
    const nodes: PrefixNode[] = [];
    const byPrefix = groupBy(entries, prefixOf);
    for (const prefix of [...byPrefix.keys()].sort()) {
      let above = nodes.at(-1);
      for (; above !== undefined && !prefix.startsWith(above.prefix); above = above.above) {
        above.end = nodes.length;
      }
      nodes.push({ prefix, entries: byPrefix.get(prefix) ?? [], above, end: byPrefix.size });
    }
    this.nodes = nodes;
  }

  /**
   * Returns the entries whose prefix extends `prefix` or is extended by it, best first; none if the budget runs out.
   */
  overlapping(prefix: string, budget: Budget): readonly RankedEntry[] {
    if (budget.left === 0) return [];
    const { nodes } = this;
    const from = firstIndex(nodes, (start) => start >= prefix);
    const node = nodes[from]?.prefix === prefix ? nodes[from] : undefined;
    if (node?.overlapping !== undefined) return budget.spend(node.overlapping.length) ? node.overlapping : [];
    const to = node?.end ?? firstIndex(nodes, (start) => start >= prefix && !start.startsWith(prefix));
    let size = 1;
    for (let at = from; at < to; at++) size += nodes[at].entries.length;
    if (!budget.spend(size)) return [];
    const overlapping: RankedEntry[] = [];
    for (let at = from; at < to; at++) for (const entry of nodes[at].entries) overlapping.push(entry);
    let above = node === undefined ? nodes[from - 1] : node.above;
    for (; above !== undefined; above = above.above) {
      if (node === undefined && !prefix.startsWith(above.prefix)) continue;
      if (!budget.spend(above.entries.length)) return [];
      for (const entry of above.entries) overlapping.push(entry);
    }
    // A longer prefix usually means a better rank, so the entries are usually in order.
    if (overlapping.some(({ rank }, index) => index > 0 && rank < overlapping[index - 1].rank)) {
      overlapping.sort((a, b) => a.rank - b.rank);
    }
    if (node !== undefined && overlapping.length <= MAX_KNOWN) node.overlapping = overlapping;
    return overlapping;
  }
}

/** Returns the index of the first node for which the condition holds. */
function firstIndex(nodes: readonly PrefixNode[], holds: (prefix: string) => boolean): number {
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(nodes[middle].prefix)) high = middle;
    else low = middle + 1;
  }
  return low;
}
