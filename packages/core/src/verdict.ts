/** The answer to "may this product token fetch this URL?", and its reasons. */

/** The two kinds of rule (RFC 9309 2.2.2). */
export type RuleKind = 'allow' | 'disallow';

/**
 * A place in the body of a robots.txt.
 * `start` and `end` (exclusive) are offsets in bytes of the body as it was given (for a string: of its UTF-8 form).
 * `line`, `column` and `endColumn` (exclusive) count from 1; columns are in UTF-16 code units, as editors count.
 */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
}

/** An allow or disallow line of a group, usable or not. */
export interface Rule {
  readonly kind: RuleKind;
  /** The path-pattern as written. */
  readonly pattern: string;
  /** The path-pattern in the dialect's canonical form: what is compared, and whose bytes are counted. */
  readonly canonicalPattern: string;
  /** Bytes of the canonical pattern, `*` and `$` included: the measure of "most specific match" (RFC 9309 2.2.2). */
  readonly bytes: number;
  /** False where the path is no path-pattern of the dialect (`fish`, `http://…`) or empty: it then matches nothing. */
  readonly usable: boolean;
  /** Line number from 1. */
  readonly line: number;
  /** The place of the path-pattern. */
  readonly span: Span;
}

/** Why a rule that matched did not decide. */
export type LossReason = 'fewer-bytes' | 'allow-wins-tie' | 'later-in-file';

/** A rule that matched the target, and why it lost if it did. */
export interface MatchedRule extends Rule {
  /** `undefined` for the winner. */
  readonly lost?: LossReason;
  /** True where the rule matched only as Google's reading of `…/index.htm…`, which also allows the folder. */
  readonly asFolder?: boolean;
}

/** The group, or the merged groups, that apply to the question. */
export interface AppliedGroup {
  /** The product token of the question that has a group, or `*` for the group of everyone else. */
  readonly productToken: string;
  /** The line numbers of the user-agent lines that named it. */
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
  /** The target in canonical form: what the rules were compared with. */
  readonly target: string;
  /** On demand (`all: true`): every rule that matched, the winner first, in order of priority. */
  readonly matched?: readonly MatchedRule[];
  /** With `limit`: how many rules matched, including those that are not listed. */
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

/** Only a rule with an empty path stood against the URL (dialect `google`, priority 0): no restriction. */
export interface EmptyRuleVerdict extends VerdictBase {
  readonly reason: 'empty-rule';
  readonly allowed: true;
  readonly group: AppliedGroup;
  readonly rule: MatchedRule;
}

/** A group applies, but none of its rules matched (RFC 9309 2.2.2: the URI is allowed). */
export interface NoRuleVerdict extends VerdictBase {
  readonly reason: 'no-rule';
  readonly allowed: true;
  readonly group: AppliedGroup;
  readonly rule?: undefined;
}

/** No group names the product token and none is for everyone (RFC 9309 2.2.1: no rules apply). */
export interface NoGroupVerdict extends VerdictBase {
  readonly reason: 'no-group';
  readonly allowed: true;
  readonly group?: undefined;
  readonly rule?: undefined;
}

/** The URL is that of the robots.txt itself (RFC 9309 2.2.2: implicitly allowed). */
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
