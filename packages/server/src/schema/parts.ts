/** Schemas that several requests and answers share. Clients ignore members that they do not know. */
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
  description: 'How a robots.txt is read: docs/dialects.md is the table of their differences.',
});

export const Policy = Type.Enum(Object.keys(policies) as PolicyName[], {
  description: 'How errors, redirects and caching are read. It brings its dialect.',
});

export const Outcome = Type.Enum(['allowed', 'disallowed', 'unreachable'], {
  description:
    '`unreachable`: the robots.txt is out of reach, so nothing may be fetched (RFC 9309 2.3.1.4).',
});

export const VerdictReason = Type.Enum(
  [...RULE_REASONS, ...UNREACHABLE_REASONS, 'unavailable', 'given-up', 'forbidden'],
  {
    description:
      '`rule`, `empty-rule`, `no-rule`, `no-group`, `robots-txt`: by the rules. `unavailable`: there is no robots.txt ' +
      '(RFC 9309 2.3.1.3). `given-up`: unreachable for so long that it counts as unavailable. `forbidden`: the site is ' +
      'restricted as a whole (koster1996). All others: why it is unreachable.',
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
  description: 'What is said, for programs: docs/library.md has the table.',
});

/** An object of an answer. It may get new members, so its schema does not rule others out. */
export function shape<Members extends TProperties>(members: Members, description?: string) {
  return Type.Object(members, description === undefined ? {} : { description });
}

/** An object of a request, with these members and no others: a misspelled one is an error. */
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
    'An absolute URL of the scheme http, https or ftp; against a given robots.txt also a path such as `/a`.',
});

export const ProductToken = Type.String({
  minLength: 1,
  maxLength: MOST_TOKEN_CHARACTERS,
  description: "The crawler's product token, such as `GPTBot`; `*` is everyone who is not named.",
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
  'A place: bytes from 0, `end` not included; lines and columns from 1, columns in UTF-16 code units.',
);

export const Group = shape(
  {
    productToken: Type.String(),
    userAgentLines: Type.Array(Type.Integer(), { maxItems: LISTED_USER_AGENT_LINES }),
    userAgentLineCount: Type.Optional(
      Type.Integer({ description: 'How many user-agent lines it has, if not all are listed.' }),
    ),
  },
  `The group that applies: whom it names, and the first ${LISTED_USER_AGENT_LINES} of its user-agent lines.`,
);

export const DecidingRule = shape(
  { kind: Kind, pattern: Type.String(), line: Type.Integer() },
  'The rule that decides, and its line.',
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
  'A rule that matches; `lost` says why it does not decide.',
);

/** The verdict of rules, without the question. */
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
  'Where an answer comes from, as docs/crawlers.md explains it.',
);

export const ProblemPart = Type.Object(
  {
    type: Type.String({ description: 'A reference to the explanation of this kind of problem.' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: 'One sentence: what is wrong, and what to do.' }),
    errors: Type.Optional(
      Type.Array(
        shape({
          pointer: Type.Optional(Type.String({ description: 'A JSON pointer into the body.' })),
          parameter: Type.Optional(Type.String({ description: 'A parameter of the query.' })),
          detail: Type.String(),
        }),
      ),
    ),
    requestId: Type.Optional(Type.String({ description: 'The same as in the log.' })),
  },
  { description: 'A problem document (RFC 9457).' },
);
