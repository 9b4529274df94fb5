/** Checks of the octets of a file: what it is, its encoding, its limits. */
import type { RobotsTxtRecord } from '../../syntax/record.js';
import type { TextEdit } from '../diagnostic.js';
import { type LineCheck, type LineContext, writtenValue } from './check.js';
import { mendedValue } from './path-text.js';

const BYTE_ORDER_MARK = '\uFEFF';
const BYTE_ORDER_MARK_OCTETS = 3;
const REPLACEMENT = '\uFFFD';
const FIRST_OF_A_MARK = 0xef;
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is looked for.
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;

/** A line end is two octets at most, and no part of a line's length. */
const LONGEST_LINE_END = 2;

export const encodingChecks: readonly LineCheck[] = [
  noText('html', 'an HTML page'),
  noText('binary', 'binary'),
  {
    code: 'byte-order-mark',
    about: 'line',
    severity: 'info',
    clause: 'RFC 9309 2.3',
    find: (context) => {
      const { index, record, body } = context;
      if (index !== 0 || body.encoding !== 'utf-8') return undefined;
      if (!record.text.startsWith(BYTE_ORDER_MARK)) return undefined;
      return {
        message:
          'The file begins with a byte-order mark; it is skipped here, but not by every crawler.',
        fix: withoutMark(context),
      };
    },
  },
  {
    code: 'not-utf-8',
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.3',
    find: ({ record, body, index, content }) => {
      if (body.encoding !== 'utf-8' || content === 'utf-16') {
        const message = 'The file is UTF-16, not UTF-8; few crawlers read any line of it.';
        return index === 0 ? { message, severity: 'error' } : undefined;
      }
      return record.kind !== 'beyond-limit' && content !== 'binary' && !isUtf8(record)
        ? { message: 'The line is not UTF-8; its octets are compared as they are.' }
        : undefined;
    },
  },
  {
    code: 'over-parsing-limit',
    about: 'line',
    severity: 'error',
    clause: 'RFC 9309 2.5',
    find: ({ record }) =>
      record.kind === 'beyond-limit'
        ? { message: 'The file is over the parsing limit; nothing from here on is read.' }
        : undefined,
  },
  {
    code: 'line-too-long',
    about: 'line',
    severity: 'error',
    clause: "Google's parser",
    find: ({ record, tables }) => {
      const longest = tables.dialect.maxLineOctets;
      return record.kind !== 'beyond-limit' && record.octets.length > longest + LONGEST_LINE_END
        ? { message: `The line is longer than ${longest} octets; the rest of it is not read.` }
        : undefined;
    },
  },
  {
    code: 'control-character',
    about: 'line',
    severity: 'warning',
    clause: 'RFC 9309 2.2',
    find: (context) => {
      const { record, content } = context;
      if (record.kind === 'beyond-limit' || content === 'binary' || content === 'utf-16') {
        return undefined;
      }
      return CONTROL.test(record.text)
        ? { message: 'The line holds a control character.', fix: withoutControls(context) }
        : undefined;
    },
  },
];

/** Without its mark the file must not begin with what would be read as another one, or as a part of one. */
function withoutMark({ record, octets }: LineContext): TextEdit | undefined {
  if (octets[BYTE_ORDER_MARK_OCTETS] === FIRST_OF_A_MARK) return undefined;
  const { line, column } = record.span;
  const span = { start: 0, end: BYTE_ORDER_MARK_OCTETS, line, column, endColumn: column };
  return { span, replacement: '' };
}

/** The mend of a value, where that leaves no control character on the line. */
function withoutControls(context: LineContext): TextEdit | undefined {
  const { text } = context.record;
  const fix = mendedValue(context);
  if (fix === undefined) return undefined;
  const rest = text.replace(writtenValue(context.record), () => fix.replacement);
  return CONTROL.test(rest) ? undefined : fix;
}

/** The line is decoded once more only where its text has what stands for octets that are not UTF-8. */
function isUtf8({ text, octets }: RobotsTxtRecord): boolean {
  if (!text.includes(REPLACEMENT)) return true;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(octets);
    return true;
  } catch {
    return false;
  }
}

/** The file as a whole is something else, which is told on its first line. */
function noText(code: 'html' | 'binary', what: string): LineCheck {
  return {
    code,
    about: 'line',
    severity: 'error',
    clause: 'RFC 9309 2.3',
    find: ({ index, content }) =>
      content === code && index === 0
        ? { message: `The file is ${what}, not a robots.txt; hardly a line of it is read.` }
        : undefined,
  };
}
