/** Titles and descriptions of the diagnostic codes. Separate from codes.ts because lint itself does not need them. */
import { type CodeFacts, codeFacts, type DiagnosticCode } from './codes.js';

export interface DiagnosticInfo extends Omit<CodeFacts, 'fixable'> {
  /** Whether a diagnostic with this code may have a fix. */
  readonly fixable: boolean;
  /** A noun phrase in English. */
  readonly title: string;
  /** One or two sentences in English. */
  readonly description: string;
}

/** The titles alone, for bundles that need no descriptions. */
export const diagnosticTitles: Readonly<Record<DiagnosticCode, string>> = {
  html: 'HTML page',
  binary: 'Binary file',
  'byte-order-mark': 'Byte-order mark',
  'not-utf-8': 'Not UTF-8',
  'over-parsing-limit': 'Parsing limit exceeded',
  'line-too-long': 'Line too long',
  'control-character': 'Control character',
  'unknown-field': 'Unknown field',
  'misspelt-field': 'Misspelled field',
  'missing-colon': 'Missing colon',
  'not-a-record': 'Not a record',
  noindex: 'Noindex',
  'unusable-product-token': 'Invalid product token',
  'product-token-cut': 'Truncated product token',
  'product-token-outside-rfc': 'Unusual product token',
  'rule-outside-group': 'Rule outside a group',
  'url-as-path': 'URL instead of a path',
  'unusable-path': 'Path without leading slash',
  'star-without-slash': 'Path starts with *',
  'wildcard-as-itself': 'Literal wildcard',
  'dollar-not-last': '$ before the end',
  'regular-expression': 'Regular expression',
  'hash-in-path': '# in a path',
  'dot-segment': 'Dot segment',
  'unencoded-bytes': 'Not percent-encoded',
  'text-after-path': 'Text after a path',
  'field-in-path': 'Record inside a path',
  'template-in-path': 'Template placeholder',
  'entity-in-path': 'HTML entity',
  'invisible-character': 'Invisible character',
  'sitemap-not-absolute': 'Relative sitemap',
  'sitemap-not-fetchable': 'Invalid sitemap URL',
  'crawl-delay-not-a-number': 'Invalid crawl delay',
  'crawl-delay-too-long': 'Very long crawl delay',
  'crawl-delay-outside-group': 'Crawl delay outside a group',
  'ignored-preference': 'Ignored preference',
  'conflicting-preferences': 'Conflicting preferences',
  'preferences-not-inherited': 'Preferences not inherited',
  'preference-in-group': 'Preference for one group only',
  'crawl-delay-ignored': 'Ignored crawl delay',
  'duplicate-user-agent': 'Duplicate user-agent line',
  'split-group': 'Split group',
  'duplicate-group': 'Duplicate group',
  'shadowed-group': 'Ignored group',
  'managed-group': "Group in Cloudflare's block",
  'merged-groups': 'Merged groups',
  'empty-group': 'Group without rules',
  'misspelt-crawler': 'Misspelled crawler name',
  'drops-everyones-rules': 'Rules for * not repeated',
  'rule-never-wins': 'Rule never applies',
  'rule-changes-nothing': 'Redundant rule',
  'allow-reopens-nothing': 'Redundant allow rule',
  'decided-by-tie': 'Decided by a tie',
  'everything-blocked': 'Everything blocked',
  'robots-txt-blocked': 'robots.txt blocked',
  'sitemap-blocked': 'Sitemap blocked',
  'sitemap-over-http': 'Sitemap without HTTPS',
  'sitemap-on-test-host': 'Sitemap on a test host',
  'star-ignored': 'Crawlers that ignore *',
  'search-blocked': 'Search engine blocked',
  'operator-partly-blocked': 'AI operator partly blocked',
  'assets-blocked': 'Assets blocked',
  'crawlers-disagree': 'Crawlers disagree',
  undecided: 'Not fully checked',
  'unused-ignore': 'Unused ignore comment',
  omitted: 'More diagnostics omitted',
};

const descriptions: Readonly<Record<DiagnosticCode, string>> = {
  html: 'The file is an HTML page, not a robots.txt.',
  binary: 'The file is binary, not text.',
  'byte-order-mark': 'The file starts with a byte-order mark.',
  'not-utf-8': 'The line is not valid UTF-8 (an error if the whole file is UTF-16).',
  'over-parsing-limit': 'The file exceeds the parsing limit.',
  'line-too-long': 'The line exceeds the maximum line length of the dialect.',
  'control-character': 'The line contains a control character.',
  'unknown-field':
    'The field is unknown. Near misses are warnings, or errors if the line was meant to be a rule or a user-agent line.',
  'misspelt-field': 'The field is misspelled, and only lenient crawlers accept it.',
  'missing-colon': 'The colon is missing, and only lenient crawlers accept the line.',
  'not-a-record': 'The line is neither a record nor a comment.',
  noindex: 'Noindex is not part of the protocol.',
  'unusable-product-token': 'The user-agent line contains no product token and matches no crawler.',
  'product-token-cut':
    'Only part of the value is used as the product token. The fix removes a version.',
  'product-token-outside-rfc':
    'The name contains characters other than letters, "_" and "-", and some crawlers truncate it.',
  'rule-outside-group': 'No user-agent line precedes the rule.',
  'url-as-path': 'The path is a complete URL.',
  'unusable-path': 'The path does not start with "/".',
  'star-without-slash':
    'The path starts with "*". It is fixable if "*" is the whole path or if the longer path changes no verdict.',
  'wildcard-as-itself': '"*" and "$" are not wildcards in this dialect.',
  'dollar-not-last': 'A "$" that is not the last character is literal.',
  'regular-expression': 'The path looks like a regular expression.',
  'hash-in-path': 'A "#" directly after the path starts a comment.',
  'dot-segment': 'The path contains a "." or ".." segment, which clients remove from URLs.',
  'unencoded-bytes': 'The path contains characters that are percent-encoded in URLs.',
  'text-after-path':
    'The path contains white space: several paths, a comment without "#", or a space.',
  'field-in-path': 'The path contains another record, which crawlers do not see.',
  'template-in-path': 'The path contains a placeholder of a template or route.',
  'entity-in-path': 'The path contains an HTML entity, which crawlers compare literally.',
  'invisible-character': 'The value contains an invisible or bidirectional character.',
  'sitemap-not-absolute': 'The sitemap is not an absolute URL.',
  'sitemap-not-fetchable':
    'The URL of the sitemap has white space, credentials, a fragment, no valid host, or a scheme that crawlers do not fetch.',
  'crawl-delay-not-a-number': 'The crawl delay is not a number.',
  'crawl-delay-too-long': 'The crawl delay allows fewer than 100 requests per day.',
  'crawl-delay-outside-group': 'The crawl delay precedes the first user-agent line.',
  'ignored-preference':
    'A Content-Usage or Content-Signal line precedes the first user-agent line, or has a malformed value or a category that its field does not define.',
  'conflicting-preferences':
    'Content-Usage and Content-Signal lines that apply to the same URL permit a use and refuse it.',
  'preferences-not-inherited':
    'The groups for "*" refuse a use, but a crawler with a group of its own, which states no preference, does not read them.',
  'preference-in-group':
    'A blank line or a sitemap sets the preference or license apart, but it still belongs to the group above it, and other crawlers do not see it.',
  'crawl-delay-ignored': 'The crawlers of the group are documented to ignore crawl-delay.',
  'duplicate-user-agent': 'The group already names the product token.',
  'split-group': 'The product token has an earlier group, and the two are merged.',
  'duplicate-group': 'The product token has an earlier group with the same rules.',
  'shadowed-group':
    'The product token has an earlier group, and this dialect applies only the first.',
  'managed-group':
    "Cloudflare's managed block already has a group for the product token, and crawlers that follow only the first group treat a URL differently.",
  'merged-groups':
    'Only blank lines or other records are between two user-agent lines, so both follow the same rules, but some parsers end the group there. A warning if it blocks the home page.',
  'empty-group': 'The group has no rules and so allows everything, although "*" is restricted.',
  'misspelt-crawler':
    'The product token resembles the name of a well-known crawler, which does not follow the group.',
  'drops-everyones-rules': 'The group replaces the rules for "*" and allows URLs that they block.',
  'rule-never-wins':
    'Better rules cover every URL it matches. The fix removes a copy within the same group.',
  'rule-changes-nothing': 'Without the disallow rule the same URLs are still blocked.',
  'allow-reopens-nothing': 'Without the allow rule the same URLs are still allowed.',
  'decided-by-tie': 'The disallow rule conflicts with an equally specific allow rule, which wins.',
  'everything-blocked': 'All crawlers without their own group are blocked from the whole site.',
  'robots-txt-blocked': 'The rule blocks the robots.txt itself, which crawlers fetch anyway.',
  'sitemap-blocked':
    'The file lists the sitemap and blocks it, although pages are allowed. Sitemaps on other hosts are not checked.',
  'sitemap-over-http':
    'The sitemap uses http, although the file or another sitemap of the same host uses https.',
  'sitemap-on-test-host': "The name of the sitemap's host is that of a test system.",
  'star-ignored': 'All crawlers are blocked, but some ignore the group of "*" and are not named.',
  'search-blocked': 'A group blocks Google or Bing from the whole site, but not all crawlers.',
  'operator-partly-blocked':
    'One AI crawler of an operator is blocked, and another is neither blocked nor named.',
  'assets-blocked': 'Style sheets or scripts are blocked, although pages are allowed.',
  'crawlers-disagree':
    'Other parsers interpret the file differently. A warning if Google or RFC 9309 does, unless only escapes in a query differ. Other interpretations require the option "extended".',
  undecided: 'The budget did not suffice for all proofs.',
  'unused-ignore': 'A "repkit-ignore-next-line" comment hides no diagnostic.',
  omitted: 'A code has more than 5,000 diagnostics. The severity is that of the omitted ones.',
};

/** The registry of all diagnostic codes, in documentation order. */
export const diagnosticCodes = /* @__PURE__ */ registry() as {
  readonly [Code in DiagnosticCode]: (typeof codeFacts)[Code] & DiagnosticInfo;
};

/** A function that bundlers can drop, unlike an expression with calls. */
function registry() {
  return Object.fromEntries(
    (Object.keys(codeFacts) as DiagnosticCode[]).map((code) => {
      const { fixable = false, ...facts }: CodeFacts = codeFacts[code];
      return [
        code,
        { ...facts, fixable, title: diagnosticTitles[code], description: descriptions[code] },
      ];
    }),
  );
}
