/** Checks of a file's bytes: content, encoding and limits. */

import { CR, DELETE, FF, LF, SPACE, TAB } from '../../dialect/bytes.js';
import { table } from '../../dialect/compiled-dialect.js';
import type { RobotsTxtRecord } from '../../syntax/record.js';
import type { TextEdit } from '../diagnostic.js';
import { type BodyContent, type LineCheck, type LineContext, writtenValue } from './check.js';
import { fixedValue } from './paths.js';

const BYTE_ORDER_MARK = '\uFEFF';
const BYTE_ORDER_MARK_BYTES = 3;
const REPLACEMENT = '\uFFFD';
const FIRST_OF_A_MARK = 0xef;
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose.
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;

/** A line end has up to two bytes, which do not count toward the line length. */
const LONGEST_LINE_END = 2;

export const encodingChecks: readonly LineCheck[] = [
  notText('html', 'an HTML page'),
  notText('binary', 'a binary file'),
  {
    code: 'byte-order-mark',
    about: 'line',
    find: (context) => {
      const { index, record, body } = context;
      if (index !== 0 || body.encoding !== 'utf-8') return undefined;
      if (!record.text.startsWith(BYTE_ORDER_MARK)) return undefined;
      return {
        message:
          'The file starts with a byte-order mark. Crawlers that do not skip it misread the first line. Remove it.',
        fix: withoutMark(context),
      };
    },
  },
  {
    code: 'not-utf-8',
    about: 'line',
    find: ({ record, body, index, content }) => {
      if (body.encoding !== 'utf-8' || content === 'utf-16') {
        const message = 'The file is UTF-16, so most crawlers cannot read it. Save it as UTF-8.';
        return index === 0 ? { message, severity: 'error' } : undefined;
      }
      return record.kind !== 'beyond-limit' && content !== 'binary' && !isUtf8(record)
        ? {
            message:
              'This line is not valid UTF-8. Its bytes are compared as written. Save the file as UTF-8.',
          }
        : undefined;
    },
  },
  {
    code: 'over-parsing-limit',
    about: 'line',
    find: ({ record }) =>
      record.kind === 'beyond-limit'
        ? {
            message:
              'The file exceeds the parsing limit, so nothing from here on is read. Shorten the file.',
          }
        : undefined,
  },
  {
    code: 'line-too-long',
    about: 'line',
    find: ({ record, tables }) => {
      const longest = tables.dialect.maxLineBytes;
      return record.kind !== 'beyond-limit' && record.bytes.length > longest + LONGEST_LINE_END
        ? {
            message: `This line exceeds ${longest} bytes, and the rest of it is ignored. Shorten the line.`,
          }
        : undefined;
    },
  },
  {
    code: 'control-character',
    about: 'line',
    find: (context) => {
      const { record, content } = context;
      if (record.kind === 'beyond-limit' || content === 'binary' || content === 'utf-16') {
        return undefined;
      }
      return CONTROL.test(record.text)
        ? {
            message:
              'This line contains a control character. Remove it or, in a path, write it as %XX.',
            fix: withoutControls(context),
          }
        : undefined;
    },
  },
];

/** Returns no fix if removing the mark would expose another (partial) one. */
function withoutMark({ record, bytes }: LineContext): TextEdit | undefined {
  if (bytes[BYTE_ORDER_MARK_BYTES] === FIRST_OF_A_MARK) return undefined;
  const { line, column } = record.span;
  const span = { start: 0, end: BYTE_ORDER_MARK_BYTES, line, column, endColumn: column };
  return { span, replacement: '' };
}

/** Returns the fixed value if that removes every control character from the line. */
function withoutControls(context: LineContext): TextEdit | undefined {
  const { text } = context.record;
  const fix = fixedValue(context);
  if (fix === undefined) return undefined;
  const rest = text.replace(writtenValue(context.record), () => fix.replacement);
  return CONTROL.test(rest) ? undefined : fix;
}

/**
 * Returns whether every U+FFFD in the text is also in the bytes; the decoder adds one for invalid UTF-8. A second,
 * throwing decoder would take 5 µs per line, over a second for a hostile file.
 */
function isUtf8({ text, bytes }: RobotsTxtRecord): boolean {
  let replacements = 0;
  for (let at = text.indexOf(REPLACEMENT); at >= 0; at = text.indexOf(REPLACEMENT, at + 1)) {
    replacements++;
  }
  for (let at = 0; replacements > 0 && at + 2 < bytes.length; at++) {
    if (bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) replacements--;
  }
  return replacements === 0;
}

/** Reports once, on the first line, that the whole file is not text. */
function notText(code: 'html' | 'binary', what: string): LineCheck {
  return {
    code,
    about: 'line',
    find: ({ index, content }) =>
      content === code && index === 0
        ? {
            message: `The file is ${what}, not a robots.txt, so crawlers ignore nearly all of it. Serve plain text at /robots.txt.`,
          }
        : undefined,
  };
}

/** Control bytes that text does not contain. Excludes U+0080 to U+009F, which share bytes with many letters. */
const CONTROLS = table((byte) => {
  const isWhite = byte === TAB || byte === LF || byte === FF || byte === CR;
  return byte === DELETE || (byte < SPACE && !isWhite);
});

/** Bytes to inspect at the start of a file. */
const INSPECTED_BYTES = 65_536;
/** If this many bytes contain no control character, and there is no NUL later, the file is text. */
const QUICK_CHECK_BYTES = 256;
/** Fewer controls in a text are reported line by line. */
const MIN_CONTROLS = 8;
/** In random or compressed bytes, about 29 of 256 are controls. */
const BYTES_PER_CONTROL = 16;
/** In UTF-16, ASCII characters have their NUL on one side, and few characters have one on the other. */
const NULS_ON_ONE_SIDE = 8;
/** Comments may be in any script, but records are ASCII: at least this share of the text. */
const CHARACTERS_PER_NUL = 4;

/**
 * Classifies the bytes from start to end. Detects UTF-16 without a byte-order mark or in a dialect that ignores the
 * mark. Linear in the first 64 KiB.
 */
export function contentOf(
  bytes: Uint8Array,
  start: number,
  end: number,
): Exclude<BodyContent, 'html'> {
  const all = bytes.subarray(start, Math.min(end, start + INSPECTED_BYTES));
  if (!all.includes(0) && !all.subarray(0, QUICK_CHECK_BYTES).some(isControl)) return 'text';
  // Trailing NULs come from block-wise copies or a crash; they are reported as one bad line.
  const some = all.subarray(0, all.findLastIndex((byte) => byte !== 0) + 1);
  if (some.length === 0) return all.length < MIN_CONTROLS ? 'text' : 'binary';
  const nuls: [number, number] = [0, 0];
  let controls = 0;
  for (let at = 0; at < some.length; at++) {
    controls += CONTROLS[some[at]];
    if (some[at] === 0) nuls[at & 1]++;
  }
  if (controls < MIN_CONTROLS || controls * BYTES_PER_CONTROL < some.length) return 'text';
  const [fewer, more] = nuls.sort((one, other) => one - other);
  const isSided = more >= MIN_CONTROLS && more >= fewer * NULS_ON_ONE_SIDE;
  return isSided && more * 2 * CHARACTERS_PER_NUL >= some.length ? 'utf-16' : 'binary';
}

function isControl(byte: number): boolean {
  return CONTROLS[byte] === 1;
}
