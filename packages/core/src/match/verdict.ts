/** The result of checking a URL for a product token, with its reasons. */

import type { Span } from '../syntax/span.js';

/** The two kinds of rule (RFC 9309 2.2.2). */
export type RuleKind = 'allow' | 'disallow';

/** An allow or disallow line of a group, usable or not. */
export interface Rule {
  readonly kind: RuleKind;
  /** The path-pattern as written. */
  readonly pattern: string;
  /** The path-pattern in canonical form, which is compared. */
  readonly canonicalPattern: string;
  /**
   * The measure of the "most specific match" (RFC 9309 2.2.2): bytes of the canonical pattern, including `*` and `$`, but
   * with reserved characters and their escapes as written (`%3A` counts 3, `:` 1).
   */
  readonly bytes: number;
  /** False if the path is empty or not a path-pattern of the dialect (`fish`, `http://…`): it then matches nothing. */
  readonly usable: boolean;
  /** Line number from 1. */
  readonly line: number;
  /** The position of the path-pattern. */
  readonly span: Span;
}

/** Why a matching rule did not decide. */
export type LossReason = 'fewer-bytes' | 'allow-wins-tie' | 'later-in-file';

/** A rule that matches the target, and why it lost if it did. */
export interface MatchedRule extends Rule {
  /** `undefined` for the winner. */
  readonly lost?: LossReason;
  /** True if the rule matched only because Google's `…/index.htm…` rules also allow the folder. */
  readonly asFolder?: boolean;
}

/** The group, or the merged groups, that apply. */
export interface AppliedGroup {
  /** The product token that has a group, or `*` for the group of all other crawlers. */
  readonly productToken: string;
  /** The lines of the user-agent lines that name it. */
  readonly userAgentLines: readonly number[];
}

interface VerdictBase {
  readonly allowed: boolean;
  /** The target in canonical form, as compared with the rules. */
  readonly target: string;
  /** With `all: true`: every matching rule in order of priority, the winner first. */
  readonly matched?: readonly MatchedRule[];
  /** With `limit`: the number of matching rules, including unlisted ones. */
  readonly matchedCount?: number;
}

/** A rule decided. */
export interface RuleVerdict extends VerdictBase {
  readonly reason: 'rule';
  readonly group: AppliedGroup;
  readonly rule: MatchedRule;
}

/** Only a rule with an empty path matched (dialect `google`, priority 0), which restricts nothing. */
export interface EmptyRuleVerdict extends VerdictBase {
  readonly reason: 'empty-rule';
  readonly allowed: true;
  readonly group: AppliedGroup;
  readonly rule: MatchedRule;
}

/** A group applies, but none of its rules match (RFC 9309 2.2.2: the URI is allowed). */
export interface NoRuleVerdict extends VerdictBase {
  readonly reason: 'no-rule';
  readonly allowed: true;
  readonly group: AppliedGroup;
  readonly rule?: undefined;
}

/** No group names the product token, and there is none for `*` (RFC 9309 2.2.1: no rules apply). */
export interface NoGroupVerdict extends VerdictBase {
  readonly reason: 'no-group';
  readonly allowed: true;
  readonly group?: undefined;
  readonly rule?: undefined;
}

/** The URL is /robots.txt, which is always allowed (RFC 9309 2.2.2). */
export interface RobotsTxtVerdict extends VerdictBase {
  readonly reason: 'robots-txt';
  readonly allowed: true;
  readonly group?: undefined;
  readonly rule?: undefined;
}

export type Verdict = RuleVerdict | EmptyRuleVerdict | NoRuleVerdict | NoGroupVerdict | RobotsTxtVerdict;
