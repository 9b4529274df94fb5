/** POST /v1/check and its stream. */
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
        'Adds the target, the group, the rules that match, and where the copy comes from.',
    }),
  ),
};

export const CheckRequest = requestShape({
  urls: Type.Array(AskedUrl, { minItems: 1, maxItems: DEFAULT_LIMITS.questions }),
  productTokens: Type.Array(ProductToken, {
    minItems: 1,
    maxItems: DEFAULT_LIMITS.questions,
    description: 'Each of them is asked about each URL.',
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
      description: `The first ${LISTED_RULES} rules that match, in order of priority.`,
    }),
  ),
  matchedCount: Type.Optional(
    Type.Integer({ description: 'How many rules match, if not all of them are listed.' }),
  ),
  provenance: Type.Optional(Provenance),
};

export const VerdictAnswer = shape(
  answer,
  'The answer to one URL and one product token; `nextTryAt` where it is unreachable.',
);

export const CheckAnswer = shape({
  verdicts: Type.Array(VerdictAnswer, {
    description: 'In the order of `urls`, and for each URL in the order of `productTokens`.',
  }),
});

/** One line of the answer of a stream. */
export const StreamAnswer = Type.Union([
  shape({ line: Type.Integer(), ...answer }, 'The answer to the line of this number.'),
  shape(
    { line: Type.Integer(), problem: ProblemPart },
    'The line of this number cannot be answered.',
  ),
]);

export type CheckRequest = Static<typeof CheckRequest>;
export type CheckHow = Pick<CheckRequest, 'robotsTxt' | 'dialect' | 'policy' | 'explain'>;
export type StreamQuestion = Static<typeof StreamQuestion>;
