/**
 * Rows of rfc-vs-google that follow Google's reading in dialect `rfc9309` too: the drafts ask to
 * "be lenient when reading lines that don't conform" (draft-koster-rep-00 2.2), and the owner's
 * meaning is plain. A `*` at the end stands for any rest.
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
  return OVERRULED.some((pattern) =>
    pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern,
  );
}
