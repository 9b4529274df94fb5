/** Header fields of a response: those that are kept, and where its body ends (RFC 9112 6, 7). */

import { TransportError } from './failure.js';
import type { ResponseHeaders } from './outcome.js';

/** Names in lower case; values in ISO-8859-1, one for each field line. */
export type FieldLines = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface ResponseHead {
  /** The final status: 200 and above. */
  readonly status: number;
  readonly fields: FieldLines;
}

/**
 * A longer value is left out as a whole: half of a Cache-Control says something else, half of an ETag names nothing.
 * The values are kept as long as the copy is.
 */
const LONGEST_KEPT_VALUE = 1024;

/** RFC 9110 5.3: only the lines of a list may be joined. */
const KEPT_LISTS = ['cache-control', 'pragma'] as const;
/** RFC 9111 4.2.1, 5.1: of several lines the first one counts. */
const KEPT_SINGLES = [
  'age',
  'content-type',
  'date',
  'etag',
  'expires',
  'last-modified',
  'retry-after',
] as const;

/** What decides about the life of a copy, its renewal and the next try. */
export function responseHeaders(lines: FieldLines): ResponseHeaders {
  const kept: Partial<Record<keyof ResponseHeaders, string>> = {};
  const keep = (name: keyof ResponseHeaders, value: string | undefined) => {
    if (value !== undefined && value.length <= LONGEST_KEPT_VALUE) kept[name] = value;
  };
  for (const name of KEPT_LISTS) keep(name, listField(lines, name));
  for (const name of KEPT_SINGLES) keep(name, singleField(lines, name));
  return kept;
}

/** All lines of a field whose value is a list, as one value (RFC 9110 5.3). */
export function listField(lines: FieldLines, name: string): string | undefined {
  const values = valuesOf(lines, name);
  return values.length === 0 ? undefined : values.join(', ');
}

/** The first line of a field that may have one alone. */
export function singleField(lines: FieldLines, name: string): string | undefined {
  return valuesOf(lines, name)[0];
}

/** A Location (RFC 9110 10.2.2). Undefined where there is none, or where several disagree. */
export function locationField(lines: FieldLines): string | undefined {
  const [first, ...others] = new Set(valuesOf(lines, 'location'));
  return others.length === 0 ? first : undefined;
}

function valuesOf(lines: FieldLines, name: string): readonly string[] {
  const value = Object.hasOwn(lines, name) ? lines[name] : undefined;
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}

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
