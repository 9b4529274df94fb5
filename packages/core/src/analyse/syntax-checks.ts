/** Checks of single lines: one pure function a code. */
import type { CompiledDialect } from '../compiled-dialect.js';
import type { Body } from '../decode.js';
import { nameOf } from '../syntax/groups.js';
import { isAbsoluteUrl, parseDelay } from '../syntax/other-values.js';
import type { ReadRecords, RobotsTxtRecord } from '../syntax/record.js';
import type { Diagnostic, DiagnosticCode, Severity } from './diagnostic.js';

/** A line and what is around it. */
interface Context {
  readonly record: RobotsTxtRecord;
  readonly index: number;
  readonly read: ReadRecords;
  readonly tables: CompiledDialect;
  readonly body: Body;
}

interface Check {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly clause: string;
  /** What the message is about, and where its span lies. */
  readonly about: 'line' | 'field' | 'value';
  /** The message, or undefined where there is nothing to say. */
  readonly message: (context: Context) => string | undefined;
}

const BYTE_ORDER_MARK = '\uFEFF';
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is looked for.
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;

function isRule({ kind }: RobotsTxtRecord): boolean {
  return kind === 'allow' || kind === 'disallow';
}

function writtenValue({ value }: RobotsTxtRecord): string {
  return value?.text ?? '';
}

/** A text from the file as it is shown in a sentence. */
function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

const CHECKS: readonly Check[] = [
  {
    code: 'byte-order-mark',
    about: 'line',
    severity: 'info',
    clause: 'RFC 9309 2.3',
    message: ({ index, record }) =>
      index === 0 && record.text.startsWith(BYTE_ORDER_MARK)
        ? 'The file begins with a byte-order mark; it is skipped here, but not by every crawler.'
        : undefined,
  },
  {
    code: 'not-utf-8',
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.3',
    message: ({ record, body }) =>
      body.encoding === 'utf-8' && record.kind !== 'beyond-limit' && !isUtf8(record.octets)
        ? 'The line is not UTF-8; its octets are compared as they are.'
        : undefined,
  },
  {
    code: 'over-parsing-limit',
    about: 'line',
    severity: 'error',
    clause: 'RFC 9309 2.5',
    message: ({ record }) =>
      record.kind === 'beyond-limit'
        ? 'The file is over the parsing limit; nothing from here on is read.'
        : undefined,
  },
  {
    code: 'line-too-long',
    about: 'line',
    severity: 'error',
    clause: "Google's parser",
    message: ({ record, tables }) =>
      record.kind !== 'beyond-limit' && record.octets.length > tables.dialect.maxLineOctets + 2
        ? `The line is longer than ${tables.dialect.maxLineOctets} octets; the rest of it is not read.`
        : undefined,
  },
  {
    code: 'control-character',
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    message: ({ record }) =>
      record.kind !== 'beyond-limit' && CONTROL.test(record.text)
        ? 'The line holds a control character.'
        : undefined,
  },
  {
    code: 'unknown-field',
    about: 'field',
    severity: 'info',
    clause: 'RFC 9309 2.2.4',
    message: ({ record }) =>
      record.kind === 'unknown'
        ? `The field ${quoted(record.field?.text ?? '')} is not known; the line is ignored.`
        : undefined,
  },
  {
    code: 'misspelt-field',
    about: 'field',
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    message: ({ record: { kind, field } }) =>
      field !== undefined && kind !== 'unknown' && field.text.toLowerCase() !== kind
        ? `${quoted(field.text)} is read as ${kind} here, but not by every crawler.`
        : undefined,
  },
  {
    code: 'missing-colon',
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    message: ({ record }) =>
      record.colonMissing
        ? 'The colon after the field is missing; the line is read all the same here, but not by every crawler.'
        : undefined,
  },
  {
    code: 'not-a-record',
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    message: ({ record }) =>
      record.kind === 'invalid'
        ? 'The line is neither a record nor a comment; it is ignored.'
        : undefined,
  },
  {
    code: 'unusable-product-token',
    about: 'value',
    severity: 'error',
    clause: 'RFC 9309 2.2.1',
    message: ({ record, read, index, tables }) =>
      record.kind === 'user-agent' && nameOf(read, index, tables) === ''
        ? `${quoted(writtenValue(record))} is no product token; the line names nobody.`
        : undefined,
  },
  {
    code: 'rule-outside-group',
    about: 'line',
    severity: 'error',
    clause: 'RFC 9309 2.2.1',
    message: ({ record }) =>
      isRule(record) && record.groupIndex === undefined
        ? 'The rule belongs to no group, because no user-agent line is before it; it is ignored.'
        : undefined,
  },
  {
    code: 'unusable-path',
    about: 'value',
    severity: 'error',
    clause: 'RFC 9309 2.2.2',
    message: ({ record, read, index, tables }) => {
      const path = writtenValue(record);
      if (!isRule(record) || path === '') return undefined;
      if (tables.patternStarts[read.octets[read.values[index * 2]]] === 1) return undefined;
      return `${quoted(path)} does not begin with "/"; the rule matches nothing.`;
    },
  },
  {
    code: 'sitemap-not-absolute',
    about: 'value',
    severity: 'warning',
    clause: 'sitemaps.org',
    message: ({ record }) =>
      record.kind === 'sitemap' && !isAbsoluteUrl(writtenValue(record))
        ? `${quoted(writtenValue(record))} is no absolute URL; crawlers cannot follow it.`
        : undefined,
  },
  {
    code: 'crawl-delay-not-a-number',
    about: 'value',
    severity: 'warning',
    clause: 'RFC 9309 2.2.4',
    message: ({ record }) =>
      record.kind === 'crawl-delay' && parseDelay(writtenValue(record)) === undefined
        ? `${quoted(writtenValue(record))} is no number of seconds.`
        : undefined,
  },
];

function isUtf8(octets: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(octets);
    return true;
  } catch {
    return false;
  }
}

/** What the checks say about each line, in file order. */
export function checkSyntax(
  read: ReadRecords,
  body: Body,
  tables: CompiledDialect,
): readonly Diagnostic[] {
  return read.records.flatMap((record, index) =>
    CHECKS.flatMap(({ code, severity, clause, about, message }) => {
      const text = message({ record, index, read, tables, body });
      if (text === undefined) return [];
      const span = (about === 'line' ? record : (record[about] ?? record)).span;
      return [{ code, severity, message: text, clause, span }];
    }),
  );
}
