/** Linting and verdicts, which run in a worker so that typing stays responsive. */
import { type DialectName, decider, parseRobotsTxt, type RobotsTxt } from '@repkit/core';
import { type Diagnostic, diagnosticCodes, lint } from '@repkit/core/analysis';
import { crawlerProfile } from '@repkit/core/crawlers';
import { accessOf, readUrls } from '../state/url-lines.js';
import { NOT_GOVERNED } from './verdict-code.js';

interface LintRequest {
  readonly kind: 'lint';
  readonly robotsTxt: string;
  readonly dialect: DialectName;
}

interface VerdictsRequest {
  readonly kind: 'verdicts';
  readonly robotsTxt: string;
  /** The dialect that the user chose. */
  readonly dialect: DialectName | undefined;
  /** One URL per line. */
  readonly urls: string;
  readonly productTokens: readonly string[];
  /** Whether everything is disallowed because there are no rules to apply. */
  readonly isBlocked?: boolean;
}

/** Line numbers, 1-based and inclusive. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

export interface LintResult {
  readonly robotsTxt: string;
  readonly dialect: DialectName;
  readonly diagnostics: readonly Finding[];
  /** The groups, each from its first user-agent line to its last rule or other record. */
  readonly groups: readonly LineRange[];
}

export interface VerdictsResult {
  readonly urls: readonly string[];
  /** Lines that are not URLs. */
  readonly invalidUrls: readonly string[];
  readonly productTokens: readonly string[];
  /**
   * One row per URL and one column per product token: 1 if allowed, plus NOT_GOVERNED if the rules do not govern the
   * crawler.
   */
  readonly allowed: Uint8Array;
}

export type AnalysisRequest = LintRequest | VerdictsRequest;

/** The result of each kind of request. */
export interface AnalysisResults {
  readonly lint: LintResult;
  readonly verdicts: VerdictsResult;
}

export function analyze(request: AnalysisRequest): AnalysisResults[keyof AnalysisResults] {
  return request.kind === 'lint' ? lintText(request) : verdicts(request);
}

function lintText({ robotsTxt, dialect }: LintRequest): LintResult {
  const file = parseRobotsTxt(robotsTxt, { dialect });
  const groups: { first: number; last: number }[] = [];
  for (const { groupIndex, line, kind } of file.records) {
    if (groupIndex === undefined) continue;
    const group = groups[groupIndex];
    if (group === undefined) groups[groupIndex] = { first: line, last: line };
    // Blank lines and comments after a group usually belong to the next one.
    else if (kind !== 'blank' && kind !== 'comment') group.last = line;
  }
  return { robotsTxt, dialect, diagnostics: findingsOf(file), groups };
}

/** O(length of all URLs × number of product tokens). */
function verdicts(request: VerdictsRequest): VerdictsResult {
  const { robotsTxt, dialect, productTokens, isBlocked } = request;
  const access = accessOf(robotsTxt, isBlocked);
  const { urls, invalidUrls } = readUrls(request.urls);
  const allowed = new Uint8Array(urls.length * productTokens.length);
  productTokens.forEach((token, column) => {
    const { governed, matcher } = decider(access, crawlerProfile(token) ?? token, { dialect });
    const base = governed ? 0 : NOT_GOVERNED;
    urls.forEach((url, row) => {
      allowed[row * productTokens.length + column] = base + (matcher.isAllowed(url) ? 1 : 0);
    });
  });
  return { urls, invalidUrls, productTokens, allowed };
}

/** A diagnostic with its English title, so that the page does not load the registry of diagnostics. */
export interface Finding extends Diagnostic {
  readonly title: string;
}

export function findingsOf(file: RobotsTxt): Finding[] {
  return lint(file).map((diagnostic) => ({
    ...diagnostic,
    title: diagnosticCodes[diagnostic.code].title,
  }));
}
