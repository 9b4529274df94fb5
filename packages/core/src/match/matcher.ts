/** The rules for one product token, for checking many URLs. */

import type { CompiledDialect } from '../dialect/compiled-dialect.js';
import type { Dialect } from '../dialect/dialect.js';
import { CompiledRules } from './compiled-rules.js';
import { pieceAt } from './piece.js';
import type { RuleList } from './rule-list.js';
import { NONE, type RuleStrategy } from './strategy.js';
import { readBareTarget, readTarget, readTargetAt, type Target, targetText } from './target.js';
import type { AppliedGroup, MatchedRule, Rule, Verdict } from './verdict.js';

const ROBOTS_TXT = '/robots.txt';
const ROBOTS_TXT_BYTES = new TextEncoder().encode(ROBOTS_TXT);
/** The first 4 queries run uncompiled, plus one per 256 rules. Compiling pays off only for more. */
const DIRECT_QUERIES = 4;
const RULES_PER_QUERY = 256;
/** More rules are never compiled: only hostile files have them, and compiling takes longer than many direct queries. */
const MAX_COMPILED_RULES = 15_000;

/** Returns how many queries run uncompiled for this many rules. */
export function queriesBeforeCompiling(rules: number): number {
  if (rules > MAX_COMPILED_RULES) return Number.POSITIVE_INFINITY;
  return DIRECT_QUERIES + rules / RULES_PER_QUERY;
}

/** Checks URLs for one product token of one robots.txt. */
export interface Matcher {
  /** The dialect used for parsing. */
  readonly dialect: Dialect;
  /** The groups that apply, if any. */
  readonly group: AppliedGroup | undefined;
  /** Their rules, in file order. */
  readonly rules: readonly Rule[];
  /**
   * Returns whether the URL (absolute, `//host/path`, or starting with `/`) may be fetched. Throws a TypeError if it is
   * not a URL.
   */
  isAllowed(url: string | URL): boolean;
  /**
   * Like `isAllowed`, for a URL in UTF-8 bytes from `start` to `end` (exclusive), without creating a string. Invalid
   * UTF-8 is compared byte by byte. Throws a RangeError if the range is outside the bytes.
   */
  isAllowedAt(bytes: Uint8Array, start: number, end: number): boolean;
  /** Like `isAllowed`, for a path and query that starts with `/`. */
  isTargetAllowed(target: string): boolean;
  /** Returns the verdict with its reasons, and with `all` every matching rule. */
  explain(url: string | URL, options?: ExplainOptions): Verdict;
}

export interface ExplainOptions {
  /** List every matching rule, the winner first. */
  readonly all?: boolean;
  /** With `all`: list at most this many rules, and count all in `matchedCount`. A positive integer. */
  readonly limit?: number;
}

/** Creates rule objects on demand. */
export interface RuleDescriber {
  describe(rules: RuleList): readonly Rule[];
  /** Describes a single rule. */
  describeRule(rules: RuleList, rule: number): Rule;
}

export class RuleMatcher implements Matcher {
  readonly group: AppliedGroup | undefined;
  readonly #list: RuleList;
  readonly #tables: CompiledDialect;
  readonly #describer: RuleDescriber;
  #rules: readonly Rule[] | undefined;
  #queries = 0;
  /** The list itself until it is compiled. */
  #strategy: RuleStrategy;

  constructor(rules: RuleList, group: AppliedGroup | undefined, describer: RuleDescriber) {
    this.group = group;
    this.#list = rules;
    this.#strategy = rules;
    this.#tables = rules.tables;
    this.#describer = describer;
  }

  get dialect(): Dialect {
    return this.#tables.dialect;
  }

  get rules(): readonly Rule[] {
    this.#rules ??= this.#describer.describe(this.#list);
    return this.#rules;
  }

  isAllowed(url: string | URL): boolean {
    return this.#decide(readTarget(url, this.#tables));
  }

  isAllowedAt(bytes: Uint8Array, start: number, end: number): boolean {
    if (!(start >= 0 && start <= end && end <= bytes.length)) {
      throw new RangeError(`The range ${start} to ${end} is outside the ${bytes.length} bytes of the array.`);
    }
    return this.#decide(readTargetAt(bytes, start, end, this.#tables));
  }

  isTargetAllowed(target: string): boolean {
    return this.#decide(readBareTarget(target, this.#tables));
  }

  explain(url: string | URL, options?: ExplainOptions): Verdict {
    const target = readTarget(url, this.#tables);
    const text = targetText(target, url);
    // Rules do not apply to the robots.txt itself (RFC 9309 2.2.2).
    if (this.#isRobotsTxt(target)) {
      const matched = options?.all && {
        matched: [],
        ...(options.limit !== undefined && { matchedCount: 0 }),
      };
      return { allowed: true, reason: 'robots-txt', target: text, ...matched };
    }
    if (!options?.all) return this.#verdict(text, this.#deciding(target));
    const { matched, count } = this.#matched(target, readMatchLimit(options.limit));
    const counted = options.limit !== undefined && { matchedCount: count };
    return { ...this.#verdict(text, matched[0]), matched, ...counted };
  }

  #decide(target: Target): boolean {
    if (this.#list.length === 0 || this.#isRobotsTxt(target)) return true;
    return this.#nextStrategy().isAllowed(target);
  }

  /** Returns the strategy for a query. Counts queries until the list is compiled. */
  #nextStrategy(): RuleStrategy {
    const isList = this.#strategy === this.#list;
    if (isList && ++this.#queries > queriesBeforeCompiling(this.#list.length)) {
      this.#strategy = new CompiledRules(this.#list);
    }
    return this.#strategy;
  }

  /** Returns whether the target is that of the robots.txt, and the dialect always allows it (`robotsTxtAllowed`). */
  #isRobotsTxt({ bytes, start, end }: Target): boolean {
    // The length of the string, because engines treat it as a constant, unlike that of the array.
    if (end - start !== ROBOTS_TXT.length || !this.#tables.dialect.robotsTxtAllowed) return false;
    return pieceAt(ROBOTS_TXT_BYTES, 0, ROBOTS_TXT.length, bytes, start);
  }

  #verdict(target: string, rule: MatchedRule | undefined): Verdict {
    const { group } = this;
    if (group === undefined) return { allowed: true, reason: 'no-group', target };
    if (rule === undefined) return { allowed: true, reason: 'no-rule', target, group };
    if (rule.bytes === 0) return { allowed: true, reason: 'empty-rule', target, group, rule };
    return { allowed: rule.kind === 'allow', reason: 'rule', target, group, rule };
  }

  /** Returns the deciding rule, if any. */
  #deciding(target: Target): MatchedRule | undefined {
    const number = this.#nextStrategy().deciding(target);
    if (number === NONE) return undefined;
    const specificity = this.#list.match(number, target);
    const rule = this.#describe(number);
    return specificity < rule.bytes ? { ...rule, asFolder: true } : rule;
  }

  /**
   * Returns the matching rules, the winner first, and their number. Holds at most twice `limit` matches in memory, and
   * creates objects only for the returned ones.
   */
  #matched(target: Target, limit: number): { matched: MatchedRule[]; count: number } {
    const matches: { rule: number; specificity: number }[] = [];
    const byBytes = this.#tables.dialect.precedence === 'most-bytes';
    const allows = ({ rule }: { rule: number }) => Number(this.#list.isAllow(rule));
    const rank = () => {
      // The sort is stable, so that rules of equal rank stay in file order.
      if (byBytes) matches.sort((a, b) => b.specificity - a.specificity || allows(b) - allows(a));
      if (matches.length > limit) matches.length = limit;
    };
    let count = 0;
    this.#list.eachMatching(target, (rule, specificity) => {
      count++;
      matches.push({ rule, specificity });
      if (matches.length >= 2 * limit) rank();
    });
    rank();
    // Without a limit, describing all rules at once is cheaper, and the result is cached.
    const all = limit === Number.POSITIVE_INFINITY ? this.rules : undefined;
    const [winner] = matches;
    const matched = matches.map((match): MatchedRule => {
      const rule = all?.[match.rule] ?? this.#describe(match.rule);
      const asFolder = match.specificity < rule.bytes && { asFolder: true };
      if (match === winner) return { ...rule, ...asFolder };
      const fewer = byBytes && match.specificity < winner.specificity;
      const tie = byBytes && !fewer && allows(match) < allows(winner);
      const lost = fewer ? 'fewer-bytes' : tie ? 'allow-wins-tie' : 'later-in-file';
      return { ...rule, ...asFolder, lost };
    });
    return { matched, count };
  }

  #describe(rule: number): Rule {
    return this.#rules?.[rule] ?? this.#describer.describeRule(this.#list, rule);
  }
}

/** Throws a RangeError unless the limit is a positive integer. */
function readMatchLimit(limit = Number.POSITIVE_INFINITY): number {
  if (limit === Number.POSITIVE_INFINITY || (Number.isSafeInteger(limit) && limit > 0)) return limit;
  throw new RangeError(`limit must be a positive integer, not ${limit}.`);
}
