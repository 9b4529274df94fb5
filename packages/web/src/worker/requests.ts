/** What the page asks the worker, and what the worker answers. */
import type { Decision, DialectName, Outcome, Verdict } from '@repkit/core';
import type { Diagnostic, FixEffect, GroupedDiff } from '@repkit/core/analysis';

/** Requests in an access log: for each target, by the product token in lower case, or '' if the User-Agent names no crawler. */
export type Traffic = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** A robots.txt and how to interpret it. */
interface SiteRequest {
  readonly robotsTxt: string;
  /** The dialect that the user chose; undefined checks each crawler under the dialect that it documents. */
  readonly dialect: DialectName | undefined;
  /** Whether nothing may be fetched because the robots.txt is unreachable. */
  readonly isBlocked: boolean;
}

export interface CheckRequest extends SiteRequest {
  readonly kind: 'check';
  /** One URL per line. */
  readonly urls: string;
  readonly productTokens: readonly string[];
}

export interface CheckResult {
  readonly urls: readonly string[];
  /** Lines that are not URLs. */
  readonly invalidUrls: readonly string[];
  readonly productTokens: readonly string[];
  /** One row per URL and one column per product token: an index of `OUTCOMES`. */
  readonly outcomes: Uint8Array;
  /** The 1-based line of the deciding rule in the same order; 0 if no rule decides. */
  readonly lines: Uint32Array;
}

export const OUTCOMES = [
  'disallowed',
  'allowed',
  'not-governed',
  'unreachable',
  'unstated',
] as const;

export const [DISALLOWED, ALLOWED, NOT_GOVERNED, UNREACHABLE, UNSTATED] = [0, 1, 2, 3, 4];

/** A URL and the crawler to check it for. */
export interface Check {
  readonly url: string;
  readonly productToken: string;
}

export interface ExplainRequest extends SiteRequest {
  readonly kind: 'explain';
  readonly check: Check;
}

/** The decision about a check with all matching rules. */
export interface Explanation {
  readonly check: Check;
  readonly decision: Exclude<Decision, { outcome: 'unreachable' }>;
  readonly verdict: Verdict;
  readonly dialect: string;
  /** Whether the first matching rule decides, rather than the most specific one. */
  readonly isInOrder: boolean;
  /** The dialects under which the verdict is the opposite. */
  readonly differing: readonly DialectName[];
}

export interface LintRequest {
  readonly kind: 'lint';
  readonly robotsTxt: string;
  readonly dialect: DialectName;
}

export interface LintResult {
  readonly diagnostics: readonly Finding[];
  /** The groups, each from its first user-agent line to its last rule or other record. */
  readonly groups: readonly LineRange[];
}

/** A diagnostic with its English title, so that the page does not load the registry of diagnostics. */
export interface Finding extends Diagnostic {
  readonly title: string;
}

/** Line numbers, 1-based and inclusive. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

export interface FixRequest {
  readonly kind: 'fix';
  readonly robotsTxt: string;
  readonly dialect: DialectName;
  readonly diagnostic: Diagnostic;
}

export interface FixResult {
  readonly fixed: string;
  /** Examples of the verdicts that the fix changes under some dialect; undefined if it is safe. */
  readonly effects: readonly FixEffect[] | undefined;
}

export interface CompareRequest {
  readonly kind: 'compare';
  readonly before: string;
  readonly after: string;
  /** Undefined if each crawler is compared in the dialect that it documents. */
  readonly dialect: DialectName | undefined;
}

/** A change with the dialects in which it is the same. */
export type ComparedChange = GroupedDiff['changes'][number];

export type Comparison = Omit<GroupedDiff, 'undecided'>;

export interface ExportRequest extends SiteRequest {
  readonly kind: 'export';
  readonly urls: readonly string[];
  readonly productTokens: readonly string[];
}

export interface ExportedVerdict extends Check {
  readonly verdict: Outcome;
  readonly reason: string;
  /** The deciding rule and its line. */
  readonly rule?: string;
  readonly line?: number;
}

export interface CountRequest {
  readonly kind: 'count';
  /** An empty file allows everything, so the change from it is what the file blocks. */
  readonly before: string;
  readonly robotsTxt: string;
  readonly dialect: DialectName | undefined;
  readonly traffic: Traffic;
}

/** Requests of an access log, by the product token of their crawler in lower case. */
export interface CountedRequests {
  readonly blocked: ReadonlyMap<string, number>;
  readonly allowed: ReadonlyMap<string, number>;
  /** Those of crawlers that may ignore robots.txt. */
  readonly notGoverned: ReadonlyMap<string, number>;
  /** Those that name no crawler. */
  readonly others: number;
}

/** The result of each kind of request. */
interface Results {
  readonly check: CheckResult;
  readonly explain: Explanation | undefined;
  readonly lint: LintResult;
  readonly fix: FixResult;
  readonly compare: Comparison;
  readonly export: readonly ExportedVerdict[];
  readonly count: CountedRequests;
}

export type WorkRequest =
  | CheckRequest
  | ExplainRequest
  | LintRequest
  | FixRequest
  | CompareRequest
  | ExportRequest
  | CountRequest;

export type ResultOf<Request extends WorkRequest> = Results[Request['kind']];

/** A request as it is posted to the worker. */
export interface Message {
  readonly id: number;
  readonly request: WorkRequest;
}

/** What the worker posts for each message. */
export type Answer =
  | { readonly id: number; readonly result: Results[keyof Results] }
  /** The result could not be computed. */
  | { readonly id: number; readonly error: string };
