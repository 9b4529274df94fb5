/** For each code about groups and rules: a body with exactly one such diagnostic, and similar bodies without it. */

import type { DialectName } from '../../src/dialect/dialect.js';
import type { Severity } from '../../src/lint/checks/check.js';
import type { DiagnosticCode, LineDiagnosticCode } from '../../src/lint/checks/index.js';
import type { LintOptions } from '../../src/lint/lint.js';

export interface LintCase {
  readonly body: string;
  readonly dialect?: DialectName;
  readonly options?: LintOptions;
  readonly severity: Severity;
  readonly clause: string;
  readonly message: string;
  /** The lines of the span and of the related spans. */
  readonly lines: readonly [number, ...number[]];
  readonly witness?: string;
  /** The body after applying all fixes, if the diagnostic has one. */
  readonly fixed?: string;
  readonly without: readonly string[];
}

/** The start of a file with Cloudflare's managed robots.txt. */
const MANAGED =
  '# BEGIN Cloudflare Managed content\nUser-Agent: *\nContent-signal: search=yes\nAllow: /\n\nUser-agent: GPTBot\nDisallow: /\n# END Cloudflare Managed Content\n';

export const lintCases: Readonly<Partial<Record<Exclude<DiagnosticCode, LineDiagnosticCode>, LintCase>>> = {
  'marked-down-field': {
    body: 'User-agent: *\nDisallow: /x\nLLMs: https://e.com/llms.txt\nllms-full: https://e.com/l\n',
    severity: 'info',
    clause: 'Lighthouse 13.5.0',
    message:
      'No document defines "LLMs", so crawlers ignore this line. Lighthouse\'s audit "robots-txt" (13.5.0) marks the file down for it. Remove it.',
    lines: [3],
    without: [
      'User-agent: *\nDisallow: /x\nContent-Signal: ai-train=no\n',
      'User-agent: *\nDisallow: /x\nClean-param: ref\nHost: e.com\n',
      'User-agent: *\nDisallow: /x\n# LLMs: https://e.com/llms.txt\n',
    ],
  },
  'crawl-delay-ignored': {
    body: 'User-agent: googlebot\nCrawl-delay: 5\nDisallow: /x\n',
    severity: 'info',
    clause: 'documentation of the crawlers',
    message: '"Googlebot" ignores crawl-delay, so this line has no effect. Remove it.',
    lines: [2],
    without: ['User-agent: SemrushBot\nCrawl-delay: 5\nDisallow: /x\n', 'User-agent: *\nCrawl-delay: 5\nDisallow: /x\n'],
  },
  'duplicate-user-agent': {
    body: 'User-agent: a\nUser-agent: b\nUser-agent: A # again\nDisallow: /x\n',
    severity: 'info',
    clause: 'RFC 9309 2.2.1',
    message: 'Line 1 already names "A" in this group. Remove this line.',
    lines: [3, 1],
    fixed: 'User-agent: a\nUser-agent: b\n# again\nDisallow: /x\n',
    without: ['User-agent: a\nUser-agent: ab\nDisallow: /x\n'],
  },
  'split-group': {
    body: 'User-agent: a\nDisallow: /x\n\nUser-agent: b\nUser-agent: A\nDisallow: /y\n',
    severity: 'warning',
    clause: 'RFC 9309 2.2.1',
    message: '"A" already has a group on line 1. Some crawlers follow only one of the two. Combine them.',
    lines: [5, 1],
    without: [
      'User-agent: a\nDisallow: /x\n\nUser-agent: b\nDisallow: /y\n',
      'User-agent: a\nDisallow: /x\n\nUser-agent: a\nDisallow: /x\n',
    ],
  },
  'duplicate-group': {
    body: 'User-agent: a\nDisallow: /x\nAllow: /\n\nUser-agent: a\nAllow: /\nDisallow: /x\n',
    severity: 'warning',
    clause: 'RFC 9309 2.2.1',
    message: '"a" already has a group on line 1, and this one only repeats its rules. Remove the duplicate.',
    lines: [5, 1],
    without: ['User-agent: a\nDisallow: /x\n\nUser-agent: a\nAllow: /x\n'],
  },
  'shadowed-group': {
    body: 'User-agent: *\nDisallow: /x\n\nUser-agent: *\nDisallow: /y\n',
    dialect: 'draft-koster-rep-00',
    severity: 'error',
    clause: 'RFC 9309 2.2.1',
    message: '"*" already has a group on line 1, and only the first group applies. Move the rules there.',
    lines: [4, 1],
    without: ['User-agent: a\nDisallow: /x\n\nUser-agent: a\nDisallow: /y\n'],
  },
  'managed-group': {
    body: `${MANAGED}User-agent: *\nDisallow: /x\n`,
    severity: 'warning',
    clause: 'RFC 9309 2.2.1',
    message:
      'Cloudflare\'s managed block already has a group for "*" on line 2. Crawlers that combine both block "/x"; crawlers that follow only the first allow it. Turn off managed robots.txt and add its rules to your own groups.',
    lines: [9, 2],
    witness: '/x',
    without: [
      `${MANAGED}User-agent: *\nDisallow:\n`,
      `${MANAGED}User-agent: *\nAllow: /\n`,
      `User-agent: a\nDisallow: /x\n\n${MANAGED}User-agent: a\nDisallow: /y\n`,
      'User-agent: *\nAllow: /\n\nUser-agent: *\nDisallow: /x\n',
    ],
  },
  'merged-groups': {
    body: 'User-agent: a\nUser-agent: b\nCrawl-delay: 5\n\nUser-agent: *\nDisallow: /x\n',
    severity: 'info',
    clause: 'RFC 9309 2.2.1',
    message:
      'No rule separates "a" from "*" on line 5, so both follow the same rules, and "a" may not fetch "/x". Parsers that end a group at line 3 ("Crawl-delay: 5") allow it. Add rules for "a", or leave no line between the two.',
    lines: [1, 5],
    witness: '/x',
    without: [
      'User-agent: a\nUser-agent: b\nUser-agent: *\nCrawl-delay: 5\nDisallow: /x\n',
      'User-agent: a\n# Crawl-delay: 5\nUser-agent: *\nDisallow: /x\n',
      'User-agent: a\nCrawl-delay: 5\nUser-agent: *\nAllow: /x\n',
      'User-agent: *\nCrawl-delay: 5\n\nUser-agent: *\nDisallow: /x\n',
      'User-agent: a\nDisallow:\n\nUser-agent: *\nDisallow: /x\n',
    ],
  },
  'empty-group': {
    body: 'User-agent: *\nDisallow: /x\n\nUser-agent: a\nCrawl-delay: 1\n',
    severity: 'warning',
    clause: 'RFC 9309 2.2.1',
    message:
      'The group for "a" has no rules, so it allows everything, although "*" is restricted. Add "Disallow:" if that is intended.',
    lines: [4, 1],
    without: [
      'User-agent: *\nDisallow: /x\n\nUser-agent: a\nDisallow:\n',
      'User-agent: *\nAllow: /x\n\nUser-agent: a\n',
      'User-agent: b\nDisallow: /x\n\nUser-agent: a\n',
      'User-agent: a\nUser-agent: *\nDisallow: /x\n',
    ],
  },
  'misspelt-crawler': {
    body: 'User-agent: a\nUser-agent: Google-Bot\nDisallow: /x\n',
    severity: 'warning',
    clause: 'RFC 9309 2.2.1',
    message: 'No known crawler is called "Google-Bot", so the group may apply to no crawler. Did you mean "Googlebot"?',
    lines: [2],
    without: [
      'User-agent: Google-Bot\nUser-agent: Googlebot\nDisallow: /x\n',
      'User-agent: SemrushBot-SA\nUser-agent: Snapbot\nUser-agent: AIBOT\nUser-agent: Roverbot\nDisallow: /x\n',
    ],
  },
  'former-crawler': {
    body: 'User-agent: anthropic-ai\nDisallow: /\n',
    severity: 'warning',
    clause: 'documentation of the crawlers',
    message:
      '"anthropic-ai" is not the name of a crawler of today, so crawlers may not follow this group. Name "ClaudeBot" instead.',
    lines: [1],
    without: ['User-agent: ClaudeBot\nDisallow: /\n'],
  },
  'drops-everyones-rules': {
    body: 'User-agent: *\nDisallow: /x\nDisallow: /y\n\nUser-agent: a\nDisallow: /x\n',
    severity: 'info',
    clause: 'RFC 9309 2.2.1',
    message:
      '"a" does not follow the rules for "*", because it has its own group. It may fetch "/y", which line 3 ("Disallow: /y") blocks for other crawlers. Repeat the rules that should also apply to it.',
    lines: [5, 3],
    witness: '/y',
    fixed: 'User-agent: *\nDisallow: /x\nDisallow: /y\n\nUser-agent: a\nDisallow: /x\nDisallow: /y\n',
    without: [
      'User-agent: *\nDisallow: /x\n\nUser-agent: a\nDisallow: /x\n',
      'User-agent: *\nDisallow: /x\n\nUser-agent: a\nDisallow: /\n',
      'User-agent: *\nDisallow: /x\n\nUser-agent: a\nDisallow:\n',
      'User-agent: *\nDisallow: /\n\nUser-agent: a\nDisallow: /x\n',
      'User-agent: *\nDisallow: /x\nDisallow: /y\n\nUser-agent: a\nDisallow: /*x\nDisallow: /y\n',
    ],
  },
  'rule-never-wins': {
    body: 'User-agent: *\nDisallow: /x\nDisallow: /y\nDisallow: /x # again\n',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    message: 'This rule never applies: line 2 ("Disallow: /x") covers every URL it matches. Remove it.',
    lines: [4, 2],
    fixed: 'User-agent: *\nDisallow: /x\nDisallow: /y\n# again\n',
    without: ['User-agent: *\nDisallow: /x\nDisallow: /xy\n', 'User-agent: a\nDisallow: /x\n\nUser-agent: b\nDisallow: /x\n'],
  },
  'rule-changes-nothing': {
    body: 'User-agent: *\nDisallow: /x\nDisallow: /x/y\n',
    severity: 'info',
    clause: 'RFC 9309 2.2.2',
    message: 'Redundant: line 2 ("Disallow: /x") already blocks the same URLs.',
    lines: [3, 2],
    witness: '/x/y',
    fixed: 'User-agent: *\nDisallow: /x\n',
    without: [
      'User-agent: *\nDisallow: /x\nAllow: /x/\nDisallow: /x/y\n',
      'User-agent: a\nDisallow: /x\n\nUser-agent: a\nUser-agent: b\nDisallow: /x/y\n',
    ],
  },
  'allow-too-short': {
    body: 'User-agent: *\nDisallow: /files/\nAllow: /*.pdf\n',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    message:
      'This rule is shorter than line 2 ("Disallow: /files/"), so it opens nothing: "/files/main.pdf" stays blocked. To allow such URLs, write "/files/*.pdf"; otherwise remove the rule.',
    lines: [3, 2],
    witness: '/files/main.pdf',
    fixed: 'User-agent: *\nDisallow: /files/\nAllow: /files/*.pdf\n',
    without: [
      'User-agent: *\nDisallow: /a/\nAllow: /*.html\n',
      'User-agent: *\nDisallow: /blog/drafts/\nAllow: /blog\n',
      'User-agent: *\nDisallow: /assets/\nAllow: /\n',
    ],
  },
  'allow-reopens-nothing': {
    body: 'User-agent: *\nDisallow: /x\nAllow: /y\n',
    severity: 'info',
    clause: 'RFC 9309 2.2.2',
    message: 'Redundant: without this rule the same URLs, such as "/y", are still allowed.',
    lines: [3],
    witness: '/y',
    fixed: 'User-agent: *\nDisallow: /x\n',
    without: [
      'User-agent: *\nDisallow: /x\nAllow: /x/y\n',
      'User-agent: *\nAllow: /\n',
      'User-agent: *\nDisallow: /*l$\nAllow: /yyyy\n',
    ],
  },
  'decided-by-tie': {
    body: 'User-agent: *\nDisallow: /x/y\nAllow: /x/y\n',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    message: 'This rule and line 3 ("Allow: /x/y") are equally specific for URLs such as "/x/y". Allow wins.',
    lines: [2, 3],
    witness: '/x/y',
    without: [
      'User-agent: *\nDisallow: /x/y*\nAllow: /*/yz\n',
      'User-agent: *\nDisallow: /x/y\nAllow: /x/z\n',
      'User-agent: *\nDisallow: /x\nAllow: /x/y\n',
      'User-agent: a\nDisallow: /x\n\nUser-agent: b\nAllow: /x\n',
    ],
  },
  'everything-blocked': {
    body: 'User-agent: *\nDisallow: /\n',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    message: 'All crawlers without their own group are blocked from the whole site.',
    lines: [2],
    witness: '/',
    without: ['User-agent: *\nDisallow: /$\n', 'User-agent: a\nDisallow: /\n', 'User-agent: *\nDisallow: /*/\n'],
  },
  'home-page-blocked': {
    body: 'User-agent: *\nDisallow: /$\n',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    message:
      'This rule blocks the home page for all crawlers without their own group, but not the other pages. To block the whole site, write "/"; otherwise remove the rule.',
    lines: [2],
    witness: '/',
    without: ['User-agent: *\nDisallow: /\n', 'User-agent: *\nDisallow: /index$\n'],
  },
  'sitemap-blocked': {
    body: 'User-agent: *\nDisallow: /x\nSitemap: https://h/x/s.xml\n',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    message: 'Line 2 ("Disallow: /x") blocks this sitemap, so Googlebot and other crawlers cannot read it. Allow it.',
    lines: [3, 2],
    witness: '/x/s.xml',
    without: [
      'User-agent: *\nDisallow: /x\nAllow: /x/s.xml\nSitemap: https://h/x/s.xml\n',
      'User-agent: *\nDisallow: /x\nSitemap: https://h/x/s.xml\nSitemap: https://i/x/s.xml\n',
      'User-agent: *\nDisallow: /\nAllow: /x\nSitemap: https://h/s.xml\n',
      'User-agent: a\nDisallow: /x\nSitemap: https://h/x/s.xml\n',
    ],
  },
  'sitemap-over-http': {
    body: 'Sitemap: HTTPS://www.h/a.xml\nSitemap: http://H/b.xml\n',
    severity: 'info',
    clause: 'sitemaps.org',
    message:
      'The site uses https, but crawlers fetch this sitemap over http, under the robots.txt of that origin. Write "https".',
    lines: [2],
    without: ['Sitemap: http://h/a.xml\nSitemap: http://h/b.xml\n', 'Sitemap: https://h/a.xml\nSitemap: http://i/b.xml\n'],
  },
  'sitemap-on-test-host': {
    body: 'User-agent: *\nDisallow: /x\n\nSitemap: https://staging.h.example/s.xml\n',
    severity: 'warning',
    clause: 'sitemaps.org',
    message:
      '"staging.h.example" seems to be a test host, but search engines take the URLs of this sitemap for those of the site. Write the URL of the public sitemap.',
    lines: [4],
    without: [
      'Sitemap: https://h/staging.xml\nSitemap: https://test.com/s.xml\nSitemap: https://uptest.h.com/\n',
      'User-agent: *\nDisallow: /\n\nSitemap: https://staging.h.example/s.xml\n',
    ],
  },
  'conflicting-preferences': {
    body: 'User-agent: *\nContent-Usage: /a train-ai=y\nContent-Signal: search=yes, ai-train=no\nAllow: /\n',
    severity: 'warning',
    clause: 'draft-ietf-aipref-vocab-08, contentsignals.org',
    message:
      '"/a train-ai=y" on line 2 and "search=yes, ai-train=no" on line 3 contradict each other about AI training. Crawlers may follow either. Keep one.',
    lines: [3, 2],
    witness: '/a',
    without: [
      'User-agent: *\nContent-Usage: train-ai=n\nContent-Signal: ai-train=no, search=yes\nAllow: /\n',
      'User-agent: *\nContent-Usage: /a train-ai=y\nContent-Usage: train-ai=n\nAllow: /\n',
      'User-agent: *\nContent-Usage: /a train-ai=y\nContent-Signal: ai-train=no\nDisallow: /a\n',
      'User-agent: a\nContent-Usage: train-ai=y\nAllow: /\n\nUser-agent: *\nContent-Signal: ai-train=no\nAllow: /\n',
    ],
  },
  'contradicted-preference': {
    body: 'User-agent: *\nDisallow: /\nContent-Signal: search=yes\n',
    severity: 'warning',
    clause: 'draft-ietf-aipref-vocab-08, contentsignals.org',
    message:
      '"search=yes" permits search, but line 2 ("Disallow: /") blocks "*" from the whole site. Crawlers cannot use what they may not fetch. Remove one of the two.',
    lines: [3, 2],
    without: [
      'User-agent: *\nDisallow: /\nContent-Signal: search=no\n',
      'User-agent: *\nDisallow: /x\nContent-Signal: search=yes\n',
    ],
  },
  'preferences-not-inherited': {
    body: 'User-agent: *\nContent-Signal: search=yes, ai-train=no\nDisallow: /x\n\nUser-agent: bingbot\nDisallow: /y\n',
    severity: 'warning',
    clause: 'RFC 9309 2.2.1',
    message:
      'The preferences for "*" on line 2 do not apply to "bingbot". It has its own group, so repeat the preferences there.',
    lines: [2, 5],
    without: [
      'User-agent: *\nContent-Signal: search=yes\nDisallow: /x\n\nUser-agent: bingbot\nDisallow: /y\n',
      'User-agent: *\nContent-Signal: ai-train=no\nDisallow: /x\n\nUser-agent: GPTBot\nDisallow: /\n',
      'User-agent: *\nContent-Signal: ai-train=no\nDisallow: /x\n\nUser-agent: bingbot\nContent-Usage: train-ai=y\nDisallow: /y\n',
    ],
  },
  'preference-in-group': {
    body: 'User-agent: *\nDisallow: /x\n\nUser-agent: bingbot\nDisallow: /y\n\n# the terms\nLicense: https://h/license.xml\n',
    severity: 'warning',
    clause: 'RFC 9309 2.2.1',
    message:
      'This license belongs to the group above it, so only "bingbot" can see it. Move it before the first group if it applies to all crawlers.',
    lines: [8],
    without: [
      'User-agent: *\nDisallow: /x\n\nLicense: https://h/license.xml\n',
      'License: https://h/a.xml\nUser-agent: bingbot\nDisallow: /y\n\nLicense: https://h/license.xml\n',
      'User-agent: *\nDisallow: /x\n\nUser-agent: bingbot\nDisallow: /y\nLicense: https://h/license.xml\n',
      'User-agent: *\nContent-Signal: ai-train=yes\nDisallow: /x\n\nUser-agent: bingbot\nDisallow: /y\n\nContent-Signal: ai-train=yes\n',
      'User-agent: bingbot\nDisallow: /y\n\nUser-agent: *\nDisallow: /x\n\nContent-Signal: ai-train=yes\n',
    ],
  },
  'search-blocked': {
    body: 'User-agent: bingbot\nDisallow: /\n\nUser-agent: *\nDisallow: /x\n',
    severity: 'warning',
    clause: 'RFC 9309 2.2.2',
    message:
      'Bing may not fetch any page. Its results can still list the URLs, without a description. Remove the rule if that is not intended.',
    lines: [2],
    witness: '/',
    without: [
      'User-agent: bingbot\nDisallow: /\n\nUser-agent: *\nDisallow: /\n',
      'User-agent: bingbot\nDisallow: /\nAllow: /x\n',
      'User-agent: BadBot\nDisallow: /\n',
    ],
  },
  'side-effect': {
    body: 'User-agent: Googlebot\nDisallow: /\n',
    severity: 'info',
    clause: 'documentation of the crawlers',
    message:
      'No group names "Applebot", which then follows the rules for "Googlebot", so the site is also missing from Siri and Spotlight. Name it to give it rules of its own.',
    lines: [2],
    without: [
      'User-agent: Googlebot\nDisallow: /\n\nUser-agent: Applebot\nDisallow: /x\n',
      'User-agent: Googlebot\nDisallow: /x\n',
    ],
  },
  'operator-partly-blocked': {
    body: 'User-agent: GPTBot\nUser-agent: OAI-SearchBot\nDisallow: /\n',
    severity: 'info',
    clause: 'documentation of the crawlers',
    message:
      'OpenAI\'s "GPTBot" (training) and "OAI-SearchBot" (AI search) are blocked, but "ChatGPT-User" (requests of users) is not. Name it as well if OpenAI should fetch nothing.',
    lines: [3],
    without: [
      'User-agent: GPTBot\nDisallow: /\n\nUser-agent: OAI-SearchBot\nUser-agent: ChatGPT-User\nAllow: /\n',
      'User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /\n',
      'User-agent: GPTBot\nDisallow: /x\n',
    ],
  },
  'assets-blocked': {
    body: 'User-agent: *\nDisallow: /js/\n',
    severity: 'warning',
    clause: "Google's documentation",
    message:
      'This rule blocks style sheets or scripts such as "/js/main.js". Search engines need those of a page to render it. Allow them if pages use them.',
    lines: [2],
    witness: '/js/main.js',
    without: [
      'User-agent: *\nDisallow: /js/\nAllow: /*.js$\nAllow: /*.css$\n',
      'User-agent: *\nDisallow: /\n',
      'User-agent: *\nDisallow: /private/\n',
      'User-agent: *\nDisallow: /themes/readme.txt\n',
    ],
  },
  'crawlers-disagree': {
    body: 'User-agent: *\nDisallow: /a b\n',
    severity: 'warning',
    clause: "Google's parser",
    message:
      '"/a%20b" is blocked for all other crawlers under the rfc9309 dialect, but allowed by Google\'s parser. The dialect follows line 2, and the other parser no rule of the group on line 1. Rewrite the rule so that both agree on what you intend.',
    lines: [2, 1],
    witness: '/a%20b',
    without: ['User-agent: *\nAllow: /\nDisallow: /x\n'],
  },
  undecided: {
    body: 'User-agent: *\nDisallow: /x\nAllow: /*y\n',
    options: { budget: 10 },
    severity: 'info',
    clause: 'RFC 9309 2.2.2',
    message: 'Within its budget, lint could not completely check all rules. Problems may be missing.',
    lines: [1],
    without: [],
  },
  'unused-ignore': {
    body: 'User-agent: *\n# repkit-ignore-next-line rule-never-wins: kept for later\nDisallow: /a\n',
    severity: 'info',
    clause: 'RFC 9309 2.2',
    message: 'This comment hides nothing. Line 3 has no "rule-never-wins" diagnostic.',
    lines: [2],
    without: ['User-agent: *\n# repkit-ignore-next-line-or-so x\nDisallow: /a\n'],
  },
  omitted: {
    body: 'x\n'.repeat(5_003),
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    message: 'Only the first 5000 "not-a-record" diagnostics are listed; 3 more are omitted.',
    lines: [5_001],
    without: ['x\n'.repeat(5_000)],
  },
};
