/** What several answers are made of. Whoever reads an answer passes over members that he does not know. */
import { type TProperties, Type } from 'typebox';
import {
  MOST_ROBOTS_TXT_CHARACTERS,
  MOST_TOKEN_CHARACTERS,
  MOST_URL_CHARACTERS,
} from '../limits.js';
import { AccessReason, HeldIn, Kind, Lost, RulesReason } from './names.js';

/** An object with these members and no others. */
export function shape<Members extends TProperties>(members: Members, description?: string) {
  return Type.Object(members, {
    additionalProperties: false,
    ...(description === undefined ? {} : { description }),
  });
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
  'A place: octets from 0, `end` not included; lines and columns from 1, columns in UTF-16 code units.',
);

export const Group = shape(
  { productToken: Type.String(), userAgentLines: Type.Array(Type.Integer()) },
  'The group that applies: whom it names, and the lines of its user-agent lines.',
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
    octets: Type.Integer(),
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
    access: Type.Enum(['successful', 'unavailable', 'forbidden', 'unreachable']),
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
        octets: Type.Integer(),
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
  { additionalProperties: false, description: 'A problem document (RFC 9457).' },
);
