/** The diagnostic codes; code-texts.ts describes them. */

export type Severity = 'error' | 'warning' | 'info';

export interface CodeFacts {
  /** The subject: a single line, the groups of a file, the effect of its rules, or the whole file. */
  readonly about: 'line' | 'group' | 'rule' | 'file';
  /** The default severity; a diagnostic can override it. */
  readonly severity: Severity;
  /** The clause or source. */
  readonly clause: string;
  /** Whether a diagnostic with this code may have a fix. */
  readonly fixable: boolean;
}

/** All diagnostic codes, in documentation order. */
export const codeFacts = {
  html: {
    about: 'line',
    severity: 'error',
    clause: 'RFC 9309 2.3',
    fixable: false,
  },
  binary: {
    about: 'line',
    severity: 'error',
    clause: 'RFC 9309 2.3',
    fixable: false,
  },
  'byte-order-mark': {
    about: 'line',
    severity: 'info',
    clause: 'RFC 9309 2.3',
    fixable: true,
  },
  'not-utf-8': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.3',
    fixable: false,
  },
  'over-parsing-limit': {
    about: 'line',
    severity: 'error',
    clause: 'RFC 9309 2.5',
    fixable: false,
  },
  'line-too-long': {
    about: 'line',
    severity: 'error',
    clause: "Google's parser",
    fixable: false,
  },
  'control-character': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    fixable: true,
  },
  'unknown-field': {
    about: 'line',
    severity: 'info',
    clause: 'RFC 9309 2.2.4',
    fixable: false,
  },
  'misspelt-field': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    fixable: true,
  },
  'missing-colon': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    fixable: true,
  },
  'not-a-record': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    fixable: false,
  },
  noindex: {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2.4',
    fixable: false,
  },
  'unusable-product-token': {
    about: 'line',
    severity: 'error',
    clause: 'RFC 9309 2.2.1',
    fixable: false,
  },
  'product-token-cut': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2.1',
    fixable: true,
  },
  'product-token-outside-rfc': {
    about: 'line',
    severity: 'info',
    clause: 'RFC 9309 2.2.1',
    fixable: false,
  },
  'rule-outside-group': {
    about: 'line',
    severity: 'error',
    clause: 'RFC 9309 2.2.1',
    fixable: false,
  },
  'url-as-path': {
    about: 'line',
    severity: 'error',
    clause: 'RFC 9309 2.2.2',
    fixable: false,
  },
  'unusable-path': {
    about: 'line',
    severity: 'error',
    clause: 'RFC 9309 2.2.2',
    fixable: false,
  },
  'star-without-slash': {
    about: 'line',
    severity: 'info',
    clause: 'RFC 9309 2.2.2',
    fixable: true,
  },
  'wildcard-as-itself': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    fixable: false,
  },
  'dollar-not-last': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    fixable: false,
  },
  'regular-expression': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    fixable: false,
  },
  'hash-in-path': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    fixable: false,
  },
  'dot-segment': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    fixable: false,
  },
  'unencoded-bytes': {
    about: 'line',
    severity: 'info',
    clause: 'RFC 9309 2.2.2',
    fixable: true,
  },
  'text-after-path': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    fixable: false,
  },
  'field-in-path': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    fixable: false,
  },
  'template-in-path': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    fixable: false,
  },
  'entity-in-path': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    fixable: false,
  },
  'invisible-character': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    fixable: false,
  },
  'sitemap-not-absolute': {
    about: 'line',
    severity: 'warning',
    clause: 'sitemaps.org',
    fixable: false,
  },
  'sitemap-not-fetchable': {
    about: 'line',
    severity: 'warning',
    clause: 'sitemaps.org',
    fixable: false,
  },
  'crawl-delay-not-a-number': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2.4',
    fixable: false,
  },
  'crawl-delay-too-long': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2.4',
    fixable: false,
  },
  'crawl-delay-outside-group': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2.4',
    fixable: false,
  },
  'ignored-preference': {
    about: 'line',
    severity: 'warning',
    clause: 'draft-ietf-aipref-vocab-08, contentsignals.org',
    fixable: false,
  },
  'crawl-delay-ignored': {
    about: 'group',
    severity: 'info',
    clause: 'documentation of the crawlers',
    fixable: false,
  },
  'duplicate-user-agent': {
    about: 'group',
    severity: 'info',
    clause: 'RFC 9309 2.2.1',
    fixable: true,
  },
  'split-group': {
    about: 'group',
    severity: 'warning',
    clause: 'RFC 9309 2.2.1',
    fixable: false,
  },
  'duplicate-group': {
    about: 'group',
    severity: 'warning',
    clause: 'RFC 9309 2.2.1',
    fixable: false,
  },
  'shadowed-group': {
    about: 'group',
    severity: 'error',
    clause: 'RFC 9309 2.2.1',
    fixable: false,
  },
  'managed-group': {
    about: 'group',
    severity: 'warning',
    clause: 'RFC 9309 2.2.1',
    fixable: false,
  },
  'merged-groups': {
    about: 'group',
    severity: 'info',
    clause: 'RFC 9309 2.2.1',
    fixable: false,
  },
  'empty-group': {
    about: 'group',
    severity: 'warning',
    clause: 'RFC 9309 2.2.1',
    fixable: false,
  },
  'misspelt-crawler': {
    about: 'group',
    severity: 'warning',
    clause: 'RFC 9309 2.2.1',
    fixable: false,
  },
  'drops-everyones-rules': {
    about: 'group',
    severity: 'info',
    clause: 'RFC 9309 2.2.1',
    fixable: false,
  },
  'rule-never-wins': {
    about: 'rule',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    fixable: true,
  },
  'rule-changes-nothing': {
    about: 'rule',
    severity: 'info',
    clause: 'RFC 9309 2.2.2',
    fixable: false,
  },
  'allow-reopens-nothing': {
    about: 'rule',
    severity: 'info',
    clause: 'RFC 9309 2.2.2',
    fixable: false,
  },
  'decided-by-tie': {
    about: 'rule',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    fixable: false,
  },
  'everything-blocked': {
    about: 'rule',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    fixable: false,
  },
  'robots-txt-blocked': {
    about: 'rule',
    severity: 'info',
    clause: 'RFC 9309 2.2.2',
    fixable: false,
  },
  'sitemap-blocked': {
    about: 'rule',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    fixable: false,
  },
  'sitemap-over-http': {
    about: 'file',
    severity: 'info',
    clause: 'sitemaps.org',
    fixable: false,
  },
  'sitemap-on-test-host': {
    about: 'file',
    severity: 'warning',
    clause: 'sitemaps.org',
    fixable: false,
  },
  'star-ignored': {
    about: 'rule',
    severity: 'info',
    clause: 'documentation of the crawlers',
    fixable: false,
  },
  'search-blocked': {
    about: 'rule',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    fixable: false,
  },
  'operator-partly-blocked': {
    about: 'rule',
    severity: 'info',
    clause: 'documentation of the crawlers',
    fixable: false,
  },
  'assets-blocked': {
    about: 'rule',
    severity: 'warning',
    clause: "Google's documentation",
    fixable: false,
  },
  'crawlers-disagree': {
    about: 'rule',
    severity: 'info',
    clause: '1996 draft 3.2',
    fixable: false,
  },
  undecided: {
    about: 'rule',
    severity: 'info',
    clause: 'RFC 9309 2.2.2',
    fixable: false,
  },
  'unused-ignore': {
    about: 'file',
    severity: 'info',
    clause: 'RFC 9309 2.2',
    fixable: false,
  },
  omitted: {
    about: 'file',
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    fixable: false,
  },
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
