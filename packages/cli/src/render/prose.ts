/** Sentences and lines of texts for people. */
import { Help } from 'commander';
import { isPath, type OptionSpec } from '../options/arguments.js';

/** Returns the first sentence without its period. */
export function firstSentence(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replace(/^(.*?)(?:\.|(\?))(?: .*)?$/, '$1$2');
}

/** Returns a title and the lines below it, each with its line break; `none` follows the title if there are no lines. */
export function section(title: string, lines: readonly string[], none: string): string {
  if (lines.length === 0) return `  ${title} ${none}\n`;
  return [`  ${title}`, ...lines.map((line) => `    ${line}`)].map((line) => `${line}\n`).join('');
}

/** Wraps text at spaces. */
export function wrapped(text: string, columns: number): string {
  return new Help().boxWrap(text, columns);
}

/** Puts spaces before each line. */
export function indented(text: string, indent: string): string {
  return text.replaceAll(/^/gm, indent);
}

/** An option with its value, or a word; quoted text belongs to one word. */
const COMMAND_PART = /-\S+ (?:'[^']*'|"[^"]*"|[^\s|<>-])(?:'[^']*'|"[^"]*"|\S)*|(?:'[^']*'|"[^"]*"|\S)+/g;

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
  const words = choices.map((choice) => (choice === option.default ? `${choice} (default)` : choice));
  return description.replace(/\.(?= |$)/, `: ${words.join(', ')}.`);
}
