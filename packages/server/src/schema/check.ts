import type { Provenance as ClientProvenance } from '@repkit/client';
import { type Static, Type } from 'typebox';
import { DEFAULT_LIMITS, LISTED_RULES } from '../options.js';
import {
  CrawlerName,
  DecidingRule,
  Dialect,
  Group,
  MatchedRule,
  namedRequest,
  namedResponse,
  numberOrNull,
  Outcome,
  Policy,
  ProductToken,
  Profile,
  Provenance,
  RobotsTxtText,
  requestObject,
  Time,
  UrlString,
  VerdictReason,
} from './parts.js';

const EXPLAIN = 'Adds the target, the group, the matching rules and the provenance of the file.';

export const CheckRequest = namedRequest('CheckRequest', {
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
  robotsTxt: Type.Optional(RobotsTxtText),
  dialect: Type.Optional(Dialect),
  policy: Type.Optional(Policy),
  explain: Type.Optional(Type.Boolean({ description: EXPLAIN })),
  reserve: Type.Optional(
    Type.Boolean({
      description:
        'Reserves a time for a request to each URL that may be fetched, spaced by the crawl-delay or request-rate of its site. Without `robotsTxt` only.',
    }),
  ),
});

export const CheckQuery = requestObject({
  url: Type.String({ ...UrlString, examples: ['https://example.com/private/a'] }),
  productToken: Type.Optional(Type.String({ ...ProductToken, examples: ['GPTBot'] })),
  crawler: Type.Optional(CrawlerName),
  dialect: Type.Optional(Dialect),
  policy: Type.Optional(Policy),
  explain: Type.Optional(Type.Enum(['true', 'false'], { description: EXPLAIN })),
});

export const CheckResult = namedResponse(
  'CheckResult',
  {
    url: Type.String(),
    productToken: Type.String({ description: 'The product token, or the name of the crawler.' }),
    profile: Type.Optional(Profile),
    governed: Type.Optional(Type.Literal(false, { description: 'Present if the verdict is `not-governed`.' })),
    verdict: Outcome,
    reason: VerdictReason,
    rule: Type.Optional(DecidingRule),
    crawlDelay: numberOrNull('number', 'Seconds between requests that the site asks of this crawler, or null.'),
    turnAt: Type.Optional(
      numberOrNull(
        'integer',
        'With `reserve`: when the URL may be requested, or its robots.txt is fetched again, in milliseconds since 1970. Null if it is disallowed.',
      ),
    ),
    nextTryAt: Type.Optional(Time),
    target: Type.Optional(Type.String()),
    group: Type.Optional(Group),
    matched: Type.Optional(
      Type.Array(MatchedRule, {
        maxItems: LISTED_RULES,
        description: `The first ${LISTED_RULES} matching rules, in order of priority.`,
      }),
    ),
    matchedCount: Type.Optional(Type.Integer({ description: 'Number of matching rules, if not all are listed.' })),
    provenance: Type.Optional(Provenance),
  },
  'The verdict for one URL and one crawler. `profile` is present for `crawlers`. `nextTryAt` is present if the site is unreachable.',
);

/** Results contain arrays that must not be changed. */
type Frozen<Value> = { readonly [Key in keyof Value]: Frozen<Value[Key]> };

export interface CheckResult extends Frozen<Omit<Static<typeof CheckResult>, 'provenance'>> {
  readonly provenance?: ClientProvenance;
}
export type CheckRequest = Static<typeof CheckRequest>;
export type CheckQuery = Static<typeof CheckQuery>;
