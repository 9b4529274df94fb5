/** POST /v1/check and its stream. */
import { type Static, Type } from 'typebox';
import { DEFAULT_LIMITS } from '../limits.js';
import { Dialect, Outcome, Policy, VerdictReason } from './names.js';
import {
  AskedUrl,
  DecidingRule,
  Group,
  MatchedRule,
  ProblemPart,
  ProductToken,
  Provenance,
  RobotsTxtText,
  shape,
  Time,
} from './parts.js';

const how = {
  robotsTxt: Type.Optional(RobotsTxtText),
  dialect: Type.Optional(Dialect),
  policy: Type.Optional(Policy),
  explain: Type.Optional(
    Type.Boolean({
      description:
        'Adds the target, the group, every rule that matches, and where the copy comes from.',
    }),
  ),
};

export const CheckRequest = shape({
  urls: Type.Array(AskedUrl, { minItems: 1, maxItems: DEFAULT_LIMITS.questions }),
  productTokens: Type.Array(ProductToken, {
    minItems: 1,
    maxItems: DEFAULT_LIMITS.questions,
    description: 'Each of them is asked about each URL.',
  }),
  ...how,
});

/** One line of a stream. */
export const StreamQuestion = shape({ url: AskedUrl, productToken: ProductToken, ...how });

const answer = {
  url: Type.String(),
  productToken: Type.String(),
  verdict: Outcome,
  reason: VerdictReason,
  rule: Type.Optional(DecidingRule),
  nextTryAt: Type.Optional(Time),
  target: Type.Optional(Type.String()),
  group: Type.Optional(Group),
  matched: Type.Optional(Type.Array(MatchedRule)),
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
