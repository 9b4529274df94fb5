/** Checks of field names and of values other than paths and product tokens. */

import { isAbsoluteUrl, parseDelay } from '../../file/groups.js';
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
        message: `Unknown field ${quoted(field.text)}. Strict crawlers ignore this line. Did you mean "${FIELD_TITLES[kind]}"?`,
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
          'The colon after the field name is missing. Strict crawlers ignore this line. Add ":".',
        fix: { span, replacement: ':' },
      };
    },
  },
  {
    code: 'not-a-record',
    about: 'line',
    find: ({ record, content }) =>
      record.kind === 'invalid' && content === 'text'
        ? {
            message:
              'This line is not of the form "Field: value", so crawlers ignore it. Start comments with "#".',
          }
        : undefined,
  },
  {
    code: 'noindex',
    about: 'field',
    find: ({ record }) =>
      record.kind === 'noindex'
        ? {
            message:
              'Crawlers ignore Noindex in robots.txt. Use a robots meta element in the page or an X-Robots-Tag header.',
          }
        : undefined,
  },
];

const DECISIVE: ReadonlySet<string> = new Set(['user-agent', 'allow', 'disallow']);

function unknownField(name: string): Finding {
  const nearest = nearestName(name, Object.keys(FIELD_TITLES));
  if (nearest === undefined || !isTitled(nearest)) {
    return { message: `Unknown field ${quoted(name)}. Crawlers ignore this line.` };
  }
  return {
    // A lost rule or user-agent line changes what crawlers may fetch.
    severity: DECISIVE.has(nearest) ? 'error' : 'warning',
    message: `Unknown field ${quoted(name)}. Most crawlers ignore this line. Did you mean "${FIELD_TITLES[nearest]}"?`,
  };
}

function isTitled(kind: string): kind is keyof typeof FIELD_TITLES {
  return Object.hasOwn(FIELD_TITLES, kind);
}

/** With a longer delay, in seconds, a crawler can send fewer than 100 requests per day. */
const LONGEST_DELAY = 864;
const SECONDS_PER_DAY = 86_400;

const FETCHABLE =
  /^(?:https?|ftp):\/\/(?:\[[\da-f:.]+\]|[-.\w\u0080-\uffff]+)(?::\d+)?(?:[/?]\S*)?$/i;
/** A fragment that names a page or file. Any other is a comment, without which the sitemap is found. */
const ROUTE = /\/|\.xml/;

export const otherValueChecks: readonly LineCheck[] = [
  {
    code: 'sitemap-not-absolute',
    about: 'value',
    find: ({ record }) =>
      record.kind === 'sitemap' && !isAbsoluteUrl(writtenValue(record))
        ? {
            message: `${quoted(writtenValue(record))} is not an absolute URL, so crawlers cannot fetch this sitemap. Write the full URL.`,
          }
        : undefined,
  },
  {
    code: 'sitemap-not-fetchable',
    about: 'value',
    find: ({ record: { kind, value, comment } }) => {
      if (kind !== 'sitemap' || value === undefined || !isAbsoluteUrl(value.text)) return undefined;
      const isCut = value.span.end === comment?.span.start && ROUTE.test(comment.text);
      if (!isCut && FETCHABLE.test(value.text)) return undefined;
      return {
        message: `Crawlers cannot fetch the sitemap ${quoted(value.text)}. Write one http or https URL per line, without white space, credentials or "#".`,
      };
    },
  },
  {
    code: 'crawl-delay-not-a-number',
    about: 'value',
    find: ({ record }) =>
      record.kind === 'crawl-delay' && parseDelay(writtenValue(record)) === undefined
        ? {
            message: `${quoted(writtenValue(record))} is not a number of seconds, so crawlers ignore this line. Write a number such as "10".`,
          }
        : undefined,
  },
  {
    code: 'crawl-delay-too-long',
    about: 'value',
    find: ({ record }) => {
      if (record.kind !== 'crawl-delay') return undefined;
      const delay = parseDelay(writtenValue(record));
      if (delay === undefined || delay <= LONGEST_DELAY) return undefined;
      const requests = Math.floor(SECONDS_PER_DAY / delay);
      return {
        message: `The value is in seconds: crawlers that support crawl-delay may send ${requests === 0 ? 'less than 1 request' : requests === 1 ? '1 request' : `${requests} requests`} per day. Write a shorter delay, such as "10".`,
      };
    },
  },
  {
    code: 'crawl-delay-outside-group',
    about: 'field',
    find: ({ record }) =>
      record.kind === 'crawl-delay' && record.groupIndex === undefined
        ? {
            message:
              'No user-agent line precedes this crawl-delay, so crawlers ignore it. Move it into the group of the crawlers that should follow it.',
          }
        : undefined,
  },
];
