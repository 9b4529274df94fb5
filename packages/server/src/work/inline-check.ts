/** Checks against a robots.txt that the request contains. Analysis threads load this file, so it must not fetch. */
import type { AccessResult, Provenance } from '@repkit/client';
import {
  type AppliedGroup,
  assertCrawler,
  type Decision,
  decide,
  decider,
  type MatchedRule,
  type Overrides,
  type RobotsFile,
  robotsFile,
  type Verdict,
} from '@repkit/core';
import { Problem, problemAt } from '../http/problem.js';
import { EVENT_LOOP_WORK, LISTED_RULES, LISTED_USER_AGENT_LINES } from '../options.js';
import type { CheckResult } from '../schema/check.js';
import type { Crawler } from './crawlers.js';
import { JsonList } from './json.js';

/** JSON pointers to a check in the request, for problems. */
export interface CheckLocation {
  readonly url: readonly (string | number)[];
  readonly productToken: readonly (string | number)[];
}

type Group = NonNullable<CheckResult['group']>;

export interface InlineFile {
  readonly robotsTxt: string;
  /** Dialect and policy that the request states. */
  readonly given: Overrides;
  /** Dialect and policy for crawlers that document none. */
  readonly otherwise: Overrides;
  readonly explain: boolean;
}

/** All checks of one request. */
export interface InlineCheck extends InlineFile {
  readonly urls: readonly string[];
  readonly crawlers: readonly Crawler[];
  /** Maximum size of the response. */
  readonly responseBytes: number;
}

/** Checks for one request. Parses a text only once per dialect if all checks share it. */
export class InlineFiles {
  #latest: { readonly text: string; readonly file: RobotsFile } | undefined;

  /** Throws a Problem if the URL or the product token is invalid. */
  check(
    url: string,
    crawler: Crawler,
    inline: InlineFile,
    location: () => CheckLocation,
  ): CheckResult {
    const { robotsTxt, explain } = inline;
    if (this.#latest?.text !== robotsTxt) {
      this.#latest = { text: robotsTxt, file: robotsFile(robotsTxt) };
    }
    const given = givenFor(crawler, inline);
    try {
      const forCrawler = decider({ kind: 'file', file: this.#latest.file }, crawler, given);
      return resultOf(url, forCrawler.decide(url, explain ? EXPLANATION : {}), explain);
    } catch (error) {
      // Finds out which of the two is invalid.
      validateCheck(url, crawler, given, location());
      throw error;
    }
  }
}

/** Returns what `decide` has to apply: what the request states, else what the crawler documents, else the rest. */
export function givenFor(
  crawler: Crawler,
  { given, otherwise }: Pick<InlineFile, 'given' | 'otherwise'>,
): Overrides {
  const isStated = given.dialect !== undefined || given.policy !== undefined;
  const isDocumented = typeof crawler !== 'string' && crawler.dialect !== undefined;
  return isStated || isDocumented ? given : otherwise;
}

/** Throws a Problem if the URL or the product token is invalid in the dialect. */
export function validateCheck(
  url: string,
  crawler: Crawler,
  given: Overrides,
  location: CheckLocation,
): void {
  problemIfInvalid(location.productToken, () => assertCrawler(crawler, given));
  problemIfInvalid(location.url, () => decide({ kind: 'unavailable' }, url, crawler, given));
}

/** Returns whether a check would block the event loop for too long. */
export function needsThread(
  { robotsTxt }: InlineFile,
  urls: readonly string[],
  crawlers: number,
): boolean {
  let characters = 0;
  for (const url of urls) characters += url.length;
  return robotsTxt.length * characters * crawlers > EVENT_LOOP_WORK;
}

/**
 * Adds the results of a request to a list: for each URL in order, one per crawler. Yields before each, so that the caller
 * can pause. Throws a Problem if a check is invalid or the response too large.
 */
export function* addResults(check: InlineCheck, list: JsonList): Generator<void> {
  const { urls, crawlers, responseBytes } = check;
  const files = new InlineFiles();
  for (const [at, url] of urls.entries()) {
    for (const [index, crawler] of crawlers.entries()) {
      yield;
      const result = files.check(url, crawler, check, () => locationOf(at, index));
      if (!list.set(at * crawlers.length + index, result)) throw responseTooLarge(responseBytes);
    }
  }
}

/** Returns all results of a check as JSON, separated by commas. Runs in a thread. */
export function inlineVerdicts(check: InlineCheck): string {
  const list = new JsonList(check.responseBytes);
  for (const _ of addResults(check, list)) {
    // In a thread, nothing has to wait.
  }
  return list.text;
}

export function locationOf(url: number, token: number): CheckLocation {
  return { url: ['urls', url], productToken: ['productTokens', token] };
}

export function responseTooLarge(maxBytes: number): Problem {
  const detail = `The response exceeds ${maxBytes} bytes. Check fewer URLs per request, or use /v1/check/stream.`;
  return new Problem('response-too-large', detail);
}

/** Runs a function and turns its TypeError, which describes an invalid argument, into a Problem. */
export function problemIfInvalid(path: readonly (string | number)[], check: () => unknown): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw problemAt('invalid-check', path, error.message);
  }
}

/** Limits the listed rules, because a hostile file may contain 55,000 that match. */
export const EXPLANATION = { all: true, limit: LISTED_RULES } as const;

/** Returns the result of a check; `live` says where the access comes from, for a site on the network. */
export function resultOf(
  url: string,
  decision: Decision,
  explain: boolean,
  live?: Pick<AccessResult, 'provenance'>,
): CheckResult {
  const { crawler, profile, outcome, verdict } = decision;
  return {
    url,
    productToken: crawler,
    ...(profile && { profile }),
    ...(outcome === 'not-governed' && { governed: false }),
    verdict: outcome,
    reason: reasonOf(decision, live?.provenance),
    ...(verdict && ruleOf(verdict)),
    ...(outcome === 'unreachable' && live && { nextTryAt: live.provenance.nextRequestAt }),
    ...(explain && verdict && explanationOf(verdict)),
    ...(explain && live && { provenance: live.provenance }),
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

function ruleOf({ rule }: Verdict): Pick<CheckResult, 'rule'> {
  if (rule === undefined) return {};
  const { kind, pattern, line } = rule;
  return { rule: { kind, pattern, line } };
}

function explanationOf({ target, group, matched = [], matchedCount = matched.length }: Verdict) {
  return {
    target,
    ...(group === undefined ? {} : { group: groupResult(group) }),
    matched: matched.map(matchedRule),
    ...(matchedCount === matched.length ? {} : { matchedCount }),
  };
}

/** Returns the first user-agent lines; `userAgentLineCount` is set if there are more. */
export function groupResult({ productToken, userAgentLines }: AppliedGroup): Group {
  const { length } = userAgentLines;
  if (length <= LISTED_USER_AGENT_LINES) return { productToken, userAgentLines };
  const listed = userAgentLines.slice(0, LISTED_USER_AGENT_LINES);
  return { productToken, userAgentLines: listed, userAgentLineCount: length };
}

/** Returns a matching rule without `usable`, which is always true. */
export function matchedRule(rule: MatchedRule): Omit<MatchedRule, 'usable'> {
  const { usable: _, ...listed } = rule;
  return listed;
}
