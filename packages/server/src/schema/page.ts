/** Schemas of what a site states about a page. */
import { type Static, Type } from 'typebox';
import {
  LISTED_STATEMENTS,
  LISTED_TEXT_LENGTH,
  MAX_HEADER_LENGTH,
  MAX_HEADERS,
  MAX_HTML_LENGTH,
  MAX_TOKEN_LENGTH,
} from '../options.js';
import {
  namedRequest,
  namedResponse,
  Outcome,
  Profile,
  Provenance,
  RobotsTxtText,
  RulesVerdict,
  requestObject,
  responseObject,
  Span,
  Time,
  UrlString,
} from './parts.js';

const HeaderValue = Type.String({ maxLength: MAX_HEADER_LENGTH });

export const PageRequest = namedRequest('PageRequest', {
  url: UrlString,
  crawler: Type.String({
    minLength: 1,
    maxLength: MAX_TOKEN_LENGTH,
    description: 'A known crawler, or a product token.',
  }),
  robotsTxt: Type.Optional({ ...RobotsTxtText, description: 'Default: that of the site.' }),
  response: Type.Optional(
    requestObject({
      status: Type.Integer({ minimum: 100, maximum: 599 }),
      headers: Type.Record(Type.String(), Type.Union([HeaderValue, Type.Array(HeaderValue, { maxItems: MAX_HEADERS })]), {
        maxProperties: MAX_HEADERS,
        description:
          'By name. Repeated headers are a list: joined X-Robots-Tag headers no longer show which directives are for all crawlers.',
      }),
      body: Type.String({
        maxLength: MAX_HTML_LENGTH,
        description: 'Of HTML, only the head is read.',
      }),
    }),
  ),
});

/** Describes a list in a response. */
const LIMITED = `At most ${LISTED_STATEMENTS} entries. Longer texts than ${LISTED_TEXT_LENGTH} characters end with "…".`;

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

const PageRules = responseObject({
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
  forbiddenUses: responseObject(
    {
      search: Type.Optional(Directives),
      input: Type.Optional(Directives),
      training: Type.Optional(Directives),
    },
    'The directives that forbid a use of the content, as the engine documents.',
  ),
  directives: Directives,
  ignored: Type.Array(responseObject({ reason: Type.String(), directive: Directive }), {
    description: LIMITED,
  }),
  contradictions: Type.Array(responseObject({ directives: Directives, resolution: Type.String() })),
  omitted: Type.Optional(Type.Integer({ description: 'Number of entries that are applied but not listed.' })),
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
    scope: Type.Optional(Type.String({ description: 'The path that limits a Content-Signal line.' })),
    extension: Type.Optional(Type.Literal(true, { description: 'No document defines this form of the mechanism.' })),
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

const Ignored = Type.Array(responseObject({ reason: Type.String(), text: Type.String(), source: Source }), {
  description: `Text that states nothing. ${LIMITED}`,
});

const Omitted = Type.Optional(
  Type.Integer({
    description: 'Number of entries that `ignored` leaves out beyond the first 100.',
  }),
);

const Preferences = responseObject({
  aipref: responseObject({
    attachment: Version,
    vocabulary: Version,
    categories: Categories,
    ignored: Ignored,
    omitted: Omitted,
  }),
  trainingSignal: responseObject({
    version: Version,
    labels: Version,
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
});

const PageAccess = responseObject(
  {
    url: Type.String(),
    crawler: Type.String(),
    outcome: Outcome,
    reason: Type.String(),
    dialect: Type.String(),
    profile: Type.Optional(Profile),
    ruled: Type.Optional(Type.String({ description: 'The outcome if the crawler were governed.' })),
    verdict: Type.Optional(RulesVerdict),
    nextTryAt: Type.Optional(Time),
    provenance: Type.Optional(Provenance),
  },
  'Whether the crawler may fetch the page. `provenance` is missing for a `robotsTxt` of the request.',
);

export type PageRequest = Static<typeof PageRequest>;

export const PageResponse = namedResponse(
  'PageResponse',
  {
    access: PageAccess,
    status: Type.Integer({ description: 'The status of the response of the page.' }),
    location: Type.Optional(Type.String({ description: 'Where the page redirects to.' })),
    html: Type.Enum(['read', 'truncated', 'none'], {
      description: '`none`: the response has no HTML.',
    }),
    pageRules: Type.Optional(PageRules),
    preferences: Preferences,
    unseen: Type.Array(Type.String(), {
      description: 'Page-level rules that the crawler never sees, because it may not fetch the page.',
    }),
    ignoredMeta: Type.Array(responseObject({ name: Type.String(), content: Type.String() }), {
      description: 'Robots meta elements outside of the head, which crawlers ignore.',
    }),
  },
  'What applies to the page. `pageRules` is missing unless the status is 2xx, because crawlers apply the rules of no other response. See docs/library.md.',
);

/** Limits the entries of each list and the characters of each text: a hostile page has many and long ones. */
export function bounded(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, LISTED_STATEMENTS).map(bounded);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, bounded(each)]));
  }
  return typeof value === 'string' && value.length > LISTED_TEXT_LENGTH ? `${value.slice(0, LISTED_TEXT_LENGTH)}…` : value;
}
