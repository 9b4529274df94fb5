/** Lint, diff, coverage, format and write: the entry `@repkit/core/analysis`. */

export { type Change, ruleOfChange, type Undecided } from './analysis/access-changes.js';
export { logReader } from './analysis/access-log/log-reader.js';
export type {
  LogFields,
  LogLine,
  LogPart,
  LogReader,
  LogRequest,
} from './analysis/access-log/log-request.js';
export { type GroupedChange, type GroupOptions, groupByDialect } from './analysis/by-dialect.js';
export type { CountedChange, CountedRule } from './analysis/change-tally.js';
export { coverage } from './analysis/coverage.js';
export { type Diff, type DiffOptions, diff } from './analysis/diff.js';
export { type ComparedNames, type GroupedDiff, groupDiff } from './analysis/grouped-diff.js';
export type { PreferenceChange } from './analysis/preference-changes.js';
export type { RecordChange, RecordValue } from './analysis/record-changes.js';
export { RequestCrawlers } from './analysis/request-crawlers.js';
export type { Coverage, RuleCoverage } from './analysis/rule-tally.js';
export {
  type BlockedCrawler,
  type CountedAs,
  type CountedChanges,
  type CountOptions,
  type NotGovernedRequests,
  UrlCounter,
} from './analysis/url-counter.js';
export { type FormatOptions, type FormatResult, format } from './format/format.js';
export type { Severity } from './lint/checks/check.js';
export { managedBlock } from './lint/checks/groups.js';
export {
  type DiagnosticCode,
  type DiagnosticInfo,
  diagnosticCodes,
  type LineDiagnosticCode,
} from './lint/checks/index.js';
export type { TextEdit } from './lint/checks/line.js';
export { nearestCrawler } from './lint/checks/user-agents.js';
export { exceededLimit, foreignContent, otherContent } from './lint/content.js';
export { type Diagnostic, type DiagnosticGroup, groupDiagnostics } from './lint/diagnostic.js';
export { type CheckedFixes, checkFixes, type FixEffect } from './lint/fix-safety.js';
export { applyFixes } from './lint/fixes.js';
export { type LintOptions, lineDiagnostics, lint } from './lint/lint.js';
export { nearestName } from './lint/nearest-name.js';
export {
  type InitCrawler,
  type InitReason,
  type InitRefused,
  type InitRequest,
  type InitResult,
  type InitWritten,
  initRobotsTxt,
} from './write/init.js';
export { type InitOptions, InitOptionsError } from './write/init-options.js';
export {
  type GroupContent,
  type RobotsTxtContent,
  type RuleContent,
  writeRobotsTxt,
} from './write/write.js';
