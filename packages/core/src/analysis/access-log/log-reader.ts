/** Recognizes the format of an access log. */
import { CR } from '../../util/bytes.js';
import { FIELDS_DIRECTIVE, headerFieldsReader } from './header-fields.js';
import { jsonLinesReader } from './json-lines.js';
import type { LineReader, LogFields, LogReader } from './log-request.js';
import { isServerLine, quotedFieldsReader } from './quoted-fields.js';

/**
 * Returns a reader for a log by its first lines: the common and combined formats of Apache and nginx, AWS Application Load
 * Balancers, logs with a `#Fields:` header such as those of IIS and CloudFront, and JSON lines. Undefined if none of the lines is
 * in one of these formats. The reader takes each line, from the first, without its line feed.
 *
 * @param fields names of fields that differ from those of the known formats
 *
 * @example
 * ```ts
 * import { logReader } from '@repkit/core/analysis';
 *
 * const line = '::1 - - [28/Nov/2026:10:00:00 +0000] "GET /page?a HTTP/1.1" 200 5 "-" "ExampleBot/1.0"';
 * const request = logReader([line])?.(line);
 * typeof request === 'object' && [request.target, request.userAgent]; // [ '/page?a', 'ExampleBot/1.0' ]
 * ```
 */
export function logReader(lines: readonly string[], fields: LogFields = {}): LogReader | undefined {
  // A log may have a header, but no request yet.
  if (lines.some((line) => line.startsWith(FIELDS_DIRECTIVE))) return withoutReturns(headerFieldsReader(fields));
  const quotedFields = quotedFieldsReader(fields, lines);
  const isRead = (reader: LineReader) => lines.some((line) => typeof reader(line, false) === 'object');
  const read = [quotedFields, jsonLinesReader(fields)].find(isRead);
  if (read !== undefined) return withoutReturns(read);
  // A log may begin with many invalid requests, or with those of a monitor.
  return fields.ip === undefined && lines.some(isServerLine) ? withoutReturns(quotedFields) : undefined;
}

/** Returns a reader of lines that may have a carriage return at their end. */
function withoutReturns(read: LineReader): LogReader {
  return (line, isOpen = false) => {
    const hasReturn = line.charCodeAt(line.length - 1) === CR;
    return read(hasReturn ? line.slice(0, -1) : line, isOpen);
  };
}
