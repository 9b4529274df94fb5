/** Creates tables, bodies and records for tests. */

import { type CrawlerProfile, crawlerProfile } from '../../src/crawlers/known-crawlers.js';
import { type CompiledDialect, compileDialect } from '../../src/dialect/compiled-dialect.js';
import { type Dialect, type DialectName, dialects } from '../../src/dialect/dialect.js';
import { MIN_PARSING_LIMIT_BYTES } from '../../src/dialect/limits.js';
import type { Crawler } from '../../src/file/crawler.js';
import { parseRobotsTxt } from '../../src/file/robots-txt.js';
import type { DiagnosticCode } from '../../src/lint/checks/index.js';
import type { Diagnostic } from '../../src/lint/diagnostic.js';
import { lineDiagnostics as lineDiagnosticsOf } from '../../src/lint/lint.js';
import { Body } from '../../src/syntax/body.js';
import { RecordReader, type RobotsTxtRecord } from '../../src/syntax/record.js';
import { bytesOfLatin1 } from '../naive/bytes.js';

export const dialectNames = Object.keys(dialects) as DialectName[];

export function tablesOf(dialect: DialectName | Dialect = 'rfc9309'): CompiledDialect {
  return compileDialect(typeof dialect === 'string' ? dialects[dialect] : dialect);
}

/** A body from a text, or from bytes. */
export function bodyOf(
  source: string | Uint8Array,
  dialect: DialectName = 'rfc9309',
  limit: number = MIN_PARSING_LIMIT_BYTES,
): Body {
  return new Body(source, dialects[dialect], limit);
}

/** Converts characters below U+0100 to one byte each. */
export function bytes(characters: string): Uint8Array {
  return bytesOfLatin1(characters);
}

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** A text in UTF-16 with its byte-order mark. */
export function utf16(text: string, order: 'le' | 'be', mark = '\uFEFF'): Uint8Array {
  const marked = mark + text;
  const view = new DataView(new ArrayBuffer(marked.length * 2));
  for (let at = 0; at < marked.length; at++) {
    view.setUint16(at * 2, marked.charCodeAt(at), order === 'le');
  }
  return new Uint8Array(view.buffer);
}

/** The records and bytes of a body; the value of record `i` ranges from `values[2 * i]` to `values[2 * i + 1]`. */
export function recordsOf(
  source: string | Uint8Array,
  dialect: DialectName = 'rfc9309',
): { records: RobotsTxtRecord[]; bytes: Uint8Array; values: number[] } {
  const reader = new RecordReader(bodyOf(source, dialect), tablesOf(dialect));
  const records: RobotsTxtRecord[] = [];
  const values: number[] = [];
  while (reader.next()) {
    records.push(reader.record());
    values.push(reader.valueStart, reader.valueEnd);
  }
  return { records, bytes: reader.bytes, values };
}

/** Checks the lines of a body. */
export function lineDiagnostics(source: string | Uint8Array, dialect: DialectName = 'rfc9309'): readonly Diagnostic[] {
  return lineDiagnosticsOf(parseRobotsTxt(source, { dialect }));
}

/** The codes of these diagnostics. */
export function lineCodes(source: string | Uint8Array, dialect: DialectName = 'rfc9309'): DiagnosticCode[] {
  return lineDiagnostics(source, dialect).map(({ code }) => code);
}

/** The same bytes with a count of reads, to measure work. */
export function countReads(source: Uint8Array): {
  readonly bytes: Uint8Array;
  readonly reads: () => number;
} {
  let reads = 0;
  const counting = new Proxy(source, {
    get: (bytes, name) => {
      if (typeof name !== 'string' || !/^\d+$/.test(name)) return Reflect.get(bytes, name, bytes);
      reads++;
      return bytes[Number(name)];
    },
  });
  return { bytes: counting, reads: () => reads };
}

/** Crawlers that choose groups or read files in different ways. */
export const variedCrawlers: readonly Crawler[] = [
  '*',
  ...['Googlebot', 'Googlebot-Image', 'AdsBot-Google', 'Applebot', 'bingbot', 'GPTBot'].map(
    (name) => crawlerProfile(name) as CrawlerProfile,
  ),
];
