/** The rules for one product token: asked about many URLs. */
import type { CompiledDialect } from '../compiled-dialect.js';
import type { Dialect } from '../dialect.js';
import { MOST_COMPILED_RULES } from '../limits.js';
import type { AppliedGroup, MatchedRule, Rule, Verdict } from '../verdict.js';
import { CompiledRules, UNDECIDED } from './compiled-rules.js';
import { NO_RULE, type RuleList } from './rule-list.js';
import { readBareTarget, readTarget, type Target, targetText } from './target.js';

const ROBOTS_TXT = Uint8Array.from('/robots.txt', (character) => character.charCodeAt(0));
/**
 * So many questions are answered without compiling anything, and one more for so many rules: who asks once pays for
 * one, and no question waits for a compilation that it is not worth.
 */
const DIRECT_QUESTIONS = 4;
const RULES_A_QUESTION = 256;

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
  /** The same for a path and query, which begins with `/`. */
  isTargetAllowed(target: string): boolean;
  /** The verdict with its reasons; with `all`, every rule that matched. */
  explain(url: string | URL, options?: ExplainOptions): Verdict;
}

export interface ExplainOptions {
  /** List every rule that matched, the winner first. */
  readonly all?: boolean;
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
}

export class RuleMatcher implements Matcher {
  readonly group: AppliedGroup | undefined;
  readonly #list: RuleList;
  readonly #tables: CompiledDialect;
  readonly #describer: RuleDescriber;
  #rules: readonly Rule[] | undefined;
  #questions = 0;
  #compiled: CompiledRules | undefined;

  constructor({ rules, group, describer }: MatcherParts) {
    this.group = group;
    this.#list = rules;
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

  isTargetAllowed(target: string): boolean {
    return this.#decide(readBareTarget(target, this.#tables));
  }

  explain(url: string | URL, options?: ExplainOptions): Verdict {
    const target = readTarget(url, this.#tables);
    const text = targetText(target, url);
    // The robots.txt itself is not asked about, so no rule is (row 23).
    if (this.#isRobotsTxt(target)) {
      const matched = options?.all && { matched: [] };
      return { allowed: true, reason: 'robots-txt', target: text, ...matched };
    }
    if (!options?.all) return this.#verdict(text, this.#deciding(target));
    const matched = this.#matched(target);
    return { ...this.#verdict(text, matched[0]), matched };
  }

  #decide(target: Target): boolean {
    if (this.#list.length === 0 || this.#isRobotsTxt(target)) return true;
    if (this.#compiled === undefined && this.#isWorthCompiling()) {
      this.#compiled = new CompiledRules(this.#list);
    }
    const answer = this.#compiled?.decide(target) ?? UNDECIDED;
    if (answer !== UNDECIDED) return answer === 1;
    const rule = this.#list.deciding(target);
    return rule === NO_RULE || !this.#list.restricts(rule);
  }

  /** Counts the question that is being asked. */
  #isWorthCompiling(): boolean {
    const { length } = this.#list;
    const direct = DIRECT_QUESTIONS + length / RULES_A_QUESTION;
    return ++this.#questions > direct && length <= MOST_COMPILED_RULES;
  }

  /** Row 23. */
  #isRobotsTxt({ octets, start, end }: Target): boolean {
    if (end - start !== ROBOTS_TXT.length || !this.#tables.dialect.robotsTxtAllowed) return false;
    return ROBOTS_TXT.every((octet, i) => octets[start + i] === octet);
  }

  #verdict(target: string, rule: MatchedRule | undefined): Verdict {
    const { group } = this;
    if (group === undefined) return { allowed: true, reason: 'no-group', target };
    if (rule === undefined) return { allowed: true, reason: 'no-rule', target, group };
    if (rule.octets === 0) return { allowed: true, reason: 'empty-rule', target, group, rule };
    return { allowed: rule.kind === 'allow', reason: 'rule', target, group, rule };
  }

  /** The rule that decides; undefined where none matches. */
  #deciding(target: Target): MatchedRule | undefined {
    const number = this.#list.deciding(target);
    if (number === NO_RULE) return undefined;
    const priority = this.#list.match(number, target);
    const rule = this.#rules?.[number] ?? this.#describer.describeOne(this.#list, number);
    return priority < rule.octets ? { ...rule, asFolder: true } : rule;
  }

  /** Every rule that matches, the winner first. */
  #matched(target: Target): MatchedRule[] {
    const found: { rule: number; priority: number }[] = [];
    for (let rule = 0; rule < this.#list.length; rule++) {
      const priority = this.#list.match(rule, target);
      if (priority >= 0) found.push({ rule, priority });
    }
    const byOctets = this.#tables.dialect.precedence === 'most-octets';
    const allows = ({ rule }: { rule: number }) => Number(this.#list.isAllow(rule));
    if (byOctets) found.sort((a, b) => b.priority - a.priority || allows(b) - allows(a));
    const [winner] = found;
    return found.map((match) => {
      const rule = this.rules[match.rule];
      const asFolder = match.priority < rule.octets && { asFolder: true };
      if (match === winner) return { ...rule, ...asFolder };
      const fewer = byOctets && match.priority < winner.priority;
      const tie = byOctets && !fewer && allows(match) < allows(winner);
      const lost = fewer ? 'fewer-octets' : tie ? 'allow-wins-tie' : 'later-in-file';
      return { ...rule, ...asFolder, lost };
    });
  }
}
