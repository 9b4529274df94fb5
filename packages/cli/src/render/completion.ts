/** Scripts that complete `repkit` in bash, zsh and fish. */
import { isPath, type OptionSpec } from '../options/arguments.js';
import type { Command } from '../options/command.js';
import { VERSION } from '../program/version.js';
import { firstSentence } from './prose.js';

/**
 * Returns the script for bash 3.2 (macOS) and later. Command names, option names and choices are inserted unquoted: a test
 * ensures that they contain no special characters.
 */
export function bashCompletion(commands: readonly Command[]): string {
  const names = commands.map(({ name }) => name);
  return `# bash completion of repkit ${VERSION}, created by: repkit completion bash
_repkit() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  local words= paths= options= end= i line
  COMPREPLY=()
  # bash splits --option=value into three words.
  if [[ $cur == = ]]; then cur=
  elif [[ $prev == = ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}; fi
  for ((i = 2; i < COMP_CWORD; i++)); do
    if [[ \${COMP_WORDS[i]} == -- ]]; then end=1; fi
  done
  if ((COMP_CWORD == 1)); then
    words='${[...names, '--help', '--version'].join(' ')}'
  else
    case "$end$command $prev" in
${commands.flatMap(valueCases).join('\n')}
    *)
      case $command in
${commands.map(bashCase).join('\n')}
      esac
      if [[ -z $end && ( $cur == -* || -z $words$paths ) ]]; then words="$words $options"; fi
      ;;
    esac
  fi
  while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -W "$words" -- "$cur")
  if [[ -n $paths ]]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen "-$paths" -- "$cur")
  fi
}
complete -F _repkit repkit
`;
}

/** Returns the cases that complete option values: words, paths, or nothing. */
function valueCases({ name, options }: Command): readonly string[] {
  return Object.entries(options).flatMap(([option, spec]) => {
    if (spec.value === undefined) return [];
    return [`    '${name} --${option}') ${valueCompletion(spec)} ;;`];
  });
}

function valueCompletion(option: OptionSpec): string {
  const sets = [
    ...(option.choices === undefined ? [] : [`words='${option.choices.join(' ')}'`]),
    ...(isPath(option) ? ['paths=f'] : []),
  ];
  return sets.length === 0 ? 'return' : sets.join(' ');
}

function bashCase({ name, options, completes: { first = [], files } = {} }: Command): string {
  const known = [...Object.keys(options).map((option) => `--${option}`), '--help'].join(' ');
  const paths = files ? 'paths=f' : 'paths=';
  return [
    `      ${name})`,
    `        options='${known}' ${paths}`,
    ...(first.length === 0
      ? []
      : [`        if ((COMP_CWORD == 2)); then words='${first.join(' ')}' paths=; fi`]),
    '        ;;',
  ].join('\n');
}

/** Returns the script for zsh, to be sourced or saved as `_repkit` in the fpath. */
export function zshCompletion(commands: readonly Command[]): string {
  return `#compdef repkit
# zsh completion of repkit ${VERSION}, created by: repkit completion zsh

# A path, or one of the words.
_repkit_path_or() {
  compadd -- "$@"
  _files
}

_repkit() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    ${zshQuoted(`${name}:${firstSentence(summary)}`)}`).join('\n')}
  )
  if ((CURRENT == 2)); then
    if [[ $words[2] == -* ]]; then compadd -- --help --version
    else _describe -t commands command commands; fi
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
${commands.map(zshCase).join('\n')}
  esac
}

if [[ $funcstack[1] == _repkit ]]; then _repkit "$@"
else compdef _repkit repkit; fi
`;
}

function zshCase({ name, options, completes: { first = [], files } = {} }: Command): string {
  const specs = [
    ...Object.entries(options).map(optionSpec),
    zshQuoted('--help[Show help]'),
    ...(first.length === 0 ? [] : [zshQuoted(`1:word:(${first.join(' ')})`)]),
    ...(files ? [zshQuoted('*:file:_files')] : []),
  ];
  return [`    ${name}) _arguments \\`, `      ${specs.join(' \\\n      ')} ;;`].join('\n');
}

function optionSpec([name, option]: [string, OptionSpec]): string {
  const { value, repeatable, description } = option;
  const summary = firstSentence(description).replaceAll(/[[\]\\]/g, (sign) => `\\${sign}`);
  const often = repeatable === true ? '*' : '';
  if (value === undefined) return zshQuoted(`--${name}[${summary}]`);
  return zshQuoted(`${often}--${name}=[${summary}]:${value}:${actionOf(option)}`);
}

/** Returns the action of _arguments for a value; a space completes nothing. */
function actionOf(option: OptionSpec): string {
  const words = option.choices?.join(' ');
  if (isPath(option)) return words === undefined ? '_files' : ` _repkit_path_or ${words}`;
  return words === undefined ? ' ' : `(${words})`;
}

function zshQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

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

function linesOf({ name, summary, options, completes = {} }: Command): readonly string[] {
  const { first = [], files } = completes;
  const here = (words = ANY_NUMBER) => `__repkit_is ${name} ${words}`;
  const afterFirst = first.length === 0 ? here() : `not ${here(2)}; and ${here()}`;
  return [
    line('__repkit_is_first', [`-a ${name}`, describe(summary)]),
    ...Object.entries(options).map((option) => line(here(), optionParts(option))),
    line(here(), ['-l help -s h', describe('Show help.')]),
    ...(first.length === 0 ? [] : [line(here(2), [`-a ${fishQuoted(first.join(' '))}`])]),
    ...(files ? [line(afterFirst, ['-F'])] : []),
  ];
}

function line(condition: string, parts: readonly string[]): string {
  return ['complete -c repkit', `-n ${fishQuoted(condition)}`, ...parts].join(' ');
}

function optionParts([name, option]: [string, OptionSpec]): readonly string[] {
  const { value, choices, description } = option;
  const words = choices === undefined ? [] : [`-a ${fishQuoted(choices.join(' '))}`];
  const paths = isPath(option) ? ['-r', '-F'] : ['-x'];
  return [
    `-l ${name}`,
    ...(value === undefined ? [] : [...paths, ...words]),
    describe(description),
  ];
}

function describe(text: string): string {
  return `-d ${fishQuoted(firstSentence(text))}`;
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, (sign) => `\\${sign}`)}'`;
}
