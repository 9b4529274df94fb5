/** Labels: names of uses of content on user-agent lines, such as `__usage_ai-training`. No crawler has such a name. */

/** The document that reserves names with this start. */
export const labelDraft = {
  name: 'draft-kelley-rep-namespaces-00',
  date: '2026-11-16',
  source: 'https://datatracker.ietf.org/doc/draft-kelley-rep-namespaces/00/',
  /** When its abstract was read. Its text was not available. */
  checked: '2026-11-29',
} as const;

/** The form `__<namespace>_<label>`. The abstract reserves `__` for it, so neither part contains that. */
const LABEL_FORM = /^__[A-Za-z\d.-]+_[A-Za-z\d.-]/;

export function isLabel(token: unknown): token is string {
  return typeof token === 'string' && LABEL_FORM.test(token);
}
