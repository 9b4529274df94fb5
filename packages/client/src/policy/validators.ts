/** Validators of a copy (RFC 9110 8.8), and the responses that renew it. Pure. */
import type { FetchedHeaders, Validators } from './fetch-outcome.js';
import { SECOND } from './limits.js';
import { parseHttpDate } from './times.js';

/** RFC 9110 8.8.3: one entity tag. `*` and lists are conditions and not validators. */
const ENTITY_TAG = /^(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")$/;

/** Returns whether a value is one entity tag, which may be sent as If-None-Match. */
export function isEntityTag(value: string | undefined): value is string {
  return opaqueTag(value) !== undefined;
}

/**
 * Returns the validators of a response. Omits an invalid ETag, and a Last-Modified in the second of the response: the file may
 * change again within that second, and every later request with this date would be answered with a 304 (RFC 9110 8.8.2.2).
 */
export function validatorsOf(headers: FetchedHeaders): Validators {
  const { date = '', etag, 'last-modified': lastModified } = headers;
  const [sentAt, modifiedAt] = [parseHttpDate(date), parseHttpDate(lastModified ?? '')];
  const isWeak = sentAt !== undefined && modifiedAt !== undefined && sentAt - modifiedAt < SECOND;
  return {
    ...(isEntityTag(etag) && { etag }),
    ...(lastModified !== undefined && !isWeak && { lastModified }),
  };
}

/**
 * Returns whether a 304 is about the copy with these validators (RFC 9111 4.3.4). If its own validators are those of
 * another file, renewing the copy would pin the old body next to the new validators, to which every later response is a
 * correct 304.
 *
 * Entity tags are compared as If-None-Match does (RFC 9110 13.1.2): nginx sends the tag of a compressed body as weak, and
 * that of its 304 as strong.
 */
export function renewsCopy(headers: FetchedHeaders, stored: Validators): boolean {
  const [tag, storedTag] = [opaqueTag(headers.etag), opaqueTag(stored.etag)];
  if (tag !== undefined && storedTag !== undefined) return tag === storedTag;
  const { 'last-modified': lastModified } = headers;
  if (lastModified !== undefined && stored.lastModified !== undefined) {
    return lastModified === stored.lastModified;
  }
  return tag === undefined || headers.etag?.startsWith('W/') === true;
}

/** Returns an entity tag without its prefix; undefined if the value is not one. */
function opaqueTag(value: string | undefined): string | undefined {
  return value === undefined ? undefined : ENTITY_TAG.exec(value)?.[1];
}
