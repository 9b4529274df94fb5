/** The part of the registry of diagnostic codes that is about single lines. */

export type Severity = 'error' | 'warning' | 'info';

export interface DiagnosticInfo {
  /** The subject: a single line, the groups of a file, the effect of its rules, or the list of diagnostics. */
  readonly about: 'line' | 'group' | 'rule' | 'file';
  /** The default severity; a diagnostic can override it. */
  readonly severity: Severity;
  /** The clause or source. */
  readonly clause: string;
  /** A noun phrase in English. */
  readonly title: string;
  /** One or two sentences in English. */
  readonly description: string;
  /** Whether a diagnostic with this code may have a fix. */
  readonly fixable: boolean;
}

/** Codes about single lines, in documentation order. */
export const lineCodes = {
  html: {
    about: 'line',
    severity: 'error',
    clause: 'RFC 9309 2.3',
    title: 'HTML page',
    description: 'The file is an HTML page, not a robots.txt.',
    fixable: false,
  },
  binary: {
    about: 'line',
    severity: 'error',
    clause: 'RFC 9309 2.3',
    title: 'Binary file',
    description: 'The file is binary, not text.',
    fixable: false,
  },
  'byte-order-mark': {
    about: 'line',
    severity: 'info',
    clause: 'RFC 9309 2.3',
    title: 'Byte-order mark',
    description: 'The file starts with a byte-order mark.',
    fixable: true,
  },
  'not-utf-8': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.3',
    title: 'Not UTF-8',
    description: 'The line is not valid UTF-8 (an error if the whole file is UTF-16).',
    fixable: false,
  },
  'over-parsing-limit': {
    about: 'line',
    severity: 'error',
    clause: 'RFC 9309 2.5',
    title: 'Parsing limit exceeded',
    description: 'The file exceeds the parsing limit.',
    fixable: false,
  },
  'line-too-long': {
    about: 'line',
    severity: 'error',
    clause: "Google's parser",
    title: 'Line too long',
    description: 'The line exceeds the maximum line length of the dialect.',
    fixable: false,
  },
  'control-character': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    title: 'Control character',
    description: 'The line contains a control character.',
    fixable: true,
  },
  'unknown-field': {
    about: 'line',
    severity: 'info',
    clause: 'RFC 9309 2.2.4',
    title: 'Unknown field',
    description:
      'The field is unknown. Near misses are warnings, or errors if the line was meant to be a rule or a user-agent line.',
    fixable: false,
  },
  'misspelt-field': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    title: 'Misspelled field',
    description: 'The field is misspelled, and only lenient crawlers accept it.',
    fixable: true,
  },
  'missing-colon': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    title: 'Missing colon',
    description: 'The colon is missing, and only lenient crawlers accept the line.',
    fixable: true,
  },
  'not-a-record': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    title: 'Not a record',
    description: 'The line is neither a record nor a comment.',
    fixable: false,
  },
  noindex: {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2.4',
    title: 'Noindex',
    description: 'Noindex is not part of the protocol.',
    fixable: false,
  },
  'unusable-product-token': {
    about: 'line',
    severity: 'error',
    clause: 'RFC 9309 2.2.1',
    title: 'Invalid product token',
    description: 'The user-agent line contains no product token and matches no crawler.',
    fixable: false,
  },
  'product-token-cut': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2.1',
    title: 'Truncated product token',
    description: 'Only part of the value is used as the product token. The fix removes a version.',
    fixable: true,
  },
  'product-token-outside-rfc': {
    about: 'line',
    severity: 'info',
    clause: 'RFC 9309 2.2.1',
    title: 'Unusual product token',
    description:
      'The name contains characters other than letters, "_" and "-", and some crawlers truncate it.',
    fixable: false,
  },
  'rule-outside-group': {
    about: 'line',
    severity: 'error',
    clause: 'RFC 9309 2.2.1',
    title: 'Rule outside a group',
    description: 'No user-agent line precedes the rule.',
    fixable: false,
  },
  'url-as-path': {
    about: 'line',
    severity: 'error',
    clause: 'RFC 9309 2.2.2',
    title: 'URL instead of a path',
    description: 'The path is a complete URL.',
    fixable: false,
  },
  'unusable-path': {
    about: 'line',
    severity: 'error',
    clause: 'RFC 9309 2.2.2',
    title: 'Path without leading slash',
    description: 'The path does not start with "/".',
    fixable: false,
  },
  'star-without-slash': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    title: 'Path starts with *',
    description:
      'The path starts with "*". It is fixable if "*" is the whole path or if the longer path changes no verdict.',
    fixable: true,
  },
  'wildcard-as-itself': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    title: 'Literal wildcard',
    description: '"*" and "$" are not wildcards in this dialect.',
    fixable: false,
  },
  'dollar-not-last': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    title: '$ before the end',
    description: 'A "$" that is not the last character is literal.',
    fixable: false,
  },
  'regular-expression': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    title: 'Regular expression',
    description: 'The path looks like a regular expression.',
    fixable: false,
  },
  'hash-in-path': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    title: '# in a path',
    description: 'A "#" directly after the path starts a comment.',
    fixable: false,
  },
  'dot-segment': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    title: 'Dot segment',
    description: 'The path contains a "." or ".." segment, which clients remove from URLs.',
    fixable: false,
  },
  'unencoded-bytes': {
    about: 'line',
    severity: 'info',
    clause: 'RFC 9309 2.2.2',
    title: 'Not percent-encoded',
    description: 'The path contains characters that are percent-encoded in URLs.',
    fixable: true,
  },
  'text-after-path': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    title: 'Text after a path',
    description: 'The path contains white space: several paths, a comment without "#", or a space.',
    fixable: false,
  },
  'field-in-path': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    title: 'Record inside a path',
    description: 'The path contains another record, which crawlers do not see.',
    fixable: false,
  },
  'template-in-path': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    title: 'Template placeholder',
    description: 'The path contains a placeholder of a template or route.',
    fixable: false,
  },
  'entity-in-path': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    title: 'HTML entity',
    description: 'The path contains an HTML entity, which crawlers compare literally.',
    fixable: false,
  },
  'invisible-character': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    title: 'Invisible character',
    description: 'The value contains an invisible or bidirectional character.',
    fixable: false,
  },
  'sitemap-not-absolute': {
    about: 'line',
    severity: 'warning',
    clause: 'sitemaps.org',
    title: 'Relative sitemap',
    description: 'The sitemap is not an absolute URL.',
    fixable: false,
  },
  'crawl-delay-not-a-number': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2.4',
    title: 'Invalid crawl delay',
    description: 'The crawl delay is not a number.',
    fixable: false,
  },
} as const satisfies Record<string, DiagnosticInfo>;
