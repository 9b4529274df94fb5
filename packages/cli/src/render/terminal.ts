import type { Output } from '../program/io.js';

/**
 * Text that others wrote, made fit for a terminal: a robots.txt, a URL or a server's message may hold
 * escape sequences that would move the cursor, change the title or turn the reading order around.
 */

/** Nothing to hide and a column a character; spares most runs the making of the expressions below, which takes long. */
const PLAIN = /^[ -~]*$/;

/** Controls, format characters (bidirectional overrides among them), line separators, lone surrogates. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const SHORT: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Every character a terminal might act on is written as an escape: `\t`, `\x1b`, `\u{202e}`. */
export function visible(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(UNSAFE, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const hex = code.toString(16);
    return SHORT[character] ?? (code < 0x100 ? `\\x${hex.padStart(2, '0')}` : `\\u{${hex}}`);
  });
}

/** The same for JSON text, in JSON's own escapes: the value is unchanged. */
export function visibleJson(json: string): string {
  return json.replace(/[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    // A character beyond the basic plane is two code units, each with its own escape.
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** The name of a file that a user gave; `-` is standard input. */
export function visibleName(name: string): string {
  return name === '-' ? 'standard input' : visible(name);
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3001-\u303e\uff01-\uff60\uffe0-\uffe6]/u;

/** How many columns of a terminal the text takes; East Asian characters and emoji take two. */
export function width(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let columns = 0;
  for (const character of text) {
    if (/\p{Mark}/u.test(character)) continue;
    columns += WIDE.test(character) ? 2 : 1;
  }
  return columns;
}

/** The text with spaces behind it up to the given number of columns. */
export function padded(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - width(text)));
}

/** Text of at most the given number of code units; an ellipsis says that something was left out. */
export function clipped(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/** The codes that begin and end each style at a terminal (ECMA-48 8.3.117, SGR). */
const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
} as const;

/** Colours a text, or leaves it as it is. */
export type Paint = (style: keyof typeof CODES, text: string) => string;

/** Whether colours are wanted was decided by the caller. */
export function painter(colours: boolean): Paint {
  if (!colours) return (_style, text) => text;
  return (style, text) => {
    const [begin, end] = CODES[style];
    return `\x1b[${begin}m${text}\x1b[${end}m`;
  };
}

/** A file as it is for a pipe or another file, and fit for a terminal at a terminal. */
export function fileText(text: string, { isTerminal }: Pick<Output, 'isTerminal'>): string {
  if (!isTerminal) return text;
  return text
    .split('\n')
    .map((line) => visible(line.replace(/\r$/, '')))
    .join('\n');
}

/** The units, each with how many of the one before it make one. */
const UNITS = [
  ['s', 1000],
  ['min', 60],
  ['h', 60],
  ['days', 24],
] as const;

/** About how long, in the largest unit of which there are two at least: `90 s`, `3 h`, `30 days`. */
export function duration(ms: number): string {
  let text = '';
  let count = Math.max(0, ms);
  for (const [unit, size] of UNITS) {
    count /= size;
    if (text !== '' && Math.round(count) < 2) break;
    text = `${Math.round(count)} ${unit}`;
  }
  return text;
}

/** How long before the question something was. */
export function ago(ms: number): string {
  return ms < 1000 ? 'just now' : `${duration(ms)} ago`;
}
