/** The result of checking a URL for a product token, with its reasons. */

import type { Span } from '../syntax/span.js';

/** The two kinds of rule (RFC 9309 2.2.2). */
export type RuleKind = 'allow' | 'disallow';

/** An allow or disallow line of a group, usable or not. */
export interface Rule {
  readonly kind: RuleKind;
  /** The path-pattern as written. */
  readonly pattern: string;
  /** The path-pattern in canonical form, which is compared and measured. */
  readonly canonicalPattern: string;
  /** Bytes of the canonical pattern, including `*` and `$`: the measure of "most specific match" (RFC 9309 2.2.2). */
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

/**
 * How a crawler profile came to its group:
 * - `own-group`: a group names its first product token.
 * - `fallback-group`: only a group for a later product token of its list was found.
 * - `star-group`: none of its tokens has a group, so the group of `*` applies.
 * - `star-ignored`: none of its tokens has a group, and it ignores the group of `*`.
 * - `no-group`: none of its tokens has a group, and `*` has none either.
 */
export type ProfileStep =
  | 'own-group'
  | 'fallback-group'
  | 'star-group'
  | 'star-ignored'
  | 'no-group';

/** The crawler profile that was checked. */
export interface AppliedProfile {
  readonly name: string;
  readonly step: ProfileStep;
  /** The page that documents why the crawler is not governed, else the order of its groups; absent if it is that of RFC 9309. */
  readonly source?: string;
  /** When the page was last checked, as YYYY-MM-DD. */
  readonly checked?: string;
}

interface VerdictBase {
  readonly allowed: boolean;
  /** The target in canonical form, as compared with the rules. */
  readonly target: string;
  /** With `all: true`: every matching rule in order of priority, the winner first. */
  readonly matched?: readonly MatchedRule[];
  /** With `limit`: the number of matching rules, including unlisted ones. */
  readonly matchedCount?: number;
  /** For a crawler profile: which group it follows, and where that is documented. */
  readonly profile?: AppliedProfile;
  /**
   * False for the profile of a crawler that does not apply robots.txt, or of a name that no crawler sends. `allowed` is
   * then what the rules say, which is no permission.
   */
  readonly governed?: false;
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

export type Verdict =
  | RuleVerdict
  | EmptyRuleVerdict
  | NoRuleVerdict
  | NoGroupVerdict
  | RobotsTxtVerdict;
