/** What each code of a diagnostic is about, in a sentence; the table of codes in docs/library.md says the same. */
import type { DiagnosticCode } from '@repkit/core';

export const CODE_DESCRIPTIONS: Readonly<Record<DiagnosticCode, string>> = {
  html: 'The file is an HTML page.',
  binary: 'The file is binary.',
  'byte-order-mark': 'The file begins with a byte-order mark.',
  'not-utf-8': 'The line is not UTF-8; for a file in UTF-16 an error.',
  'over-parsing-limit': 'The file is over the parsing limit.',
  'line-too-long': 'The line is longer than the dialect reads.',
  'control-character': 'The line holds a control character.',
  'unknown-field':
    'The field is not known; where it is near a known one that is named, and it is a warning, or an error for a rule or a user-agent line.',
  'misspelt-field': 'The field is a slip that this dialect forgives.',
  'missing-colon': 'The colon is missing, and this dialect forgives it.',
  'not-a-record': 'The line is neither a record nor a comment.',
  noindex: 'Noindex is no part of the protocol.',
  'unusable-product-token': 'The user-agent line names nobody.',
  'product-token-cut': 'Only a part of the value names somebody; the mend is for a version.',
  'product-token-outside-rfc':
    'The name has more than letters, "_" and "-", and some crawlers cut it.',
  'rule-outside-group': 'No user-agent line is before the rule.',
  'url-as-path': 'The path is a whole URL.',
  'unusable-path': 'The path does not begin with "/".',
  'star-without-slash':
    'The path begins with "*"; the mend is for "*" alone, and where an octet more decides about nothing.',
  'wildcard-as-itself': '"*" and "$" are literal in this dialect.',
  'dollar-not-last': 'A "$" that is not last is literal.',
  'regular-expression': 'The path looks like a regular expression.',
  'hash-in-path': 'A "#" right behind the path begins a comment.',
  'dot-segment': 'The path holds "." or "..", which no request has.',
  'unencoded-octets': 'The path holds octets that a URL has only as %XX.',
  'sitemap-not-absolute': 'The sitemap is no absolute URL.',
  'crawl-delay-not-a-number': 'The crawl-delay is no number.',
  'duplicate-user-agent': 'The group names the product token already.',
  'split-group': 'The product token has a group before; the two are merged.',
  'duplicate-group': 'The same, and this one only repeats rules.',
  'shadowed-group': 'The same, and this dialect reads only the first.',
  'empty-group': 'The group has no rule and so allows everything, while "*" has some.',
  'drops-everyones-rules': 'The group replaces the rules of "*", and allows what they block.',
  'rule-never-wins':
    'Better rules decide about all that it matches; the mend is for a copy in the same group.',
  'rule-changes-nothing': 'Without the disallow rule the same is blocked.',
  'allow-reopens-nothing': 'Without the allow rule the same is allowed.',
  'decided-by-tie': 'It contradicts an allow rule that is as specific, and loses by the tie.',
  'everything-blocked': 'Everyone who is not named may fetch nothing.',
  'assets-blocked': 'Style sheets or scripts are blocked where pages are not.',
  'crawlers-disagree':
    'Others read the file otherwise; a warning where Google or RFC 9309 does, and not only about escapes in a query.',
  undecided: 'The budget did not suffice for all proofs.',
};
