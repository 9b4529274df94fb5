/** The fields of an answer's header, as undici gives them -> those that count, each of bounded length. */
import type { ResponseHeaders } from './outcome.js';

/** Names in lower case; values in ISO-8859-1, one for each field line. */
export type FieldLines = Readonly<Record<string, string | readonly string[] | undefined>>;

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
