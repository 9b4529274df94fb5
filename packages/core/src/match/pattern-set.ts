/** The canonical patterns of a rule list with their ranks: the lowest matching rank wins. */
import { WILDCARD } from '../dialect/compiled-dialect.js';
import { MAX_PARSING_LIMIT_BYTES } from '../dialect/limits.js';
import { patternForms } from './pattern-forms.js';
import type { RuleList } from './rule-list.js';
import { NONE } from './strategy.js';

/** Upper bound of pattern numbers. Sort keys combine specificity, kind and pattern number. */
const POSITIONS = 2 ** 25;

/** Patterns in one byte arena, with parallel lists of properties. */
export class PatternSet {
  /** All patterns, concatenated, without redundant `*`. */
  arena: Uint8Array = new Uint8Array(1024);
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  /** Whether the pattern ended with a `$`, which is not in the arena. */
  readonly anchored: boolean[] = [];
  /** Whether the pattern contains a `*`. */
  readonly starred: boolean[] = [];
  readonly ranks: number[] = [];
  #used = 0;

  get size(): number {
    return this.starts.length;
  }

  /** Total bytes of patterns with `*`. */
  get starredBytes(): number {
    let bytes = 0;
    for (let pattern = 0; pattern < this.size; pattern++) {
      if (this.starred[pattern]) bytes += this.ends[pattern] - this.starts[pattern];
    }
    return bytes;
  }

  /** Copies some of the patterns into a new set. */
  subset(patterns: readonly number[]): PatternSet {
    const subset = new PatternSet();
    for (const pattern of patterns) {
      subset.#reserve(this.ends[pattern] - this.starts[pattern]);
      subset.starts.push(subset.#used);
      for (let at = this.starts[pattern]; at < this.ends[pattern]; at++) {
        subset.arena[subset.#used++] = this.arena[at];
      }
      subset.ends.push(subset.#used);
      subset.anchored.push(this.anchored[pattern]);
      subset.starred.push(this.starred[pattern]);
      subset.ranks.push(this.ranks[pattern]);
    }
    subset.trim();
    return subset;
  }

  /** Returns all patterns, cut at their first `*`. Patterns that were cut have no rank. */
  beginnings(kinds: Uint8Array): PatternSet {
    if (this.starredBytes === 0) return this;
    const beginnings = this.subset(Array.from(this.starts.keys()));
    for (let pattern = 0; pattern < this.size; pattern++) {
      if (!this.starred[pattern]) continue;
      let end = this.starts[pattern];
      while (kinds[this.arena[end]] !== WILDCARD) end++;
      beginnings.ends[pattern] = end;
      beginnings.anchored[pattern] = false;
      beginnings.ranks[pattern] = NONE;
    }
    return beginnings;
  }

  /**
   * Adds a pattern. Omits a `*` after another one or at the end, which has no effect, and a final `$` after a `*`.
   */
  add(bytes: Uint8Array, end: number, anchored: boolean, kinds: Uint8Array): void {
    this.#reserve(end);
    const start = this.#used;
    let endsWithStar = false;
    let stars = 0;
    for (let at = 0; at < end; at++) {
      const byte = bytes[at];
      const isStar = kinds[byte] === WILDCARD;
      if (isStar && endsWithStar) continue;
      if (isStar) stars++;
      this.arena[this.#used++] = byte;
      endsWithStar = isStar;
    }
    if (endsWithStar) {
      this.#used--;
      stars--;
    }
    this.starts.push(start);
    this.ends.push(this.#used);
    this.anchored.push(anchored && !endsWithStar);
    this.starred.push(stars > 0);
  }

  /** Releases unused memory. */
  trim(): void {
    this.arena = this.arena.slice(0, this.#used);
  }

  #reserve(length: number): void {
    if (this.#used + length <= this.arena.length) return;
    const larger = new Uint8Array(Math.max(this.arena.length * 2, this.#used + length));
    larger.set(this.arena.subarray(0, this.#used));
    this.arena = larger;
  }
}

/** Patterns and the rules at their ranks. */
export interface RankedPatterns {
  readonly patterns: PatternSet;
  /** The rule number at each rank. */
  readonly owners: Int32Array;
}

/** Collects the patterns of all usable rules and ranks them by `precedence`. Linear in the bytes, apart from a sort. */
export function rankPatterns(rules: RuleList): RankedPatterns {
  const { dialect, canonicalPatternKinds: kinds } = rules.tables;
  const patterns = new PatternSet();
  const keys: number[] = [];
  const byBytes = dialect.precedence === 'most-bytes';
  const owners: number[] = [];
  for (let rule = 0; rule < rules.length; rule++) {
    const form = rules.usableForm(rule);
    if (form === undefined) continue;
    const loses = byBytes && !rules.isAllow(rule) ? 1 : 0;
    for (const patternForm of patternForms(form, rules.allowsFolder(rule), rules.tables)) {
      const specificity = byBytes ? patternForm.specificity : 0;
      keys.push(((MAX_PARSING_LIMIT_BYTES - specificity) * 2 + loses) * POSITIONS + patterns.size);
      patterns.add(patternForm.bytes, patternForm.end, patternForm.anchored, kinds);
      owners.push(rule);
    }
  }
  patterns.trim();
  const order = Float64Array.from(keys).sort();
  const ranked = new Int32Array(order.length);
  order.forEach((key, rank) => {
    const pattern = key % POSITIONS;
    patterns.ranks[pattern] = rank;
    ranked[rank] = owners[pattern];
  });
  return { patterns, owners: ranked };
}
