/** The parts of docs/commands/NAME.md that repeat what the command says about itself. */
import { commands } from '../../src/commands/registry.js';
import { isPath, type OptionSpec } from '../../src/options/arguments.js';
import { type Command, exitCodeTexts } from '../../src/options/command.js';
import { VERSION } from '../../src/program/version.js';

/** Returns the table of exit codes. */
export function exitCodeTable({ exitCodes }: Command): string {
  const rows = Object.entries(exitCodeTexts(exitCodes)).map(([code, text]) => `| ${code} | ${withCode(text)} |\n`);
  return `\n| code | meaning |\n|---|---|\n${rows.join('')}`;
}

/**
 * Returns the page with the descriptions of its options. Links of a row stay if the description contains their text. Pages of
 * other commands are in `folder`.
 */
export function withDescriptions(page: string, { name: command, options }: Command, folder = ''): string {
  return page.replaceAll(/^\| `--([a-z0-9-]+)[^`|]*` \| (.*) \|$/gm, (row, name: string, before: string) => {
    const option = options[name];
    if (option === undefined) return row;
    const usage = [`--${name}`, valueName(option)].join(' ').trim();
    const text = withCommands(phrase(descriptionOf(option)), command, folder);
    return `| \`${usage}\` | ${withLinks(text, before)} |`;
  });
}

/** Returns the page with the summary of each command in the table that links to their pages. */
export function withSummaries(page: string, all: readonly Command[]): string {
  const summaries = new Map(all.map(({ name, summary }) => [name, phrase(summary)]));
  return page.replaceAll(/^(\| \[`repkit (\w+)`\]\(commands\/\2\.md\) \| ).* \|$/gm, (_, start: string, name: string) => {
    return `${start}${summaries.get(name)} |`;
  });
}

/** Returns the placeholder of the value. A single choice stands for itself. */
function valueName(option: OptionSpec): string {
  const { value = '', choices: [choice = value, ...others] = [] } = option;
  return others.length > 0 || isPath(option) ? value : choice;
}

/** Returns the description as `optionText` does, with the choices as code. */
function descriptionOf(option: OptionSpec): string {
  const { description, choices = [] } = option;
  const text = withCode(description);
  if (choices.length < 2 || isPath(option)) return text;
  const words = choices.map((choice) => (choice === option.default ? `\`${choice}\` (default)` : `\`${choice}\``));
  return text.replace(/\.(?= |$)/, `: ${words.join(', ')}.`);
}

/** Writes options and `-` as code, and no version, which changes. */
function withCode(text: string): string {
  return text
    .replaceAll(/(?<=[ (]|^)--[a-z][a-z0-9-]*|(?<= )-(?= (?:is|for) )/g, '`$&`')
    .replace(`repkit/${VERSION}`, '`repkit/` and the version');
}

/** Returns a sentence without its period and, unless it starts with a name, in lower case. */
function phrase(text: string): string {
  const start = /^[A-Z][a-z]+(?:-[a-z]+)? /.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
  return start.replace(/\.$/, '');
}

/** Returns the text with links to the pages of commands, except the one that it is about. */
function withCommands(text: string, about: string, folder: string): string {
  return text.replaceAll(/"(repkit (\w+)[^"]*)"|(repkit (\w+))/g, (words, ...groups: (string | undefined)[]) => {
    const [quoted, quotedName, plain, plainName] = groups;
    const name = quotedName ?? plainName ?? '';
    if (!Object.hasOwn(commands, name)) return words;
    const label = `\`${quoted ?? plain}\``;
    return name === about ? label : `[${label}](${folder}${name}.md)`;
  });
}

/** Returns the text with the links that the row had. */
function withLinks(text: string, before: string): string {
  const links = [...before.matchAll(/\[([^`\]]+)\]\([^)]+\)/g)];
  return links.reduce((result, [link, label = '']) => result.replace(label, () => link), text);
}
