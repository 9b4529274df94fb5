import { isPath, type OptionSpec } from '../options/arguments.js';

/** The structure of help sections and options, which help renders. */

export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'rows'; readonly rows: readonly Row[] };

export type Row = readonly [term: string, text: string];

/** `term  text`: two spaces separate the columns. */
const ROW = /^(\S(?:.*?\S)?) {2,}(\S.*)$/;

/**
 * Splits lines into blocks at empty lines. `term  text` is a row, continued by the lines after it; everything else is a
 * paragraph, which may be rewrapped.
 */
export function blocksOf(lines: readonly string[]): readonly Block[] {
  const parts: string[][] = [[]];
  for (const line of lines) {
    if (line === '') parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts.filter((part) => part.length > 0).flatMap(blocksOfPart);
}

function blocksOfPart(lines: readonly string[]): readonly Block[] {
  const firstRow = lines.findIndex((line) => ROW.test(line));
  const text = (firstRow === -1 ? lines : lines.slice(0, firstRow)).join(' ');
  const rows: Row[] = [];
  for (const line of firstRow === -1 ? [] : lines.slice(firstRow)) {
    const [, term, start] = ROW.exec(line) ?? [];
    if (term !== undefined && start !== undefined) {
      rows.push([term, start]);
      continue;
    }
    const [last = '', before = ''] = rows.pop() ?? [];
    rows.push([last, `${before} ${line.trim()}`]);
  }
  return [
    ...(text === '' ? [] : [{ kind: 'paragraph', text } as const]),
    ...(rows.length === 0 ? [] : [{ kind: 'rows', rows } as const]),
  ];
}

/** Returns the first sentence without its period. */
export function firstSentence(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replace(/^(.*?)(?:\.|(\?))(?: .*)?$/, '$1$2');
}

/** Wraps text at spaces. A longer word gets a separate line. */
export function wrapped(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** An option with its value, or a word; quoted text belongs to one word. */
const COMMAND_PART =
  /-\S+ (?:'[^']*'|"[^"]*"|[^\s|<>-])(?:'[^']*'|"[^"]*"|\S)*|(?:'[^']*'|"[^"]*"|\S)+/g;

/** Wraps a command line with backslashes; options stay with their values. */
export function wrappedCommand(line: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const part of line.match(COMMAND_PART) ?? []) {
    const last = lines.at(-1);
    // Reserve two columns for the backslash.
    if (last === undefined) lines.push(part);
    else if (last.length + 1 + part.length + 2 <= columns) lines[lines.length - 1] += ` ${part}`;
    else lines.push(`    ${part}`);
  }
  return lines.map((text, index) => (index < lines.length - 1 ? `${text} \\` : text));
}

/** Returns the description; the choices follow its first sentence. */
export function optionText(option: OptionSpec): string {
  const { description, choices } = option;
  if (choices === undefined || isPath(option)) return description;
  const words = choices.map((choice) =>
    choice === option.default ? `${choice} (default)` : choice,
  );
  return description.replace(/\.(?= |$)/, `: ${words.join(', ')}.`);
}
