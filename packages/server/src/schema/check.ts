/** Schemas of POST /v1/check and its stream. */
import { type Static, Type } from 'typebox';
import { DEFAULT_LIMITS, LISTED_RULES } from '../options.js';
import {
  AskedUrl,
  DecidingRule,
  Dialect,
  Group,
  MatchedRule,
  Outcome,
  Policy,
  ProblemPart,
  ProductToken,
  Provenance,
  RobotsTxtText,
  requestShape,
  shape,
  Time,
  VerdictReason,
} from './parts.js';

const how = {
  robotsTxt: Type.Optional(RobotsTxtText),
  dialect: Type.Optional(Dialect),
  policy: Type.Optional(Policy),
  explain: Type.Optional(
    Type.Boolean({
      description:
        'Adds the target, the group, the matching rules and the source of the robots.txt.',
    }),
  ),
};

export const CheckRequest = requestShape({
  urls: Type.Array(AskedUrl, { minItems: 1, maxItems: DEFAULT_LIMITS.questions }),
  productTokens: Type.Array(ProductToken, {
    minItems: 1,
    maxItems: DEFAULT_LIMITS.questions,
    description: 'Each product token is checked for each URL.',
  }),
  ...how,
});

/** One line of a stream. */
export const StreamQuestion = requestShape({ url: AskedUrl, productToken: ProductToken, ...how });

const answer = {
  url: Type.String(),
  productToken: Type.String(),
  verdict: Outcome,
  reason: VerdictReason,
  rule: Type.Optional(DecidingRule),
  nextTryAt: Type.Optional(Time),
  target: Type.Optional(Type.String()),
  group: Type.Optional(Group),
  matched: Type.Optional(
    Type.Array(MatchedRule, {
      maxItems: LISTED_RULES,
      description: `The first ${LISTED_RULES} matching rules by priority.`,
    }),
  ),
  matchedCount: Type.Optional(
    Type.Integer({ description: 'The number of matching rules, if not all are listed.' }),
  ),
  provenance: Type.Optional(Provenance),
};

export const VerdictAnswer = shape(
  answer,
  'The verdict for one URL and one product token. `nextTryAt` is present if the site is unreachable.',
);

export const CheckAnswer = shape({
  verdicts: Type.Array(VerdictAnswer, {
    description: 'In the order of `urls`, and for each URL in the order of `productTokens`.',
  }),
});

/** One line of the answer of a stream. */
export const StreamAnswer = Type.Union([
  shape({ line: Type.Integer(), ...answer }, 'The verdict for this line.'),
  shape({ line: Type.Integer(), problem: ProblemPart }, 'The problem with this line.'),
]);

export type CheckRequest = Static<typeof CheckRequest>;
export type CheckHow = Pick<CheckRequest, 'robotsTxt' | 'dialect' | 'policy' | 'explain'>;
export type StreamQuestion = Static<typeof StreamQuestion>;
