/** Usage preferences and page-level rules for the crawlers of a request, as JSON. */
import { parseRobotsTxt } from '@repkit/core';
import { aiprefDialect, preferences } from '@repkit/core/preferences';
import { LISTED_STATEMENTS, LISTED_TEXT_LENGTH } from '../options.js';
import type { PageRulesRequest, PreferencesRequest } from '../schema/page.js';
import { type Crawler, nameOf, problemIfInvalid, resultByRules } from './inline-check.js';

interface ForCrawlers {
  readonly crawlers: readonly Crawler[];
}

export type PreferencesAnalysis = Omit<PreferencesRequest, 'productTokens' | 'crawlers'> &
  ForCrawlers;

export type PageRulesAnalysis = Omit<PageRulesRequest, 'productTokens' | 'crawlers'> &
  ForCrawlers & {
    /** Milliseconds since 1970. */
    readonly now: number;
  };

export function statedPreferences({
  robotsTxt,
  url,
  crawlers,
  dialect,
  aipref = false,
  headers,
  tdmrep,
  strictest = false,
}: PreferencesAnalysis): string {
  const own = dialect ?? 'rfc9309';
  const file = parseRobotsTxt(robotsTxt, { dialect: aipref ? aiprefDialect(own) : own });
  problemIfInvalid(['url'], () => file.isAllowed(url, '*'));
  const stated = crawlers.map((crawler, index) => {
    problemIfInvalid(['productTokens', index], () => file.matcher(crawler));
    const { access, ...rest } = preferences(file, url, crawler, { headers, tdmrep, strictest });
    return { ...resultByRules(url, nameOf(crawler), access, false), ...rest };
  });
  return boundedJson({ preferences: stated });
}

export async function statedPageRules({
  headers = {},
  html: body,
  crawlers,
  engine,
  now,
}: PageRulesAnalysis): Promise<string> {
  // Loaded on demand, because the other analyses need no HTTP library.
  const { pageRulesFor, readHead } = await import('@repkit/client/page');
  const { meta, html } = await readHead({ headers, body });
  const pageRules = crawlers.map((crawler) => ({
    productToken: nameOf(crawler),
    ...pageRulesFor({ headers, meta }, crawler, { engine, now }),
  }));
  return boundedJson({ html, pageRules });
}

/** Lists the first entries of each list and the first characters of each text: a hostile request has many and long ones. */
function boundedJson(document: object): string {
  return JSON.stringify(document, (_name, value: unknown) => {
    if (Array.isArray(value)) return value.slice(0, LISTED_STATEMENTS);
    return typeof value === 'string' && value.length > LISTED_TEXT_LENGTH
      ? `${value.slice(0, LISTED_TEXT_LENGTH)}…`
      : value;
  });
}
