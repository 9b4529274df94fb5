/** Lint, diff, coverage, format and write: the entry `@repkit/core/analysis`. */
export { type LogRequest, logRequest, Requesters } from './analysis/access-log.js';
export {
  ChangeCounter,
  type CountedChange,
  type CountedChanges,
  type CountedRule,
} from './analysis/change-counter.js';
export {
  type Coverage,
  CoverageCounter,
  type CoverageOptions,
  coverage,
  type RuleCoverage,
} from './analysis/coverage.js';
export {
  type Change,
  type Diff,
  type DiffOptions,
  diff,
  ruleOfChange,
  type Undecided,
} from './analysis/diff.js';
export type { PreferenceChange } from './analysis/preference-changes.js';
export type { RecordChange, RecordValue } from './analysis/record-changes.js';
export type { Severity } from './lint/checks/check.js';
export {
  type DiagnosticCode,
  type DiagnosticInfo,
  diagnosticCodes,
  type LineDiagnosticCode,
} from './lint/checks/index.js';
export type { TextEdit } from './lint/checks/line.js';
export { type Diagnostic, type DiagnosticGroup, groupDiagnostics } from './lint/diagnostic.js';
export { type CheckedFixes, checkFixes, type FixEffect } from './lint/fix-safety.js';
export { applyFixes } from './lint/fixes.js';
export { type LintOptions, lineDiagnostics, lint, otherContent } from './lint/lint.js';
export { nearestName } from './lint/nearest-name.js';
export { type FormatOptions, format } from './write/format.js';
export {
  type GroupContent,
  type RobotsTxtContent,
  type RuleContent,
  writeRobotsTxt,
} from './write/write.js';
