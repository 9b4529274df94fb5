/** Recognizes the format of an access log. */
import { FIELDS, headerFieldsReader } from './header-fields.js';
import { jsonLinesReader } from './json-lines.js';
import type { LogFields, LogReader } from './log-request.js';
import { quotedFieldsReader } from './quoted-fields.js';

const READERS = [quotedFieldsReader, headerFieldsReader, jsonLinesReader];

/**
 * Returns a reader for a log by its first lines: the common and combined formats of Apache and nginx, AWS Application Load
 * Balancers, logs with a `#Fields:` header such as those of IIS and CloudFront, and JSON lines. Undefined if none of the lines is
 * a request in one of these formats. The reader takes each line, from the first, without its line end.
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
  const hasHeader = lines.some((line) => line.startsWith(FIELDS));
  const startReader = READERS.find((start) => {
    if (hasHeader) return start === headerFieldsReader;
    const read = start(fields);
    return lines.some((line) => typeof read(line) === 'object');
  });
  return startReader?.(fields);
}
