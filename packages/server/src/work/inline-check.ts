/** Checks against a robots.txt that the request contains. Analysis threads load this file, so it must not fetch. */
import type { Decision, Provenance } from '@repkit/client';
import {
  type AppliedGroup,
  type AppliedProfile,
  appliedProfile,
  type DialectName,
  isGoverned,
  type MatchedRule,
  matcherFor,
  parseRobotsTxt,
  type RobotsTxt,
  type RuleKind,
  type Verdict,
} from '@repkit/core';
import { Problem, problemAt } from '../http/problem.js';
import { EVENT_LOOP_WORK, LISTED_RULES, LISTED_USER_AGENT_LINES } from '../options.js';
import { type Crawler, nameOf } from './crawlers.js';
import { JsonList } from './json.js';

/** JSON pointers to a check in the request, for problems. */
export interface CheckLocation {
  readonly url: readonly (string | number)[];
  readonly productToken: readonly (string | number)[];
}

export interface InlineFile {
  readonly robotsTxt: string;
  readonly dialect: DialectName;
  /** Whether the request names the dialect. If not, a profile's own dialect replaces it. */
  readonly isDialectGiven?: boolean;
  readonly explain: boolean;
}

/** All checks of one request. */
export interface InlineCheck extends InlineFile {
  readonly urls: readonly string[];
  readonly crawlers: readonly Crawler[];
  /** Maximum size of the response. */
  readonly responseBytes: number;
}

/** Checks for one request. Parses a text only once if all checks share it. */
export class InlineFiles {
  #latest: { readonly text: string; readonly files: Map<DialectName, RobotsTxt> } | undefined;
  readonly #blanks = new Map<DialectName, RobotsTxt>();

  /** Throws a Problem if the URL or the product token is invalid. */
  check(
    url: string,
    crawler: Crawler,
    { robotsTxt, dialect: fileDialect, isDialectGiven, explain }: InlineFile,
    location: () => CheckLocation,
  ): CheckResult {
    const ownDialect = isDialectGiven || typeof crawler === 'string' ? undefined : crawler.dialect;
    const dialect = ownDialect ?? fileDialect;
    if (this.#latest?.text !== robotsTxt) this.#latest = { text: robotsTxt, files: new Map() };
    const file = parsedIn(this.#latest.files, dialect, robotsTxt);
    try {
      const verdict = matcherFor(file, crawler).explain(url, explain ? EXPLANATION : {});
      return resultByRules(url, crawler, file, verdict, explain);
    } catch (error) {
      // Finds out which of the two is invalid.
      this.validate(url, crawler, dialect, location());
      throw error;
    }
  }

  /** Throws a Problem if the URL or the product token is invalid in a dialect. */
  validate(url: string, crawler: Crawler, dialect: DialectName, location: CheckLocation): void {
    const blank = parsedIn(this.#blanks, dialect, '');
    problemIfInvalid(location.productToken, () => matcherFor(blank, crawler));
    problemIfInvalid(location.url, () => matcherFor(blank, crawler).isAllowed(url));
  }
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
 * Collects the results of a request: for each URL in order, one per crawler. If `pauseIsDue` returns true, `add`
 * returns false and continues on the next call.
 */
export class InlineResults {
  readonly #check: InlineCheck;
  readonly #files = new InlineFiles();
  readonly #list: JsonList;
  #at = 0;

  constructor(check: InlineCheck, hold?: (bytes: number) => void) {
    this.#check = check;
    this.#list = new JsonList(check.responseBytes, hold);
  }

  /** The results as JSON, separated by commas. */
  get text(): string {
    return this.#list.text;
  }

  /** Returns whether all results are complete. Throws a Problem if a check is invalid or the response too large. */
  add(pauseIsDue: () => boolean): boolean {
    const { urls, crawlers, responseBytes } = this.#check;
    const count = urls.length * crawlers.length;
    for (; this.#at < count; this.#at++) {
      if (pauseIsDue()) return false;
      const url = Math.floor(this.#at / crawlers.length);
      const crawler = this.#at % crawlers.length;
      const result = this.#files.check(urls[url] ?? '', crawlers[crawler] ?? '', this.#check, () =>
        locationOf(url, crawler),
      );
      if (!this.#list.set(this.#at, result)) throw responseTooLarge(responseBytes);
    }
    return true;
  }
}

/** Returns all results of a check as JSON, separated by commas. Runs in a thread. */
export function inlineVerdicts(check: InlineCheck): string {
  const results = new InlineResults(check);
  results.add(() => false);
  return results.text;
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

/** Returns the file for a dialect; parses it on the first use. */
function parsedIn(files: Map<DialectName, RobotsTxt>, dialect: DialectName, text: string) {
  const file = files.get(dialect) ?? parseRobotsTxt(text, { dialect });
  files.set(dialect, file);
  return file;
}

export interface CheckResult {
  readonly url: string;
  readonly productToken: string;
  /** For a known crawler. `step` is missing if there is no robots.txt. */
  readonly profile?: AppliedProfile;
  readonly governed?: false;
  readonly verdict: 'allowed' | 'disallowed' | 'unreachable' | 'not-governed';
  readonly reason: Decision['reason'] | NonNullable<Provenance['reason']>;
  readonly rule?: { readonly kind: RuleKind; readonly pattern: string; readonly line: number };
  /** Milliseconds since 1970. */
  readonly nextTryAt?: number;
  readonly target?: string;
  readonly group?: GroupResult;
  readonly matched?: readonly RuleResult[];
  readonly matchedCount?: number;
  readonly provenance?: Provenance;
}

/** A matching rule. `usable` is omitted because it is always true. */
export type RuleResult = Omit<MatchedRule, 'usable'>;

/** The first user-agent lines. `userAgentLineCount` is set if there are more. */
export interface GroupResult extends AppliedGroup {
  readonly userAgentLineCount?: number;
}

/** Limits the listed rules, because a hostile file may contain 55,000 that match. */
export const EXPLANATION = { all: true, limit: LISTED_RULES } as const;

export function resultByRules(
  url: string,
  crawler: Crawler,
  file: RobotsTxt,
  verdict: Verdict,
  explain: boolean,
): CheckResult {
  const governed = isGoverned(crawler);
  const profile = appliedProfile(file, crawler);
  return {
    url,
    productToken: nameOf(crawler),
    ...(profile && { profile }),
    ...(governed ? {} : { governed }),
    verdict: !governed ? 'not-governed' : verdict.allowed ? 'allowed' : 'disallowed',
    reason: verdict.reason,
    ...ruleOf(verdict),
    ...(explain ? explanationOf(verdict) : {}),
  };
}

/** Returns the result of a live check. `verdict` lists the matching rules if an explanation was requested. */
export function resultByDecision(
  decision: Decision,
  verdict: Verdict | undefined,
  explain: boolean,
): CheckResult {
  const { url, crawler, profile, outcome, provenance } = decision;
  return {
    url,
    productToken: crawler,
    ...(profile && { profile }),
    ...(outcome === 'not-governed' && { governed: false }),
    verdict: outcome,
    reason: reasonOf(decision),
    ...(verdict === undefined ? {} : ruleOf(verdict)),
    ...(outcome === 'unreachable' ? { nextTryAt: decision.nextTryAt } : {}),
    ...(explain && verdict !== undefined ? explanationOf(verdict) : {}),
    ...(explain ? { provenance } : {}),
  };
}

/** Returns why the rules or the access decided, also for a crawler that they do not govern. */
function reasonOf({ verdict, reason, provenance }: Decision): CheckResult['reason'] {
  if (verdict !== undefined) return verdict.reason;
  return (reason === 'unreachable' ? provenance.reason : undefined) ?? reason;
}

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

export function groupResult({ productToken, userAgentLines }: AppliedGroup): GroupResult {
  const { length } = userAgentLines;
  if (length <= LISTED_USER_AGENT_LINES) return { productToken, userAgentLines };
  const listed = userAgentLines.slice(0, LISTED_USER_AGENT_LINES);
  return { productToken, userAgentLines: listed, userAgentLineCount: length };
}

export function matchedRule(rule: MatchedRule): RuleResult {
  const { kind, pattern, canonicalPattern, bytes, line, span, lost, asFolder } = rule;
  return {
    ...{ kind, pattern, canonicalPattern, bytes, line, span },
    ...(lost === undefined ? {} : { lost }),
    ...(asFolder === undefined ? {} : { asFolder }),
  };
}
