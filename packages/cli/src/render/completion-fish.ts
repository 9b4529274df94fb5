import { type OptionSpec, pathOf } from '../arguments.js';
import type { Command } from '../command.js';
import { VERSION } from '../version.js';
import { firstSentence } from './prose.js';

/** The script that completes `repkit` in fish, from 3.1 on. */
export function fishCompletion(commands: readonly Command[]): string {
  return `# fish completion of repkit ${VERSION}, made by: repkit completion fish

# Whether no word but repkit is there yet.
function __repkit_is_first
    test (count (commandline -opc)) -eq 1
end

# Whether this is the command, and so many words are there at most.
function __repkit_is
    set -l words (commandline -opc)
    test "$words[2]" = $argv[1]; and test (count $words) -le $argv[2]
end

complete -c repkit -f
${line('__repkit_is_first', ['-l help -s h', describe('The commands, and an example of each.')])}
${line('__repkit_is_first', ['-l version -s V', describe('The version of repkit.')])}
${commands.flatMap(linesOf).join('\n')}
`;
}

const ANY_NUMBER = 9999;

function linesOf({ name, summary, options, completes }: Command): readonly string[] {
  const here = (words = ANY_NUMBER) => `__repkit_is ${name} ${words}`;
  const first = completes?.first ?? [];
  const behind = first.length === 0 ? here() : `not ${here(2)}; and ${here()}`;
  return [
    line('__repkit_is_first', [`-a ${name}`, describe(summary)]),
    ...options.map((option) => line(here(), optionParts(option))),
    line(here(), ['-l help -s h', describe('The options and examples.')]),
    ...(first.length === 0 ? [] : [line(here(2), [`-a ${quoted(first.join(' '))}`])]),
    ...(completes?.files === true ? [line(behind, ['-F'])] : []),
  ];
}

function line(condition: string, parts: readonly string[]): string {
  return ['complete -c repkit', `-n ${quoted(condition)}`, ...parts].join(' ');
}

function optionParts(option: OptionSpec): readonly string[] {
  const { name, value, choices, description } = option;
  const words = choices === undefined ? [] : [`-a ${quoted(choices.join(' '))}`];
  const paths = {
    file: ['-r', '-F'],
    folder: ['-x', "-a '(__fish_complete_directories)'"],
    none: ['-x'],
  };
  return [
    `-l ${name}`,
    ...(value === undefined ? [] : [...paths[pathOf(option) ?? 'none'], ...words]),
    describe(description),
  ];
}

function describe(text: string): string {
  return `-d ${quoted(firstSentence(text))}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, (sign) => `\\${sign}`)}'`;
}
