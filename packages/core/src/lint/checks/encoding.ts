/** Checks of a file's bytes: content, encoding and limits. */

import { isUtf8 } from '../../syntax/record-text.js';
import { type BodyContent, exceededLimit, NOT_TEXT } from '../content.js';
import { lineCheck } from './check.js';
import type { Line, TextEdit } from './line.js';
import { fixedValue } from './paths.js';

const BYTE_ORDER_MARK = '\uFEFF';
const BYTE_ORDER_MARK_BYTES = 3;
/** The first bytes of the marks of UTF-8 and UTF-16. */
const FIRST_OF_MARKS = [0xef, 0xfe, 0xff];
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose.
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;

/** Returns a check that reports once, on the first line, that the whole file is not text. */
function contentCheck<const Content extends BodyContent, const Clause extends string>(
  code: Content,
  facts: { readonly clause: Clause; readonly title: string; readonly description: string },
) {
  return lineCheck({
    ...facts,
    code,
    severity: 'error',
    find: ({ index, file }) =>
      index === 0 &&
      file.content === code &&
      `The file is ${NOT_TEXT.get(code)}, not a robots.txt, so crawlers ignore nearly all of it. Serve plain text at /robots.txt.`,
  });
}

export const html = contentCheck('html', {
  clause: 'RFC 9309 2.3',
  title: 'HTML page',
  description: 'The file is an HTML page, not a robots.txt.',
});

export const json = contentCheck('json', {
  clause: 'RFC 9309 2.2',
  title: 'JSON file',
  description: 'The file is JSON, not a robots.txt.',
});

export const binary = contentCheck('binary', {
  clause: 'RFC 9309 2.3',
  title: 'Binary file',
  description: 'The file is binary, not text.',
});

export const byteOrderMark = lineCheck({
  code: 'byte-order-mark',
  severity: 'info',
  clause: 'RFC 9309 2.3',
  fixable: true,
  title: 'Byte-order mark',
  description: 'The file starts with a byte-order mark.',
  find: (line) =>
    line.index === 0 &&
    line.file.robotsTxt.encoding === 'utf-8' &&
    line.record.text.startsWith(BYTE_ORDER_MARK) && {
      message: 'The file starts with a byte-order mark. Crawlers that do not skip it misread the first line. Remove it.',
      fix: withoutMark(line),
    },
});

export const notUtf8 = lineCheck({
  code: 'not-utf-8',
  clause: 'RFC 9309 2.3',
  title: 'Not UTF-8',
  description: 'The line is not valid UTF-8 (an error if the whole file is UTF-16).',
  find: (line) => {
    const { kind, index } = line;
    const { robotsTxt, content } = line.file;
    if (robotsTxt.encoding !== 'utf-8' || content === 'utf-16') {
      const message = 'The file is UTF-16, so most crawlers cannot read it. Save it as UTF-8.';
      return index === 0 && { message, severity: 'error' };
    }
    // The first line includes the byte-order mark, which may be incomplete.
    const isAscii = line.isPlain && index > 0;
    const isChecked = kind !== 'beyond-limit' && content !== 'binary' && !isAscii;
    return (
      isChecked &&
      !isUtf8(line.record) &&
      'This line is not valid UTF-8. Its bytes are compared as written. Save the file as UTF-8.'
    );
  },
});

export const overParsingLimit = lineCheck({
  code: 'over-parsing-limit',
  severity: 'error',
  clause: 'RFC 9309 2.5',
  title: 'Parsing limit exceeded',
  description: 'The file exceeds the parsing limit.',
  kinds: ['beyond-limit'],
  find: ({ file: { robotsTxt } }) => {
    const { name, maxRules } = robotsTxt.dialect;
    return exceededLimit(robotsTxt) === 'rules'
      ? `The file has more than ${maxRules} rules, and the ${name} dialect reads nothing from here on. Remove rules.`
      : 'The file exceeds the parsing limit, so nothing from here on is read. Shorten the file.';
  },
});

export const lineTooLong = lineCheck({
  code: 'line-too-long',
  severity: 'error',
  clause: "Google's parser",
  title: 'Line too long',
  description: 'The line exceeds the maximum line length of the dialect.',
  find: (line) => {
    const { maxLineBytes } = line.file.tables.dialect;
    return (
      line.kind !== 'beyond-limit' &&
      line.length > maxLineBytes &&
      `This line exceeds ${maxLineBytes} bytes, and the rest of it is ignored. Shorten the line.`
    );
  },
});

export const controlCharacter = lineCheck({
  code: 'control-character',
  fixable: true,
  title: 'Control character',
  description: 'The line contains a control character.',
  find: (line) => {
    const { content } = line.file;
    const isText = content !== 'binary' && content !== 'utf-16';
    if (line.kind === 'beyond-limit' || !isText) return undefined;
    if (line.isPlain || !CONTROL.test(line.record.text)) return undefined;
    return {
      message: 'This line contains a control character. Remove it or, in a path, write it as %XX.',
      fix: withoutControls(line),
    };
  },
});

/** Returns the edit that removes the byte-order mark; undefined if that would expose another (partial) mark. */
function withoutMark({ record, bytes }: Line): TextEdit | undefined {
  if (FIRST_OF_MARKS.includes(bytes[BYTE_ORDER_MARK_BYTES])) return undefined;
  const { line, column } = record.span;
  const span = { start: 0, end: BYTE_ORDER_MARK_BYTES, line, column, endColumn: column };
  return { span, replacement: '' };
}

/** Returns the fixed value if that removes every control character from the line. */
function withoutControls(line: Line): TextEdit | undefined {
  const fix = fixedValue(line);
  if (fix === undefined) return undefined;
  const rest = line.record.text.replace(line.value, () => fix.replacement);
  return CONTROL.test(rest) ? undefined : fix;
}
