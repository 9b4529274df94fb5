export {
  type Coverage,
  CoverageCounter,
  coverage,
  type RuleCoverage,
} from './analyse/coverage.js';
export type {
  Diagnostic,
  DiagnosticCode,
  GroupDiagnosticCode,
  LineDiagnosticCode,
  RuleDiagnosticCode,
  Severity,
  TextEdit,
} from './analyse/diagnostic.js';
export { type Change, type Diff, type DiffOptions, diff } from './analyse/diff.js';
export { applyFixes } from './analyse/fixes.js';
export type { CheckedWalk } from './analyse/line-checks.js';
export { type LintOptions, lint } from './analyse/lint.js';
export { type Minimised, type MinimiseOptions, minimise } from './analyse/minimise.js';
export { witnesses } from './analyse/witnesses.js';
export {
  type KnownCrawler,
  knownCrawler,
  knownCrawlers,
} from './crawlers/known-crawlers.js';
export type { CrawlerPurpose } from './crawlers/operator-page.js';
export type { BodyEncoding } from './decode.js';
export {
  type CanonicalForm,
  type Dialect,
  type DialectName,
  dialects,
  type FieldName,
  type OctetSet,
} from './dialect.js';
export { MIN_PARSING_LIMIT_OCTETS } from './limits.js';
export type { ExplainOptions, Matcher } from './match/matcher.js';
export { type ProductTokenResult, productToken } from './product-token.js';
export {
  type AskedProductToken,
  type ParseOptions,
  parseRobotsTxt,
  type RobotsTxt,
} from './robots-txt.js';
export { RobotsTxtParser, robotsTxtStream } from './stream.js';
export type { Group, OtherRecord } from './syntax/groups.js';
export type { Piece, RecordKind, RecordWalk, RobotsTxtRecord } from './syntax/record.js';
export type {
  AppliedGroup,
  EmptyRuleVerdict,
  LossReason,
  MatchedRule,
  NoGroupVerdict,
  NoRuleVerdict,
  RobotsTxtVerdict,
  Rule,
  RuleKind,
  RuleVerdict,
  Span,
  Verdict,
} from './verdict.js';
export {
  type GroupBuilder,
  type OtherFieldName,
  type RobotsTxtBuilder,
  robotsTxtBuilder,
} from './write/builder.js';
export { type FormatOptions, format } from './write/format.js';
