/** What can be said about a line of a robots.txt: a closed union of codes. */
import type { Span } from '../verdict.js';

export type Severity = 'error' | 'warning' | 'info';

export type DiagnosticCode =
  | 'byte-order-mark'
  | 'not-utf-8'
  | 'over-parsing-limit'
  | 'line-too-long'
  | 'control-character'
  | 'unknown-field'
  | 'misspelt-field'
  | 'missing-colon'
  | 'not-a-record'
  | 'unusable-product-token'
  | 'rule-outside-group'
  | 'unusable-path'
  | 'sitemap-not-absolute'
  | 'crawl-delay-not-a-number';

export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** One sentence: what is there, and what becomes of it. */
  readonly message: string;
  /** The clause or source. */
  readonly clause: string;
  readonly span: Span;
}
