/** The diagnostic codes; code-texts.ts describes them. */

export type Severity = 'error' | 'warning' | 'info';

export interface CodeFacts {
  /** The subject: a single line, the groups of a file, the effect of its rules, or the whole file. */
  readonly about: 'line' | 'group' | 'rule' | 'file';
  /** The default severity; a diagnostic can override it. */
  readonly severity: Severity;
  /** The clause or source. */
  readonly clause: string;
  /** Whether a diagnostic with this code may have a fix (default: false). */
  readonly fixable?: boolean;
}

/** All diagnostic codes, in documentation order. */
export const codeFacts = {
  html: { about: 'line', severity: 'error', clause: 'RFC 9309 2.3' },
  binary: { about: 'line', severity: 'error', clause: 'RFC 9309 2.3' },
  'byte-order-mark': { about: 'line', severity: 'info', clause: 'RFC 9309 2.3', fixable: true },
  'not-utf-8': { about: 'line', severity: 'warning', clause: 'RFC 9309 2.3' },
  'over-parsing-limit': { about: 'line', severity: 'error', clause: 'RFC 9309 2.5' },
  'line-too-long': { about: 'line', severity: 'error', clause: "Google's parser" },
  'control-character': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    fixable: true,
  },
  'unknown-field': { about: 'line', severity: 'info', clause: 'RFC 9309 2.2.4' },
  'misspelt-field': { about: 'line', severity: 'warning', clause: 'RFC 9309 2.2', fixable: true },
  'missing-colon': { about: 'line', severity: 'warning', clause: 'RFC 9309 2.2', fixable: true },
  'not-a-record': { about: 'line', severity: 'warning', clause: 'RFC 9309 2.2' },
  noindex: { about: 'line', severity: 'warning', clause: 'RFC 9309 2.2.4' },
  'unusable-product-token': { about: 'line', severity: 'error', clause: 'RFC 9309 2.2.1' },
  'product-token-cut': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2.1',
    fixable: true,
  },
  'product-token-outside-rfc': { about: 'line', severity: 'info', clause: 'RFC 9309 2.2.1' },
  'rule-outside-group': { about: 'line', severity: 'error', clause: 'RFC 9309 2.2.1' },
  'url-as-path': { about: 'line', severity: 'error', clause: 'RFC 9309 2.2.2' },
  'unusable-path': { about: 'line', severity: 'error', clause: 'RFC 9309 2.2.2' },
  'star-without-slash': {
    about: 'line',
    severity: 'info',
    clause: 'RFC 9309 2.2.2',
    fixable: true,
  },
  'wildcard-as-itself': { about: 'line', severity: 'warning', clause: 'RFC 9309 2.2.2' },
  'dollar-not-last': { about: 'line', severity: 'warning', clause: 'RFC 9309 2.2.2' },
  'regular-expression': { about: 'line', severity: 'warning', clause: 'RFC 9309 2.2.2' },
  'hash-in-path': { about: 'line', severity: 'warning', clause: 'RFC 9309 2.2' },
  'dot-segment': { about: 'line', severity: 'warning', clause: 'RFC 9309 2.2.2' },
  'unencoded-bytes': { about: 'line', severity: 'info', clause: 'RFC 9309 2.2.2', fixable: true },
  'text-after-path': { about: 'line', severity: 'warning', clause: 'RFC 9309 2.2.2' },
  'field-in-path': { about: 'line', severity: 'warning', clause: 'RFC 9309 2.2' },
  'template-in-path': { about: 'line', severity: 'warning', clause: 'RFC 9309 2.2.2' },
  'entity-in-path': { about: 'line', severity: 'warning', clause: 'RFC 9309 2.2.2' },
  'invisible-character': { about: 'line', severity: 'warning', clause: 'RFC 9309 2.2' },
  'sitemap-not-absolute': { about: 'line', severity: 'warning', clause: 'sitemaps.org' },
  'sitemap-not-fetchable': { about: 'line', severity: 'warning', clause: 'sitemaps.org' },
  'crawl-delay-not-a-number': { about: 'line', severity: 'warning', clause: 'RFC 9309 2.2.4' },
  'crawl-delay-too-long': { about: 'line', severity: 'warning', clause: 'RFC 9309 2.2.4' },
  'crawl-delay-outside-group': { about: 'line', severity: 'warning', clause: 'RFC 9309 2.2.4' },
  'ignored-preference': {
    about: 'line',
    severity: 'warning',
    clause: 'draft-ietf-aipref-vocab-08, contentsignals.org',
  },
  'conflicting-preferences': {
    about: 'group',
    severity: 'warning',
    clause: 'draft-ietf-aipref-vocab-08, contentsignals.org',
  },
  'preferences-not-inherited': {
    about: 'group',
    severity: 'warning',
    clause: 'RFC 9309 2.2.1',
  },
  'preference-in-group': {
    about: 'group',
    severity: 'warning',
    clause: 'RFC 9309 2.2.1',
  },
  'crawl-delay-ignored': {
    about: 'group',
    severity: 'info',
    clause: 'documentation of the crawlers',
  },
  'duplicate-user-agent': {
    about: 'group',
    severity: 'info',
    clause: 'RFC 9309 2.2.1',
    fixable: true,
  },
  'split-group': { about: 'group', severity: 'warning', clause: 'RFC 9309 2.2.1' },
  'duplicate-group': { about: 'group', severity: 'warning', clause: 'RFC 9309 2.2.1' },
  'shadowed-group': { about: 'group', severity: 'error', clause: 'RFC 9309 2.2.1' },
  'managed-group': { about: 'group', severity: 'warning', clause: 'RFC 9309 2.2.1' },
  'merged-groups': { about: 'group', severity: 'info', clause: 'RFC 9309 2.2.1' },
  'empty-group': { about: 'group', severity: 'warning', clause: 'RFC 9309 2.2.1' },
  'misspelt-crawler': { about: 'group', severity: 'warning', clause: 'RFC 9309 2.2.1' },
  'drops-everyones-rules': { about: 'group', severity: 'info', clause: 'RFC 9309 2.2.1' },
  'rule-never-wins': {
    about: 'rule',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    fixable: true,
  },
  'rule-changes-nothing': { about: 'rule', severity: 'info', clause: 'RFC 9309 2.2.2' },
  'allow-reopens-nothing': { about: 'rule', severity: 'info', clause: 'RFC 9309 2.2.2' },
  'decided-by-tie': { about: 'rule', severity: 'warning', clause: 'RFC 9309 2.2.2' },
  'everything-blocked': { about: 'rule', severity: 'warning', clause: 'RFC 9309 2.2.2' },
  'robots-txt-blocked': { about: 'rule', severity: 'info', clause: 'RFC 9309 2.2.2' },
  'sitemap-blocked': { about: 'rule', severity: 'warning', clause: 'RFC 9309 2.2.2' },
  'sitemap-over-http': { about: 'file', severity: 'info', clause: 'sitemaps.org' },
  'sitemap-on-test-host': { about: 'file', severity: 'warning', clause: 'sitemaps.org' },
  'star-ignored': { about: 'rule', severity: 'info', clause: 'documentation of the crawlers' },
  'search-blocked': { about: 'rule', severity: 'warning', clause: 'RFC 9309 2.2.2' },
  'operator-partly-blocked': {
    about: 'rule',
    severity: 'info',
    clause: 'documentation of the crawlers',
  },
  'assets-blocked': { about: 'rule', severity: 'warning', clause: "Google's documentation" },
  'crawlers-disagree': { about: 'rule', severity: 'info', clause: '1996 draft 3.2' },
  undecided: { about: 'rule', severity: 'info', clause: 'RFC 9309 2.2.2' },
  'unused-ignore': { about: 'file', severity: 'info', clause: 'RFC 9309 2.2' },
  omitted: { about: 'file', severity: 'warning', clause: 'RFC 9309 2.2' },
} as const satisfies Record<string, CodeFacts>;

export type DiagnosticCode = keyof typeof codeFacts;

type CodeAbout<About extends CodeFacts['about']> = {
  [Code in DiagnosticCode]: (typeof codeFacts)[Code]['about'] extends About ? Code : never;
}[DiagnosticCode];

/** Codes about single lines, which `lineDiagnostics` returns. */
export type LineDiagnosticCode = CodeAbout<'line'>;

/** Codes about groups. */
export type GroupDiagnosticCode = CodeAbout<'group'>;

/** Codes about the effect of rules, which is proved. */
export type RuleDiagnosticCode = CodeAbout<'rule'>;
