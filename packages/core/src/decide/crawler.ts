/** How one crawler chooses its group, if that differs from RFC 9309, and what its verdicts say about it. */

import { STAR_TOKEN } from '../match/token-input.js';
import type { AppliedProfile } from '../match/verdict.js';

/** Where a fact about a crawler is documented. */
export interface FactSource {
  /** The https URL of the page. */
  readonly source: string;
  /** When the page was last checked, as YYYY-MM-DD. */
  readonly checked: string;
}

/** What is known about the behavior of a crawler; each has its source. */
export type CrawlerFact =
  | 'productTokens'
  | 'fallsBackToStar'
  | 'obeysRobotsTxt'
  | 'kind'
  | 'dialect'
  | 'policy'
  | 'crawlDelay';

/** The part of a crawler profile that decides. It is cached by identity, so do not change it after use. */
export interface CrawlerBehavior {
  /** What to call the crawler in explanations. */
  readonly name: string;
  /** The product tokens it looks for: the first that has a group decides. At least one. */
  readonly productTokens: readonly string[];
  /** Whether the group of `*` applies if no group names one of the tokens. RFC 9309 2.2.1 says yes. */
  readonly fallsBackToStar: boolean;
  /** `user-triggered`: its requests are started by users, so it may not apply robots.txt. Undefined if undocumented. */
  readonly obeysRobotsTxt?: 'yes' | 'no' | 'user-triggered' | undefined;
  /** If no crawler sends this name: what a group for it decides instead of crawling. */
  readonly governs?: string | undefined;
  /** Whether it applies crawl-delay. Undefined if undocumented. */
  readonly crawlDelay?: boolean | undefined;
  readonly facts?: Readonly<Partial<Record<CrawlerFact, FactSource>>> | undefined;
}

/** The members that a verdict for a crawler profile has in addition. */
export interface ProfileNote {
  readonly profile: AppliedProfile;
  readonly governed?: false;
}

/** Returns how a crawler came to the group that was selected for its product tokens, and whether that governs it. */
export function noteOf(
  { name, fallsBackToStar, obeysRobotsTxt = 'yes', governs, facts }: CrawlerBehavior,
  own: string,
  token: string | undefined,
): ProfileNote {
  const ofStar = fallsBackToStar === false ? 'star-ignored' : 'star-group';
  const ofName = token === own ? 'own-group' : 'fallback-group';
  const step = token === undefined ? 'no-group' : token === STAR_TOKEN ? ofStar : ofName;
  const obeys = obeysRobotsTxt === 'yes';
  const ofStep = step === 'star-ignored' ? 'fallsBackToStar' : 'productTokens';
  const fact = governs ? 'kind' : obeys ? ofStep : 'obeysRobotsTxt';
  const profile = { name, step, ...facts?.[fact] } as const;
  return governs || !obeys ? { profile, governed: false } : { profile };
}
