/** What can be said about a robots.txt: a closed union of codes. */
import type { Span } from '../verdict.js';

export type Severity = 'error' | 'warning' | 'info';

/** What is said about single lines: `RobotsTxt.diagnostics` has these. */
export type LineDiagnosticCode =
  | 'html'
  | 'binary'
  | 'byte-order-mark'
  | 'not-utf-8'
  | 'over-parsing-limit'
  | 'line-too-long'
  | 'control-character'
  | 'unknown-field'
  | 'misspelt-field'
  | 'missing-colon'
  | 'not-a-record'
  | 'noindex'
  | 'unusable-product-token'
  | 'product-token-cut'
  | 'product-token-outside-rfc'
  | 'rule-outside-group'
  | 'url-as-path'
  | 'unusable-path'
  | 'star-without-slash'
  | 'wildcard-as-itself'
  | 'dollar-not-last'
  | 'regular-expression'
  | 'hash-in-path'
  | 'dot-segment'
  | 'unencoded-octets'
  | 'sitemap-not-absolute'
  | 'crawl-delay-not-a-number';

/** What is said about groups as they stand in the file. */
export type GroupDiagnosticCode =
  | 'duplicate-user-agent'
  | 'split-group'
  | 'duplicate-group'
  | 'shadowed-group'
  | 'empty-group'
  | 'drops-everyones-rules';

/** What is said about the meaning of rules, and proved. */
export type RuleDiagnosticCode =
  | 'rule-never-wins'
  | 'rule-changes-nothing'
  | 'allow-reopens-nothing'
  | 'decided-by-tie'
  | 'everything-blocked'
  | 'assets-blocked'
  | 'crawlers-disagree'
  | 'undecided';

export type DiagnosticCode = LineDiagnosticCode | GroupDiagnosticCode | RuleDiagnosticCode;

/** A change of the body: the octets of the span are replaced by the text in UTF-8. */
export interface TextEdit {
  readonly span: Span;
  readonly replacement: string;
}

export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** One sentence: what is there, and what becomes of it. */
  readonly message: string;
  /** The clause or source. */
  readonly clause: string;
  readonly span: Span;
  /** The mend, where one is certain: it keeps every verdict of the dialect. `applyFixes` applies it. */
  readonly fix?: TextEdit;
  /** Other places that the message names, such as the rules that cover this one. */
  readonly related?: readonly Span[];
  /** A target that shows what the message says; the matcher was asked about it. */
  readonly witness?: string;
}
