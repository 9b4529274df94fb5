/** Checks of field names and of lines that are not records. */
import { FIELD_TITLES } from '../../write/record-text.js';
import { nearestName } from '../nearest-name.js';
import { type Finding, lineCheck, quoted } from './check.js';

export const unknownField = lineCheck({
  code: 'unknown-field',
  about: 'field',
  severity: 'info',
  clause: 'RFC 9309 2.2.4',
  title: 'Unknown field',
  description:
    'The field is unknown. Near misses are warnings, or errors if the line was meant to be a rule or a user-agent line.',
  kinds: ['unknown'],
  find: ({ field, file }) => (file.content === 'text' ? unknownFieldNamed(field) : undefined),
});

const DECISIVE: ReadonlySet<string> = new Set(['user-agent', 'allow', 'disallow']);

function unknownFieldNamed(name: string): Finding {
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

export const misspeltField = lineCheck({
  code: 'misspelt-field',
  about: 'field',
  severity: 'warning',
  clause: 'RFC 9309 2.2',
  fixable: true,
  title: 'Misspelled field',
  description: 'The field is misspelled, and only lenient crawlers accept it.',
  find: (line) => {
    const { kind, field } = line;
    if (field.length === kind.length && field.toLowerCase() === kind) return undefined;
    if (field === '' || !isTitled(kind)) return undefined;
    return {
      message: `Unknown field ${quoted(field)}. Strict crawlers ignore this line. Did you mean "${FIELD_TITLES[kind]}"?`,
      fix: line.replace('field', FIELD_TITLES[kind]),
    };
  },
});

export const missingColon = lineCheck({
  code: 'missing-colon',
  about: 'line',
  severity: 'warning',
  clause: 'RFC 9309 2.2',
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
        'The colon after the field name is missing. Strict crawlers ignore this line. Add ":".',
      fix: { span, replacement: ':' },
    };
  },
});

export const notARecord = lineCheck({
  code: 'not-a-record',
  about: 'line',
  severity: 'warning',
  clause: 'RFC 9309 2.2',
  title: 'Not a record',
  description: 'The line is neither a record nor a comment.',
  kinds: ['invalid'],
  find: ({ file }) =>
    file.content === 'text'
      ? {
          message:
            'This line is not of the form "Field: value", so crawlers ignore it. Start comments with "#".',
        }
      : undefined,
});

export const noindex = lineCheck({
  code: 'noindex',
  about: 'field',
  severity: 'warning',
  clause: 'RFC 9309 2.2.4',
  title: 'Noindex',
  description: 'Noindex is not part of the protocol.',
  kinds: ['noindex'],
  find: () => ({
    message:
      'Crawlers ignore Noindex in robots.txt. Use a robots meta element in the page or an X-Robots-Tag header.',
  }),
});
