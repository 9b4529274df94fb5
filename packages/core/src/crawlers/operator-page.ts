/** The data format of the crawler lists: one entry per operator page. */

/**
 * The purpose of a crawler, according to its operator:
 * - `search`: builds an index for a search engine.
 * - `ai-training`: collects text and images to train models.
 * - `ai-search`: builds an index for AI answers.
 * - `ai-user`: fetches a page for an AI assistant at a user's request.
 * - `seo`: analyzes links and audits sites.
 * - `advertising`: checks pages that show or link from advertisements.
 * - `preview`: renders a link preview in a message, post or list.
 * - `archive`: stores copies.
 * - `monitoring`: checks availability and response time.
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

export interface OperatorPage {
  readonly operator: string;
  /** The operator's page; if there is none, a third-party page, and the notes say so. */
  readonly source: string;
  /** The product tokens that the page documents, with a note for site owners. */
  readonly crawlers: readonly (
    | readonly [productToken: string, purpose: CrawlerPurpose]
    | readonly [productToken: string, purpose: CrawlerPurpose, note: string]
  )[];
}

/** Notes shared by several crawlers. */
export const ASKED_BY_USER = "It fetches pages at a user's request and may ignore robots.txt.";
export const IGNORES_EVERYONE = 'It ignores the rules for "*". Name it in its own group.';
export const WITHOUT_PAGE = 'No operator page is known; the source is a third party.';
