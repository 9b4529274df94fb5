/** What is computed beside the page, so that typing never waits for it: pure functions of the text. */
import { type Diagnostic, type DialectName, lint, parseRobotsTxt } from '@repkit/core';
import { readUrls } from '../state/url-lines.js';

interface LintRequest {
  readonly kind: 'lint';
  readonly robotsTxt: string;
  readonly dialect: DialectName;
}

interface VerdictsRequest {
  readonly kind: 'verdicts';
  readonly robotsTxt: string;
  readonly dialect: DialectName;
  /** One URL a line. */
  readonly urls: string;
  readonly productTokens: readonly string[];
}

/** Lines of the text, from 1, both included. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

export interface LintAnswer {
  readonly kind: 'lint';
  readonly robotsTxt: string;
  readonly dialect: DialectName;
  readonly diagnostics: readonly Diagnostic[];
  /** The groups, each from its first user-agent line to its last record. */
  readonly groups: readonly LineRange[];
}

export interface VerdictsAnswer {
  readonly kind: 'verdicts';
  readonly urls: readonly string[];
  /** Lines that are no URL. */
  readonly refused: readonly string[];
  readonly productTokens: readonly string[];
  /** 1 where the URL is allowed: row by row, a column a product token. */
  readonly allowed: Uint8Array;
}

export type AnalysisRequest = LintRequest | VerdictsRequest;

/** The answer to each kind of request. */
export interface AnswerOf {
  readonly lint: LintAnswer;
  readonly verdicts: VerdictsAnswer;
}

export function answer(request: AnalysisRequest): AnswerOf[keyof AnswerOf] {
  return request.kind === 'lint' ? answerLint(request) : answerVerdicts(request);
}

function answerLint({ robotsTxt, dialect }: LintRequest): LintAnswer {
  const file = parseRobotsTxt(robotsTxt, { dialect });
  const groups: { first: number; last: number }[] = [];
  for (const { groupIndex, line, kind } of file.records) {
    if (groupIndex === undefined) continue;
    const group = groups[groupIndex];
    if (group === undefined) groups[groupIndex] = { first: line, last: line };
    // What follows a group as blank lines and comments is more often about the next one.
    else if (kind !== 'blank' && kind !== 'comment') group.last = line;
  }
  return { kind: 'lint', robotsTxt, dialect, diagnostics: lint(file), groups };
}

/** Linear in the text of the URLs, times the product tokens. */
function answerVerdicts(request: VerdictsRequest): VerdictsAnswer {
  const { robotsTxt, dialect, productTokens } = request;
  const file = parseRobotsTxt(robotsTxt, { dialect });
  const { urls, refused } = readUrls(request.urls);
  const allowed = new Uint8Array(urls.length * productTokens.length);
  productTokens.forEach((token, column) => {
    const matcher = file.matcher(token);
    urls.forEach((url, row) => {
      allowed[row * productTokens.length + column] = matcher.isAllowed(url) ? 1 : 0;
    });
  });
  return { kind: 'verdicts', urls, refused, productTokens, allowed };
}
