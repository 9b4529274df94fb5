/** Problems in a robots.txt. */
import { dialects, type RobotsTxt } from '@repkit/core';
import { diagnosticCodes, lint } from '@repkit/core/analysis';
import type { CheckRequest, Finding, LintResult } from './requests.js';
import { fileOf } from './site.js';

/** New URLs or crawlers do not change the problems of a file. */
const linted = new WeakMap<RobotsTxt, LintResult>();

export function lintText({ robotsTxt, dialect = 'rfc9309' }: Pick<CheckRequest, 'robotsTxt' | 'dialect'>): LintResult {
  const file = fileOf(robotsTxt).in(dialects[dialect]);
  const result = linted.get(file) ?? { diagnostics: findingsOf(file) };
  linted.set(file, result);
  return result;
}

export function findingsOf(file: RobotsTxt): Finding[] {
  return lint(file).map((diagnostic) => ({
    ...diagnostic,
    title: diagnosticCodes[diagnostic.code].title,
  }));
}
