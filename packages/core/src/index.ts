/** Parses and matches robots.txt files, and decides: the entry `@repkit/core`. */
export {
  type Access,
  type AllowedDecision,
  type Decider,
  type Decision,
  type DisallowedDecision,
  decide,
  decider,
  type NotGovernedDecision,
  type Outcome,
  type RobotsFile,
  robotsFile,
  ruledOutcome,
  type UnreachableDecision,
  type UnstatedDecision,
} from './decide/decide.js';
export { type ProductTokenResult, productToken } from './decide/product-token.js';
export {
  type AppliedProfile,
  appliedProfile,
  assertCrawler,
  crawlDelayFor,
  dialectFor,
  documentedPolicy,
  type Overrides,
  type ProfileStep,
} from './decide/profile.js';
export {
  type ByteSet,
  type CanonicalForm,
  type Dialect,
  type DialectName,
  dialects,
  type FieldName,
} from './dialect/dialect.js';
export { MAX_PARSING_LIMIT_BYTES, MIN_PARSING_LIMIT_BYTES } from './dialect/limits.js';
export {
  type Crawler,
  type CrawlerBehavior,
  type CrawlerFact,
  crawlerName,
  type FactSource,
  isGoverned,
  productTokensOf,
} from './file/crawler.js';
export type { Group, OtherRecord } from './file/groups.js';
export {
  matcherFor,
  type ParseOptions,
  type ProductTokenInput,
  parseRobotsTxt,
  type RobotsTxt,
} from './file/robots-txt.js';
export { RobotsTxtParser, robotsTxtStream } from './file/stream.js';
export type { ExplainOptions, Matcher } from './match/matcher.js';
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
  Verdict,
} from './match/verdict.js';
export type { BodyEncoding } from './syntax/body.js';
export type { RecordKind, RecordPart, RecordWalk, RobotsTxtRecord } from './syntax/record.js';
export type { Span } from './syntax/span.js';
