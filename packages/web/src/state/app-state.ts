/** What the page shows: all of it can be said in a link, save what follows from a choice. */
import type { DialectName } from '@repkit/core';
import type { Language } from '../messages/messages.js';

export const VIEW_NAMES = ['check', 'dialects', 'live', 'diff', 'tree'] as const;

export type ViewName = (typeof VIEW_NAMES)[number];

/** A question whose answer is looked at. */
export interface Question {
  readonly url: string;
  readonly productToken: string;
}

/** Lines of the robots.txt that a view points at, from 1. */
export interface LitLines {
  /** The line that decides. */
  readonly deciding: number | undefined;
  /** Lines whose rules matched and lost. */
  readonly lost: readonly number[];
  /** The user-agent lines of the groups that apply. */
  readonly userAgentLines: readonly number[];
}

export interface AppState {
  readonly robotsTxt: string;
  /** The robots.txt that the one of the editor is compared with. */
  readonly before: string;
  /** The URLs, one a line, as they were written. */
  readonly urls: string;
  readonly productTokens: readonly string[];
  /** The crawler that the views of a single one are about. */
  readonly productToken: string;
  readonly dialect: DialectName;
  /** The dialect in which the chosen question is explained where several stand side by side. */
  readonly explainedDialect: DialectName | undefined;
  /** The site that is asked for its robots.txt. */
  readonly liveUrl: string;
  readonly view: ViewName;
  readonly language: Language;
  readonly chosen: Question | undefined;
  readonly lit: LitLines | undefined;
  /** What is wrong with the link that the page was opened with. */
  readonly linkProblem: LinkProblem | undefined;
}

/** Cut or changed on its way; written by a later version; more than a page takes from strangers. */
export type LinkProblem = 'damaged' | 'newer' | 'too-long';

export function initialState(language: Language): AppState {
  return {
    robotsTxt: EXAMPLE_ROBOTS_TXT,
    before: '',
    urls: EXAMPLE_URLS,
    productTokens: ['Googlebot', 'GPTBot', '*'],
    productToken: 'Googlebot',
    dialect: 'rfc9309',
    explainedDialect: undefined,
    liveUrl: '',
    view: 'check',
    language,
    chosen: EXAMPLE_QUESTION,
    lit: undefined,
    linkProblem: undefined,
  };
}

/** What a visitor sees first: a small file in which most of the protocol happens, with one slip. */
export const EXAMPLE_ROBOTS_TXT = `# Crawlers without a group of their own
User-agent: *
Disallow: /search
Disallow: /*?sort=
Allow: /search/help
Disallow: /drafts/

User-agent: Googlebot
Disallow: /private/
Allow: /private/open/
Dissallow: /tmp/

User-agent: GPTBot
User-agent: CCBot
Disallow: /

Sitemap: https://example.com/sitemap.xml
`;

export const EXAMPLE_URLS = `https://example.com/
https://example.com/search?q=robots
https://example.com/search/help
https://example.com/shop?sort=price
https://example.com/private/notes
https://example.com/private/open/letter
https://example.com/drafts/2026
https://example.com/tmp/cache
https://example.com/robots.txt
`;

/** Two rules match it, and one of them loses. */
const EXAMPLE_QUESTION = {
  url: 'https://example.com/private/open/letter',
  productToken: 'Googlebot',
};
