/** What the worker receives, and its results. */
import type { Decision, DialectName, Outcome, Rule, Verdict } from '@repkit/core';
import type { ComparedNames, Diagnostic, FixEffect, GroupedDiff, InitOptions } from '@repkit/core/analysis';
import type { LogHosts } from './log-hosts.js';

/** Requests in an access log: for each target, by the product token in lower case, or '' if the User-Agent names no crawler. */
export type Traffic = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** A robots.txt and how to interpret it. */
interface SiteRequest {
  readonly robotsTxt: string;
  /** The dialect that the user chose; undefined checks each crawler under the dialect that it documents. */
  readonly dialect: DialectName | undefined;
  /** Whether nothing may be fetched because the robots.txt is unreachable. */
  readonly isBlocked: boolean;
  /** Where the robots.txt was fetched from. */
  readonly source?: string | undefined;
}

/**
 * What the page shows about a file. The worker replies twice: with the verdicts, and then with the problems, which take longer.
 */
export interface CheckRequest extends SiteRequest {
  /** One URL per line. */
  readonly urls: string;
  readonly productTokens: readonly string[];
}

export interface CheckResult extends Pick<SiteRequest, 'source'> {
  readonly urls: readonly string[];
  /** Lines that are not URLs. */
  readonly invalidUrls: readonly string[];
  readonly productTokens: readonly string[];
  /** One row per URL and one column per product token: an index of `OUTCOMES`. */
  readonly outcomes: Uint8Array;
  /** The 1-based line of the deciding rule in the same order; 0 if no rule decides. */
  readonly lines: Uint32Array;
  /** What the file means to the most important crawlers; none if it is unreachable. */
  readonly audiences: readonly AudienceSummary[];
}

/** What a file means to some crawlers. */
export interface AudienceSummary {
  /** The crawlers: `google-bing` if the file means the same to both. */
  readonly audience: 'google-bing' | 'google' | 'bing' | 'ai-search' | 'ai-training' | 'others';
  /** The number of crawlers that obey robots.txt. */
  readonly crawlers: number;
  /** Those of them that may fetch nothing, or only exceptions. */
  readonly blocked: number;
  /** Those that may fetch everything. */
  readonly unlimited: number;
  /** The lines of the groups that block. */
  readonly lines: readonly LineRange[];
  /** The paths of rules that are exceptions: of allow rules if all crawlers are blocked, else of disallow rules. */
  readonly exceptions: readonly string[];
  /** The listed URLs that at least one crawler that is not blocked may not fetch. */
  readonly blockedUrls: number;
}

export const OUTCOMES = ['disallowed', 'allowed', 'not-governed', 'unreachable', 'unstated'] as const;

export const [DISALLOWED, ALLOWED, NOT_GOVERNED, UNREACHABLE] = [0, 1, 2, 3];

/** A URL and the crawler to check it for. */
export interface Check {
  readonly url: string;
  readonly productToken: string;
}

export interface ExplainRequest extends SiteRequest {
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

/** The problems of a file, in the dialect that the user chose, or RFC 9309. */
export interface LintResult {
  readonly diagnostics: readonly Finding[];
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
  readonly before: string;
  readonly after: string;
  /** Undefined if each crawler is compared in the dialect that it documents. */
  readonly dialect: DialectName | undefined;
}

/** A change with the dialects in which it is the same. */
export type ComparedChange = GroupedDiff['changes'][number];

export interface Comparison extends Omit<GroupedDiff, 'undecided'> {
  readonly crawlers: ComparedCrawlers;
  /** The versions that exceed the parsing limit, beyond which nothing was compared. */
  readonly truncated: readonly ('before' | 'after')[];
}

/** All known crawlers that obey robots.txt, and the product tokens of both files, by how an edit affects them. */
export interface ComparedCrawlers extends ComparedNames {
  /** Those for which a rule newly blocks everything. */
  readonly shutOut: readonly string[];
}

export interface InitRequest {
  readonly robotsTxt: string;
  readonly options: InitOptions;
}

export interface ExportRequest extends SiteRequest {
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

export interface VisitsRequest extends SiteRequest {
  /** Access logs, also packed with gzip. */
  readonly logs: readonly File[];
}

/** The requests of one crawler. */
export interface CrawlerVisits {
  readonly crawler: string;
  readonly isGoverned: boolean;
  readonly requests: number;
  readonly blocked: number;
  /** The rules that block, most requests first; none while the robots.txt is unreachable. */
  readonly rules: readonly { readonly rule: Rule; readonly requests: number }[];
}

/** What a file means for the requests of access logs, or the log that cannot be counted. */
export type Visits =
  | {
      readonly kind: 'counted';
      /** Known crawlers, and those that the file names: most blocked requests first, then most requests. */
      readonly crawlers: readonly CrawlerVisits[];
      /** Requests of browsers and unknown clients. */
      readonly others: number;
      /** Lines that are not requests for a URL. */
      readonly unreadable: number;
      /** The names of logs that end early. */
      readonly incomplete: readonly string[];
      readonly hosts: LogHosts;
      /** In milliseconds since 1970; undefined without requests. */
      readonly period: { readonly first: number; readonly last: number } | undefined;
    }
  | { readonly kind: 'no-log' | 'not-readable'; readonly log: string };
