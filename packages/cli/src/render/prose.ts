import { type OptionSpec, pathOf } from '../options/arguments.js';

/** How the notes of a command are read, so that each medium can lay them out in its own way. */

export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  /** Terms and what they mean. */
  | { readonly kind: 'rows'; readonly rows: readonly Row[] }
  /** As it stands, line by line. */
  | { readonly kind: 'verbatim'; readonly lines: readonly string[] };

export type Row = readonly [term: string, text: string];

/** `term  text`: a row is known by two blanks. */
const ROW = /^(\S(?:.*?\S)?) {2,}(\S.*)$/;

/**
 * An empty line ends a block. `term  text` is a row, and a line that begins with blanks goes on with it; a block that
 * begins with `{` is verbatim; all else is a paragraph, whose lines may be broken anew.
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
  if (lines[0]?.startsWith('{')) return [{ kind: 'verbatim', lines }];
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

/** The first sentence or question, without a full stop. */
export function firstSentence(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replace(/^(.*?)(?:\.|(\?))(?: .*)?$/, '$1$2');
}

/** Lines of so many columns, broken at blanks; a word that is longer has a line of its own. */
export function wrapped(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** An option with what follows it, or a word; what is quoted is a part of one. */
const COMMAND_PART =
  /-\S+ (?:'[^']*'|"[^"]*"|[^\s|<>-])(?:'[^']*'|"[^"]*"|\S)*|(?:'[^']*'|"[^"]*"|\S)+/g;

/** A command line in lines that a shell joins; an option stays with its value. */
export function wrappedCommand(line: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const part of line.match(COMMAND_PART) ?? []) {
    const last = lines.at(-1);
    // Two columns are for the sign that the line goes on.
    if (last === undefined) lines.push(part);
    else if (last.length + 1 + part.length + 2 <= columns) lines[lines.length - 1] += ` ${part}`;
    else lines.push(`    ${part}`);
  }
  return lines.map((text, index) => (index < lines.length - 1 ? `${text} \\` : text));
}

/** As it is written, with the name of its value. */
export function optionUsage({ name, value }: OptionSpec): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

/** What it does, and the words of which its value is one. */
export function optionText(option: OptionSpec): string {
  const { description, choices, default: usual } = option;
  if (choices === undefined || pathOf(option) !== undefined) return description;
  const words = choices.map((choice) => (choice === usual ? `${choice} (the default)` : choice));
  return `${description} One of ${words.join(', ')}.`;
}
