/** Schemas of usage preferences and page-level rules. */
import { type PageRuleEngineName, pageRuleEngines } from '@repkit/core/preferences';
import { type Static, Type } from 'typebox';
import {
  LISTED_STATEMENTS,
  LISTED_TEXT_LENGTH,
  MAX_HEADER_LENGTH,
  MAX_HEADERS,
  MAX_HTML_LENGTH,
  MAX_PAGE_CRAWLERS,
  MAX_ROBOTS_TXT_LENGTH,
} from '../options.js';
import {
  CrawlerName,
  DecidingRule,
  Dialect,
  Outcome,
  ProductToken,
  Profile,
  RobotsTxtText,
  requestObject,
  responseObject,
  Span,
  UrlString,
  VerdictReason,
} from './parts.js';

const HeaderValue = Type.String({ maxLength: MAX_HEADER_LENGTH });

const Headers = Type.Record(
  Type.String(),
  Type.Union([HeaderValue, Type.Array(HeaderValue, { maxItems: MAX_HEADERS })]),
  {
    maxProperties: MAX_HEADERS,
    description:
      'The response headers by name. Repeated headers are a list: joined X-Robots-Tag headers no longer show which directives are for all crawlers.',
  },
);

const crawlers = {
  productTokens: Type.Optional(
    Type.Array(ProductToken, {
      minItems: 1,
      maxItems: MAX_PAGE_CRAWLERS,
      description: 'Default without `crawlers`: `*`.',
    }),
  ),
  crawlers: Type.Optional(Type.Array(CrawlerName, { minItems: 1, maxItems: MAX_PAGE_CRAWLERS })),
};

const LIMITED = `At most ${LISTED_STATEMENTS} entries. Longer texts than ${LISTED_TEXT_LENGTH} characters end with "…".`;

export const PreferencesRequest = requestObject({
  robotsTxt: RobotsTxtText,
  url: UrlString,
  ...crawlers,
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

export const PreferencesResponse = responseObject({
  preferences: Type.Array(StatedPreferences, {
    description: 'One per crawler, first in the order of `productTokens`. See docs/library.md.',
  }),
});

export const PageRulesRequest = requestObject({
  headers: Type.Optional(Headers),
  html: Type.Optional(
    Type.String({
      maxLength: MAX_HTML_LENGTH,
      description: 'The HTML of the page. Only its head is read.',
    }),
  ),
  ...crawlers,
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

export const PageRulesResponse = responseObject({
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
    }),
    { description: 'One per crawler, first in the order of `productTokens`. See docs/library.md.' },
  ),
});

export type PreferencesRequest = Static<typeof PreferencesRequest>;
export type PageRulesRequest = Static<typeof PageRulesRequest>;
