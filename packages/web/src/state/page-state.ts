/** The state of the page: a signal per value. A component that reads a value renders again when it changes. */
import { batch, type Signal, signal } from '@preact/signals';
import type { DialectName } from '@repkit/core';
import type { Language } from '../messages/messages.js';
import type { Check, CheckResult, Explanation, LintResult, Traffic } from '../worker/requests.js';

export const VIEW_NAMES = ['check', 'live', 'diff', 'preferences'] as const;

export type ViewName = (typeof VIEW_NAMES)[number];

/** Where the listed URLs come from: the example, the rules of the file, the tested site, or the user. */
export const URL_SOURCES = ['example', 'rules', 'site', 'own'] as const;

/** Each product token is a column of the verdict table. */
export const MAX_PRODUCT_TOKENS = 100;

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

/** What the user enters and selects. A link contains these values. */
export interface SharedValues {
  readonly robotsTxt: string;
  /** The robots.txt to compare the editor with. */
  readonly before: string;
  /** The URLs as entered, one per line. */
  readonly urls: string;
  readonly urlSource: (typeof URL_SOURCES)[number];
  /** The address of a robots.txt that is unreachable: while `robotsTxt` is empty, nothing may be fetched. */
  readonly blockedBy: string | undefined;
  readonly productTokens: readonly string[];
  /** The dialect that the user chose; undefined checks each crawler under the dialect that it documents. */
  readonly dialect: DialectName | undefined;
  /** The site to fetch the robots.txt from. */
  readonly liveUrl: string;
  readonly view: ViewName;
  readonly chosen: Check | undefined;
}

/** A request for a robots.txt that provided none. */
interface NoFile {
  readonly url: string;
  /** The status that was received; undefined without HTTP. */
  readonly status: number | undefined;
}

/** Replaces a result if the worker failed. */
export type Failed = 'failed';

/** A result of lint and the text and dialect that it is about. */
export interface Findings extends LintResult {
  readonly robotsTxt: string;
  readonly dialect: DialectName;
}

/** What the page starts with, and what a link replaces. Links contain neither the language of the user nor what is temporary. */
export interface Values extends SharedValues {
  /** The site that was tested last has no robots.txt: while `robotsTxt` is empty, everything is allowed. */
  readonly noFile: NoFile | undefined;
  /** Of the access log that was opened last. */
  readonly traffic: Traffic | undefined;
  /** What a narrow screen shows: the robots.txt, or the selected view. */
  readonly pane: 'file' | 'view';
  readonly language: Language;
  readonly tokenProblem: TokenProblem | undefined;
  /** Why the link that opened the page could not be used. */
  readonly linkProblem: LinkProblem | undefined;
}

/** What follows from the values. All are undefined before the first result. */
interface Results {
  readonly checked: CheckResult | Failed | undefined;
  readonly findings: Findings | Failed | undefined;
  /** The explanation of the chosen verdict; undefined if none is chosen or it cannot be explained. */
  readonly explanation: Explanation | undefined;
  readonly highlighted: HighlightedLines | undefined;
}

/** The service requires a token and got none, or a wrong one. */
export type TokenProblem = 'required' | 'rejected';

/** Truncated or modified; created by a newer version; over the size limit. */
export type LinkProblem = 'damaged' | 'newer' | 'too-long';

type Signals<Values> = { readonly [Name in keyof Values]: Signal<Values[Name]> };

export type PageState = Signals<Values & Results>;

const NO_RESULTS: Results = {
  checked: undefined,
  findings: undefined,
  explanation: undefined,
  highlighted: undefined,
};

export function pageState(values: Values): PageState {
  const signals = Object.entries({ ...values, ...NO_RESULTS }).map(([name, value]) => [
    name,
    signal(value),
  ]);
  return Object.fromEntries(signals);
}

/** Sets several values at once, so that nothing sees only some of them. */
export function change(state: PageState, values: Partial<Values>): void {
  batch(() => {
    for (const [name, value] of Object.entries(values)) {
      const changed: Signal<unknown> = state[name as keyof Values];
      changed.value = value;
    }
  });
}

/** Whether the site that was tested last lets nobody fetch anything, because its robots.txt is unreachable or forbidden. */
export function isBlocked({ blockedBy, robotsTxt }: PageState): boolean {
  return blockedBy.value !== undefined && robotsTxt.value === '';
}

/** The dialect of what concerns no single crawler, such as colors, problems and changes. */
export function fileDialect({ dialect }: PageState): DialectName {
  return dialect.value ?? 'rfc9309';
}

export function initialValues(language: Language): Values {
  return {
    ...exampleValues(),
    before: '',
    blockedBy: undefined,
    noFile: undefined,
    traffic: undefined,
    productTokens: ['Googlebot', 'GPTBot', '*'],
    dialect: undefined,
    liveUrl: '',
    view: 'check',
    pane: 'view',
    language,
    tokenProblem: undefined,
    linkProblem: undefined,
  };
}

export function exampleValues(): Pick<Values, 'robotsTxt' | 'urls' | 'urlSource' | 'chosen'> {
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
