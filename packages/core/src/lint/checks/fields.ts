/** Checks of field names and of lines that are not records. */

import { type Dialect, dialects, FIELD_NAMES, type FieldName } from '../../dialect/dialect.js';
import { type FieldFacts, factsAbout, knownFields, LIGHTHOUSE_CHECKED, otherField } from '../../dialect/fields.js';
import type { RecordKind } from '../../syntax/record.js';
import { nearestName } from '../nearest-name.js';
import { type FileFinding, fileCheck, type LineFinding, lineCheck, quoted } from './check.js';
import type { Line } from './line.js';

/** Directives of robots meta elements that site owners write as fields, in lower case. */
const PAGE_DIRECTIVES: ReadonlySet<string> = new Set(
  'index follow nofollow none all nosnippet noarchive nocache noimageindex'.split(' '),
);

export const unknownField = lineCheck({
  code: 'unknown-field',
  about: 'field',
  severity: 'info',
  clause: 'RFC 9309 2.2.4',
  title: 'Unknown field',
  description:
    'The field is unknown. Near misses are warnings, or errors if the line was meant to be a rule or a user-agent line.',
  kinds: ['unknown'],
  find: ({ field, value, file }) => file.content === 'text' && otherField(field) === undefined && unknownFieldNamed(field, value),
});

export const markedDownField = fileCheck({
  code: 'marked-down-field',
  severity: 'info',
  clause: `Lighthouse ${LIGHTHOUSE_CHECKED}`,
  title: 'Field that Lighthouse marks down',
  description:
    "Lighthouse's audit of robots.txt does not know the field, so the site loses points, although crawlers read or ignore the line. Reported once per field.",
  find: function* ({ robotsTxt }): Iterable<FileFinding> {
    const seen = new Set<FieldFacts>();
    // Keeps no objects of lines: a hostile file has hundreds of thousands.
    const walk = robotsTxt.walk();
    while (walk.next()) {
      if (!MARKED_DOWN.has(walk.kind)) continue;
      const { field, value, span } = walk.record();
      const facts = factsAbout(walk.kind, field?.text ?? '');
      if (facts === undefined || facts.lighthouse !== undefined || seen.has(facts)) continue;
      seen.add(facts);
      yield { message: markedDown(field?.text ?? '', facts), span: value?.span ?? span };
    }
  },
});

/** Kinds of records whose field may be marked down. */
const MARKED_DOWN: ReadonlySet<RecordKind> = new Set<RecordKind>([
  'unknown',
  ...FIELD_NAMES.filter((name) => knownFields[name].lighthouse === undefined),
]);

function markedDown(name: string, { definedBy }: FieldFacts): string {
  const audit = `Lighthouse's audit "robots-txt" (${LIGHTHOUSE_CHECKED})`;
  return definedBy === undefined
    ? `No document defines ${quoted(name)}, so crawlers ignore this line. ${audit} marks the file down for it. Remove it.`
    : `${audit} does not know ${quoted(name)} (${definedBy.name}) and marks the file down. Crawlers are not affected, so keep the line if you need it.`;
}

const DECISIVE = new Set<FieldName | undefined>(['user-agent', 'allow', 'disallow']);
/** Fields that lint suggests for similar names. Not Noindex, which nobody should write. */
const SUGGESTED = FIELD_NAMES.filter((name) => name !== 'noindex');

function unknownFieldNamed(name: string, value: string): LineFinding {
  const asGoogle = googleField(name);
  const nearest = nearestName(name, SUGGESTED);
  const advice = nearest === undefined ? '' : ` Did you mean "${knownFields[nearest].title}"?`;
  // A lost rule or user-agent line changes what crawlers may fetch.
  const severity = nearest && (DECISIVE.has(nearest) ? 'error' : 'warning');
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
  return `Unknown field ${quoted(name)}. Google's parser compares only the start of the name and reads ${quoted(`${knownFields[field].title}: ${value}`)}; other crawlers ignore this line.${advice || ' Rename or remove it.'}`;
}

/** Returns the field that Google's parser, which compares prefixes, reads for a name. */
function googleField(name: string): FieldName | undefined {
  const { fieldsByPrefix } = dialects.google;
  return fieldsByPrefix.find((field) => readsAs(dialects.google, name, field));
}

function isKnown(kind: string): kind is FieldName {
  return Object.hasOwn(knownFields, kind);
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
    if (field === '' || !isKnown(kind)) return undefined;
    const asGoogle = googleField(field);
    // A fix would make other crawlers follow a rule that they ignore today.
    if (asGoogle === kind && nearestName(field, SUGGESTED) !== kind) {
      return readByGoogle(field, kind, value);
    }
    return {
      message: `Unknown field ${quoted(field)}. ${readersOf(line, kind, field)} Did you mean "${knownFields[kind].title}"?`,
      fix: line.replace('field', knownFields[kind].title),
    };
  },
});

/** Says which crawlers read a misspelled field, as the dialect of the file does, and which ignore the line. */
function readersOf({ file }: Line, kind: FieldName, field: string): string {
  const { name } = file.robotsTxt.dialect;
  const title = quoted(knownFields[kind].title);
  const ignoring = ignoringDialects((dialect) => readsAs(dialect, field, kind));
  return googleField(field) === kind
    ? `Google's crawlers and the dialect ${name} read it as ${title}; crawlers that compare whole names (${ignoring}) ignore this line.`
    : `The dialect ${name} reads it as ${title}; Google's crawlers and others (${ignoring}) ignore this line.`;
}

function ignoringDialects(reads: (dialect: Dialect) => boolean): string {
  const ignoring = Object.values(dialects).filter((dialect) => !reads(dialect));
  return ignoring.map(({ name }) => name).join(', ');
}

function readsAs({ fieldNames, fieldsByPrefix }: Dialect, field: string, kind: FieldName): boolean {
  const lower = field.toLowerCase();
  return fieldsByPrefix.includes(kind)
    ? fieldNames[kind].some((spelling) => lower.startsWith(spelling))
    : fieldNames[kind].includes(lower);
}

export const missingColon = lineCheck({
  code: 'missing-colon',
  fixable: true,
  title: 'Missing colon',
  description: 'The colon is missing, and only lenient crawlers accept the line.',
  find: (line) => {
    const field = line.colonMissing ? line.record.field : undefined;
    if (field === undefined) return undefined;
    const ignoring = ignoringDialects(({ missingColon }) => missingColon === 'accepted');
    const { end, line: number, endColumn } = field.span;
    const span = { start: end, end, line: number, column: endColumn, endColumn };
    return {
      message: `The colon after the field name is missing. Google's crawlers and the dialect ${line.file.robotsTxt.dialect.name} accept that; crawlers that need the colon (${ignoring}) ignore this line. Add ":".`,
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
    // Google's parser adds the colon between two words (`missingColon`).
    const [, name = '', value = ''] = TWO_WORDS.exec(record.text) ?? [];
    const field = googleField(name);
    const isPrefix = field && !dialects.google.fieldNames[field].some((known) => known === name.toLowerCase());
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
