/** How search engines and crawlers apply page-level rules, as documented. Plain data: no code compares engine names. */
import type { PreferenceUse } from '../preferences/vocabularies.js';

/** How one engine interprets page-level rules. */
export interface PageRuleEngine {
  readonly name: string;
  /** The documents that it follows, and when they were last checked. */
  readonly sources: readonly string[];
  readonly checked: string;
  /** The crawler names that address it in headers and meta elements, in lower case, in addition to `robots`. */
  readonly tokens: readonly string[];
  /** Whether the engine is documented to read response headers, and in which syntax. */
  readonly header: 'x-robots-tag' | 'robots-tag' | 'undocumented';
  /** The directives that are documented. Others are ignored. */
  readonly directives: readonly string[];
  /** Which of two contradicting directives applies. */
  readonly conflicts: 'restrictive' | 'permissive' | 'undocumented';
  /** Directives that are documented for meta elements only. */
  readonly metaOnly?: readonly string[];
  /** The directives that are documented to forbid a use of the content. */
  readonly forbids?: Readonly<Partial<Record<PreferenceUse, readonly string[]>>>;
  /** Directives that have no effect if another one is present. */
  readonly overridden?: readonly { readonly directive: string; readonly by: string }[];
}

const NOT_INDEXED = ['noindex', 'none', 'unavailable_after'];

const BASIC = ['all', 'index', 'follow', 'noindex', 'nofollow', 'none'];

/** The engines by name. */
export const pageRuleEngines = {
  google: {
    name: 'Google',
    sources: ['https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag'],
    checked: '2026-11-23',
    tokens: ['googlebot'],
    header: 'x-robots-tag',
    directives: [
      ...BASIC,
      'nosnippet',
      'indexifembedded',
      'max-snippet',
      'max-image-preview',
      'max-video-preview',
      'notranslate',
      'noimageindex',
      'unavailable_after',
    ],
    conflicts: 'restrictive',
    // Content with nosnippet or max-snippet:0 is no direct input for AI Overviews and AI Mode.
    forbids: { search: NOT_INDEXED, input: ['nosnippet', 'max-snippet'] },
  },
  bing: {
    name: 'Bing',
    sources: [
      'https://www.bing.com/webmasters/help/which-robots-metatags-does-bing-support-5198d240',
      // nocache and noarchive
      'https://blogs.bing.com/webmaster/september-2023/Announcing-new-options-for-webmasters-to-control-usage-of-their-content-in-Bing-Chat',
      // max-snippet, max-image-preview and max-video-preview
      'https://searchengineland.com/bing-adds-snippet-controls-to-help-sites-control-their-search-result-previews-332442',
    ],
    checked: '2026-11-23',
    tokens: ['bingbot', 'msnbot'],
    header: 'x-robots-tag',
    directives: [...BASIC, 'noarchive', 'nocache', 'nosnippet', 'max-snippet', 'max-image-preview', 'max-video-preview'],
    conflicts: 'undocumented',
    overridden: [{ directive: 'noarchive', by: 'nocache' }],
    // With nocache, titles and snippets are still used.
    forbids: { search: NOT_INDEXED, input: ['noarchive'], training: ['noarchive'] },
  },
  yandex: {
    name: 'Yandex',
    sources: ['https://yandex.com/support/webmaster/en/controlling-robot/meta-robots'],
    checked: '2026-11-23',
    tokens: ['yandex'],
    header: 'x-robots-tag',
    directives: [...BASIC, 'archive', 'noarchive', 'noyaca'],
    conflicts: 'permissive',
    metaOnly: ['all', 'index', 'follow', 'archive', 'noyaca'],
    forbids: { search: NOT_INDEXED },
  },
  apple: {
    name: 'Apple',
    // checked in a copy of the page
    sources: ['https://support.apple.com/en-us/119829'],
    checked: '2026-11-23',
    tokens: ['applebot'],
    header: 'undocumented',
    directives: ['all', 'noindex', 'nofollow', 'none', 'nosnippet'],
    conflicts: 'undocumented',
    forbids: { search: NOT_INDEXED },
  },
  amazon: {
    name: 'Amazon',
    // checked in a change report of May 2026 that quotes the page
    sources: ['https://developer.amazon.com/amazonbot'],
    checked: '2026-11-23',
    tokens: ['amazonbot'],
    header: 'undocumented',
    directives: ['noarchive', 'noindex', 'none'],
    conflicts: 'undocumented',
    forbids: { search: NOT_INDEXED, training: ['noarchive'] },
  },
  'repext-03': {
    name: 'draft-illyes-repext-03 (expired)',
    sources: ['https://datatracker.ietf.org/doc/html/draft-illyes-repext-03'],
    checked: '2026-11-23',
    tokens: [],
    header: 'robots-tag',
    directives: ['noindex', 'nosnippet'],
    conflicts: 'restrictive',
    forbids: { search: NOT_INDEXED },
  },
} as const satisfies Readonly<Record<string, PageRuleEngine>>;

/** The name of an engine. */
export type PageRuleEngineName = keyof typeof pageRuleEngines;
