/** Schemas shared by several requests and responses. */
import type { PolicyName, Source } from '@repkit/client';
import { policies, UNREACHABLE_REASONS } from '@repkit/client/access';
import { type DialectName, dialects, type LossReason, type ProfileStep, type RuleKind, type Verdict } from '@repkit/core';
import { type DiagnosticCode, diagnosticCodes, type Severity } from '@repkit/core/analysis';
import { purposesFor } from '@repkit/core/crawlers';
import { type TProperties, Type } from 'typebox';
import { LISTED_USER_AGENT_LINES, MAX_ROBOTS_TXT_LENGTH, MAX_TOKEN_LENGTH, MAX_URL_LENGTH } from '../options.js';

/** Returns the keys of a table. A table instead of a list lets the compiler report missing names. */
export function namesOf<Name extends string>(table: Readonly<Record<Name, true>>): Name[] {
  return Object.keys(table) as Name[];
}

export function enumOf<Name extends string>(
  table: Readonly<Record<Name, true>>,
  options: { readonly description?: string } = {},
) {
  return Type.Enum(namesOf(table), options);
}

const RULE_REASONS = namesOf<Verdict['reason']>({
  rule: true,
  'empty-rule': true,
  'no-rule': true,
  'no-group': true,
  'robots-txt': true,
});

export const Dialect = Type.Enum(Object.keys(dialects) as DialectName[], {
  description: 'How the robots.txt is interpreted (default: the dialect of the policy). docs/dialects.md compares the dialects.',
});

export const Policy = Type.Enum(Object.keys(policies) as PolicyName[], {
  description: 'How errors, redirects and caching are handled.',
});

export const Outcome = Type.Enum(['allowed', 'disallowed', 'unreachable', 'not-governed', 'unstated'], {
  description:
    '`unreachable`: the robots.txt could not be fetched, so nothing may be crawled (RFC 9309 2.3.1.4). ' +
    '`not-governed`: the known crawler may ignore robots.txt. `reason` and `rule` then report what the file says. ' +
    '`unstated`: the product token is a label, such as `__usage_ai-training`, and the site has no group for it.',
});

export const Profile = namedResponse(
  'Profile',
  {
    name: Type.String(),
    kind: Type.Optional(
      Type.Enum(['control-token', 'policy-token'], {
        description:
          'Present for a name that sends no requests. The verdict says whether content may be used for what it governs.',
      }),
    ),
    step: Type.Optional(
      enumOf<ProfileStep>({
        'own-group': true,
        'fallback-group': true,
        'star-group': true,
        'star-ignored': true,
        'no-group': true,
      }),
    ),
    source: Type.Optional(Type.String({ description: 'The page that documents this behavior.' })),
    checked: Type.Optional(Type.String({ description: 'When the page was last checked, as YYYY-MM-DD.' })),
  },
  'How a known crawler came to its group. `step` is missing if there is no robots.txt; `source` is missing if the crawler follows RFC 9309.',
);

export const CrawlerName = Type.String({
  minLength: 1,
  maxLength: MAX_TOKEN_LENGTH,
  description:
    'Name of a known crawler, such as `Applebot`, or a purpose, such as `ai-training`, for all crawlers with it; `ai` and `all` stand for several purposes. Case makes no difference. GET /v1/crawlers lists them.',
});

export const PurposeName = Type.Enum([...purposesFor('all')]);

export const VerdictReason = Type.Enum([...RULE_REASONS, ...UNREACHABLE_REASONS, 'unavailable', 'given-up', 'forbidden'], {
  description:
    '`rule`, `empty-rule`, `no-rule`, `no-group` and `robots-txt` follow from the rules. `unavailable`: there is no ' +
    'robots.txt (RFC 9309 2.3.1.3). `given-up`: unreachable long enough to count as unavailable. `forbidden`: the whole ' +
    'site is restricted (koster1996). All others say why the robots.txt is unreachable.',
});

const RulesReason = Type.Enum(RULE_REASONS);

export const Access = Type.Enum(['successful', 'unavailable', 'forbidden', 'unreachable']);

export const AccessReason = Type.Enum(UNREACHABLE_REASONS);

const Kind = enumOf<RuleKind>({ allow: true, disallow: true });

const Lost = enumOf<LossReason>({
  'fewer-bytes': true,
  'allow-wins-tie': true,
  'later-in-file': true,
});

const SourceName = enumOf<Source>({ fetched: true, memory: true, store: true });

export const SeverityName = enumOf<Severity>({ error: true, warning: true, info: true });

export const Code = Type.Enum(Object.keys(diagnosticCodes) as DiagnosticCode[], {
  description: 'Kind of diagnostic. docs/commands/lint.md lists the codes.',
});

/** Describes an object in a response. It allows unknown members, because later versions may add some. */
export function responseObject<Members extends TProperties>(members: Members, description?: string) {
  return Type.Object(members, description === undefined ? {} : { description });
}

/** Describes an object in a response that the OpenAPI document lists by its name. */
export function namedResponse<Members extends TProperties>(title: string, members: Members, description?: string) {
  return Type.Object(members, { title, ...(description !== undefined && { description }) });
}

/** Describes an object in a request. It rejects unknown members, which are usually misspelled. */
export function requestObject<Members extends TProperties>(members: Members) {
  return Type.Object(members, { additionalProperties: false });
}

/** Describes an object in a request that the OpenAPI document lists by its name. */
export function namedRequest<Members extends TProperties>(title: string, members: Members) {
  return Type.Object(members, { title, additionalProperties: false });
}

export const RobotsTxtText = Type.String({
  maxLength: MAX_ROBOTS_TXT_LENGTH,
  description: 'The text of a robots.txt.',
});

export const UrlString = Type.String({
  minLength: 1,
  maxLength: MAX_URL_LENGTH,
  description: 'An absolute http, https or ftp URL. With `robotsTxt`, also a path such as `/a`.',
});

export const ProductToken = Type.String({
  minLength: 1,
  maxLength: MAX_TOKEN_LENGTH,
  description: 'Product token of a crawler, such as `GPTBot`. `*` means all other crawlers.',
});

/** Describes a number or null. A union would be validated for each value that is sent. */
export function numberOrNull(type: 'integer' | 'number', description: string) {
  return Type.Unsafe<number | null>({ type: [type, 'null'], description });
}

export const Time = Type.Integer({ description: 'Milliseconds since 1970.' });

export const Span = namedResponse(
  'Span',
  {
    start: Type.Integer(),
    end: Type.Integer(),
    line: Type.Integer(),
    column: Type.Integer(),
    endColumn: Type.Integer(),
  },
  'Byte offsets from 0, excluding `end`. Lines and columns from 1; columns count UTF-16 code units.',
);

export const Group = namedResponse(
  'Group',
  {
    productToken: Type.String(),
    userAgentLines: Type.Array(Type.Integer(), { maxItems: LISTED_USER_AGENT_LINES }),
    userAgentLineCount: Type.Optional(Type.Integer({ description: 'Number of user-agent lines, if not all are listed.' })),
  },
  `The group that applies: its product token and at most ${LISTED_USER_AGENT_LINES} of its user-agent lines.`,
);

export const DecidingRule = responseObject({ kind: Kind, pattern: Type.String(), line: Type.Integer() }, 'The deciding rule.');

export const MatchedRule = namedResponse(
  'MatchedRule',
  {
    kind: Kind,
    pattern: Type.String(),
    canonicalPattern: Type.String(),
    bytes: Type.Integer(),
    line: Type.Integer(),
    span: Span,
    lost: Type.Optional(Lost),
    asFolder: Type.Optional(Type.Boolean()),
  },
  'A matching rule. `lost` says why another rule decides instead.',
);

export const RulesVerdict = namedResponse('RulesVerdict', {
  allowed: Type.Boolean(),
  reason: RulesReason,
  target: Type.String(),
  group: Type.Optional(Group),
  rule: Type.Optional(MatchedRule),
});

const Hop = responseObject({
  url: Type.String(),
  status: Type.Integer(),
  location: Type.Optional(Type.String()),
});

const Charset = responseObject({
  name: Type.String(),
  from: Type.Enum(['byte-order-mark', 'content-type', 'default']),
  unknown: Type.Optional(Type.String()),
});

export const Provenance = namedResponse(
  'Provenance',
  {
    origin: Type.String(),
    robotsTxtUrl: Type.String(),
    policy: Type.String(),
    access: Access,
    reason: Type.Optional(AccessReason),
    detail: Type.Optional(Type.String()),
    status: Type.Optional(Type.Integer()),
    url: Type.String(),
    hops: Type.Array(Hop),
    fetchedAt: Time,
    ageMs: Type.Integer(),
    freshUntil: Type.Optional(Time),
    stale: Type.Boolean(),
    nextRequestAt: Time,
    unreachableSince: Type.Optional(Time),
    source: SourceName,
    store: Type.String(),
    storeError: Type.Optional(Type.String()),
    body: Type.Optional(
      responseObject({
        bytes: Type.Integer(),
        charset: Charset,
        truncated: Type.Boolean(),
        mediaType: Type.Optional(Type.String()),
        wrongMediaType: Type.Boolean(),
      }),
    ),
  },
  'Where and when the file was fetched; see docs/crawlers.md.',
);

export const ProblemSchema = Type.Object(
  {
    type: Type.String({ description: 'Link to the explanation of this kind of problem.' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: 'What is wrong, and what to do.' }),
    errors: Type.Optional(
      Type.Array(
        responseObject({
          pointer: Type.Optional(Type.String({ description: 'JSON pointer into the body.' })),
          parameter: Type.Optional(Type.String({ description: 'Query parameter.' })),
          detail: Type.String(),
        }),
      ),
    ),
    requestId: Type.Optional(Type.String({ description: 'Also in the log.' })),
  },
  { title: 'Problem', description: 'A problem document (RFC 9457).' },
);
