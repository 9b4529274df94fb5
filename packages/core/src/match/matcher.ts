/** The rules for one product token: asked about many URLs. */
import type { CompiledDialect } from '../compiled-dialect.js';
import type { Dialect } from '../dialect.js';
import { MAX_COMPILED_RULES } from '../limits.js';
import type { AppliedGroup, MatchedRule, Rule, Verdict } from '../verdict.js';
import { CompiledRules, UNDECIDED } from './compiled-rules.js';
import type { ProfileNote } from './crawler-behavior.js';
import { NO_RULE, type RuleList } from './rule-list.js';
import { readBareTarget, readTarget, readTargetAt, type Target, targetText } from './target.js';

const ROBOTS_TXT = Uint8Array.from('/robots.txt', (character) => character.charCodeAt(0));
/**
 * So many questions are answered without compiling anything, and one more for so many rules: who asks once pays for
 * one, and no question waits for a compilation that it is not worth.
 */
const DIRECT_QUERIES = 4;
const RULES_PER_QUERY = 256;

/** How many queries a matcher of so many rules answers by trying each of them, before it compiles them. */
export function directQueries(rules: number): number {
  if (rules > MAX_COMPILED_RULES) return Number.POSITIVE_INFINITY;
  return DIRECT_QUERIES + rules / RULES_PER_QUERY;
}

/** Answers questions about URLs for one product token of one robots.txt. */
export interface Matcher {
  /** Whose reading of the rules it is. */
  readonly dialect: Dialect;
  /** The groups that apply; undefined where there is none. */
  readonly group: AppliedGroup | undefined;
  /** Their rules, in file order. */
  readonly rules: readonly Rule[];
  /** Whether the URL (absolute, `//host/path`, or beginning with `/`) may be fetched. */
  isAllowed(url: string | URL): boolean;
  /**
   * The same for a URL in UTF-8 bytes, from `start` up to `end` (exclusive): URLs that are read from a file or a socket
   * need no string. Bytes that are not UTF-8 are compared as they are. Throws a RangeError if the range is not
   * within the bytes.
   */
  isAllowedAt(bytes: Uint8Array, start: number, end: number): boolean;
  /** The same for a path and query, which begins with `/`. */
  isTargetAllowed(target: string): boolean;
  /** The verdict with its reasons; with `all`, every rule that matched. */
  explain(url: string | URL, options?: ExplainOptions): Verdict;
}

export interface ExplainOptions {
  /** List every rule that matched, the winner first. */
  readonly all?: boolean;
  /** With `all`: list at most this many of them, and count all of them in `matchedCount`. A whole number from 1. */
  readonly limit?: number;
}

/** Makes objects of rules when somebody asks for them. */
export interface RuleDescriber {
  describe(rules: RuleList): readonly Rule[];
  /** The rule of this number alone. */
  describeOne(rules: RuleList, rule: number): Rule;
}

/** What a matcher is made from. */
export interface MatcherParts {
  readonly rules: RuleList;
  readonly group: AppliedGroup | undefined;
  readonly describer: RuleDescriber;
  /** What verdicts say about the crawler profile, if there is one. */
  readonly note?: ProfileNote | undefined;
}

export class RuleMatcher implements Matcher {
  readonly group: AppliedGroup | undefined;
  readonly #list: RuleList;
  readonly #tables: CompiledDialect;
  readonly #describer: RuleDescriber;
  readonly #note: ProfileNote | undefined;
  #rules: readonly Rule[] | undefined;
  #queries = 0;
  #compiled: CompiledRules | undefined;

  constructor({ rules, group, describer, note }: MatcherParts) {
    this.group = group;
    this.#list = rules;
    this.#tables = rules.tables;
    this.#describer = describer;
    this.#note = note;
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
      throw new RangeError(
        `The range ${start} to ${end} is outside the ${bytes.length} bytes of the array.`,
      );
    }
    return this.#decide(readTargetAt(bytes, start, end, this.#tables));
  }

  isTargetAllowed(target: string): boolean {
    return this.#decide(readBareTarget(target, this.#tables));
  }

  explain(url: string | URL, options?: ExplainOptions): Verdict {
    const verdict = this.#explain(url, options);
    return this.#note === undefined ? verdict : { ...verdict, ...this.#note };
  }

  #explain(url: string | URL, options: ExplainOptions | undefined): Verdict {
    const target = readTarget(url, this.#tables);
    const text = targetText(target, url);
    // The robots.txt itself is not asked about, so no rule is (row 23).
    if (this.#isRobotsTxt(target)) {
      const matched = options?.all && {
        matched: [],
        ...(options.limit !== undefined && { matchedCount: 0 }),
      };
      return { allowed: true, reason: 'robots-txt', target: text, ...matched };
    }
    if (!options?.all) return this.#verdict(text, this.#deciding(target));
    const { matched, count } = this.#matched(target, readLimit(options.limit));
    const counted = options.limit !== undefined && { matchedCount: count };
    return { ...this.#verdict(text, matched[0]), matched, ...counted };
  }

  #decide(target: Target): boolean {
    if (this.#list.length === 0 || this.#isRobotsTxt(target)) return true;
    const result = this.#compiledRules()?.decide(target) ?? UNDECIDED;
    if (result !== UNDECIDED) return result === 1;
    const rule = this.#list.deciding(target);
    return rule === NO_RULE || !this.#list.restricts(rule);
  }

  /** The compiled rules; undefined until enough was asked to make them worth it. */
  #compiledRules(): CompiledRules | undefined {
    if (this.#compiled === undefined && this.#isWorthCompiling()) {
      this.#compiled = new CompiledRules(this.#list);
    }
    return this.#compiled;
  }

  /** Counts the question that is being asked. */
  #isWorthCompiling(): boolean {
    return ++this.#queries > directQueries(this.#list.length);
  }

  /** Row 23. */
  #isRobotsTxt({ bytes, start, end }: Target): boolean {
    if (end - start !== ROBOTS_TXT.length || !this.#tables.dialect.robotsTxtAllowed) return false;
    return ROBOTS_TXT.every((byte, i) => bytes[start + i] === byte);
  }

  #verdict(target: string, rule: MatchedRule | undefined): Verdict {
    const { group } = this;
    if (group === undefined) return { allowed: true, reason: 'no-group', target };
    if (rule === undefined) return { allowed: true, reason: 'no-rule', target, group };
    if (rule.bytes === 0) return { allowed: true, reason: 'empty-rule', target, group, rule };
    return { allowed: rule.kind === 'allow', reason: 'rule', target, group, rule };
  }

  /** The rule that decides; undefined where none matches. */
  #deciding(target: Target): MatchedRule | undefined {
    const number = this.#decidingNumber(target);
    if (number === NO_RULE) return undefined;
    const priority = this.#list.match(number, target);
    const rule = this.#describe(number);
    return priority < rule.bytes ? { ...rule, asFolder: true } : rule;
  }

  #decidingNumber(target: Target): number {
    const number = this.#compiledRules()?.deciding(target) ?? UNDECIDED;
    // Compiled, an empty disallow line equals an empty allow line, which comes first by the rules of a tie (row 21).
    const isEmpty = number >= 0 && this.#list.start(number) === this.#list.end(number);
    return number === UNDECIDED || isEmpty ? this.#list.deciding(target) : number;
  }

  /**
   * The rules that match, the winner first, and how many there are. Memory is bounded by `limit`: while rules are tried, only
   * twice that many matches are kept, and objects are made only for those that are listed.
   */
  #matched(target: Target, limit: number): { matched: MatchedRule[]; count: number } {
    const found: { rule: number; priority: number }[] = [];
    const byBytes = this.#tables.dialect.precedence === 'most-bytes';
    const allows = ({ rule }: { rule: number }) => Number(this.#list.isAllow(rule));
    const rank = () => {
      // The sort is stable: equal rules stay in file order, across cuts too.
      if (byBytes) found.sort((a, b) => b.priority - a.priority || allows(b) - allows(a));
      if (found.length > limit) found.length = limit;
    };
    let count = 0;
    this.#list.eachMatching(target, (rule, priority) => {
      count++;
      found.push({ rule, priority });
      if (found.length >= 2 * limit) rank();
    });
    rank();
    // Without a limit, describing all rules at once is cheaper than one by one, and is remembered.
    const all = limit === Number.POSITIVE_INFINITY ? this.rules : undefined;
    const [winner] = found;
    const matched = found.map((match): MatchedRule => {
      const rule = all?.[match.rule] ?? this.#describe(match.rule);
      const asFolder = match.priority < rule.bytes && { asFolder: true };
      if (match === winner) return { ...rule, ...asFolder };
      const fewer = byBytes && match.priority < winner.priority;
      const tie = byBytes && !fewer && allows(match) < allows(winner);
      const lost = fewer ? 'fewer-bytes' : tie ? 'allow-wins-tie' : 'later-in-file';
      return { ...rule, ...asFolder, lost };
    });
    return { matched, count };
  }

  #describe(rule: number): Rule {
    return this.#rules?.[rule] ?? this.#describer.describeOne(this.#list, rule);
  }
}

/** Throws a RangeError for a limit that is not a count. */
function readLimit(limit = Number.POSITIVE_INFINITY): number {
  if (limit === Number.POSITIVE_INFINITY || (Number.isSafeInteger(limit) && limit > 0))
    return limit;
  throw new RangeError(`limit must be a positive integer, not ${limit}.`);
}
