/**
 * Fields that robots.txt files contain besides those that all crawlers read, in lower case. Checked on 24 November 2026
 * against the documents of those who define them.
 */
export const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  // Yandex read it until 2018.
  'host',
  // Proposals of 1996.
  'request-rate',
  'visit-time',
  // Yandex.
  'clean-param',
  // RSL 1.0.
  'license',
  // draft-ietf-aipref-attach.
  'content-usage',
  // draft-bu-dawn-ard-discovery-00.
  'agentmap',
  // No standards document.
  'schemamap',
  'llm-policy',
]);

/** Directives of robots meta elements that people write as fields, in lower case. */
export const PAGE_DIRECTIVES: ReadonlySet<string> = new Set([
  ...['index', 'follow', 'nofollow', 'none', 'all', 'nosnippet', 'noarchive', 'nocache'],
  'noimageindex',
]);
