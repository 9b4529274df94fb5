import { type Static, Type } from 'typebox';
import { DEFAULT_LIMITS, LISTED_RULES } from '../options.js';
import {
  CrawlerName,
  DecidingRule,
  Dialect,
  Group,
  MatchedRule,
  Outcome,
  Policy,
  ProblemSchema,
  ProductToken,
  Profile,
  Provenance,
  RobotsTxtText,
  requestObject,
  responseObject,
  Time,
  UrlString,
  VerdictReason,
} from './parts.js';

const options = {
  robotsTxt: Type.Optional(RobotsTxtText),
  dialect: Type.Optional(Dialect),
  policy: Type.Optional(Policy),
  explain: Type.Optional(
    Type.Boolean({
      description: 'Adds the target, the group, the matching rules and the provenance of the file.',
    }),
  ),
};

export const CheckRequest = requestObject({
  urls: Type.Array(UrlString, { minItems: 1, maxItems: DEFAULT_LIMITS.checks }),
  productTokens: Type.Optional(
    Type.Array(ProductToken, {
      minItems: 1,
      maxItems: DEFAULT_LIMITS.checks,
      description: 'Every URL is checked for each of them.',
    }),
  ),
  crawlers: Type.Optional(
    Type.Array(CrawlerName, {
      minItems: 1,
      maxItems: DEFAULT_LIMITS.checks,
      description:
        'Every URL is also checked as each of these crawlers documents its behavior. Required without `productTokens`.',
    }),
  ),
  ...options,
});

/** One line of a stream. */
export const StreamCheck = requestObject({
  url: UrlString,
  productToken: ProductToken,
  ...options,
});

const result = {
  url: Type.String(),
  productToken: Type.String({ description: 'The product token, or the name of the crawler.' }),
  profile: Type.Optional(Profile),
  governed: Type.Optional(
    Type.Literal(false, { description: 'Present if the verdict is `not-governed`.' }),
  ),
  verdict: Outcome,
  reason: VerdictReason,
  rule: Type.Optional(DecidingRule),
  nextTryAt: Type.Optional(Time),
  target: Type.Optional(Type.String()),
  group: Type.Optional(Group),
  matched: Type.Optional(
    Type.Array(MatchedRule, {
      maxItems: LISTED_RULES,
      description: `The first ${LISTED_RULES} matching rules, in order of priority.`,
    }),
  ),
  matchedCount: Type.Optional(
    Type.Integer({ description: 'Number of matching rules, if not all are listed.' }),
  ),
  provenance: Type.Optional(Provenance),
};

export const CheckResult = responseObject(
  result,
  'The verdict for one URL and one crawler. `profile` is present for `crawlers`. `nextTryAt` is present if the site is unreachable.',
);

export const CheckResponse = responseObject({
  verdicts: Type.Array(CheckResult, {
    description:
      'In the order of `urls`, and for each URL first in the order of `productTokens` and then in that of `crawlers`.',
  }),
});

/** One line of the response of a stream. */
export const StreamResult = Type.Union([
  responseObject({ line: Type.Integer(), ...result }, 'The result of this line.'),
  responseObject(
    { line: Type.Integer(), problem: ProblemSchema },
    'This line could not be checked.',
  ),
]);

export type CheckRequest = Static<typeof CheckRequest>;
export type CheckOptions = Pick<CheckRequest, 'robotsTxt' | 'dialect' | 'policy' | 'explain'>;
export type StreamCheck = Static<typeof StreamCheck>;
