/**
 * The format of the tables of known crawlers: one entry per documentation page of an operator.
 *
 * To add a crawler: a line in the page of its operator, in `google-pages.ts`, `search-pages.ts` (operators of other search
 * engines), `ai-pages.ts` (content for models), `site-pages.ts` (services for owners of sites) or `other-pages.ts`, sorted by
 * operator and URL. Behavior that the operator documents goes into the details, with the date in `checked`; a fact from another
 * page is `{ is, source, checked }`. Omit facts without a source. `UPDATE_DOCS=1 npm test -- docs examples real-crawlers` updates
 * the docs, including the output of their examples, and `npm test -- operator-pages known-crawlers` checks it.
 */

import type { DialectName } from '../dialect/dialect.js';
import type { CrawlerBehavior } from '../file/crawler.js';

/**
 * What a crawler is for, according to its operator:
 * - `search`: an index that people search.
 * - `ai-training`: text and images that models are trained on.
 * - `ai-search`: an index from which models answer.
 * - `ai-user`: a page that a model or an agent reads because a user asked for something.
 * - `seo`: links and audits for owners and promoters of sites.
 * - `advertising`: pages that show advertisements, and pages that advertisements link to.
 * - `preview`: the card or picture that represents a link in a message, a post or a list.
 * - `archive`: copies that are preserved.
 * - `monitoring`: whether a site responds, and how fast.
 * - `other`: everything else, such as feeds, research and media monitoring.
 */
export type CrawlerPurpose =
  | 'search'
  | 'ai-training'
  | 'ai-search'
  | 'ai-user'
  | 'seo'
  | 'advertising'
  | 'preview'
  | 'archive'
  | 'monitoring'
  | 'other';

/**
 * What a name in a robots.txt stands for:
 * - `crawler`: a program that sends requests.
 * - `control-token`: no program; a group for it decides how its operator may use content that others fetched.
 * - `policy-token`: the same, shared by many operators.
 */
export type CrawlerKind = NonNullable<CrawlerBehavior['kind']>;

/** Where the requests of a crawler come from, so that impostors can be recognized. At least one member. */
export interface CrawlerAddresses {
  /** The https URLs of the address lists that the operator publishes; an address in one of them is the crawler's. */
  readonly lists?: readonly string[];
  /** The domains of its host names: reverse DNS leads to a name in one of them, which resolves to the address. */
  readonly hostDomains?: readonly string[];
}

/** A value that the operator's page documents, or a value with the page that documents it or the date of its check. */
export type Fact<Value> = Value | { readonly is: Value; readonly source?: string; readonly checked?: string };

/** Documented behavior. Omit facts without a source. */
export interface CrawlerDetails {
  /** Tokens that the crawler looks for if no group names it, in order. */
  readonly thenTokens?: Fact<readonly string[]>;
  /** If it ignores the group of `*`. */
  readonly fallsBackToStar?: Fact<false>;
  readonly obeysRobotsTxt?: Fact<NonNullable<CrawlerBehavior['obeysRobotsTxt']>> | undefined;
  readonly kind?: Fact<Exclude<CrawlerKind, 'crawler'>>;
  readonly dialect?: Fact<DialectName>;
  /** The name of an access policy of @repkit/client. */
  readonly policy?: Fact<string>;
  readonly crawlDelay?: Fact<NonNullable<CrawlerBehavior['crawlDelay']>> | undefined;
  readonly addresses?: Fact<CrawlerAddresses> | undefined;
  /** What the owner of a site loses by blocking it: one sentence. */
  readonly blocking?: Fact<string>;
  /** Further purposes that another page documents. */
  readonly alsoFor?: Fact<readonly CrawlerPurpose[]>;
  /** For a control token: as in `CrawlerBehavior`. */
  readonly governs?: string;
  /** As in `CrawlerProfile`. */
  readonly fullName?: string;
  /** What a site owner must know about it. */
  readonly note?: string;
}

type Purposes = CrawlerPurpose | readonly CrawlerPurpose[];

export interface OperatorPage {
  readonly operator: string;
  /** The URL of the operator's page; that of another page if there is none, which the notes then say. */
  readonly source: string;
  /** When the facts were last checked against the page, as YYYY-MM-DD. */
  readonly checked?: string;
  /** Details that all its crawlers share. */
  readonly all?: CrawlerDetails;
  /** The names that the page documents; a plain text is a note. */
  readonly crawlers: readonly PageCrawler[];
}

type PageCrawler = readonly [name: string, purpose: Purposes, details?: string | CrawlerDetails];

/** Returns a page that documents names and purposes, but no behavior. */
export function page(operator: string, source: string, ...crawlers: PageCrawler[]): OperatorPage {
  return { operator, source, crawlers };
}

/** Returns a page that documents behavior: when it was last checked, and the details that all its crawlers share. */
export function checkedPage(
  operator: string,
  source: string,
  { checked, ...all }: CrawlerDetails & { readonly checked: string },
  ...crawlers: PageCrawler[]
): OperatorPage {
  return { operator, source, checked, all, crawlers };
}

/** Returns a fact that was checked on another day than the rest of the page, or that another page documents. */
export function checkedOn<const Value>(checked: string, is: Value, source?: string) {
  return { is, checked, ...(source !== undefined && { source }) };
}

/** Details and notes that many crawlers have. */
export const userTriggered: CrawlerDetails = {
  obeysRobotsTxt: 'user-triggered',
  note: 'It fetches what a user requests, and may ignore robots.txt.',
};

/** Returns the details of a crawler whose name has several words. */
export function ofSeveralWords(fullName: string): CrawlerDetails {
  return { fullName, note: `Its name is "${fullName}", and its product token is the part before the first space.` };
}

export const IGNORES_STAR = 'It ignores the group of "*", so name it.';
export const WITHOUT_PAGE = "Its operator has no known page about it; the source is a third party's.";
