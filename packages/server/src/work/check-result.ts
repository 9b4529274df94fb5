/** The result of a check as the API returns it. */
import type { Provenance } from '@repkit/client';
import {
  type Access,
  type AppliedGroup,
  crawlDelayFor,
  type Decision,
  type Dialect,
  type MatchedRule,
  type Overrides,
  type Rule,
  type Verdict,
} from '@repkit/core';
import { Problem } from '../http/problem.js';
import { LISTED_RULES, LISTED_USER_AGENT_LINES } from '../options.js';
import type { CheckResult } from '../schema/check.js';
import type { Crawler } from './crawlers.js';

/** Limits the listed rules, because a hostile file may contain 55,000 that match. */
export const EXPLANATION = { all: true, limit: LISTED_RULES } as const;

/** What a request states, and what applies to crawlers that document neither dialect nor policy. */
export interface Statements {
  readonly overrides: Overrides;
  readonly defaults: Overrides;
}

/** Returns what `decide` has to apply: what the request states, else what the crawler documents, else the rest. */
export function overridesFor(crawler: Crawler, { overrides, defaults }: Statements): Overrides {
  const isStated = overrides.dialect !== undefined || overrides.policy !== undefined;
  const isDocumented = typeof crawler !== 'string' && crawler.dialect !== undefined;
  return isStated || isDocumented ? overrides : defaults;
}

/** Returns the crawl-delay in seconds, or null. */
export function crawlDelayOf(access: Access, dialect: Dialect, crawler: Crawler): number | null {
  if (access.kind !== 'file') return null;
  return crawlDelayFor(access.file.in(dialect), crawler) ?? null;
}

export interface ResultParts {
  readonly url: string;
  readonly decision: Decision;
  readonly crawlDelay: number | null;
  readonly explain: boolean;
  /** For a site on the network. */
  readonly provenance?: Provenance;
}

export function resultOf(parts: ResultParts): CheckResult {
  const { url, decision, crawlDelay, explain, provenance } = parts;
  const { crawler, profile, outcome, verdict } = decision;
  return {
    url,
    productToken: crawler,
    ...(profile && { profile }),
    ...(outcome === 'not-governed' && { governed: false }),
    verdict: outcome,
    reason: reasonOf(decision, provenance),
    ...(verdict?.rule && { rule: decidingRule(verdict.rule) }),
    crawlDelay,
    ...(outcome === 'unreachable' && provenance && { nextTryAt: provenance.nextRequestAt }),
    ...(explain && verdict && explanationOf(verdict)),
    ...(explain && provenance && { provenance }),
  };
}

/** Returns why the rules or the access decided, also for a crawler that they do not govern. */
function reasonOf(decision: Decision, provenance: Provenance | undefined): CheckResult['reason'] {
  const { outcome, reason, verdict } = decision;
  if (verdict !== undefined) return verdict.reason;
  const access = outcome === 'not-governed' ? NOT_GOVERNED_REASON[decision.ruled] : reason;
  const why = access === 'unreachable' ? provenance?.reason : undefined;
  return (why ?? access) as CheckResult['reason'];
}

/** The reason of the access under which a crawler that applies robots.txt would get an outcome. */
const NOT_GOVERNED_REASON = {
  allowed: 'unavailable',
  disallowed: 'forbidden',
  unreachable: 'unreachable',
} as const;

function explanationOf({ target, group, matched = [], matchedCount = matched.length }: Verdict) {
  return {
    target,
    ...(group && { group: groupResult(group) }),
    matched: matched.map(matchedRule),
    ...(matchedCount !== matched.length && { matchedCount }),
  };
}

const decidingRule = ({ kind, pattern, line }: Rule) => ({ kind, pattern, line });

/** Returns a matching rule without `usable`, which is always true. */
export function matchedRule({ usable: _, ...rule }: MatchedRule) {
  return rule;
}

/** Returns the first user-agent lines; `userAgentLineCount` is set if there are more. */
export function groupResult({ productToken, userAgentLines }: AppliedGroup) {
  const { length } = userAgentLines;
  const first = userAgentLines.slice(0, LISTED_USER_AGENT_LINES);
  const count = length > first.length && { userAgentLineCount: length };
  return { productToken, userAgentLines: first, ...count };
}

/** Limits the size of a response: a pattern of 500 KB may match every URL of a request. */
export class ResponseSize {
  readonly #limit: number;
  #bytes = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Throws a Problem if the response gets too large. */
  add({ url, rule, matched = [] }: CheckResult): void {
    this.#bytes += MEMBER_BYTES + url.length + patternBytes(rule);
    for (const match of matched) this.#bytes += MEMBER_BYTES + 2 * patternBytes(match);
    if (this.#bytes <= this.#limit) return;
    const detail = `The response exceeds ${this.#limit} bytes. Check fewer URLs per request.`;
    throw new Problem('response-too-large', detail);
  }
}

/** Approximate size of the members of a result, or of a rule, that have no pattern. */
const MEMBER_BYTES = 200;

const patternBytes = (rule: Pick<MatchedRule, 'pattern'> | undefined) => rule?.pattern.length ?? 0;
