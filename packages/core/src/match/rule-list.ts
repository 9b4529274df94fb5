/** The rules that apply to one product token, matched one by one straight from the octets of the body. */
import type { CompiledDialect } from '../compiled-dialect.js';
import type { Body } from '../decode.js';
import { type CanonicalOctets, canonicalPattern } from './octets.js';
import { MATCH, matchPattern, UNSETTLED_PATTERN } from './pattern.js';
import { RULE_WIDTH } from './selection.js';

const DOLLAR = 0x24;
const SLASH = 0x2f;
const INDEX_FILE = Array.from('index.htm', (character) => character.charCodeAt(0));
/** The answer where no rule matches. */
export const NO_RULE = -1;

/** One path-pattern that a rule stands for, in canonical form. */
export interface RulePattern {
  readonly octets: Uint8Array;
  readonly start: number;
  /** A last `$` is left out. */
  readonly end: number;
  readonly anchored: boolean;
  /** Octets that count (row 21). */
  readonly priority: number;
}

/** Rules by their number in file order. */
export class RuleList {
  readonly length: number;
  readonly tables: CompiledDialect;
  readonly #body: Body;
  readonly #rules: readonly number[];

  constructor(body: Body, tables: CompiledDialect, rules: readonly number[]) {
    this.#body = body;
    this.tables = tables;
    this.#rules = rules;
    this.length = rules.length / RULE_WIDTH;
  }

  line(rule: number): number {
    return this.#rules[rule * RULE_WIDTH + 2] >> 1;
  }

  isAllow(rule: number): boolean {
    return (this.#rules[rule * RULE_WIDTH + 2] & 1) === 1;
  }

  /** Whether the rule forbids what it matches: a disallow line with a path (row 15). */
  restricts(rule: number): boolean {
    return !this.isAllow(rule) && this.start(rule) < this.end(rule);
  }

  /** Where the pattern stands in the body's octets. */
  start(rule: number): number {
    return this.#rules[rule * RULE_WIDTH];
  }

  end(rule: number): number {
    return this.#rules[rule * RULE_WIDTH + 1];
  }

  /** Whether the path of the rule is a path-pattern of the dialect (row 14); an empty one is none. */
  isUsable(rule: number): boolean {
    const start = this.start(rule);
    return (
      start < this.end(rule) && this.tables.patternStarts[this.#body.octets()[start]] === 1
    );
  }

  /** The canonical form of the pattern; valid until the next one is asked for. */
  canonical(rule: number): CanonicalOctets {
    return canonicalPattern(this.#body.octets(), this.start(rule), this.end(rule), this.tables);
  }

  /**
   * The rule that decides about a canonical target, or NO_RULE. Every rule is tried, so that a question costs
   * nothing beforehand. Worst case: that of matchPattern for each rule.
   */
  deciding(target: string): number {
    const { precedence } = this.tables.dialect;
    let best = NO_RULE;
    let bestPriority = -1;
    let bestAllows = false;
    for (let rule = 0; rule < this.length; rule++) {
      const priority = this.match(rule, target);
      if (priority < bestPriority || priority < 0) continue;
      if (precedence === 'first-in-file') return rule;
      const allows = this.isAllow(rule);
      if (priority === bestPriority && (bestAllows || !allows)) continue;
      best = rule;
      bestPriority = priority;
      bestAllows = allows;
    }
    return best;
  }

  /** The octets that count for the rule where it matches the target; -1 where it does not. */
  match(rule: number, target: string): number {
    const at = rule * RULE_WIDTH;
    const start = this.#rules[at];
    const end = this.#rules[at + 1];
    const { dialect, patternStarts, writtenPatternKinds, canonicalPatternKinds } = this.tables;
    if (start === end) return dialect.emptyPattern === 'priority-zero' ? 0 : -1;
    const octets = this.#body.octets();
    if (patternStarts[octets[start]] === 0) return -1;
    const anchored = dialect.wildcards && octets[end - 1] === DOLLAR;
    const last = anchored ? end - 1 : end;
    const asWritten = matchPattern(octets, start, last, anchored, writtenPatternKinds, target);
    if (asWritten === MATCH) return end - start;
    if (asWritten === UNSETTLED_PATTERN) {
      const { octets: form, length } = this.canonical(rule);
      const formEnd = anchored ? length - 1 : length;
      if (matchPattern(form, 0, formEnd, anchored, canonicalPatternKinds, target) === MATCH) {
        return length;
      }
    }
    return dialect.indexAllowsFolder && this.isAllow(rule) ? this.#matchFolder(rule, target) : -1;
  }

  /** The patterns that the rule stands for: none where it is unusable, two where it allows a folder by its index. */
  patterns(rule: number): RulePattern[] {
    const { dialect } = this.tables;
    if (this.start(rule) === this.end(rule)) {
      if (dialect.emptyPattern === 'matches-nothing') return [];
      return [{ octets: new Uint8Array(0), start: 0, end: 0, anchored: false, priority: 0 }];
    }
    if (!this.isUsable(rule)) return [];
    const { octets: form, length } = this.canonical(rule);
    const octets = form.slice(0, length);
    const anchored = dialect.wildcards && octets[length - 1] === DOLLAR;
    const end = anchored ? length - 1 : length;
    const pattern = { octets, start: 0, end, anchored, priority: length };
    const folder =
      dialect.indexAllowsFolder && this.isAllow(rule) ? folderEnd(octets, length) : -1;
    if (folder < 0) return [pattern];
    return [pattern, { octets, start: 0, end: folder, anchored: true, priority: folder + 1 }];
  }

  #matchFolder(rule: number, target: string): number {
    const { octets, length } = this.canonical(rule);
    const end = folderEnd(octets, length);
    if (end < 0) return -1;
    const { canonicalPatternKinds } = this.tables;
    return matchPattern(octets, 0, end, true, canonicalPatternKinds, target) === MATCH
      ? end + 1
      : -1;
  }
}

/** Where the folder of a pattern `…/index.htm…` ends, its slash included; -1 where the pattern names no index (row 24). */
function folderEnd(octets: Uint8Array, length: number): number {
  let slash = length - 1;
  while (slash >= 0 && octets[slash] !== SLASH) slash--;
  if (slash < 0 || slash + 1 + INDEX_FILE.length > length) return -1;
  return INDEX_FILE.every((octet, i) => octets[slash + 1 + i] === octet) ? slash + 1 : -1;
}
