/** The script that completes `repkit` in fish. */
import { isPath, type OptionSpec } from '../options/arguments.js';
import { type Command, completesFiles } from '../options/command.js';
import { VERSION } from '../program/version.js';
import { firstSentence } from './prose.js';

/** Returns the script for fish 3.1 and later. */
export function fishCompletion(commands: readonly Command[]): string {
  return `# fish completion of repkit ${VERSION}, created by: repkit completion fish

# Whether the command line has only the word repkit.
function __repkit_is_first
    test (count (commandline -opc)) -eq 1
end

# Whether argv[1] is the command, with at most argv[2] words.
function __repkit_is
    set -l words (commandline -opc)
    test "$words[2]" = $argv[1]; and test (count $words) -le $argv[2]
end

complete -c repkit -f
${line('__repkit_is_first', ['-l help -s h', describe('Show help.')])}
${line('__repkit_is_first', ['-l version -s V', describe('Show the version.')])}
${commands.flatMap(linesOf).join('\n')}
`;
}

const ANY_NUMBER = 9999;

function linesOf({ name, summary, options, positionals }: Command): readonly string[] {
  const first = positionals[0]?.choices ?? [];
  const here = (words = ANY_NUMBER) => `__repkit_is ${name} ${words}`;
  const afterFirst = first.length === 0 ? here() : `not ${here(2)}; and ${here()}`;
  return [
    line('__repkit_is_first', [`-a ${name}`, describe(summary)]),
    ...Object.entries(options).map((option) => line(here(), optionParts(option))),
    line(here(), ['-l help -s h', describe('Show help.')]),
    ...(first.length === 0 ? [] : [line(here(2), [`-a ${fishQuoted(first.join(' '))}`])]),
    ...(completesFiles(positionals) ? [line(afterFirst, ['-F'])] : []),
  ];
}

function line(condition: string, parts: readonly string[]): string {
  return ['complete -c repkit', `-n ${fishQuoted(condition)}`, ...parts].join(' ');
}

function optionParts([name, option]: [string, OptionSpec]): readonly string[] {
  const { value, choices, description } = option;
  const words = choices === undefined ? [] : [`-a ${fishQuoted(choices.join(' '))}`];
  const paths = isPath(option) ? ['-r', '-F'] : ['-x'];
  return [`-l ${name}`, ...(value === undefined ? [] : [...paths, ...words]), describe(description)];
}

function describe(text: string): string {
  return `-d ${fishQuoted(firstSentence(text))}`;
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, (sign) => `\\${sign}`)}'`;
}
