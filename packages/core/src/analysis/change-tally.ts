/** URLs by the rule of two files that changes their verdict. */

import type { Matcher } from '../match/matcher.js';
import type { Rule, Verdict } from '../match/verdict.js';
import { Budget } from '../prover/budget.js';
import { isNarrower } from '../prover/differences.js';
import { rankRules } from '../prover/ranked-rules.js';
import type { Change } from './access-changes.js';

/** What changes in one dialect for crawlers that have the same rules in both files. */
export interface CountedChange {
  readonly productTokens: readonly string[];
  /** The name of the dialect. */
  readonly dialect: string;
  readonly effect: Change['effect'];
  /** URLs whose verdict changes; a URL that was added several times counts as often. */
  readonly urls: number;
  /** All valid URLs that were added for these crawlers. */
  readonly total: number;
  /**
   * By the rule that blocks the URL in one file, or the rule that allows it in the other one if that matches only a part of
   * the same URLs, as in `diff`; most URLs first. Lines are those of the first crawler.
   */
  readonly rules: readonly CountedRule[];
  /** The targets (path and query) that were added most often, at most ten. */
  readonly targets: readonly { readonly target: string; readonly urls: number }[];
}

export interface CountedRule {
  readonly file: 'before' | 'after';
  readonly rule: Rule;
  readonly urls: number;
}

const MAX_LISTED_TARGETS = 10;
/** Distinct targets counted per change. Later ones count as URLs, but are never among the most frequent. */
const MAX_COUNTED_TARGETS = 100_000;

const EFFECTS = ['newly-blocked', 'newly-allowed'] as const;

export class ChangeTally {
  /** Valid requests of its crawlers. */
  #requests = 0;
  readonly #counts = { 'newly-blocked': new ChangeCounts(), 'newly-allowed': new ChangeCounts() };
  /** Whether a rule is narrower than another, by their canonical patterns. */
  readonly #narrower = new Map<string, boolean>();

  addRequest(url: string | URL, matchers: readonly Matcher[]): void {
    this.#requests++;
    this.add(url, matchers);
  }

  /** @param matchers those before and after the edit */
  add(url: string | URL, [before, after]: readonly Matcher[]): void {
    const isAllowed = after.isAllowed(url);
    if (isAllowed === before.isAllowed(url)) return;
    const verdicts = { before: before.explain(url), after: after.explain(url) };
    const [allowing, blocking] = isAllowed ? (['after', 'before'] as const) : (['before', 'after'] as const);
    // Without a common dialect, patterns cannot be compared.
    const isException = before.dialect === after.dialect && this.#isNarrower(verdicts[allowing], verdicts[blocking], after);
    const file = isException ? allowing : blocking;
    const effect = isAllowed ? 'newly-allowed' : 'newly-blocked';
    this.#counts[effect].add(verdicts.after.target, file, verdicts[file].rule);
  }

  /** Returns whether the rule that allows a URL matches only a part of what the rule that blocks it matches. */
  #isNarrower(allowing: Verdict, blocking: Verdict, { dialect }: Matcher): boolean {
    const rules = [allowing, blocking].flatMap(({ rule }) => rule ?? []);
    if (rules.length < 2) return false;
    const key = rules.map(({ canonicalPattern }) => canonicalPattern).join('\n');
    const known = this.#narrower.get(key);
    if (known !== undefined) return known;
    const [inner, outer] = rules.map((rule) => {
      const [entry] = rankRules([rule], dialect).entriesOf(rule);
      return entry?.ruleShapes ?? [];
    });
    // A rule without a path has no shapes.
    const narrower = inner.length > 0 && isNarrower(inner, outer, new Budget());
    this.#narrower.set(key, narrower);
    return narrower;
  }

  /** @param urls valid URLs that were added for all crawlers */
  result(urls: number): readonly Omit<CountedChange, 'productTokens' | 'dialect'>[] {
    return EFFECTS.filter((effect) => this.#counts[effect].urls > 0).map((effect) => ({
      effect,
      total: urls + this.#requests,
      ...this.#counts[effect].result(),
    }));
  }
}

class ChangeCounts {
  urls = 0;
  readonly #rules = new Map<string, { file: 'before' | 'after'; rule: Rule; urls: number }>();
  readonly #targets = new Map<string, number>();

  add(target: string, file: 'before' | 'after', rule: Rule | undefined): void {
    this.urls++;
    if (rule !== undefined) {
      const key = `${file} ${rule.line}`;
      const known = this.#rules.get(key) ?? { file, rule, urls: 0 };
      this.#rules.set(key, known);
      known.urls++;
    }
    const count = this.#targets.get(target);
    if (count !== undefined || this.#targets.size < MAX_COUNTED_TARGETS) {
      this.#targets.set(target, (count ?? 0) + 1);
    }
  }

  result(): Pick<CountedChange, 'urls' | 'rules' | 'targets'> {
    return {
      urls: this.urls,
      rules: [...this.#rules.values()].sort((a, b) => b.urls - a.urls),
      targets: [...this.#targets]
        .map(([target, urls]) => ({ target, urls }))
        .sort((a, b) => b.urls - a.urls)
        .slice(0, MAX_LISTED_TARGETS),
    };
  }
}
