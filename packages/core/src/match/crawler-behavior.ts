/** How one crawler chooses its group, if that differs from RFC 9309, and what its verdicts say about it. */
import type { AppliedProfile, ProfileStep } from '../verdict.js';
import { EVERYONE } from './asked-token.js';
import type { Selection } from './selection.js';

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

/** Throws a TypeError if the value cannot be a crawler's behavior. */
export function checkBehavior(value: CrawlerBehavior): void {
  const { name, productTokens, fallsBackToStar } = value ?? {};
  if (typeof name === 'string' && Array.isArray(productTokens)) {
    if (typeof fallsBackToStar === 'boolean') return;
  }
  throw new TypeError('Give a product token, such as "ExampleBot", or a crawler profile.');
}

/** Applies the behavior to the groups that RFC 9309 selects for its product tokens. */
export function applyBehavior(
  behavior: CrawlerBehavior,
  selected: Selection,
): { readonly selection: Selection; readonly note: ProfileNote } {
  const step = stepOf(behavior, selected.group?.productToken);
  const selection = step === 'star-ignored' ? { group: undefined, rules: [] } : selected;
  const { name, obeysRobotsTxt: obeys, governs, facts = {} } = behavior;
  const isIgnoring = obeys === 'no' || obeys === 'user-triggered';
  const ofStep = {
    'own-group': undefined,
    'fallback-group': facts.productTokens,
    'star-group': facts.productTokens,
    'star-ignored': facts.fallsBackToStar,
    'no-group': facts.productTokens,
  }[step];
  const ungoverned = isIgnoring ? facts.obeysRobotsTxt : facts.kind;
  const isGoverned = !isIgnoring && governs === undefined;
  return {
    selection,
    note: {
      profile: {
        name,
        step,
        ...(isIgnoring && { obeysRobotsTxt: obeys }),
        ...(governs !== undefined && { governs }),
        ...(isGoverned ? ofStep : ungoverned),
      },
      ...(!isGoverned && { governed: false }),
    },
  };
}

function stepOf(
  { productTokens: [own], fallsBackToStar }: CrawlerBehavior,
  token: string | undefined,
): ProfileStep {
  if (token === undefined) return 'no-group';
  if (token === EVERYONE) return fallsBackToStar ? 'star-group' : 'star-ignored';
  return token === own ? 'own-group' : 'fallback-group';
}
