/** Schemas shared by several requests and responses. Clients must ignore unknown members. */
import { type PolicyName, policies, type Source } from '@repkit/client';
import { UNREACHABLE_REASONS } from '@repkit/client/access';
import {
  type DiagnosticCode,
  type DialectName,
  diagnosticCodes,
  dialects,
  type LossReason,
  type RuleKind,
  type Severity,
  type Verdict,
} from '@repkit/core';
import { type TProperties, Type } from 'typebox';
import {
  LISTED_USER_AGENT_LINES,
  MOST_ROBOTS_TXT_CHARACTERS,
  MOST_TOKEN_CHARACTERS,
  MOST_URL_CHARACTERS,
} from '../options.js';

/** The keys of a table that has each name once: the compiler reports a missing one. */
function namesOf<Name extends string>(table: Readonly<Record<Name, true>>): Name[] {
  return Object.keys(table) as Name[];
}

const RULE_REASONS = namesOf<Verdict['reason']>({
  rule: true,
  'empty-rule': true,
  'no-rule': true,
  'no-group': true,
  'robots-txt': true,
});

export const Dialect = Type.Enum(Object.keys(dialects) as DialectName[], {
  description: 'How a robots.txt is interpreted; see docs/dialects.md.',
});

export const Policy = Type.Enum(Object.keys(policies) as PolicyName[], {
  description: 'How errors, redirects and caching are handled. It implies a dialect.',
});

export const Outcome = Type.Enum(['allowed', 'disallowed', 'unreachable'], {
  description:
    '`unreachable`: the robots.txt cannot be fetched, so nothing may be fetched (RFC 9309 2.3.1.4).',
});

export const VerdictReason = Type.Enum(
  [...RULE_REASONS, ...UNREACHABLE_REASONS, 'unavailable', 'given-up', 'forbidden'],
  {
    description:
      '`rule`, `empty-rule`, `no-rule`, `no-group`, `robots-txt`: by the rules. `unavailable`: the site has no robots.txt ' +
      '(RFC 9309 2.3.1.3). `given-up`: unreachable long enough to count as unavailable. `forbidden`: the whole ' +
      'site is restricted (koster1996). All others: why it is unreachable.',
  },
);

const RulesReason = Type.Enum(RULE_REASONS);

export const Access = Type.Enum(['successful', 'unavailable', 'forbidden', 'unreachable']);

export const AccessReason = Type.Enum([...UNREACHABLE_REASONS, 'empty']);

const Kind = Type.Enum(namesOf<RuleKind>({ allow: true, disallow: true }));

const Lost = Type.Enum(
  namesOf<LossReason>({ 'fewer-bytes': true, 'allow-wins-tie': true, 'later-in-file': true }),
);

const HeldIn = Type.Enum(namesOf<Source>({ fetched: true, memory: true, store: true }));

export const SeverityName = Type.Enum(
  namesOf<Severity>({ error: true, warning: true, info: true }),
);

export const Code = Type.Enum(Object.keys(diagnosticCodes) as DiagnosticCode[], {
  description: 'A stable code; see docs/library.md.',
});

/** An object in a response. Its schema allows other members, because new ones may be added. */
export function shape<Members extends TProperties>(members: Members, description?: string) {
  return Type.Object(members, description === undefined ? {} : { description });
}

/** An object in a request. Other members are rejected, because they may be misspelled. */
export function requestShape<Members extends TProperties>(members: Members) {
  return Type.Object(members, { additionalProperties: false });
}

export const RobotsTxtText = Type.String({
  maxLength: MOST_ROBOTS_TXT_CHARACTERS,
  description: 'The text of a robots.txt.',
});

export const AskedUrl = Type.String({
  minLength: 1,
  maxLength: MOST_URL_CHARACTERS,
  description:
    'An absolute http, https or ftp URL. With a given robots.txt also a path such as `/a`.',
});

export const ProductToken = Type.String({
  minLength: 1,
  maxLength: MOST_TOKEN_CHARACTERS,
  description:
    "The crawler's product token, such as `GPTBot`; `*` means all crawlers without their own group.",
});

export const Time = Type.Integer({ description: 'Milliseconds since 1970.' });

export const Span = shape(
  {
    start: Type.Integer(),
    end: Type.Integer(),
    line: Type.Integer(),
    column: Type.Integer(),
    endColumn: Type.Integer(),
  },
  'Byte offsets from 0, `end` exclusive; lines and columns from 1, columns in UTF-16 code units.',
);

export const Group = shape(
  {
    productToken: Type.String(),
    userAgentLines: Type.Array(Type.Integer(), { maxItems: LISTED_USER_AGENT_LINES }),
    userAgentLineCount: Type.Optional(
      Type.Integer({ description: 'The number of user-agent lines, if not all are listed.' }),
    ),
  },
  `The group that applies: its product token and the first ${LISTED_USER_AGENT_LINES} user-agent lines.`,
);

export const DecidingRule = shape(
  { kind: Kind, pattern: Type.String(), line: Type.Integer() },
  'The deciding rule and its line.',
);

export const MatchedRule = shape(
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
  'A matching rule. `lost` is the reason why it does not decide.',
);

/** A verdict without its query. */
export const RulesVerdict = shape({
  allowed: Type.Boolean(),
  reason: RulesReason,
  target: Type.String(),
  group: Type.Optional(Group),
  rule: Type.Optional(MatchedRule),
});

const Hop = shape({
  url: Type.String(),
  status: Type.Integer(),
  location: Type.Optional(Type.String()),
});

const Charset = shape({
  name: Type.String(),
  from: Type.Enum(['byte-order-mark', 'content-type', 'default']),
  unknown: Type.Optional(Type.String()),
});

export const Provenance = shape(
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
    source: HeldIn,
    store: Type.String(),
    storeError: Type.Optional(Type.String()),
    body: Type.Optional(
      shape({
        bytes: Type.Integer(),
        charset: Charset,
        truncated: Type.Boolean(),
        mediaType: Type.Optional(Type.String()),
        wrongMediaType: Type.Boolean(),
      }),
    ),
  },
  'The source of a verdict; see docs/crawlers.md.',
);

export const ProblemPart = Type.Object(
  {
    type: Type.String({ description: 'A reference to the documentation of this kind of problem.' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: 'What is wrong and what to do.' }),
    errors: Type.Optional(
      Type.Array(
        shape({
          pointer: Type.Optional(Type.String({ description: 'A JSON pointer into the body.' })),
          parameter: Type.Optional(Type.String({ description: 'A parameter of the query.' })),
          detail: Type.String(),
        }),
      ),
    ),
    requestId: Type.Optional(Type.String({ description: 'The ID in the log.' })),
  },
  { description: 'A problem document (RFC 9457).' },
);
