/** The HTML of a response that was saved with its header fields. */
import { fieldValues, type ResponseHeaders } from '@repkit/core/preferences';
import { receiveStoredBody } from '../transport/stored-body.js';
import { isHtml, markedHtml } from './html-head.js';

export interface SavedResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: Uint8Array;
}

export type SavedPage =
  /** The first bytes of the HTML, decoded. */
  | { readonly kind: 'html'; readonly body: Uint8Array }
  /** No rules of such a response are in its body: it is not a page, or not HTML. */
  | { readonly kind: 'other' }
  /** `detail` is a clause without a period. */
  | { readonly kind: 'unreadable'; readonly detail: string };

/**
 * Decodes the body of a page. It is unreadable if it cannot be decoded, or if it is shorter than its Content-Length and no
 * longer than `maxBytes`, after which one more byte is returned.
 *
 * @example
 * ```ts
 * import { readSavedPage } from '@repkit/client/transport';
 *
 * const body = Buffer.from('<html>');
 * const headers = { 'content-type': 'text/html', 'content-length': '1000' };
 * await readSavedPage({ status: 200, headers, body }, 2_000_000); // { kind: 'unreadable', detail: 'it has 6 of 1000 bytes' }
 * ```
 */
export async function readSavedPage({ status, headers, body }: SavedResponse, maxBytes: number): Promise<SavedPage> {
  const [contentType] = fieldValues(headers, 'content-type');
  if (status < 200 || status > 299 || !isHtml(contentType)) return { kind: 'other' };
  const contentEncoding = fieldValues(headers, 'content-encoding').join(',');
  const result = await receiveStoredBody(body, { contentEncoding, contentType }, maxBytes);
  if (result.kind === 'unreadable') return result;
  // A program that decodes a body keeps the length of the encoded one.
  const [length = '0'] = contentEncoding === '' ? fieldValues(headers, 'content-length') : [];
  if (Number(length) > body.length && !result.body.truncated) {
    const detail = `it has ${body.length} of ${length} bytes`;
    return { kind: 'unreadable', detail };
  }
  return { kind: 'html', body: markedHtml(result.body) };
}
