/** The registry of diagnostics: every code, and what holds for all diagnostics that have it. */

export type Severity = 'error' | 'warning' | 'info';

export interface DiagnosticInfo {
  /** What the code is about: a single line, the groups of a file, the effect of its rules, or the list itself. */
  readonly about: 'line' | 'group' | 'rule' | 'file';
  /** The usual severity; a diagnostic may have another one. */
  readonly severity: Severity;
  /** The clause or source. */
  readonly clause: string;
  /** A few words in English. */
  readonly title: string;
  /** One sentence in English. */
  readonly description: string;
  /** Whether a diagnostic with this code may have a fix. */
  readonly fixable: boolean;
}

/** All codes of diagnostics, in the order in which documents list them. */
export const diagnosticCodes = {
  html: {
    about: 'line',
    severity: 'error',
    clause: 'RFC 9309 2.3',
    title: 'An HTML page',
    description: 'The file is an HTML page.',
    fixable: false,
  },
  binary: {
    about: 'line',
    severity: 'error',
    clause: 'RFC 9309 2.3',
    title: 'A binary file',
    description: 'The file is binary.',
    fixable: false,
  },
  'byte-order-mark': {
    about: 'line',
    severity: 'info',
    clause: 'RFC 9309 2.3',
    title: 'Byte-order mark',
    description: 'The file begins with a byte-order mark.',
    fixable: true,
  },
  'not-utf-8': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.3',
    title: 'Not UTF-8',
    description: 'The line is not UTF-8; for a file in UTF-16 an error.',
    fixable: false,
  },
  'over-parsing-limit': {
    about: 'line',
    severity: 'error',
    clause: 'RFC 9309 2.5',
    title: 'Over the parsing limit',
    description: 'The file is over the parsing limit.',
    fixable: false,
  },
  'line-too-long': {
    about: 'line',
    severity: 'error',
    clause: "Google's parser",
    title: 'Line too long',
    description: 'The line is longer than the dialect reads.',
    fixable: false,
  },
  'control-character': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    title: 'Control character',
    description: 'The line holds a control character.',
    fixable: true,
  },
  'unknown-field': {
    about: 'line',
    severity: 'info',
    clause: 'RFC 9309 2.2.4',
    title: 'Unknown field',
    description:
      'The field is not known; where it is near a known one that is named, and it is a warning, or an error for a rule or a user-agent line.',
    fixable: false,
  },
  'misspelt-field': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    title: 'Misspelt field',
    description: 'The field is a slip that this dialect forgives.',
    fixable: true,
  },
  'missing-colon': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    title: 'Missing colon',
    description: 'The colon is missing, and this dialect forgives it.',
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
    title: 'noindex',
    description: 'Noindex is no part of the protocol.',
    fixable: false,
  },
  'unusable-product-token': {
    about: 'line',
    severity: 'error',
    clause: 'RFC 9309 2.2.1',
    title: 'Names nobody',
    description: 'The user-agent line names nobody.',
    fixable: false,
  },
  'product-token-cut': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2.1',
    title: 'Product token is cut',
    description: 'Only a part of the value names somebody; the mend is for a version.',
    fixable: true,
  },
  'product-token-outside-rfc': {
    about: 'line',
    severity: 'info',
    clause: 'RFC 9309 2.2.1',
    title: 'Unusual product token',
    description: 'The name has more than letters, "_" and "-", and some crawlers cut it.',
    fixable: false,
  },
  'rule-outside-group': {
    about: 'line',
    severity: 'error',
    clause: 'RFC 9309 2.2.1',
    title: 'Rule outside of a group',
    description: 'No user-agent line is before the rule.',
    fixable: false,
  },
  'url-as-path': {
    about: 'line',
    severity: 'error',
    clause: 'RFC 9309 2.2.2',
    title: 'URL in place of a path',
    description: 'The path is a whole URL.',
    fixable: false,
  },
  'unusable-path': {
    about: 'line',
    severity: 'error',
    clause: 'RFC 9309 2.2.2',
    title: 'Path without its slash',
    description: 'The path does not begin with "/".',
    fixable: false,
  },
  'star-without-slash': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    title: 'Path begins with *',
    description:
      'The path begins with "*"; the mend is for "*" alone, and where a byte more decides about nothing.',
    fixable: true,
  },
  'wildcard-as-itself': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    title: 'Wildcards are literal',
    description: '"*" and "$" are literal in this dialect.',
    fixable: false,
  },
  'dollar-not-last': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    title: '$ that is not last',
    description: 'A "$" that is not last is literal.',
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
    title: '# begins a comment',
    description: 'A "#" right behind the path begins a comment.',
    fixable: false,
  },
  'dot-segment': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    title: 'Dot segment',
    description: 'The path holds "." or "..", which no request has.',
    fixable: false,
  },
  'unencoded-bytes': {
    about: 'line',
    severity: 'info',
    clause: 'RFC 9309 2.2.2',
    title: 'Not percent-encoded',
    description: 'The path holds bytes that a URL has only as %XX.',
    fixable: true,
  },
  'sitemap-not-absolute': {
    about: 'line',
    severity: 'warning',
    clause: 'sitemaps.org',
    title: 'Relative sitemap',
    description: 'The sitemap is no absolute URL.',
    fixable: false,
  },
  'crawl-delay-not-a-number': {
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2.4',
    title: 'Delay is no number',
    description: 'The crawl-delay is no number.',
    fixable: false,
  },
  'duplicate-user-agent': {
    about: 'group',
    severity: 'info',
    clause: 'RFC 9309 2.2.1',
    title: 'User-agent line twice',
    description: 'The group names the product token already.',
    fixable: true,
  },
  'split-group': {
    about: 'group',
    severity: 'warning',
    clause: 'RFC 9309 2.2.1',
    title: 'Group in two places',
    description: 'The product token has a group before; the two are merged.',
    fixable: false,
  },
  'duplicate-group': {
    about: 'group',
    severity: 'warning',
    clause: 'RFC 9309 2.2.1',
    title: 'Group twice',
    description: 'The same, and this one only repeats rules.',
    fixable: false,
  },
  'shadowed-group': {
    about: 'group',
    severity: 'error',
    clause: 'RFC 9309 2.2.1',
    title: 'Group is not read',
    description: 'The same, and this dialect reads only the first.',
    fixable: false,
  },
  'empty-group': {
    about: 'group',
    severity: 'warning',
    clause: 'RFC 9309 2.2.1',
    title: 'Group without rules',
    description: 'The group has no rule and so allows everything, while "*" has some.',
    fixable: false,
  },
  'drops-everyones-rules': {
    about: 'group',
    severity: 'info',
    clause: 'RFC 9309 2.2.1',
    title: 'Replaces the rules of *',
    description: 'The group replaces the rules of "*", and allows what they block.',
    fixable: false,
  },
  'rule-never-wins': {
    about: 'rule',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    title: 'Rule never decides',
    description:
      'Better rules decide about all that it matches; the mend is for a copy in the same group.',
    fixable: true,
  },
  'rule-changes-nothing': {
    about: 'rule',
    severity: 'info',
    clause: 'RFC 9309 2.2.2',
    title: 'Rule changes nothing',
    description: 'Without the disallow rule the same is blocked.',
    fixable: false,
  },
  'allow-reopens-nothing': {
    about: 'rule',
    severity: 'info',
    clause: 'RFC 9309 2.2.2',
    title: 'Allow rule changes nothing',
    description: 'Without the allow rule the same is allowed.',
    fixable: false,
  },
  'decided-by-tie': {
    about: 'rule',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    title: 'Decided by a tie',
    description: 'It contradicts an allow rule that is as specific, and loses by the tie.',
    fixable: false,
  },
  'everything-blocked': {
    about: 'rule',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    title: 'Everything is blocked',
    description: 'Everyone who is not named may fetch nothing.',
    fixable: false,
  },
  'assets-blocked': {
    about: 'rule',
    severity: 'warning',
    clause: "Google's documentation",
    title: 'Assets are blocked',
    description: 'Style sheets or scripts are blocked where pages are not.',
    fixable: false,
  },
  'crawlers-disagree': {
    about: 'rule',
    severity: 'info',
    clause: '1996 draft 3.2',
    title: 'Crawlers disagree',
    description:
      'Others read the file otherwise; a warning where Google or RFC 9309 does, and not only about escapes in a query.',
    fixable: false,
  },
  undecided: {
    about: 'rule',
    severity: 'info',
    clause: 'RFC 9309 2.2.2',
    title: 'Not all is proved',
    description: 'The budget did not suffice for all proofs.',
    fixable: false,
  },
  omitted: {
    about: 'file',
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    title: 'More of the same kind omitted',
    description:
      'More than 5,000 diagnostics have one code; the severity is theirs, so it may also be error or info.',
    fixable: false,
  },
} as const satisfies Record<string, DiagnosticInfo>;

export type DiagnosticCode = keyof typeof diagnosticCodes;

type CodeAbout<About extends DiagnosticInfo['about']> = {
  [Code in DiagnosticCode]: (typeof diagnosticCodes)[Code]['about'] extends About ? Code : never;
}[DiagnosticCode];

/** Codes of single lines: `lineDiagnostics` returns these. */
export type LineDiagnosticCode = CodeAbout<'line'>;

/** Codes of groups as they stand in the file. */
export type GroupDiagnosticCode = CodeAbout<'group'>;

/** Codes of the effect of rules, which is proved. */
export type RuleDiagnosticCode = CodeAbout<'rule'>;
