/** English texts of the page. */

import type { DiagnosticCode, diagnosticCodes } from '@repkit/core/analysis';

const urlCount = (urls: string) => (urls === '1' ? '1 URL' : `${urls} URLs`);

export const en = {
  title: 'robots.txt tester',
  privacy:
    'Everything runs in your browser. Nothing you paste here is sent anywhere; only the address of a site to test goes to the service.',
  links: {
    label: 'About repkit',
    docs: 'Documentation',
    api: 'API reference',
    source: 'Source code',
  },
  start: {
    label: 'Enter a site or paste a robots.txt',
    about: 'See which crawlers may fetch which pages of a site, and which rule decides.',
    test: 'Test',
    unchanged: 'The results below are still those of the previous robots.txt.',
    pasted: 'Testing the pasted robots.txt.',
    fetched: (url: string) => `Testing ${url}. Add more URLs below.`,
  },
  views: 'Views',
  view: {
    check: 'Check',
    live: 'Live site',
    diff: 'Diff',
    preferences: 'Preferences',
  },
  panes: { label: 'Panes', file: 'robots.txt', view: 'Results' },
  settings: 'Settings',
  dialect: 'Dialect',
  /** Each crawler under the dialect that it documents. */
  documented: 'As documented',
  /** Names of dialects and policies. */
  specName: {
    rfc9309: 'RFC 9309',
    'draft-koster-rep-00': '2019 draft',
    google: 'Google',
    'google-2026': 'Google (2026)',
    koster1996: '1996 draft',
    amazon: 'Amazonbot',
    yandex: 'YandexBot',
  },
  language: 'Language',
  theme: 'Theme',
  themeName: { auto: 'System', light: 'Light', dark: 'Dark' },
  loading: 'Loading…',
  loadFailed:
    'Part of this page could not be loaded. Check the connection and try again, or reload the page.',
  tryAgain: 'Try again',
  failed: 'Something went wrong. Edit the text to try again.',
  allowed: 'allowed',
  disallowed: 'disallowed',
  'not-governed': 'not governed',
  /** Verdicts for a name that no crawler sends. */
  use: { allowed: 'use allowed', disallowed: 'use disallowed' },
  line: (line: number) => `line ${line}`,
  bytes: (count: string) => (count === '1' ? '1 byte' : `${count} bytes`),
  andMore: (count: number) => `and ${count} more`,
  link: {
    copy: 'Copy link',
    copied: 'Copied. The link contains everything on this page.',
    byHand: 'Copy this link:',
    tooLongToCopy: (characters: number, limit: number) =>
      `Too long for a link: ${characters} characters (limit: ${limit}). Remove some URLs.`,
    tooMany: (urls: number, crawlers: number) =>
      `Too much for a link: it can contain up to ${urls} URLs and ${crawlers} crawlers. Remove some.`,
    problem: 'This link cannot be opened.',
    problemOf: {
      damaged: 'It was truncated or modified. Showing the example instead.',
      newer: 'It comes from a newer version of this page. Showing the example instead.',
      'too-long': 'It exceeds the size limit for links. Showing the example instead.',
    },
    dismiss: 'Dismiss',
  },
  editor: {
    open: 'Open a file…',
    example: 'Example',
    tooLarge: (limit: number) => `This file is too large (limit: ${limit} MB).`,
    find: 'Find…',
    clear: 'Clear',
    loadExample: 'Load example',
    notUtf8: (count: number, first: string, line: number) =>
      count === 1
        ? `This file is not valid UTF-8: line ${line} contains an invalid byte. It is shown as ${first}, which rules treat the same.`
        : `This file is not valid UTF-8: it contains ${count} invalid bytes, the first on line ${line}. They are shown in the form ${first}, which rules treat the same.`,
    utf16:
      'This file is UTF-16, which few crawlers can read. Save it as UTF-8. The results below already assume UTF-8.',
    fold: 'Collapse this group',
    unfold: 'Expand this group',
    blankLine: 'The cursor is on a blank line.',
    appliesTo: (names: readonly string[]) =>
      `For ${names.length ? names.join(', ') : 'no crawler'}:`,
    outsideGroup: 'This rule precedes the first user-agent line, so crawlers ignore it.',
    emptyPath: 'An empty path blocks nothing.',
    wildcard: '"*" matches any characters, including none.',
    endOfUrl: '"$" matches the end of the URL.',
    mostBytes: 'If several rules match, the longest path (in bytes) decides; allow wins a tie.',
    firstInFile: 'If several rules match, the first one in the file decides.',
    record: {
      allOthers: 'The rules of this group apply to all crawlers without their own group.',
      'user-agent': (name: string) => `The rules of this group apply to ${name}.`,
      allow: (path: string) => `Paths that start with ${path} are allowed.`,
      disallow: (path: string) => `Paths that start with ${path} are disallowed.`,
      sitemap: (url: string) => `Sitemap for all crawlers: ${url}.`,
      'crawl-delay': (value: string) =>
        `Wait ${value} seconds between requests. Some crawlers ignore this field.`,
      'request-rate': (value: string) =>
        `Maximum request rate: ${value}. Most crawlers ignore this field.`,
      'visit-time': (value: string) =>
        `Crawl only during these hours: ${value}. Most crawlers ignore this field.`,
      host: (value: string) => `Preferred host of the site: ${value}.`,
      'clean-param': (value: string) => `URL parameters that do not affect the page: ${value}.`,
      noindex: () =>
        'Search engines do not support noindex in robots.txt. Use a robots meta tag instead.',
      'content-signal': (value: string) =>
        `Permitted uses of the content: ${value}. Verdicts are not affected.`,
      'content-usage': (value: string) =>
        `Usage preferences for the content: ${value}. Verdicts are not affected.`,
      license: (value: string) => `License of the content: ${value}. Verdicts are not affected.`,
      unknown: () => 'Unknown field. Crawlers ignore this line.',
      blank: () => 'Blank line.',
      comment: () => 'Comment. Crawlers ignore it.',
      invalid: () => 'Invalid line. Crawlers skip it and apply the other lines.',
      'beyond-limit': () => 'Beyond the parsing limit. Crawlers do not read this line.',
    },
  },
  findings: {
    label: 'Problems',
    count: (count: number) =>
      count === 0 ? 'No problems found' : count === 1 ? '1 problem' : `${count} problems`,
    checking: 'Checking…',
    fix: 'Fix',
    suggested: 'This fix changes verdicts, such as:',
    fixEffect: (url: string, crawlers: string, dialect: string, isAllowed: boolean) =>
      `${isAllowed ? 'allows' : 'blocks'} ${url} for ${crawlers} (${dialect})`,
    fixAnyway: 'Apply anyway',
    errors: (count: number) => (count === 1 ? '1 error' : `${count} errors`),
    warnings: (count: number) => (count === 1 ? '1 warning' : `${count} warnings`),
    notes: (count: number) => (count === 1 ? '1 note' : `${count} notes`),
    severity: { error: 'Error', warning: 'Warning', info: 'Info' },
    // Diagnostics contain their English titles.
    text: {} as Readonly<Partial<Record<DiagnosticCode, FindingText>>>,
  },
  clause: {
    "Google's parser": "Google's parser",
    "Google's documentation": "Google's documentation",
    'documentation of the crawlers': 'documentation of the crawlers',
    '1996 draft 3.2.1': '1996 draft 3.2.1',
    '1996 draft 3.2.2': '1996 draft 3.2.2',
    'google-rules': 'Google: order of precedence for rules',
    'google-user-agents': 'Google: order of precedence for user agents',
    'yandex-rules': 'Yandex: Disallow and Allow directives',
    'yandex-user-agent': 'Yandex: the User-agent directive',
    'google-disallow': 'Google: syntax, disallow',
  } satisfies Readonly<Record<TranslatedClause, string>>,
  check: {
    urls: 'URLs',
    urlsFrom: {
      example: 'The URLs of the example.',
      rules: 'Paths from the rules of this robots.txt.',
      site: 'URLs of the site you tested.',
    },
    blockedBy: (url: string) => `${url} could not be used, so everything is disallowed.`,
    urlsHint: 'One per line: absolute URLs, or paths that start with /.',
    openUrls: 'Open sitemap, log or list…',
    sitemapIndex: (count: number) =>
      count === 1
        ? 'This is an index of 1 sitemap and lists no pages. Open that sitemap.'
        : `This is an index of ${count} sitemaps and lists no pages. Open one of those sitemaps.`,
    invalidUrls: (count: number, first: string) =>
      count === 1
        ? `Skipped 1 line that is not a URL: ${first}`
        : `Skipped ${count} lines that are not URLs, such as ${first}`,
    crawlers: 'Crawlers',
    addCrawler: 'Add a crawler',
    addHint: 'Search by name, operator or purpose, or type any product token.',
    addOther: (token: string) => `Add ${token}`,
    addFromHeader: (token: string) => `Add ${token} (from the User-Agent header)`,
    fromHeader: (token: string) => `Added ${token} from the User-Agent header.`,
    alreadyListed: (token: string) => `${token} is already in the list.`,
    tooManyCrawlers: (limit: number) => `The list is full (${limit} crawlers). Remove one first.`,
    notAToken: (text: string) => `${text} is not a product token.`,
    noCrawler: 'Add a crawler to see its verdicts.',
    remove: (token: string) => `Remove ${token}`,
    allOthers: 'all other crawlers',
    purpose: {
      search: 'search',
      'ai-training': 'AI training',
      'ai-search': 'AI search',
      'ai-user': 'AI assistant',
      seo: 'SEO',
      advertising: 'advertising',
      preview: 'link previews',
      archive: 'archiving',
      monitoring: 'monitoring',
      other: 'other',
    },
    blocked: (crawler: string, blocked: string, urls: string) =>
      `${crawler}: ${blocked} of ${urlCount(urls)} blocked`,
    /** For a control token. `governs` is the English text of core. */
    blockedUse: (crawler: string, blocked: string, urls: string, governs: string) =>
      `${crawler}: content of ${blocked} of ${urlCount(urls)} may not be used for ${governs}`,
    emptyFile: 'An empty robots.txt allows everything.',
    verdicts: 'Verdicts',
    summary: (urls: string, disallowed: string) =>
      `${urlCount(urls)}, ${disallowed} disallowed ${disallowed === '1' ? 'verdict' : 'verdicts'}`,
    shown: (shown: string, all: string) => `Showing ${shown} of ${urlCount(all)}`,
    none: 'No URLs match the filter.',
    filter: 'Filter URLs',
    show: 'Show',
    requests: 'Requests',
    showName: {
      all: 'all',
      disallowed: 'disallowed for some',
      allowed: 'allowed for all',
      differing: 'different verdicts',
      'blocked-traffic': 'blocked with traffic',
    },
    sortBy: (column: string) => `Sort by ${column}`,
    exportAs: 'Export as',
    notGoverned: {
      no: 'It does not apply robots.txt.',
      user: 'It fetches what users request and may ignore robots.txt.',
    },
    controls: (what: string) =>
      `No crawler sends this name. Its group decides only about this use of content: ${what}.`,
    // Control tokens by name: what their groups decide. Core has the English texts.
    governs: {} as Readonly<Partial<Record<string, string>>>,
    /** Why a crawler follows a group. */
    step: {
      'own-group': (name: string, _group: string) => `A group names ${name}.`,
      'fallback-group': (name: string, group: string) =>
        `${name} follows the ${group} group, because no group names ${name}.`,
      'star-group': (name: string, _group: string) =>
        `${name} follows the "*" group, because no group names it.`,
      'star-ignored': (name: string, _group: string) =>
        `No group names ${name}, and it ignores the "*" group.`,
      'no-group': (name: string, _group: string) => `No group names ${name}.`,
    },
    checked: (date: string) => `checked ${date}`,
    explanation: 'Explanation',
    choose: 'Select a verdict to see which rule decides.',
    otherDialects: (dialects: string, verdict: string) =>
      `Other dialects decide differently (${verdict}): ${dialects}`,
    matchedAs: 'Matched as',
    group: (token: string, lines: string) => `Group for ${token}, declared on line ${lines}`,
    reason: {
      rule: 'The most specific matching rule decides.',
      'rule-in-order': 'The first matching rule decides.',
      'empty-rule': 'Only a rule with an empty path matches, which blocks nothing.',
      'no-rule': 'No rule of the group matches, so the URL is allowed.',
      'no-group': 'No group applies to this crawler, so the URL is allowed.',
      'robots-txt': 'The robots.txt file itself is always allowed.',
    },
    decides: 'applied',
    lost: {
      'fewer-bytes': 'overridden by a longer rule',
      'allow-wins-tie': 'overridden: allow wins a tie',
      'later-in-file': 'overridden by an earlier rule',
    },
    matched: 'Matching rules',
    source: 'Operator documentation',
  },
};

/** A title and an explanation, for languages other than that of core's messages. */
export type FindingText = `${string}: ${string}`;

/** Names of clauses that are not the same in every language; RFCs and web sites are. */
type TranslatedClause =
  | Exclude<(typeof diagnosticCodes)[DiagnosticCode]['clause'], `RFC ${string}` | `${string}.org`>
  | `1996 draft ${'3.2.1' | '3.2.2'}`
  | `google-${'rules' | 'user-agents' | 'disallow'}`
  | `yandex-${'rules' | 'user-agent'}`;

/** The texts that every language must provide. Texts with a number or a name are functions. */
export type Messages = typeof en;
