/** The state of the page. Links contain all of it except the language and derived values. */
import type { DialectName } from '@repkit/core';
import type { Language } from '../messages/messages.js';

export const VIEW_NAMES = ['check', 'live', 'diff', 'preferences'] as const;

export type ViewName = (typeof VIEW_NAMES)[number];

/** Where the listed URLs come from: the example, the rules of the file, the tested site, or the user. */
export const URL_SOURCES = ['example', 'rules', 'site', 'own'] as const;

/** Each product token is a column of the verdict table. */
export const MAX_PRODUCT_TOKENS = 100;

/** A URL and the crawler to check it for. */
export interface Check {
  readonly url: string;
  readonly productToken: string;
}

/** Requests in an access log: for each target, by the product token in lower case, or '' if the User-Agent names no crawler. */
export type Traffic = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** 1-based lines of the robots.txt that a view highlights. */
export interface HighlightedLines {
  readonly deciding: number | undefined;
  /** Whether the deciding line allows the URL. */
  readonly allows: boolean;
  /** Lines with matching rules that were overridden. */
  readonly lost: readonly number[];
  /** The user-agent lines of the groups that apply. */
  readonly userAgentLines: readonly number[];
}

export interface AppState {
  readonly robotsTxt: string;
  /** The robots.txt to compare the editor with. */
  readonly before: string;
  /** The URLs as entered, one per line. */
  readonly urls: string;
  readonly urlSource: (typeof URL_SOURCES)[number];
  /** The address of a robots.txt that could not be fetched: while `robotsTxt` is empty, everything is disallowed. */
  readonly blockedBy: string | undefined;
  /** Of the access log that was opened last; links do not contain it. */
  readonly traffic: Traffic | undefined;
  readonly productTokens: readonly string[];
  /** The dialect that the user chose; undefined checks each crawler under the dialect that it documents. */
  readonly dialect: DialectName | undefined;
  /** The site to fetch the robots.txt from. */
  readonly liveUrl: string;
  readonly view: ViewName;
  /** What a narrow screen shows: the robots.txt, or the selected view. */
  readonly pane: 'file' | 'view';
  readonly language: Language;
  readonly chosen: Check | undefined;
  readonly highlighted: HighlightedLines | undefined;
  /** Problems per severity; undefined before the first result. */
  readonly findingCounts: FindingCounts | undefined;
  readonly tokenProblem: TokenProblem | undefined;
  /** Why the link that opened the page could not be used. */
  readonly linkProblem: LinkProblem | undefined;
}

export type FindingCounts = Readonly<Record<'error' | 'warning' | 'info', number>>;

/** The service requires a token and got none, or a wrong one. */
export type TokenProblem = 'required' | 'rejected';

/** Truncated or modified; created by a newer version; over the size limit. */
export type LinkProblem = 'damaged' | 'newer' | 'too-long';

/** Whether the site that was tested last lets nobody fetch anything, because its robots.txt is unreachable or forbidden. */
export function isBlocked({ blockedBy, robotsTxt }: AppState): boolean {
  return blockedBy !== undefined && robotsTxt === '';
}

/** The dialect of what concerns no single crawler, such as colors, problems and changes. */
export function fileDialect({ dialect = 'rfc9309' }: AppState): DialectName {
  return dialect;
}

export function initialState(language: Language): AppState {
  return {
    ...exampleState(),
    before: '',
    blockedBy: undefined,
    traffic: undefined,
    productTokens: ['Googlebot', 'GPTBot', '*'],
    dialect: undefined,
    liveUrl: '',
    view: 'check',
    pane: 'view',
    language,
    highlighted: undefined,
    findingCounts: undefined,
    tokenProblem: undefined,
    linkProblem: undefined,
  };
}

export function exampleState(): Pick<AppState, 'robotsTxt' | 'urls' | 'urlSource' | 'chosen'> {
  return {
    robotsTxt: EXAMPLE_ROBOTS_TXT,
    urls: EXAMPLE_URLS,
    urlSource: 'example',
    chosen: EXAMPLE_CHECK,
  };
}

/** The initial example: a small file with most features of the protocol and one mistake. */
export const EXAMPLE_ROBOTS_TXT = `# All other crawlers
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

/** Two rules match, and one overrides the other. */
const EXAMPLE_CHECK = {
  url: 'https://example.com/private/open/letter',
  productToken: 'Googlebot',
};

type StorageName = 'localStorage' | 'sessionStorage';

/** Returns null if nothing is stored, or the browser denies access. */
export function readStorage(name: StorageName, key: string): string | null {
  try {
    return globalThis[name].getItem(key);
  } catch {
    return null;
  }
}

/** Returns whether the value is stored now: the browser can deny access, or its storage be full. */
export function writeStorage(name: StorageName, key: string, value: string): boolean {
  try {
    globalThis[name].setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
