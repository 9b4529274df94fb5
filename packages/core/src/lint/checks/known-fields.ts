/**
 * Fields that lint accepts although no dialect reads them (`FieldName` lists those), in lower case. Checked on 24 November
 * 2026 against the documents that define them.
 */
export const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  // draft-bu-dawn-ard-discovery-00.
  'agentmap',
  // No standards document.
  'schemamap',
  'llm-policy',
]);

/** Directives of robots meta elements that site owners write as fields, in lower case. */
export const PAGE_DIRECTIVES: ReadonlySet<string> = new Set([
  ...['index', 'follow', 'nofollow', 'none', 'all', 'nosnippet', 'noarchive', 'nocache'],
  'noimageindex',
]);
