/** The rules for one product token: asked about many URLs. */
import type { CompiledDialect } from '../compiled-dialect.js';
import type { AppliedGroup, MatchedRule, Rule, Verdict } from '../verdict.js';
import { CompiledRules, UNDECIDED } from './compiled-rules.js';
import { NO_RULE, type RuleList } from './rule-list.js';
import { readBareTarget, readTarget, settledEnd } from './target.js';

const ROBOTS_TXT = '/robots.txt';
/** So many questions are answered without compiling anything: who asks once pays for one. */
const DIRECT_QUESTIONS = 4;

/** Answers questions about URLs for one product token of one robots.txt. */
export interface Matcher {
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

/** What a matcher is made from. */
export interface MatcherParts {
  readonly rules: RuleList;
  readonly group: AppliedGroup | undefined;
  /** The rules as objects, made when they are asked for. */
  readonly describeRules: () => readonly Rule[];
}

export class RuleMatcher implements Matcher {
  readonly group: AppliedGroup | undefined;
  readonly #list: RuleList;
  readonly #tables: CompiledDialect;
  readonly #describeRules: () => readonly Rule[];
  #rules: readonly Rule[] | undefined;
  #questions = 0;
  #compiled: CompiledRules | undefined;
  /** The origin of the latest absolute URL with the `/` after it: most questions are about one site. */
  #origin = '';

  constructor({ rules, group, describeRules }: MatcherParts) {
    this.group = group;
    this.#list = rules;
    this.#tables = rules.tables;
    this.#describeRules = describeRules;
  }

  get rules(): readonly Rule[] {
    this.#rules ??= this.#describeRules();
    return this.#rules;
  }

  isAllowed(url: string | URL): boolean {
    if (this.#compiled !== undefined && typeof url === 'string' && this.#origin !== '') {
      // A URL of the same origin whose target is canonical as it stands is matched in place.
      if (url.startsWith(this.#origin)) {
        const start = this.#origin.length - 1;
        const end = settledEnd(url, start, this.#tables);
        if (end >= 0) return this.#decide(url, start, end);
      }
    }
    const target = readTarget(url, this.#tables);
    if (typeof url === 'string') this.#origin = plainOrigin(url);
    return this.#decide(target, 0, target.length);
  }

  isTargetAllowed(target: string): boolean {
    const canonical = readBareTarget(target, this.#tables);
    return this.#decide(canonical, 0, canonical.length);
  }

  explain(url: string | URL, options?: ExplainOptions): Verdict {
    const target = readTarget(url, this.#tables);
    const verdict = this.#verdict(target);
    return options?.all ? { ...verdict, matched: this.#matched(target) } : verdict;
  }

  #decide(text: string, start: number, end: number): boolean {
    if (this.#list.length === 0) return true;
    const length = end - start;
    if (
      length === ROBOTS_TXT.length &&
      this.#tables.dialect.robotsTxtAllowed &&
      text.startsWith(ROBOTS_TXT, start)
    ) {
      return true;
    }
    if (this.#compiled === undefined && ++this.#questions > DIRECT_QUESTIONS) {
      this.#compiled = new CompiledRules(this.#list);
    }
    const answer = this.#compiled?.decide(text, start, end) ?? UNDECIDED;
    return answer === UNDECIDED ? this.#decideDirectly(text.slice(start, end)) : answer === 1;
  }

  #decideDirectly(target: string): boolean {
    const rule = this.#list.deciding(target);
    return rule === NO_RULE || !this.#list.restricts(rule);
  }

  #verdict(target: string): Verdict {
    if (this.#tables.dialect.robotsTxtAllowed && target === ROBOTS_TXT) {
      return { allowed: true, reason: 'robots-txt', target };
    }
    const { group } = this;
    if (group === undefined) return { allowed: true, reason: 'no-group', target };
    const [rule] = this.#matched(target);
    if (rule === undefined) return { allowed: true, reason: 'no-rule', target, group };
    if (rule.octets === 0) return { allowed: true, reason: 'empty-rule', target, group, rule };
    return { allowed: rule.kind === 'allow', reason: 'rule', target, group, rule };
  }

  /** Every rule that matches, the winner first. */
  #matched(target: string): MatchedRule[] {
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

/** The origin of an http or https URL and the `/` after it, if nothing in it needs a second look; else nothing. */
function plainOrigin(url: string): string {
  const start = url.startsWith('https://') ? 8 : url.startsWith('http://') ? 7 : -1;
  if (start < 0) return '';
  const slash = url.indexOf('/', start);
  for (let at = start; at < slash; at++) {
    const code = url.charCodeAt(at);
    const lower = code | 0x20;
    const isPlain =
      (lower >= 0x61 && lower <= 0x7a && code >= 0x41) || (code >= 0x2d && code <= 0x3a && code !== 0x2f);
    if (!isPlain) return '';
  }
  return slash > start ? url.slice(0, slash + 1) : '';
}
