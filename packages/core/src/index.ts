/** Parses and matches robots.txt files, and decides: the entry `@repkit/core`. */
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
export type { Group, OtherRecord } from './file/groups.js';
export {
  type ParseOptions,
  type ProductTokenInput,
  parseRobotsTxt,
  type RobotsTxt,
} from './file/robots-txt.js';
export { RobotsTxtParser, robotsTxtStream } from './file/stream.js';
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
  Verdict,
} from './match/verdict.js';
export type { BodyEncoding } from './syntax/body.js';
export type { RecordKind, RecordPart, RecordWalk, RobotsTxtRecord } from './syntax/record.js';
export type { Span } from './syntax/span.js';
