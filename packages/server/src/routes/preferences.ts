import { decide, matcherFor, parseRobotsTxt } from '@repkit/core';
import { aiprefDialect, preferences } from '@repkit/core/preferences';
import { type Static, Type } from 'typebox';
import { ANALYSIS_PROBLEMS, type Operation, operation } from '../http/operation.js';
import { MAX_ROBOTS_TXT_LENGTH } from '../options.js';
import { boundedJson, Headers, LIMITED, pageCrawlers } from '../schema/page.js';
import {
  DecidingRule,
  Dialect,
  Outcome,
  Profile,
  RobotsTxtText,
  requestObject,
  responseObject,
  Span,
  UrlString,
  VerdictReason,
} from '../schema/parts.js';
import { type Crawler, pageCrawlersOf } from '../work/crawlers.js';
import { problemIfInvalid, resultOf } from '../work/inline-check.js';
import type { Services } from './services.js';

const PreferencesRequest = requestObject({
  robotsTxt: RobotsTxtText,
  url: UrlString,
  ...pageCrawlers,
  dialect: Type.Optional(Dialect),
  aipref: Type.Optional(
    Type.Boolean({
      description:
        'Content-usage lines are rules, as in draft-ietf-aipref-attach-05: they end a run of user-agent lines (default: false).',
    }),
  ),
  headers: Type.Optional(Headers),
  tdmrep: Type.Optional(
    Type.String({
      maxLength: MAX_ROBOTS_TXT_LENGTH,
      description: 'The content of /.well-known/tdmrep.json.',
    }),
  ),
  strictest: Type.Optional(
    Type.Boolean({ description: 'Adds `strictest`: `no` if any mechanism says so.' }),
  ),
});

const Version = responseObject({
  name: Type.String(),
  date: Type.String(),
  source: Type.String(),
});

const Source = responseObject(
  {
    in: Type.Enum(['robots.txt', 'header', 'html', 'tdmrep.json']),
    text: Type.String(),
    line: Type.Optional(Type.Integer()),
    span: Type.Optional(Span),
    name: Type.Optional(Type.String({ description: 'The name of the header or element.' })),
    scope: Type.Optional(
      Type.String({ description: 'The path that limits a Content-Signal line.' }),
    ),
    extension: Type.Optional(
      Type.Literal(true, { description: 'No document defines this form of the mechanism.' }),
    ),
    index: Type.Optional(Type.Integer({ description: 'The rule of tdmrep.json, from 0.' })),
  },
  'The line, header or rule that says so.',
);

const YesOrNo = Type.Enum(['yes', 'no']);
const Value = Type.Enum(['yes', 'no', 'unstated']);

const Categories = Type.Record(
  Type.String(),
  responseObject({
    value: Value,
    statements: Type.Array(responseObject({ value: YesOrNo, source: Source }), {
      description: LIMITED,
    }),
  }),
  { description: 'By category, such as `train-ai`.' },
);

const Ignored = Type.Array(
  responseObject({ reason: Type.String(), text: Type.String(), source: Source }),
  { description: `Text that states nothing. ${LIMITED}` },
);

const Omitted = Type.Optional(
  Type.Integer({
    description: 'Number of entries that `ignored` leaves out beyond the first 100.',
  }),
);

const StatedPreferences = responseObject({
  url: Type.String(),
  productToken: Type.String({ description: 'The product token, or the name of the crawler.' }),
  profile: Type.Optional(Profile),
  governed: Type.Optional(Type.Literal(false)),
  verdict: Outcome,
  reason: VerdictReason,
  rule: Type.Optional(DecidingRule),
  aipref: responseObject({
    attachment: Version,
    vocabulary: Version,
    categories: Categories,
    ignored: Ignored,
    omitted: Omitted,
  }),
  trainingSignal: responseObject({
    version: Version,
    status: Type.Enum(['defined', 'undefined']),
    categories: Categories,
  }),
  contentSignals: responseObject({
    version: Version,
    categories: Categories,
    use: Type.Optional(responseObject({ value: Type.String(), source: Source })),
    ignored: Ignored,
    omitted: Omitted,
  }),
  rsl: responseObject({
    version: Version,
    licenses: Type.Array(responseObject({ url: Type.String(), source: Source }), {
      description: LIMITED,
    }),
    ignored: Ignored,
  }),
  tdmrep: responseObject({
    version: Version,
    categories: Categories,
    policy: Type.Optional(Type.String()),
    ignored: Ignored,
    omitted: Omitted,
  }),
  conflicts: Type.Array(
    responseObject({
      use: Type.String(),
      statements: Type.Array(
        responseObject({
          mechanism: Type.String(),
          category: Type.String(),
          value: YesOrNo,
          source: Source,
        }),
        { description: LIMITED },
      ),
    }),
    { description: 'Uses that are stated as both `yes` and `no`.' },
  ),
  strictest: Type.Optional(
    responseObject({
      values: Type.Record(Type.String(), Value),
      mapping: Type.Record(Type.String(), Type.Record(Type.String(), Type.String()), {
        description: 'The categories that were treated as the same use. No document defines it.',
      }),
    }),
  ),
});

const PreferencesResponse = responseObject({
  preferences: Type.Array(StatedPreferences, {
    description: 'One per crawler, first in the order of `productTokens`. See docs/library.md.',
  }),
});

export function preferencesOperation({ analyses }: Services): Operation {
  return operation({
    method: 'POST',
    path: '/v1/preferences',
    id: 'preferences',
    summary: 'Read usage preferences',
    description:
      'Returns what a robots.txt, response headers and tdmrep.json state about the use of a URL: AIPREF, Content Signals, RSL licenses, TDMRep and the training preference signal, each separately, and the conflicts between them. Preferences never change a verdict.',
    body: PreferencesRequest,
    success: { status: 200, description: 'The preferences.', schema: PreferencesResponse },
    problems: ['invalid-check', ...ANALYSIS_PROBLEMS],
    examples: {
      conflict: {
        summary: 'Two mechanisms that contradict each other',
        body: {
          robotsTxt: 'User-agent: *\nContent-Usage: train-ai=n\nContent-Signal: ai-train=yes\n',
          url: 'https://example.com/a',
          productTokens: ['GPTBot'],
        },
      },
    },
    handle: ({ body, work }) =>
      analyses.run('preferences', { ...body, crawlers: pageCrawlersOf(body) }, work),
  });
}

type Input = Omit<Static<typeof PreferencesRequest>, 'productTokens' | 'crawlers'> & {
  readonly crawlers: readonly Crawler[];
};

/** The response, computed in a thread. */
export function preferencesOf({
  robotsTxt,
  url,
  crawlers,
  dialect,
  aipref = false,
  headers,
  tdmrep,
  strictest = false,
}: Input): string {
  const own = dialect ?? 'rfc9309';
  const file = parseRobotsTxt(robotsTxt, { dialect: aipref ? aiprefDialect(own) : own });
  problemIfInvalid(['url'], () => file.isAllowed(url, '*'));
  const access = { kind: 'file', file: { in: () => file } } as const;
  const stated = crawlers.map((crawler, index) => {
    problemIfInvalid(['productTokens', index], () => matcherFor(file, crawler));
    const { access: _, ...rest } = preferences(file, url, crawler, { headers, tdmrep, strictest });
    const decision = decide(access, url, crawler, { dialect: file.dialect });
    return { ...resultOf(url, decision, false), ...rest };
  });
  return boundedJson({ preferences: stated });
}
