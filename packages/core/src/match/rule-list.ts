/** The rules for one product token, matched one by one directly from the bytes of the body. */

import { type CompiledDialect, LITERAL } from '../dialect/compiled-dialect.js';
import type { Body } from '../syntax/body.js';
import { RULE_WIDTH } from '../syntax/record-cursor.js';
import { DOLLAR, SLASH } from '../util/bytes.js';
import { type CanonicalPattern, canonicalPattern } from './canonical.js';
import { isUsablePattern, MATCH, matchPattern, NO_MATCH } from './pattern.js';
import { folderForm, type PatternForm, queryForms } from './pattern-forms.js';
import { NONE, type RuleStrategy } from './strategy.js';
import type { Target } from './target.js';
import { TargetSearch } from './target-search.js';

/** From this many rules on, preparing the target for searches pays off. */
const RULES_WORTH_SEARCH = 32;
const targetSearch = new TargetSearch();

/** Rules by number, in file order. */
export class RuleList implements RuleStrategy {
  readonly length: number;
  readonly tables: CompiledDialect;
  readonly #body: Body;
  readonly #rules: ArrayLike<number>;

  constructor(body: Body, tables: CompiledDialect, rules: ArrayLike<number>) {
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

  /** Returns whether the rule blocks what it matches: whether it is a disallow line with a path. */
  restricts(rule: number): boolean {
    return !this.isAllow(rule) && this.start(rule) < this.end(rule);
  }

  /** Returns the offset of the pattern in the body. */
  start(rule: number): number {
    return this.#rules[rule * RULE_WIDTH];
  }

  end(rule: number): number {
    return this.#rules[rule * RULE_WIDTH + 1];
  }

  /**
   * Compares every rule without compiling any. Worst case: linear in the target for each piece of each pattern and of its
   * query forms.
   */
  deciding(target: Target): number {
    // Without rules, do not call `bytes`, which may encode a whole string body again.
    if (this.length === 0) return NONE;
    const { dialect, writtenPatternKinds } = this.tables;
    const { indexAllowsFolder } = dialect;
    const bytes = this.#body.bytes();
    const rules = this.#rules;
    const { length } = rules;
    const second = target.start + 1 < target.end ? target.bytes[target.start + 1] : -1;
    const search = this.#searchOf(target);
    let best = NONE;
    let bestSpecificity = -1;
    let bestAllows = false;
    for (let at = 0; at < length; at += RULE_WIDTH) {
      const start = rules[at];
      const end = rules[at + 1];
      const allows = (rules[at + 2] & 1) === 1;
      // Most rules start with `/` and differ in the second byte. Skip the call for those.
      if (start + 1 < end && bytes[start] === SLASH) {
        const byte = bytes[start + 1];
        const differs = byte !== second && writtenPatternKinds[byte] === LITERAL;
        const isEnd = byte === DOLLAR && start + 2 === end;
        if (differs && !isEnd && !(allows && indexAllowsFolder)) continue;
      }
      const specificity = this.#match(bytes, start, end, allows, target, search);
      if (specificity < bestSpecificity || specificity < 0) continue;
      if (specificity === bestSpecificity && (bestAllows || !allows)) continue;
      best = at / RULE_WIDTH;
      bestSpecificity = specificity;
      bestAllows = allows;
      if (dialect.precedence === 'first-in-file') break;
    }
    return best;
  }

  isAllowed(target: Target): boolean {
    const rule = this.deciding(target);
    return rule === NONE || !this.restricts(rule);
  }

  /** Returns the specificity of the rule if it matches, else -1. */
  match(rule: number, target: Target, search?: TargetSearch): number {
    const bytes = this.#body.bytes();
    return this.#match(bytes, this.start(rule), this.end(rule), this.isAllow(rule), target, search);
  }

  /** Visits every matching rule in file order. Worst case: that of `deciding`. */
  eachMatching(target: Target, visit: (rule: number, specificity: number) => void): void {
    const search = this.#searchOf(target);
    for (let rule = 0; rule < this.length; rule++) {
      const specificity = this.match(rule, target, search);
      if (specificity >= 0) visit(rule, specificity);
    }
  }

  #searchOf(target: Target): TargetSearch | undefined {
    if (this.length < RULES_WORTH_SEARCH) return undefined;
    targetSearch.read(target);
    return targetSearch;
  }

  /**
   * Returns the canonical form of a rule; undefined if the rule matches nothing: its path is empty or not usable. Valid until the
   * next call.
   */
  usableForm(rule: number): CanonicalPattern | undefined {
    const { dialect } = this.tables;
    const bytes = this.#body.bytes();
    const start = this.start(rule);
    const end = this.end(rule);
    const canMatch = start === end ? dialect.emptyPattern === 'priority-zero' : isUsablePattern(bytes, start, end, this.tables);
    return canMatch ? canonicalPattern(bytes, start, end, this.tables) : undefined;
  }

  /** Returns whether a rule for an index file also allows its folder (`indexAllowsFolder`). */
  allowsFolder(rule: number): boolean {
    return this.tables.dialect.indexAllowsFolder && this.isAllow(rule);
  }

  #match(
    bytes: Uint8Array,
    start: number,
    end: number,
    allows: boolean,
    target: Target,
    search: TargetSearch | undefined,
  ): number {
    const { dialect, writtenPatternKinds } = this.tables;
    if (start === end) return dialect.emptyPattern === 'priority-zero' ? 0 : -1;
    if (!isUsablePattern(bytes, start, end, this.tables)) return -1;
    const anchored = dialect.wildcards && bytes[end - 1] === DOLLAR;
    const last = anchored ? end - 1 : end;
    const kinds = writtenPatternKinds;
    const asWritten = matchPattern(bytes, start, last, anchored, kinds, target, search);
    if (asWritten === MATCH) return end - start;
    const folders = allows && dialect.indexAllowsFolder;
    if (asWritten === NO_MATCH && !folders) return -1;
    const isSettled = asWritten === NO_MATCH;
    return this.#matchCanonical(bytes, start, end, isSettled, folders, target, search);
  }

  /**
   * Like `#match`, for what comparing the pattern as written cannot decide: its canonical form, unless `isSettled`, and its
   * folder, if `folders`. A separate function, so that engines inline `#match` into the loop over all rules.
   */
  #matchCanonical(
    bytes: Uint8Array,
    start: number,
    end: number,
    isSettled: boolean,
    folders: boolean,
    target: Target,
    search: TargetSearch | undefined,
  ): number {
    const form = canonicalPattern(bytes, start, end, this.tables);
    if (!isSettled) {
      const anchored = this.tables.dialect.wildcards && bytes[end - 1] === DOLLAR;
      const { specificity } = form;
      const formEnd = anchored ? form.length - 1 : form.length;
      const { canonicalPatternKinds } = this.tables;
      const asCanonical = matchPattern(form.bytes, 0, formEnd, anchored, canonicalPatternKinds, target, search);
      if (asCanonical === MATCH) return specificity;
      if (form.hasQueryEscapes) {
        const whole = { bytes: form.bytes, end: formEnd, anchored, specificity };
        if (this.#matchesInQuery(whole, target, search)) return specificity;
      }
    }
    const folder = folders ? folderForm(form) : undefined;
    if (folder === undefined) return -1;
    const isMatch = this.#matchForm(folder, target, search) || this.#matchesInQuery(folder, target, search);
    return isMatch ? folder.specificity : -1;
  }

  #matchesInQuery(form: PatternForm, target: Target, search: TargetSearch | undefined): boolean {
    return queryForms(form, this.tables).some((form) => this.#matchForm(form, target, search));
  }

  #matchForm({ bytes, end, anchored }: PatternForm, target: Target, search: TargetSearch | undefined): boolean {
    const { canonicalPatternKinds: kinds } = this.tables;
    return matchPattern(bytes, 0, end, anchored, kinds, target, search) === MATCH;
  }
}
