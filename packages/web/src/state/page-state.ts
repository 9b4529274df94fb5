/** The state of the page: a signal per value. A component that reads a value renders again when it changes. */
import { batch, type Signal, signal } from '@preact/signals';
import type { DialectName, Span } from '@repkit/core';
import type { CrawlerPurpose } from '@repkit/core/crawlers';
import type { Language, Status } from '../messages/messages.js';
import type { Check, CheckResult, Explanation, LintResult, Traffic, Visits } from '../worker/requests.js';
import type { Effect, RobotsResponse } from './robots-response.js';

export const VIEW_NAMES = ['check', 'block', 'compare', 'visits'] as const;

export type ViewName = (typeof VIEW_NAMES)[number];

/** Where the listed URLs come from: the example, the rules of the file, the tested site, or the user. */
export const URL_SOURCES = ['example', 'rules', 'site', 'own'] as const;

/** Each product token is a column of the verdict table. */
export const MAX_PRODUCT_TOKENS = 100;

/** The purposes whose crawlers are blocked, and the names of the crawlers that are not. */
export interface Blocking {
  readonly purposes: readonly CrawlerPurpose[];
  readonly except: readonly string[];
  /** Whether Content-Signal and Content-Usage lines state the same. */
  readonly signals: boolean;
}

export const NOTHING_BLOCKED: Blocking = { purposes: [], except: [], signals: false };

/** The response of a site to the request for its robots.txt. */
interface FetchedFrom {
  /** The address of the robots.txt. */
  readonly url: string;
  /** The status that was received; undefined without HTTP. */
  readonly status: number | undefined;
  /** What may be fetched while the text is empty. */
  readonly effect: Effect;
  /** In milliseconds since 1970. */
  readonly fetchedAt: number;
  /** Whether the file exceeds the parsing limit, so that the text is not all of it. */
  readonly isTruncated?: boolean;
}

/** What the user enters and selects. A link contains these values. */
export interface SharedValues {
  /** Whether there is something to answer; before that, the page shows a question. */
  readonly isStarted: boolean;
  readonly robotsTxt: string;
  /** The robots.txt to compare the editor with. */
  readonly before: string;
  /** The URLs as entered, one per line. */
  readonly urls: string;
  readonly urlSource: (typeof URL_SOURCES)[number];
  /** Where the robots.txt was fetched from; undefined for a pasted, opened or written one. */
  readonly fetchedFrom: FetchedFrom | undefined;
  readonly productTokens: readonly string[];
  /** The dialect that the user chose; undefined checks each crawler under the dialect that it documents. */
  readonly dialect: DialectName | undefined;
  /** What Block AI blocks. */
  readonly blocking: Blocking;
  /** The site that was fetched or tried last, without credentials. */
  readonly liveUrl: string;
  readonly view: ViewName;
  readonly chosen: Check | undefined;
}

/** Replaces a result if the worker failed. */
export type Failed = 'failed';

/** A result of lint and the text and dialect that it is about. */
export interface Findings extends LintResult, Pick<CheckResult, 'source'> {
  readonly robotsTxt: string;
  readonly dialect: DialectName;
}

/** What the page starts with, and what a link replaces. Links contain neither the language of the user nor what is temporary. */
export interface Values extends SharedValues {
  /** The response that `fetchedFrom` summarizes, until the page is loaded again. */
  readonly response: RobotsResponse | undefined;
  /** The URLs that were taken from the sitemap of the site, and the number that it has. */
  readonly sampled: { readonly urls: number; readonly found: number } | undefined;
  /** Of the access log that was opened last. */
  readonly traffic: Traffic | undefined;
  /** The access logs that Visits counts. */
  readonly logs: readonly File[];
  /** Whether the editor is open: next to the Check view, on a narrow screen instead of it. */
  readonly isEditing: boolean;
  /** The place that the editor must show and select. */
  readonly revealed: Place | undefined;
  readonly language: Language;
  /** What is in the first field until it is checked. Not part of a link: it may contain credentials. */
  readonly typedSite: string | undefined;
  /** The site whose robots.txt is being fetched. */
  readonly loadingSite: string | undefined;
  readonly siteProblem: SiteProblem | undefined;
  /** Why the link that opened the page could not be used. */
  readonly linkProblem: LinkProblem | undefined;
}

/** What follows from the values: undefined before the first result. */
interface Results {
  readonly checked: CheckResult | Failed | undefined;
  readonly findings: Findings | Failed | undefined;
  /** The explanation of the chosen verdict; undefined if none is chosen or it cannot be explained. */
  readonly explanation: Explanation | undefined;
  /** What the file means for the requests of the access logs. */
  readonly visits: Visits | Failed | undefined;
  /** The share of the access logs that has been read, from 0 to 1. */
  readonly readShare: number;
}

/** A part of a line; the columns may be past its end. */
export type Place = Pick<Span, 'line' | 'column' | 'endColumn'>;

/** Why a site could not be checked. */
export interface SiteFailure {
  readonly text: Status;
  readonly tokenProblem?: TokenProblem;
}

/** Why the site in the first field could not be checked. */
interface SiteProblem extends SiteFailure {
  /** Whether nothing else has been checked since. */
  readonly isCurrent: () => boolean;
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
  visits: undefined,
  readShare: 0,
};

export function pageState(values: Values): PageState {
  const signals = Object.entries({ ...values, ...NO_RESULTS }).map(([name, value]) => [name, signal(value)]);
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

/** Returns a predicate that holds while the file and the listed URLs stay the same. */
export function untilChanged({ robotsTxt, urls }: PageState): () => boolean {
  const [text, list] = [robotsTxt.peek(), urls.peek()];
  return () => robotsTxt.value === text && urls.value === list;
}

export function showProblem(state: PageState, failure: SiteFailure | undefined): void {
  state.siteProblem.value = failure && { ...failure, isCurrent: untilChanged(state) };
}

/** Returns why the site in the first field could not be checked. The results, if any, are about something else then. */
export function currentProblem({ siteProblem }: PageState): SiteFailure | undefined {
  return siteProblem.value?.isCurrent() ? siteProblem.value : undefined;
}

/** The dialect of what concerns no single crawler, such as colors, problems and changes. */
export function fileDialect({ dialect }: PageState): DialectName {
  return dialect.value ?? 'rfc9309';
}

/** Returns the results about the file, or about an earlier text of it, but not those about a file of another site. */
export function currentResults({ checked, findings, fetchedFrom }: PageState) {
  const isCurrent = (result: Pick<CheckResult, 'source'> | Failed | undefined) =>
    typeof result !== 'object' || result.source === fetchedFrom.value?.url;
  return {
    checked: isCurrent(checked.value) ? checked.value : undefined,
    findings: isCurrent(findings.value) ? findings.value : undefined,
  };
}

/** Returns the explanation of the chosen verdict, unless its URL or crawler is no longer in the table. */
export function listedExplanation({ chosen, checked, explanation }: PageState): Explanation | undefined {
  if (chosen.value === undefined || checked.value === 'failed') return undefined;
  const { url, productToken } = chosen.value;
  const isListed = (checked.value?.productTokens.includes(productToken) ?? true) && (checked.value?.urls.includes(url) ?? true);
  return isListed ? explanation.value : undefined;
}

export function initialValues(language: Language): Values {
  return {
    isStarted: false,
    robotsTxt: '',
    urls: '',
    urlSource: 'rules',
    chosen: undefined,
    before: '',
    fetchedFrom: undefined,
    response: undefined,
    sampled: undefined,
    traffic: undefined,
    logs: [],
    productTokens: ['Googlebot', 'GPTBot', '*'],
    dialect: undefined,
    blocking: NOTHING_BLOCKED,
    liveUrl: '',
    view: 'check',
    isEditing: false,
    revealed: undefined,
    language,
    typedSite: undefined,
    loadingSite: undefined,
    siteProblem: undefined,
    linkProblem: undefined,
  };
}

export function exampleValues(): Partial<Values> {
  return {
    isStarted: true,
    robotsTxt: EXAMPLE_ROBOTS_TXT,
    urls: EXAMPLE_URLS,
    urlSource: 'example',
    chosen: undefined,
    fetchedFrom: undefined,
    response: undefined,
    traffic: undefined,
  };
}

/** The example: a small file with most features of the protocol and one mistake. */
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
