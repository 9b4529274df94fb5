/**
 * Rows of rfc-vs-google that follow Google also in dialect `rfc9309`: the drafts ask parsers to
 * "be lenient when reading lines that don't conform" (draft-koster-rep-00 2.2), and the site
 * owner's intent is clear. A final `*` matches any suffix.
 */
export const OVERRULED = [
  'rfc:typo-*',
  'rfc:missing-colon',
  'rfc:missing-colon-ua',
  'rfc:ua-foo-bar',
  'rfc:ua-version',
  'rfc:ua-star-text',
  'rfc:bad-ua-closes-group',
  'rfc:bad-path-closes-group',
  'rfc:space-in-path',
] as const;

export function isOverruled(id: string): boolean {
  return OVERRULED.some((pattern) => (pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern));
}
