import { type PageRuleEngineName, pageRuleEngines } from '@repkit/core/preferences';
import { type Static, Type } from 'typebox';
import { ANALYSIS_PROBLEMS, type Operation, operation } from '../http/operation.js';
import { MAX_HTML_LENGTH } from '../options.js';
import { boundedJson, Headers, LIMITED, pageCrawlers } from '../schema/page.js';
import { requestObject, responseObject } from '../schema/parts.js';
import { type Crawler, nameOf, pageCrawlersOf } from '../work/crawlers.js';
import type { Services } from './services.js';

const PageRulesRequest = requestObject({
  headers: Type.Optional(Headers),
  html: Type.Optional(
    Type.String({
      maxLength: MAX_HTML_LENGTH,
      description: 'The HTML of the page. Only its head is read.',
    }),
  ),
  ...pageCrawlers,
  engine: Type.Optional(
    Type.Enum(Object.keys(pageRuleEngines) as PageRuleEngineName[], {
      description:
        'Search engine whose documentation to follow (default: that of the crawler, otherwise `google`).',
    }),
  ),
});

const Directive = responseObject({
  name: Type.String(),
  value: Type.Optional(Type.String()),
  time: Type.Optional(Type.Integer({ description: 'Milliseconds since 1970.' })),
  valid: Type.Boolean(),
  token: Type.Optional(Type.String({ description: 'The crawler that it names.' })),
  source: responseObject({
    in: Type.Enum(['header', 'meta']),
    index: Type.Integer({ description: 'Of the header value or meta element.' }),
    text: Type.String(),
  }),
});

const Directives = Type.Array(Directive, { description: LIMITED });

const PageRulesResponse = responseObject({
  html: Type.Enum(['read', 'none'], {
    description: '`none`: the request has no `html`, or its Content-Type header is not HTML.',
  }),
  pageRules: Type.Array(
    responseObject({
      productToken: Type.String({ description: 'The product token, or the name of the crawler.' }),
      engine: Type.String(),
      sources: Type.Array(Type.String()),
      index: Type.Boolean({ description: 'Whether the page may appear in search results.' }),
      follow: Type.Boolean({ description: 'Whether its links may be followed.' }),
      snippet: Type.Boolean({ description: 'Whether its text may be shown in results.' }),
      maxSnippet: Type.Integer({ description: 'Characters; -1 for no limit.' }),
      maxVideoPreview: Type.Integer({ description: 'Seconds; -1 for no limit.' }),
      maxImagePreview: Type.Optional(Type.Enum(['none', 'standard', 'large'])),
      unavailableAfter: Type.Optional(Type.Integer({ description: 'Milliseconds since 1970.' })),
      restrictions: Type.Array(Type.String()),
      directives: Directives,
      ignored: Type.Array(responseObject({ reason: Type.String(), directive: Directive }), {
        description: LIMITED,
      }),
      contradictions: Type.Array(
        responseObject({ directives: Directives, resolution: Type.String() }),
      ),
      omitted: Type.Optional(
        Type.Integer({ description: 'Number of entries that are applied but not listed.' }),
      ),
    }),
    { description: 'One per crawler, first in the order of `productTokens`. See docs/library.md.' },
  ),
});

export function pageRulesOperation({ analyses, clock }: Services): Operation {
  return operation({
    method: 'POST',
    path: '/v1/page-rules',
    id: 'pageRules',
    summary: 'Read page-level rules',
    description:
      'Returns the rules in X-Robots-Tag headers and robots meta elements, as search engines document them. The HTML is read up to the end of its head. A page that robots.txt disallows is not fetched, so its rules are never seen.',
    body: PageRulesRequest,
    success: { status: 200, description: 'The rules.', schema: PageRulesResponse },
    problems: ['invalid-check', ...ANALYSIS_PROBLEMS],
    examples: {
      noindex: {
        summary: 'A header and a meta element',
        body: {
          headers: { 'X-Robots-Tag': 'max-snippet: 50' },
          html: '<meta name="robots" content="noindex">',
          productTokens: ['Googlebot'],
        },
        response: {
          html: 'read',
          pageRules: [
            {
              productToken: 'Googlebot',
              engine: 'Google',
              sources: [
                'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
              ],
              index: false,
              follow: true,
              snippet: true,
              maxSnippet: 50,
              maxVideoPreview: -1,
              restrictions: ['max-snippet', 'noindex'],
              directives: [
                {
                  name: 'max-snippet',
                  value: '50',
                  valid: true,
                  source: { in: 'header', index: 0, text: 'max-snippet: 50' },
                },
                {
                  name: 'noindex',
                  valid: true,
                  source: { in: 'meta', index: 0, text: 'noindex' },
                },
              ],
              ignored: [],
              contradictions: [],
            },
          ],
        },
      },
    },
    handle: ({ body, work }) =>
      analyses.run('page-rules', { ...body, crawlers: pageCrawlersOf(body), now: clock() }, work),
  });
}

type Input = Omit<Static<typeof PageRulesRequest>, 'productTokens' | 'crawlers'> & {
  readonly crawlers: readonly Crawler[];
  /** Milliseconds since 1970. */
  readonly now: number;
};

/** The response, computed in a thread. */
export async function pageRulesOf({
  headers = {},
  html: body,
  crawlers,
  engine,
  now,
}: Input): Promise<string> {
  // Loaded on demand, because the other analyses need no HTTP library.
  const { pageRulesFor, readHead } = await import('@repkit/client/page');
  const { meta, html } = await readHead({ headers, body });
  const pageRules = crawlers.map((crawler) => ({
    productToken: nameOf(crawler),
    ...pageRulesFor({ headers, meta }, crawler, { engine, now }),
  }));
  return boundedJson({ html, pageRules });
}
