/** The encoding of a sitemap, as of any XML document (XML 1.0 appendix F.1, RFC 7303 3). */

const MARKS: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

const DECLARATION = /^\s*<\?xml\s[^>]{0,200}?\bencoding\s*=\s*["']([^"'>]{1,64})["']/;
const HEAD_BYTES = 512;

/**
 * Returns the label of the encoding by the byte-order mark or the XML declaration in the first bytes of a sitemap; `utf-8`
 * without these. The label may be unknown to `TextDecoder`. A charset in the Content-Type counts before the declaration.
 *
 * @example
 * ```ts
 * import { sitemapEncoding } from '@repkit/client/sitemap';
 *
 * const head = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><urlset>');
 * new TextDecoder(sitemapEncoding(head)).encoding; // 'windows-1252'
 * ```
 */
export function sitemapEncoding(head: Uint8Array): string {
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => head[at] === byte));
  if (marked !== undefined) return marked[0];
  const text = new TextDecoder('latin1').decode(head.subarray(0, HEAD_BYTES));
  const label = DECLARATION.exec(text)?.[1]?.trim() ?? 'utf-8';
  // The declaration was read as ASCII, so the text is not UTF-16.
  return /^(?:utf-16|ucs-2|iso-10646-ucs)/i.test(label) ? 'utf-8' : label;
}
