/** Selects the header fields of a response to store, and determines where its body ends (RFC 9112 6, 7). */

import { isUtf8 } from 'node:buffer';
import type { FetchedHeaders } from '../policy/fetch-outcome.js';
import { detached } from '../policy/origin.js';
import { lifetimeDirectives } from '../policy/times.js';
import { TransportError } from './failure.js';

/** Lower-case names; ISO-8859-1 values, one per field line. */
export type FieldLines = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface ResponseHead {
  /** The final status: 200 and above. */
  readonly status: number;
  readonly fields: FieldLines;
}

/**
 * Values are stored with the copy. Longer ones are dropped, since half an ETag has no meaning, unless this would lengthen
 * the lifetime.
 */
const LONGEST_VALUE = 1024;

const SHORTENED: Partial<Record<keyof FetchedHeaders, (value: string) => string>> = {
  'cache-control': shortenedControl,
  pragma: (pragma) => /no-cache/i.exec(pragma)?.[0] ?? '',
  age: (age) => age.slice(0, LONGEST_VALUE),
  expires: (expires) => expires.slice(0, LONGEST_VALUE),
};

/** RFC 9111 4.2.1, 5.1: the first of several lines counts. */
const SINGLE_FIELDS = ['age', 'content-type', 'date', 'etag', 'expires', 'last-modified', 'retry-after'] as const;

/** Returns the fields that affect cache lifetime, renewal, and the next try. */
export function responseHeaders(lines: FieldLines): FetchedHeaders {
  const stored: Partial<Record<keyof FetchedHeaders, string>> = {};
  const store = (name: keyof FetchedHeaders, value: string | undefined) => {
    if (value === undefined) return;
    const short = value.length > LONGEST_VALUE ? SHORTENED[name]?.(value) : value;
    if (short !== undefined) stored[name] = detached(short);
  };
  for (const name of ['cache-control', 'pragma'] as const) store(name, listField(lines, name));
  for (const name of SINGLE_FIELDS) store(name, singleField(lines, name));
  return stored;
}

function shortenedControl(control: string): string {
  const directives = lifetimeDirectives(control).join(', ');
  return directives.length <= LONGEST_VALUE ? directives : 'no-store';
}

/** Returns all lines of a list field as one value (RFC 9110 5.3). */
export function listField(lines: FieldLines, name: string): string | undefined {
  const values = valuesOf(lines, name);
  return values.length === 0 ? undefined : values.join(', ');
}

/** Returns the first line of a field. */
export function singleField(lines: FieldLines, name: string): string | undefined {
  return valuesOf(lines, name)[0];
}

/** Returns the Location (RFC 9110 10.2.2). Undefined if there is none or several disagree. */
export function locationField(lines: FieldLines): string | undefined {
  const [first, ...moreLocations] = new Set(valuesOf(lines, 'location'));
  return moreLocations.length === 0 ? first : undefined;
}

/**
 * Decodes the UTF-8 of a Location that was received as ISO-8859-1, as the Fetch standard does. Many servers write a path
 * without percent-encoding.
 *
 *     bytes     /  c  a  f  c3 a9
 *     location  /  c  a  f  Ã  ©
 *     result    /  c  a  f  é
 */
export function locationText(location: string): string {
  const bytes = Buffer.from(location, 'latin1');
  const isLatin1 = /^[\0-\xff]*$/.test(location);
  return isLatin1 && isUtf8(bytes) ? bytes.toString() : location;
}

function valuesOf(lines: FieldLines, name: string): readonly string[] {
  const value = Object.hasOwn(lines, name) ? lines[name] : undefined;
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}

/** Returns whether only the end of the connection delimits the body (RFC 9112 6.3). */
export function isCloseDelimited({ status, fields }: ResponseHead): boolean {
  if (status < 200 || status === 204 || status === 304) return false;
  const hasLength = singleField(fields, 'content-length') !== undefined;
  return !hasLength && transferCodings(fields).at(-1) !== 'chunked';
}

/**
 * Throws a TransportError if the parser leaves a transfer coding on the body. The request accepts none (RFC 9112 7.4:
 * no TE), so only chunked, which the parser removes if it comes last, and the no-op `identity` of RFC 2616 3.6 are
 * valid.
 */
export function checkTransferCodings(fields: FieldLines): void {
  const codings = transferCodings(fields);
  const isPlain = codings.every((coding) => ['', 'chunked', 'identity'].includes(coding));
  if (isPlain && (codings.at(-1) === 'chunked' || !codings.includes('chunked'))) return;
  throw new TransportError('content-encoding', 'the body has an unsupported transfer-encoding');
}

/**
 * In the order of their application. Includes empty items, because to the parser, chunked followed by a comma is not
 * last.
 */
function transferCodings(fields: FieldLines): readonly string[] {
  const value = listField(fields, 'transfer-encoding') ?? '';
  return value.split(',').map((coding) => coding.trim().toLowerCase());
}
