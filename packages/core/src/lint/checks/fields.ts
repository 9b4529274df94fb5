/** Checks of fields: what a line claims to be. */

import { isAbsoluteUrl, parseDelay } from '../../file-records.js';
import { FIELD_TITLES } from '../../write/record-text.js';
import { nearestName } from '../nearest-name.js';
import { type Finding, type LineCheck, quoted, replacePiece, writtenValue } from './check.js';

export const fieldChecks: readonly LineCheck[] = [
  {
    code: 'unknown-field',
    about: 'field',
    find: ({ record, content }) =>
      record.kind === 'unknown' && content === 'text'
        ? unknownField(record.field?.text ?? '')
        : undefined,
  },
  {
    code: 'misspelt-field',
    about: 'field',
    find: ({ record }) => {
      const { kind, field } = record;
      if (field === undefined || kind === 'unknown') return undefined;
      if (field.text.toLowerCase() === kind || !isTitled(kind)) return undefined;
      return {
        message: `${quoted(field.text)} is read as ${kind} here, but not by every crawler.`,
        fix: replacePiece(record, 'field', FIELD_TITLES[kind]),
      };
    },
  },
  {
    code: 'missing-colon',
    about: 'line',
    find: ({ record: { colonMissing, field } }) => {
      if (!colonMissing || field === undefined) return undefined;
      const { end, line, endColumn } = field.span;
      const span = { start: end, end, line, column: endColumn, endColumn };
      return {
        message:
          'The colon after the field is missing; the line is read all the same here, but not by every crawler.',
        fix: { span, replacement: ':' },
      };
    },
  },
  {
    code: 'not-a-record',
    about: 'line',
    find: ({ record, content }) =>
      record.kind === 'invalid' && content === 'text'
        ? { message: 'The line is neither a record nor a comment; it is ignored.' }
        : undefined,
  },
  {
    code: 'noindex',
    about: 'field',
    find: ({ record }) =>
      record.kind === 'noindex'
        ? {
            message:
              'Noindex is no part of the protocol and crawlers ignore it; say it in the page (robots meta element) or its header (X-Robots-Tag).',
          }
        : undefined,
  },
];

const DECISIVE: ReadonlySet<string> = new Set(['user-agent', 'allow', 'disallow']);

function unknownField(name: string): Finding {
  const nearest = nearestName(name.toLowerCase(), Object.keys(FIELD_TITLES));
  if (nearest === undefined || !isTitled(nearest)) {
    return { message: `The field ${quoted(name)} is not known; the line is ignored.` };
  }
  return {
    // A rule that is lost changes what crawlers may fetch.
    severity: DECISIVE.has(nearest) ? 'error' : 'warning',
    message: `The field ${quoted(name)} is not known and the line is ignored; write "${FIELD_TITLES[nearest]}" if that is meant.`,
  };
}

function isTitled(kind: string): kind is keyof typeof FIELD_TITLES {
  return Object.hasOwn(FIELD_TITLES, kind);
}

export const otherValueChecks: readonly LineCheck[] = [
  {
    code: 'sitemap-not-absolute',
    about: 'value',
    find: ({ record }) =>
      record.kind === 'sitemap' && !isAbsoluteUrl(writtenValue(record))
        ? {
            message: `${quoted(writtenValue(record))} is no absolute URL; crawlers cannot follow it.`,
          }
        : undefined,
  },
  {
    code: 'crawl-delay-not-a-number',
    about: 'value',
    find: ({ record }) =>
      record.kind === 'crawl-delay' && parseDelay(writtenValue(record)) === undefined
        ? { message: `${quoted(writtenValue(record))} is no number of seconds.` }
        : undefined,
  },
];
