/** The script that completes `repkit` in zsh. */
import { isPath, type OptionSpec } from '../options/arguments.js';
import { type Command, completesFiles } from '../options/command.js';
import { VERSION } from '../program/version.js';
import { firstSentence } from './prose.js';

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

function zshCase({ name, options, positionals }: Command): string {
  const first = positionals[0]?.choices ?? [];
  const specs = [
    ...Object.entries(options).map(optionSpec),
    zshQuoted('--help[Show help]'),
    ...(first.length === 0 ? [] : [zshQuoted(`1:word:(${first.join(' ')})`)]),
    ...(completesFiles(positionals) ? [zshQuoted('*:file:_files')] : []),
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
