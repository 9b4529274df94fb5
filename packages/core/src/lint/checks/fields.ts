/** Checks of field names and of lines that are not records. */

import { dialects, type FieldName } from '../../dialect/dialect.js';
import { FIELD_TITLES } from '../../syntax/record-text.js';
import { nearestName } from '../nearest-name.js';
import { type LineFinding, lineCheck, quoted } from './check.js';
import { KNOWN_FIELDS, PAGE_DIRECTIVES } from './known-fields.js';

export const unknownField = lineCheck({
  code: 'unknown-field',
  about: 'field',
  severity: 'info',
  clause: 'RFC 9309 2.2.4',
  title: 'Unknown field',
  description:
    'The field is unknown. Near misses are warnings, or errors if the line was meant to be a rule or a user-agent line.',
  kinds: ['unknown'],
  find: ({ field, value, file }) =>
    file.content === 'text' &&
    !KNOWN_FIELDS.has(field.toLowerCase()) &&
    unknownFieldNamed(field, value),
});

const DECISIVE = new Set<FieldName | undefined>(['user-agent', 'allow', 'disallow']);
/** Fields that lint suggests for similar names. Not Noindex, which nobody should write. */
const SUGGESTED = Object.keys(FIELD_TITLES)
  .filter(isTitled)
  .filter((name) => name !== 'noindex');

function unknownFieldNamed(name: string, value: string): LineFinding {
  const asGoogle = googleField(name);
  const nearest = nearestName(name, SUGGESTED);
  const advice = nearest === undefined ? '' : ` Did you mean "${FIELD_TITLES[nearest]}"?`;
  // A lost rule or user-agent line changes what crawlers may fetch.
  const severity = advice === '' ? undefined : DECISIVE.has(nearest) ? 'error' : 'warning';
  if (asGoogle !== undefined) {
    const message = readByGoogle(name, asGoogle, value, advice);
    return { severity: severity ?? 'warning', message };
  }
  if (PAGE_DIRECTIVES.has(name.toLowerCase())) {
    return `Unknown field ${quoted(name)}. Crawlers ignore this line. Use a robots meta element in the page or an X-Robots-Tag header.`;
  }
  const crawlers = advice === '' ? 'Crawlers' : 'Most crawlers';
  return {
    severity,
    message: `Unknown field ${quoted(name)}. ${crawlers} ignore this line.${advice}`,
  };
}

function readByGoogle(name: string, field: FieldName, value: string, advice = ''): string {
  return `Unknown field ${quoted(name)}. Google's parser compares only the start of the name and reads ${quoted(`${FIELD_TITLES[field]}: ${value}`)}; other crawlers ignore this line.${advice || ' Rename or remove it.'}`;
}

/** Returns the field that Google's parser, which compares prefixes, reads for a name. */
function googleField(name: string): FieldName | undefined {
  const { fieldNames, fieldsByPrefix } = dialects.google;
  const lower = name.toLowerCase();
  return fieldsByPrefix.find((field) =>
    fieldNames[field].some((spelling) => lower.startsWith(spelling)),
  );
}

function isTitled(kind: string): kind is FieldName {
  return Object.hasOwn(FIELD_TITLES, kind);
}

export const misspeltField = lineCheck({
  code: 'misspelt-field',
  about: 'field',
  fixable: true,
  title: 'Misspelled field',
  description: 'The field is misspelled, and only lenient crawlers accept it.',
  find: (line) => {
    const { kind, field, value } = line;
    if (field.length === kind.length && field.toLowerCase() === kind) return undefined;
    if (field === '' || !isTitled(kind)) return undefined;
    const asGoogle = googleField(field);
    // A fix would make other crawlers follow a rule that they ignore today.
    if (asGoogle === kind && nearestName(field, SUGGESTED) !== kind) {
      return readByGoogle(field, kind, value);
    }
    return {
      message: `Unknown field ${quoted(field)}. ${readersOf(field, kind)} Did you mean "${FIELD_TITLES[kind]}"?`,
      fix: line.replace('field', FIELD_TITLES[kind]),
    };
  },
});

/** Describes which crawlers accept a misspelled field. The dialect does, but other crawlers do not. */
function readersOf(field: string, kind: FieldName): string {
  const title = FIELD_TITLES[kind];
  return googleField(field) === kind
    ? `Google's crawlers read it as "${title}"; crawlers that compare whole names ignore this line.`
    : `No crawler is known to read it as "${title}", so most ignore this line.`;
}

export const missingColon = lineCheck({
  code: 'missing-colon',
  fixable: true,
  title: 'Missing colon',
  description: 'The colon is missing, and only lenient crawlers accept the line.',
  find: (line) => {
    const field = line.colonMissing ? line.record.field : undefined;
    if (field === undefined) return undefined;
    const { end, line: number, endColumn } = field.span;
    const span = { start: end, end, line: number, column: endColumn, endColumn };
    return {
      message:
        'The colon after the field name is missing. Google\'s crawlers accept that; crawlers that need the colon ignore this line. Add ":".',
      fix: { span, replacement: ':' },
    };
  },
});

const TWO_WORDS = /^\uFEFF?[ \t]*([^\s#]+)[ \t]+([^\s#]+)[ \t]*(?:[#\r\n]|$)/;

export const notARecord = lineCheck({
  code: 'not-a-record',
  title: 'Not a record',
  description: 'The line is neither a record nor a comment.',
  kinds: ['invalid'],
  find: ({ file, record }) => {
    if (file.content !== 'text') return undefined;
    // Row 9: Google's parser adds the colon between two words.
    const [, name = '', value = ''] = TWO_WORDS.exec(record.text) ?? [];
    const field = googleField(name);
    const isPrefix =
      field && !dialects.google.fieldNames[field].some((known) => known === name.toLowerCase());
    return isPrefix
      ? readByGoogle(name, field, value)
      : 'This line is not of the form "Field: value", so crawlers ignore it. Start comments with "#".';
  },
});

export const noindex = lineCheck({
  code: 'noindex',
  about: 'field',
  clause: 'RFC 9309 2.2.4',
  title: 'Noindex',
  description: 'Noindex is not part of the protocol.',
  kinds: ['noindex'],
  find: () =>
    'Crawlers ignore Noindex in robots.txt. Use a robots meta element or an X-Robots-Tag header, and allow crawling of the page, or they never see it.',
});
