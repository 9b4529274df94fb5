/** Where the body of an answer ends, and what is left on it once it was taken out of the message (RFC 9112 6, 7). */
import { TransportError } from './failure.js';
import { type FieldLines, listField, singleField } from './response-headers.js';
import type { ResponseHead } from './response-reader.js';

/** Whether nothing but the end of the connection says where the body ends (RFC 9112 6.3). */
export function isCloseDelimited({ status, fields }: ResponseHead): boolean {
  if (status < 200 || status === 204 || status === 304) return false;
  const hasLength = singleField(fields, 'content-length') !== undefined;
  return !hasLength && transferCodings(fields).at(-1) !== 'chunked';
}

/**
 * Throws a TransportError where a transfer coding is left on the body. None is asked for (RFC 9112 7.4: no TE), so there may
 * be chunked alone, which the parser takes off where it comes last, and the identity of RFC 2616 3.6, which is none.
 */
export function checkTransferCodings(fields: FieldLines): void {
  const codings = transferCodings(fields);
  const isPlain = codings.every((each) => ['', 'chunked', 'identity'].includes(each));
  if (isPlain && (codings.at(-1) === 'chunked' || !codings.includes('chunked'))) return;
  throw new TransportError(
    'content-encoding',
    'the body has a transfer-encoding that was not asked for',
  );
}

/** In the order in which they were applied. Empty ones stay: to the parser, chunked with a comma behind it is not the last. */
function transferCodings(fields: FieldLines): readonly string[] {
  const value = listField(fields, 'transfer-encoding') ?? '';
  return value.split(',').map((coding) => coding.trim().toLowerCase());
}
