/** Operations on what a site states about a page: given text only, nothing is fetched. */
import { type Operation, operation, type Services } from '../http/operation.js';
import {
  PageRulesRequest,
  PageRulesResponse,
  PreferencesRequest,
  PreferencesResponse,
} from '../schema/page.js';
import { crawlersOf } from '../work/checker.js';
import type { Crawler } from '../work/inline-check.js';

type Needed = Pick<Services, 'analyses' | 'clock'>;

const PROBLEMS = [
  'invalid-check',
  'text-too-long',
  'too-many-items',
  'analysis-too-large',
  'took-too-long',
] as const;

export function preferencesOperation({ analyses }: Needed): Operation {
  return operation({
    method: 'POST',
    path: '/v1/preferences',
    id: 'preferences',
    summary: 'Read usage preferences',
    description:
      'Returns what a robots.txt, response headers and tdmrep.json state about the use of a URL: AIPREF, Content Signals, RSL licenses, TDMRep and the training preference signal, each separately, and the conflicts between them. Preferences never change a verdict.',
    secured: true,
    body: PreferencesRequest,
    success: { status: 200, description: 'The preferences.', schema: PreferencesResponse },
    problems: PROBLEMS,
    examples: [
      {
        name: 'conflict',
        summary: 'Two mechanisms that contradict each other',
        body: {
          robotsTxt: 'User-agent: *\nContent-Usage: train-ai=n\nContent-Signal: ai-train=yes\n',
          url: 'https://example.com/a',
          productTokens: ['GPTBot'],
        },
        status: 200,
      },
    ],
    handle: ({ body, work }) =>
      analyses.run({ kind: 'preferences', ...body, crawlers: wantedBy(body) }, work),
  });
}

export function pageRulesOperation({ analyses, clock }: Needed): Operation {
  return operation({
    method: 'POST',
    path: '/v1/page-rules',
    id: 'pageRules',
    summary: 'Read page-level rules',
    description:
      'Returns the rules in X-Robots-Tag headers and robots meta elements, as search engines document them. The HTML is read up to the end of its head. A page that robots.txt disallows is not fetched, so its rules are never seen.',
    secured: true,
    body: PageRulesRequest,
    success: { status: 200, description: 'The rules.', schema: PageRulesResponse },
    problems: PROBLEMS,
    examples: [
      {
        name: 'noindex',
        summary: 'A header and a meta element',
        body: {
          headers: { 'X-Robots-Tag': 'max-snippet: 50' },
          html: '<meta name="robots" content="noindex">',
          productTokens: ['Googlebot'],
        },
        status: 200,
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
    ],
    handle: ({ body, work }) =>
      analyses.run({ kind: 'page-rules', ...body, crawlers: wantedBy(body), now: clock() }, work),
  });
}

function wantedBy(body: Parameters<typeof crawlersOf>[0]): Crawler[] {
  const crawlers = crawlersOf(body);
  return crawlers.length === 0 ? ['*'] : crawlers;
}
