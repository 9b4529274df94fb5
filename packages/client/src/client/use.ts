/** Whether content may be used for a purpose: access, page-level rules and usage preferences, the strictest of all. */
import type { Outcome, Verdict } from '@repkit/core';
import {
  comparableCategories,
  type PageDirective,
  type PageRules,
  type Preference,
  type PreferenceMechanism,
  type PreferenceStatement,
  type Preferences,
  type PreferenceUse,
} from '@repkit/core/preferences';
import type { CheckedDecision } from './decision.js';

/** What content is used for. */
export type UsePurpose = 'ai-training' | 'ai-search' | 'ai-user' | 'search';

/** The use that each purpose makes of content. AI assistants and AI search put it into the input of a model. */
const USES: Readonly<Record<UsePurpose, PreferenceUse>> = {
  'ai-training': 'training',
  'ai-search': 'input',
  'ai-user': 'input',
  search: 'search',
};

/**
 * `yes`: stated to be welcome. `no`: disallowed, or stated not to be welcome. `unstated`: nothing is stated. `unknown`: the
 * head of the page was not read completely, so a statement may be missing. `unreachable`: robots.txt is unreachable, so
 * nothing may be fetched.
 */
export type UseAnswer = 'yes' | 'no' | 'unstated' | 'unknown' | 'unreachable';

/** What one source states about the use. */
export type UseStep =
  | {
      readonly by: 'access';
      readonly answer: Exclude<UseAnswer, 'yes' | 'unknown'>;
      readonly outcome: Outcome;
      /** With the deciding rule and its line; absent without a robots.txt. */
      readonly verdict?: Verdict;
    }
  | {
      readonly by: 'page-rules';
      /** `unknown`: the head was not read completely, and what was read does not forbid the use. */
      readonly answer: 'no' | 'unknown' | 'unstated';
      /** The directives that the engine documents to forbid the use. */
      readonly directives: readonly PageDirective[];
    }
  | {
      readonly by: PreferenceMechanism;
      readonly answer: Exclude<UseAnswer, 'unknown' | 'unreachable'>;
      /** The category or label of the mechanism. */
      readonly category: string;
      /** Each with its line, header or element. */
      readonly statements: readonly PreferenceStatement[];
    };

export interface UseDecision {
  readonly purpose: UsePurpose;
  readonly answer: UseAnswer;
  readonly steps: readonly UseStep[];
}

/** Whether content may be used, and whether the crawler may fetch it. */
export interface CheckedUse extends UseDecision {
  readonly access: CheckedDecision;
}

/** What a site states about a page; without a response, there are no page-level rules. */
export interface StatedUses {
  readonly pageRules?: PageRules;
  /** Whether the head of the page was read completely, as in the result of `readPage` (default: `read`). */
  readonly html?: 'read' | 'truncated' | 'none';
  readonly preferences: Omit<Preferences, 'access'>;
}

/** What `decideUse` needs of a decision. */
export interface UseAccess {
  readonly outcome: Outcome;
  readonly ruled?: 'allowed' | 'disallowed' | 'unreachable';
  readonly verdict?: Verdict | undefined;
}

const UNSTATED: Preference = { value: 'unstated', statements: [] };

/** The first answer that any step has decides. */
const STRICTEST_FIRST = ['unreachable', 'no', 'unknown', 'yes', 'unstated'] as const;

/**
 * Returns whether content may be used for a purpose. The strictest step decides: no preference allows what robots.txt
 * disallows, and no statement lifts that of another step. Within one mechanism, its own document decides which statement
 * applies. If the head of the page was not read completely, the answer is never `yes` or `unstated`. Without a response,
 * pass no `pageRules` and no `html`. Throws a RangeError for an unknown purpose.
 *
 * @example
 * ```ts
 * import { decideUse } from '@repkit/client/page';
 * import { decide, parseRobotsTxt } from '@repkit/core';
 * import { preferences } from '@repkit/core/preferences';
 *
 * const text = 'User-agent: *\nContent-Signal: ai-train=no, search=yes';
 * const stated = { preferences: preferences(parseRobotsTxt(text), '/', 'ExampleBot') };
 * const access = decide(text, '/', 'ExampleBot');
 * decideUse(access, stated, 'ai-training').answer; // 'no'
 * decideUse(access, stated, 'search').answer; // 'yes'
 * ```
 */
export function decideUse(
  { outcome, ruled, verdict }: UseAccess,
  { pageRules, html, preferences }: StatedUses,
  purpose: UsePurpose,
): UseDecision {
  if (!Object.hasOwn(USES, purpose)) {
    const names = Object.keys(USES).join(', ');
    throw new RangeError(`Unknown purpose ${JSON.stringify(purpose)}. Use one of ${names}.`);
  }
  const use = USES[purpose];
  // Rules that do not govern a crawler still state what the owner wants.
  const applied = outcome === 'not-governed' ? (ruled ?? 'disallowed') : outcome;
  const access = {
    allowed: 'unstated',
    unstated: 'unstated',
    disallowed: 'no',
    unreachable: 'unreachable',
  } as const;
  const steps: UseStep[] = [{ by: 'access', answer: access[applied], outcome, ...(verdict && { verdict }) }];
  if (pageRules !== undefined || html === 'truncated') {
    const directives = pageRules?.forbiddenUses[use] ?? [];
    // Preferences may be missing, too; the strictest step decides.
    const unforbidden = html === 'truncated' ? 'unknown' : 'unstated';
    const answer = directives.length > 0 ? 'no' : unforbidden;
    steps.push({ by: 'page-rules', answer, directives });
  }
  for (const [by, category] of Object.entries(comparableCategories[use])) {
    const mechanism = by as PreferenceMechanism;
    const categories: Readonly<Record<string, Preference>> = preferences[mechanism].categories;
    const { value, statements } = categories[category] ?? UNSTATED;
    steps.push({ by: mechanism, answer: value, category, statements });
  }
  const answers = steps.map(({ answer }): UseAnswer => answer);
  const answer = STRICTEST_FIRST.find((strict) => answers.includes(strict)) ?? 'unstated';
  return { purpose, answer, steps };
}
