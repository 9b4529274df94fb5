/** What a site states about one page: access, page-level rules and usage preferences. */
import '../runtime.js';

import { type Crawler, productTokensOf, type RobotsTxt } from '@repkit/core';
import {
  fieldValues,
  type MetaElement,
  type PageInput,
  type PageRuleEngine,
  type PageRuleEngineName,
  type PageRules,
  type PreferenceOptions,
  type Preferences,
  pageRuleEngines,
  pageRules,
  preferences,
  type ResponseHeaders,
} from '@repkit/core/preferences';
import { type HtmlHead, isHtml, metaOutsideHead, type PageBody, readHtmlHead } from '../page/html-head.js';
import type { CheckedDecision } from './decision.js';
import type { CheckOptions } from './query.js';

export {
  decideUse,
  type StatedUses,
  type UseAccess,
  type UseAnswer,
  type UseDecision,
  type UsePurpose,
  type UseStep,
} from './use.js';

/**
 * A response as HTTP libraries return it: a `Response` of fetch, the data of undici's `request`, or an object with the
 * headers and the content. Headers with several values should be a list: joined `X-Robots-Tag` headers no longer show
 * which directives are for all crawlers.
 */
export interface PageResponse {
  /** With a status other than 2xx, the response is not the page, and its rules and preferences do not count. */
  readonly status?: number | undefined;
  /** The status in responses of undici and of Node. */
  readonly statusCode?: number | undefined;
  readonly headers: ResponseHeaders;
  readonly body?: PageBody | null | undefined;
}

export interface PageOptions extends CheckOptions, Omit<PreferenceOptions, 'headers' | 'meta' | 'links'> {
  /**
   * The engine whose documented page-level rules apply: a name in `pageRuleEngines` of @repkit/core, or data (default: the
   * engine of the crawler, otherwise `google`).
   */
  readonly engine?: PageRuleEngineName | PageRuleEngine | undefined;
  /** Maximum bytes of HTML to read: 2 MB. */
  readonly maxBytes?: number | undefined;
  /**
   * Whether to look for robots meta elements outside of the head, too, which crawlers ignore (default: false). Reads the whole
   * body, if it is text or bytes.
   */
  readonly findIgnored?: boolean | undefined;
}

export interface UseOptions extends PageOptions {
  /** The response to a request for the URL, for its page-level rules and preferences. */
  readonly response?: PageResponse | undefined;
}

/** What applies to a page for one crawler. */
export interface Page {
  /** Whether the crawler may fetch the URL. */
  readonly access: CheckedDecision;
  /** What search engines may do with the page. */
  readonly pageRules: PageRules;
  /**
   * How the content may be used, per mechanism. If the robots.txt is missing or unreachable, only the headers, the
   * elements of the page and the tdmrep.json that was passed can state preferences.
   */
  readonly preferences: Omit<Preferences, 'access'>;
  /**
   * The page-level rules that crawlers never see, because they may not fetch the URL: a `noindex` here does not keep the
   * URL out of search results. Empty if the URL is allowed.
   */
  readonly unseen: readonly string[];
  /** With `findIgnored`, the robots meta elements outside of the head, which crawlers ignore. */
  readonly ignoredMeta: readonly MetaElement[];
  /**
   * `read`: the head was read. `truncated`: the limit was reached within the head, or the body is not text, such as one that
   * is still compressed, so meta elements may be missing. `none`: the response has no HTML.
   */
  readonly html: 'read' | 'truncated' | 'none';
}

/** What decides which statements apply. */
export interface PageContext {
  readonly url: string;
  readonly robotsTxt: RobotsTxt;
  readonly crawler: Crawler;
  /** Whether the crawler may fetch the URL. */
  readonly allowed: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A page without the access. */
export type PageStatements = Omit<Page, 'access'>;

/** "Googlebot crawls the first 2MB of a supported file type" (Google, "Googlebot", checked November 2026). */
const DEFAULT_MAX_BYTES = 2_000_000;

/**
 * Returns what headers, HTML and robots.txt state, as `client.page` does. Makes no request.
 *
 * @example
 * ```ts
 * import { readPage } from '@repkit/client/page';
 * import { parseRobotsTxt } from '@repkit/core';
 *
 * const response = { headers: { 'content-type': 'text/html' }, body: '<meta name="robots" content="noindex">' };
 * const site = { url: 'https://example.com/page', robotsTxt: parseRobotsTxt(''), allowed: true };
 * const { pageRules } = await readPage(response, { ...site, crawler: 'ExampleBot', now: Date.now() });
 * pageRules.restrictions; // [ 'noindex' ]
 * ```
 */
export async function readPage(
  received: PageResponse,
  { url, robotsTxt, crawler, allowed, now }: PageContext,
  options: PageOptions = {},
): Promise<PageStatements> {
  const response = isPage(received) ? received : { headers: {} };
  const { headers } = response;
  const { meta, links, html } = await readHead(response, options.maxBytes);
  const rules = pageRulesFor({ headers, meta }, crawler, { engine: options.engine, now });
  const { access: _, ...stated } = preferences(robotsTxt, url, crawler, {
    ...options,
    headers,
    meta,
    links,
  });
  return {
    pageRules: rules,
    preferences: stated,
    unseen: allowed ? [] : rules.restrictions,
    ignoredMeta: options.findIgnored === true ? await ignoredMeta(response, options.maxBytes) : [],
    html,
  };
}

/** Returns whether a response is the page, rather than an error or a redirect. One without a status is. */
function isPage({ status, statusCode }: PageResponse): boolean {
  const stated = status ?? statusCode;
  return typeof stated !== 'number' || (stated >= 200 && stated <= 299);
}

/** Returns the meta elements outside of the head that name robots or a crawler of an engine. */
async function ignoredMeta(
  { headers, body }: PageResponse,
  maxBytes: number = DEFAULT_MAX_BYTES,
): Promise<readonly MetaElement[]> {
  const [contentType] = fieldValues(headers, 'content-type');
  if (!(typeof body === 'string' || body instanceof Uint8Array) || !isHtml(contentType)) return [];
  const engines = Object.values<PageRuleEngine>(pageRuleEngines);
  const names = ['robots', ...engines.flatMap(({ tokens }) => tokens)];
  const outside = await metaOutsideHead(body, contentType, maxBytes);
  return outside.filter(({ name }) => names.includes(name.trim().toLowerCase()));
}

/**
 * Returns the meta and link elements in the head of a response, and whether it was read.
 *
 * @example
 * ```ts
 * import { readHead } from '@repkit/client/page';
 *
 * const headers = { 'content-type': 'text/html' };
 * const { meta } = await readHead({ headers, body: '<meta name="robots" content="noindex">' });
 * meta; // [ { name: 'robots', content: 'noindex' } ]
 * ```
 */
export async function readHead(
  response: PageResponse,
  maxBytes: number = DEFAULT_MAX_BYTES,
): Promise<Pick<Page, 'html'> & Pick<HtmlHead, 'meta' | 'links'>> {
  const [contentType] = fieldValues(response.headers, 'content-type');
  const body = isHtml(contentType) ? readBody(response) : undefined;
  if (body == null) return { meta: [], links: [], html: 'none' };
  const { meta, links, truncated } = await readHtmlHead(body, contentType, maxBytes);
  return { meta, links, html: truncated ? 'truncated' : 'read' };
}

/** Returns the page-level rules for a crawler, by default as its own engine documents them, otherwise as Google does. */
function pageRulesFor(
  input: PageInput,
  crawler: Crawler,
  { engine, now }: { readonly engine?: PageOptions['engine']; readonly now: number },
): PageRules {
  const names = productTokensOf(crawler).map((token) => token.toLowerCase());
  const crawlerEngine = Object.values<PageRuleEngine>(pageRuleEngines).find(({ tokens }) =>
    tokens.some((token) => names.includes(token)),
  );
  return pageRules(input, {
    engine: engine ?? crawlerEngine ?? 'google',
    crawler: [...names, ...(crawlerEngine?.tokens ?? [])],
    now,
  });
}

/** Returns the body. That of a fetch Response is copied, so that the caller can still read it. */
function readBody(response: PageResponse): PageBody | null | undefined {
  if (!('clone' in response) || typeof response.clone !== 'function') return response.body;
  return (response.clone() as PageResponse).body;
}
