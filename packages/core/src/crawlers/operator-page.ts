/** The form in which the known crawlers are written down: by the pages on which their operators document them. */

/**
 * What a crawler is for, by what its operator says:
 * - `search`: an index that people search.
 * - `ai-training`: text and images that models are trained on.
 * - `ai-search`: an index from which models answer.
 * - `ai-user`: a page that a model or an agent reads because a user asked for something.
 * - `seo`: links and audits for those who own or promote sites.
 * - `advertising`: where advertisements stand, and where they lead.
 * - `preview`: the card or picture that stands for a link in a message, a post or a list.
 * - `archive`: copies that are kept.
 * - `monitoring`: whether a site answers, and how fast.
 * - `other`: all else, such as feeds, research and the watching of media.
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

export interface OperatorPage {
  readonly operator: string;
  /** The address of the page; of another's page where the operator has none, and then the notes say so. */
  readonly source: string;
  /** The product tokens that the page documents; a note says what their users have to know. */
  readonly crawlers: readonly (
    | readonly [productToken: string, purpose: CrawlerPurpose]
    | readonly [productToken: string, purpose: CrawlerPurpose, note: string]
  )[];
}

/** Notes that many crawlers have. */
export const ASKED_BY_USER = "It fetches pages at a user's request and may ignore robots.txt.";
export const IGNORES_EVERYONE = 'It ignores the rules for "*". Name it in its own group.';
export const WITHOUT_PAGE = 'No operator page is known; the source is a third party.';
