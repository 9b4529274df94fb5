/** Problems in a robots.txt, and its groups. */
import { dialects, type RobotsTxt } from '@repkit/core';
import { diagnosticCodes, lint } from '@repkit/core/analysis';
import type { CheckRequest, Finding, LineRange, LintResult } from './requests.js';
import { fileOf } from './site.js';

/** New URLs or crawlers do not change the problems of a file. */
const linted = new WeakMap<RobotsTxt, LintResult>();

export function lintText({
  robotsTxt,
  dialect = 'rfc9309',
}: Pick<CheckRequest, 'robotsTxt' | 'dialect'>): LintResult {
  const file = fileOf(robotsTxt).in(dialects[dialect]);
  const result = linted.get(file) ?? { diagnostics: findingsOf(file), groups: groupsOf(file) };
  linted.set(file, result);
  return result;
}

export function findingsOf(file: RobotsTxt): Finding[] {
  return lint(file).map((diagnostic) => ({
    ...diagnostic,
    title: diagnosticCodes[diagnostic.code].title,
  }));
}

function groupsOf(file: RobotsTxt): LineRange[] {
  const groups: { first: number; last: number }[] = [];
  for (const { groupIndex, line, kind } of file.records) {
    if (groupIndex === undefined) continue;
    const group = groups[groupIndex];
    if (group === undefined) groups[groupIndex] = { first: line, last: line };
    // Blank lines and comments after a group usually belong to the next one.
    else if (kind !== 'blank' && kind !== 'comment') group.last = line;
  }
  return groups;
}
