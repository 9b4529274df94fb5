/** Verdicts by a robots.txt that a request contains. Analysis threads load this: nothing here fetches. */

import type { Decision, Provenance } from '@repkit/client';
import {
  type AppliedGroup,
  type DialectName,
  type MatchedRule,
  parseRobotsTxt,
  type RobotsTxt,
  type RuleKind,
  type Verdict,
} from '@repkit/core';
import { Problem, problemAt } from '../http/problem.js';
import { EVENT_LOOP_WORK, LISTED_RULES, LISTED_USER_AGENT_LINES } from '../options.js';
import { JsonList } from './json.js';

/** Where in the request a query stands, for problems. */
export interface Place {
  readonly url: readonly (string | number)[];
  readonly productToken: readonly (string | number)[];
}

export interface GivenFile {
  readonly robotsTxt: string;
  readonly dialect: DialectName;
  readonly explain: boolean;
}

/** All queries of one request. */
export interface GivenCheck extends GivenFile {
  readonly urls: readonly string[];
  readonly productTokens: readonly string[];
  /** Bytes of its answer. */
  readonly answerBytes: number;
}

/** For the queries of one request: a text that is given again and again is parsed once. */
export class GivenFiles {
  #given: { readonly text: string; readonly files: Map<DialectName, RobotsTxt> } | undefined;
  readonly #blanks = new Map<DialectName, RobotsTxt>();

  /** Throws a Problem if the URL or the product token is invalid. */
  answer(
    url: string,
    productToken: string,
    { robotsTxt, dialect, explain }: GivenFile,
    place: () => Place,
  ): VerdictAnswer {
    if (this.#given?.text !== robotsTxt) this.#given = { text: robotsTxt, files: new Map() };
    const file = parsedIn(this.#given.files, dialect, robotsTxt);
    try {
      const verdict = file.explain(url, productToken, explain ? EXPLANATION : {});
      return answerByRules(url, productToken, verdict, explain);
    } catch (error) {
      // This reports which of the two is invalid.
      this.mustBeValid(url, productToken, dialect, place());
      throw error;
    }
  }

  /** Throws a Problem if the URL or the product token is invalid, which depends on the dialect alone. */
  mustBeValid(url: string, productToken: string, dialect: DialectName, place: Place): void {
    const blank = parsedIn(this.#blanks, dialect, '');
    mustBe(place.productToken, () => blank.matcher(productToken));
    mustBe(place.url, () => blank.isAllowed(url, productToken));
  }
}

/** Whether a check would keep the event loop from other requests for too long. */
export function isLong({ robotsTxt }: GivenFile, urls: readonly string[], tokens: number): boolean {
  let characters = 0;
  for (const url of urls) characters += url.length;
  return robotsTxt.length * characters * tokens > EVENT_LOOP_WORK;
}

/**
 * The answers of a request in order: for each URL one per product token. `pauseIsDue` is called before each of them; if it
 * returns true, `add` returns false and continues when it is called again.
 */
export class GivenAnswers {
  readonly #check: GivenCheck;
  readonly #files = new GivenFiles();
  readonly #list: JsonList;
  #at = 0;

  constructor(check: GivenCheck, hold?: (bytes: number) => void) {
    this.#check = check;
    this.#list = new JsonList(check.answerBytes, hold);
  }

  /** The answers as JSON, with commas between them. */
  get text(): string {
    return this.#list.text;
  }

  /** Returns whether all answers are there. Throws a Problem for an invalid query and a too large answer. */
  add(pauseIsDue: () => boolean): boolean {
    const { urls, productTokens, answerBytes } = this.#check;
    const count = urls.length * productTokens.length;
    for (; this.#at < count; this.#at++) {
      if (pauseIsDue()) return false;
      const url = Math.floor(this.#at / productTokens.length);
      const token = this.#at % productTokens.length;
      const answer = this.#files.answer(
        urls[url] ?? '',
        productTokens[token] ?? '',
        this.#check,
        () => placeOf(url, token),
      );
      if (!this.#list.set(this.#at, answer)) throw answerTooLarge(answerBytes);
    }
    return true;
  }
}

export function placeOf(url: number, token: number): Place {
  return { url: ['urls', url], productToken: ['productTokens', token] };
}

export function answerTooLarge(most: number): Problem {
  const detail = `The answer has more than ${most} bytes: check fewer URLs at once, or use /v1/check/stream.`;
  return new Problem('response-too-large', detail);
}

/** Runs what throws a TypeError, whose message says what to give, if an argument is invalid. */
export function mustBe(path: readonly (string | number)[], check: () => unknown): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw problemAt('cannot-be-checked', path, error.message);
  }
}

/** Parsed once per dialect. */
function parsedIn(files: Map<DialectName, RobotsTxt>, dialect: DialectName, text: string) {
  const file = files.get(dialect) ?? parseRobotsTxt(text, { dialect });
  files.set(dialect, file);
  return file;
}

export interface VerdictAnswer {
  readonly url: string;
  readonly productToken: string;
  readonly verdict: 'allowed' | 'disallowed' | 'unreachable';
  readonly reason: Decision['reason'];
  readonly rule?: { readonly kind: RuleKind; readonly pattern: string; readonly line: number };
  /** Milliseconds since 1970. */
  readonly nextTryAt?: number;
  readonly target?: string;
  readonly group?: GroupAnswer;
  readonly matched?: readonly ToldRule[];
  readonly matchedCount?: number;
  readonly provenance?: Provenance;
}

/** A rule that matched, without what holds for each of these. */
export type ToldRule = Omit<MatchedRule, 'usable'>;

/** The first user-agent lines; `userAgentLineCount` if there are more. */
export interface GroupAnswer extends AppliedGroup {
  readonly userAgentLineCount?: number;
}

/** How an explanation is made: strangers choose the file, which may match 55,000 times. */
export const EXPLANATION = { all: true, limit: LISTED_RULES } as const;

/** By the rules of a robots.txt that was given. */
export function answerByRules(
  url: string,
  productToken: string,
  verdict: Verdict,
  explain: boolean,
): VerdictAnswer {
  return {
    url,
    productToken,
    verdict: verdict.allowed ? 'allowed' : 'disallowed',
    reason: verdict.reason,
    ...ruleOf(verdict),
    ...(explain ? reasonsOf(verdict) : {}),
  };
}

/** As a site has it. `verdict` has every rule that matched, where that was asked for. */
export function answerByDecision(
  decision: Decision,
  verdict: Verdict | undefined,
  explain: boolean,
): VerdictAnswer {
  const { url, productToken, outcome, reason, provenance } = decision;
  return {
    url,
    productToken,
    verdict: outcome,
    reason,
    ...(verdict === undefined ? {} : ruleOf(verdict)),
    ...(decision.outcome === 'unreachable' ? { nextTryAt: decision.nextTryAt } : {}),
    ...(explain && verdict !== undefined ? reasonsOf(verdict) : {}),
    ...(explain ? { provenance } : {}),
  };
}

function ruleOf({ rule }: Verdict): Pick<VerdictAnswer, 'rule'> {
  if (rule === undefined) return {};
  const { kind, pattern, line } = rule;
  return { rule: { kind, pattern, line } };
}

function reasonsOf({ target, group, matched = [], matchedCount = matched.length }: Verdict) {
  return {
    target,
    ...(group === undefined ? {} : { group: groupAnswer(group) }),
    matched: matched.map(matchedRule),
    ...(matchedCount === matched.length ? {} : { matchedCount }),
  };
}

export function groupAnswer({ productToken, userAgentLines }: AppliedGroup): GroupAnswer {
  const { length } = userAgentLines;
  if (length <= LISTED_USER_AGENT_LINES) return { productToken, userAgentLines };
  const listed = userAgentLines.slice(0, LISTED_USER_AGENT_LINES);
  return { productToken, userAgentLines: listed, userAgentLineCount: length };
}

export function matchedRule(rule: MatchedRule): ToldRule {
  const { kind, pattern, canonicalPattern, bytes, line, span, lost, asFolder } = rule;
  return {
    ...{ kind, pattern, canonicalPattern, bytes, line, span },
    ...(lost === undefined ? {} : { lost }),
    ...(asFolder === undefined ? {} : { asFolder }),
  };
}
