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
  type Undecided,
} from './analysis/diff.js';
export {
  type Minimized,
  type MinimizeOptions,
  minimize,
  type Savings,
} from './analysis/minimize.js';
export type { PreferenceChange } from './analysis/preference-changes.js';
export type { RecordChange, RecordValue } from './analysis/record-changes.js';
export { witnesses } from './analysis/witnesses.js';
export {
  type CrawlerProfile,
  crawlerProfile,
  knownCrawlers,
} from './crawlers/known-crawlers.js';
export type { CrawlerKind, CrawlerPurpose } from './crawlers/operator-page.js';
export type { CrawlerBehavior, CrawlerFact, FactSource } from './decide/crawler.js';
export { type ProductTokenResult, productToken } from './decide/product-token.js';
export {
  type ByteSet,
  type CanonicalForm,
  type Dialect,
  type DialectName,
  dialects,
  type FieldName,
} from './dialect/dialect.js';
export { MIN_PARSING_LIMIT_BYTES } from './dialect/limits.js';
export type { Group, OtherRecord } from './file/file-records.js';
export {
  type ParseOptions,
  type ProductTokenInput,
  parseRobotsTxt,
  type RobotsTxt,
} from './file/robots-txt.js';
export { RobotsTxtParser, robotsTxtStream } from './file/stream.js';
export {
  type MetaElement,
  type PageDirective,
  type PageDirectiveSource,
  readRobotsHeader,
  readRobotsMeta,
} from './http/directives.js';
export { fieldValues, type ResponseHeaders } from './http/http-fields.js';
export { type DiagnosticInfo, diagnosticCodes, diagnosticTitles } from './lint/code-texts.js';
export type {
  DiagnosticCode,
  GroupDiagnosticCode,
  LineDiagnosticCode,
  RuleDiagnosticCode,
  Severity,
} from './lint/codes.js';
export {
  type Diagnostic,
  type DiagnosticGroup,
  groupDiagnostics,
  type TextEdit,
} from './lint/diagnostic.js';
export { type CheckedFixes, checkFixes, type FixEffect } from './lint/fix-safety.js';
export { applyFixes } from './lint/fixes.js';
export { type CheckedWalk, checkedWalk, lineDiagnostics } from './lint/line-checks.js';
export { type LintOptions, lint } from './lint/lint.js';
export { nearestName } from './lint/nearest-name.js';
export type { ExplainOptions, Matcher } from './match/matcher.js';
export type {
  AppliedGroup,
  AppliedProfile,
  EmptyRuleVerdict,
  LossReason,
  MatchedRule,
  NoGroupVerdict,
  NoRuleVerdict,
  ProfileStep,
  RobotsTxtVerdict,
  Rule,
  RuleKind,
  RuleVerdict,
  Span,
  Verdict,
} from './match/verdict.js';
export {
  type PageRuleEngine,
  type PageRuleEngineName,
  pageRuleEngines,
} from './page-rules/engines.js';
export {
  type IgnoredDirective,
  type IgnoredDirectiveReason,
  type PageInput,
  type PageRuleContradiction,
  type PageRuleOptions,
  type PageRules,
  pageRules,
} from './page-rules/page-rules.js';
export { type AiprefPreferences, aiprefDialect } from './preferences/aipref.js';
export type {
  ContentSignalPreferences,
  ContentUse,
  License,
  LinkElement,
  RslPreferences,
} from './preferences/group-preferences.js';
export {
  type ComparedStatement,
  type PreferenceConflict,
  type PreferenceOptions,
  type Preferences,
  preferences,
  type TrainingSignalPreferences,
} from './preferences/preferences.js';
export type {
  IgnoredPreference,
  IgnoredReason,
  Preference,
  PreferenceSource,
  PreferenceStatement,
  PreferenceValue,
} from './preferences/statements.js';
export type { TdmrepFile, TdmrepPreferences } from './preferences/tdmrep.js';
export {
  type AiprefVocabulary,
  aiprefVocabularies,
  comparableCategories,
  type MechanismVersion,
  type PolicyToken,
  type PreferenceMechanism,
  type PreferenceUse,
} from './preferences/vocabularies.js';
export type { BodyEncoding } from './syntax/body.js';
export type { Piece, RecordKind, RecordWalk, RobotsTxtRecord } from './syntax/record.js';
export {
  type GroupBuilder,
  type OtherFieldName,
  type RobotsTxtBuilder,
  robotsTxtBuilder,
} from './write/builder.js';
export { type FormatOptions, format } from './write/format.js';
