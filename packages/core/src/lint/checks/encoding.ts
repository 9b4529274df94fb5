/** Checks of a file's bytes: content, encoding and limits. */

import { table } from '../../dialect/compiled-dialect.js';
import { bodyOf } from '../../file/internal.js';
import type { RobotsTxt } from '../../file/robots-txt.js';
import { isUtf8 } from '../../syntax/record-text.js';
import { CR, DELETE, FF, LF, SPACE, TAB } from '../../util/bytes.js';
import { memoizeByObject } from '../../util/memoize-by-object.js';
import { lineCheck } from './check.js';
import type { BodyContent, Line, TextEdit } from './line.js';
import { fixedValue } from './paths.js';

const BYTE_ORDER_MARK = '\uFEFF';
const BYTE_ORDER_MARK_BYTES = 3;
/** The first bytes of the marks of UTF-8 and UTF-16. */
const FIRST_OF_MARKS = [0xef, 0xfe, 0xff];
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose.
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;

/** Descriptions of content that must be replaced as a whole. */
export const NOT_TEXT = new Map<string, string>([
  ['html', 'an HTML page'],
  ['json', 'JSON'],
  ['binary', 'a binary file'],
] satisfies [BodyContent, string][]);

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
      message:
        'The file starts with a byte-order mark. Crawlers that do not skip it misread the first line. Remove it.',
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
  find: () =>
    'The file exceeds the parsing limit, so nothing from here on is read. Shorten the file.',
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

const HTML = /^\uFEFF?\s*<(?:!doctype html|html|head|body|\?xml)[\s>]/i;

const JSON_START = /^\uFEFF?\s*(?:\{\s*(?:"|\}|$)|\[\s*(?:["{\]]|$))/;

/** Returns what the body contains. Linear in its bytes. */
export const contentOf = memoizeByObject((robotsTxt: RobotsTxt): BodyContent => {
  const walk = robotsTxt.walk();
  let hasLine = walk.next();
  while (hasLine && walk.kind === 'blank') hasLine = walk.next();
  const start = hasLine ? walk.record().text : '';
  if (HTML.test(start)) return 'html';
  if (JSON_START.test(start)) return 'json';
  const body = bodyOf(robotsTxt);
  return contentOfBytes(body.bytes(), body.start, body.end);
});

/** Control bytes that text does not contain. Excludes 0x80 to 0x9f, which occur in the UTF-8 of many letters. */
const CONTROLS = table((byte) => {
  const isWhite = byte === TAB || byte === LF || byte === FF || byte === CR;
  return byte === DELETE || (byte < SPACE && !isWhite);
});

/** Bytes to inspect at the start of a file. */
const INSPECTED_BYTES = 65_536;
/** If the first bytes contain no control character and the rest no NUL, the file is text. */
const QUICK_CHECK_BYTES = 256;
/** Fewer controls are reported line by line. */
const MIN_CONTROLS = 8;
/** In random or compressed bytes, about 29 of 256 are controls. */
const BYTES_PER_CONTROL = 16;
/** In UTF-16, the NULs of ASCII characters are all at even or all at odd offsets; few other characters have one. */
const NULS_ON_ONE_SIDE = 8;
/** Comments may be in any script, but records are ASCII: at least this share of the text. */
const CHARACTERS_PER_NUL = 4;

/**
 * Classifies the bytes from start to end. Detects UTF-16 without a byte-order mark or in a dialect that ignores the
 * mark. Linear in the first 64 KiB.
 */
export function contentOfBytes(
  bytes: Uint8Array,
  start: number,
  end: number,
): Exclude<BodyContent, 'html' | 'json'> {
  const all = bytes.subarray(start, Math.min(end, start + INSPECTED_BYTES));
  const first = all.subarray(0, QUICK_CHECK_BYTES);
  if (!all.includes(0) && !first.some((byte) => CONTROLS[byte] === 1)) return 'text';
  // Trailing NULs come from block-wise copies or crashes, and are reported as one bad line.
  const content = all.subarray(0, all.findLastIndex((byte) => byte !== 0) + 1);
  if (content.length === 0) return all.length < MIN_CONTROLS ? 'text' : 'binary';
  const nuls: [number, number] = [0, 0];
  let controls = 0;
  for (let at = 0; at < content.length; at++) {
    controls += CONTROLS[content[at]];
    if (content[at] === 0) nuls[at & 1]++;
  }
  if (controls < MIN_CONTROLS || controls * BYTES_PER_CONTROL < content.length) return 'text';
  const [fewer, more] = nuls.sort((a, b) => a - b);
  const isSided = more >= MIN_CONTROLS && more >= fewer * NULS_ON_ONE_SIDE;
  return isSided && more * 2 * CHARACTERS_PER_NUL >= content.length ? 'utf-16' : 'binary';
}
