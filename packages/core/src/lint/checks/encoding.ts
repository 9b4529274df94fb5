/** Checks of the bytes of a file: what it is, its encoding, its limits. */

import { CR, DELETE, FF, LF, TAB } from '../../bytes.js';
import { table } from '../../compiled-dialect.js';
import type { RobotsTxtRecord } from '../../syntax/record.js';
import type { TextEdit } from '../diagnostic.js';
import { type BodyContent, type LineCheck, type LineContext, writtenValue } from './check.js';
import { fixedValue } from './paths.js';

const BYTE_ORDER_MARK = '\uFEFF';
const BYTE_ORDER_MARK_BYTES = 3;
const REPLACEMENT = '\uFFFD';
const FIRST_OF_A_MARK = 0xef;
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is looked for.
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;

/** A line end is two bytes at most, and no part of a line's length. */
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

/** Without its mark the file must not begin with what would be read as another one, or as a part of one. */
function withoutMark({ record, bytes }: LineContext): TextEdit | undefined {
  if (bytes[BYTE_ORDER_MARK_BYTES] === FIRST_OF_A_MARK) return undefined;
  const { line, column } = record.span;
  const span = { start: 0, end: BYTE_ORDER_MARK_BYTES, line, column, endColumn: column };
  return { span, replacement: '' };
}

/** The mend of a value, where that leaves no control character on the line. */
function withoutControls(context: LineContext): TextEdit | undefined {
  const { text } = context.record;
  const fix = fixedValue(context);
  if (fix === undefined) return undefined;
  const rest = text.replace(writtenValue(context.record), () => fix.replacement);
  return CONTROL.test(rest) ? undefined : fix;
}

/**
 * Whether every U+FFFD in the text is in the bytes too: the decoder adds one for what is not UTF-8. A second decoder
 * that throws would take 5 microseconds per line, over a second for a hostile file.
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

/** The file as a whole is something else, which is told on its first line. */
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

/** Controls that texts do not have. Those of U+0080 to U+009F are left out: their bytes are in many a letter. */
const CONTROLS = table((byte) => {
  const isWhite = byte === TAB || byte === LF || byte === FF || byte === CR;
  return byte === DELETE || (byte < 0x20 && !isWhite);
});

/** What a file begins with tells what it is. */
const INSPECTED_BYTES = 65_536;
/** Where there is neither a NUL nor a control among so many bytes, hardly anything but text is left. */
const QUICK_CHECK_BYTES = 256;
/** A few controls in a text are told line by line. */
const MIN_CONTROLS = 8;
/** Of bytes by chance 29 in 256 are controls; of what is compressed about as many. */
const BYTES_PER_CONTROL = 16;
/** In UTF-16 an ASCII character has its NUL on one side, and hardly another character has one on the other. */
const NULS_ON_ONE_SIDE = 8;
/** Comments may be in any script, but the records are in ASCII: at least so much of the text. */
const CHARACTERS_PER_NUL = 4;

/**
 * Whether the bytes from start to end are a text. UTF-16 is told here where nothing else has told it: its byte-order
 * mark is missing, or the dialect knows none. Linear in the bytes, of which the first 64 KiB are looked at.
 */
export function contentOf(
  bytes: Uint8Array,
  start: number,
  end: number,
): Exclude<BodyContent, 'html'> {
  const all = bytes.subarray(start, Math.min(end, start + INSPECTED_BYTES));
  if (!all.includes(0) && !all.subarray(0, QUICK_CHECK_BYTES).some(isControl)) return 'text';
  // Texts are padded by NUL where they are copied in blocks, or the machine has crashed: that is one line more.
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
