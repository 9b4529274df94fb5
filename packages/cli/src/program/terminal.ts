/**
 * Makes untrusted text safe for a terminal: a robots.txt, a URL or a server message may contain escape sequences that move
 * the cursor, change the title or reverse the text direction.
 */

import picocolors from 'picocolors';
import type { Environment, Output } from './io.js';

/** Printable ASCII needs no escapes. Testing it first avoids compiling the slow expressions below in most runs. */
const PLAIN = /^[ -~]*$/;

/** Controls, format characters (bidirectional overrides among them), line separators, lone surrogates. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const SHORT: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Escapes every character that a terminal might interpret: `\t`, `\x1b`, `\u{202e}`. */
export function visible(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(UNSAFE, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const hex = code.toString(16);
    return SHORT[character] ?? (code < 0x100 ? `\\x${hex.padStart(2, '0')}` : `\\u{${hex}}`);
  });
}

/** Escapes the same characters in JSON text without changing its value. */
export function visibleJson(json: string): string {
  return json.replace(/[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    // Characters beyond the basic plane need two escapes.
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** Returns a file name for messages; `-` is standard input. */
export function visibleName(name: string): string {
  return name === '-' ? 'standard input' : visible(name);
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3001-\u303e\uff01-\uff60\uffe0-\uffe6]/u;

/** Returns the width in terminal columns; East Asian characters and emoji take two. */
export function width(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let columns = 0;
  for (const character of text) {
    if (/\p{Mark}/u.test(character)) continue;
    columns += WIDE.test(character) ? 2 : 1;
  }
  return columns;
}

/** Pads text with spaces to the given number of columns. */
export function padded(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - width(text)));
}

/** Shortens text to the given number of code units, with an ellipsis. */
export function clipped(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/** Makes text from a file or server safe and short. */
export function shown(text: string, length = 120): string {
  return clipped(visible(text), length);
}

export type Paint = (style: 'bold' | 'dim' | 'red' | 'green' | 'yellow', text: string) => string;

/** Returns a function that colors text, or returns it unchanged without `colors`. */
export function painter(colors: boolean): Paint {
  const styles = picocolors.createColors(colors);
  return (style, text) => styles[style](text);
}

/** Colors text only on a terminal that supports it, and not if NO_COLOR (no-color.org) is set. */
export function painterFor({ isTerminal }: Pick<Output, 'isTerminal'>, env: Environment): Paint {
  return painter(isTerminal && !env.NO_COLOR && env.TERM !== 'dumb');
}

/** Returns a file unchanged, or escaped if the output is a terminal. */
export function fileText(text: string, { isTerminal }: { readonly isTerminal: boolean }): string {
  if (!isTerminal) return text;
  return text
    .split('\n')
    .map((line) => visible(line.replace(/\r$/, '')))
    .join('\n');
}

/** Each unit with its size in the previous unit. */
const UNITS = [
  ['s', 1000],
  ['min', 60],
  ['h', 60],
  ['days', 24],
] as const;

/** Rounds to the largest unit of which there are at least two: `90 s`, `3 h`, `30 days`. */
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

/** Returns `1 file` or `2 files`. */
export function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

export function ago(ms: number): string {
  return ms < 1000 ? 'just now' : `${duration(ms)} ago`;
}
