import { type OptionSpec, pathOf } from '../arguments.js';
import type { Command } from '../command.js';
import { VERSION } from '../version.js';
import { firstSentence } from './prose.js';

/** The script that completes `repkit` in zsh, sourced or as a file `_repkit` in the fpath. */
export function zshCompletion(commands: readonly Command[]): string {
  return `#compdef repkit
# zsh completion of repkit ${VERSION}, made by: repkit completion zsh

# A path, or one of the words.
_repkit_path_or() {
  compadd -- "$@"
  _files
}

_repkit() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${firstSentence(summary)}`)}`).join('\n')}
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
${commands.map(commandCase).join('\n')}
  esac
}

if [[ $funcstack[1] == _repkit ]]; then _repkit "$@"
else compdef _repkit repkit; fi
`;
}

function commandCase({ name, options, completes }: Command): string {
  const first = completes?.first ?? [];
  const specs = [
    ...options.map(optionSpec),
    quoted('--help[The options and examples]'),
    ...(first.length === 0 ? [] : [quoted(`1:word:(${first.join(' ')})`)]),
    ...(completes?.files === true ? [quoted('*:file:_files')] : []),
  ];
  return [`    ${name}) _arguments \\`, `      ${specs.join(' \\\n      ')} ;;`].join('\n');
}

function optionSpec(option: OptionSpec): string {
  const { name, value, repeatable, description } = option;
  const says = firstSentence(description).replaceAll(/[[\]\\]/g, (sign) => `\\${sign}`);
  const often = repeatable === true ? '*' : '';
  if (value === undefined) return quoted(`--${name}[${says}]`);
  return quoted(`${often}--${name}=[${says}]:${value}:${actionOf(option)}`);
}

/** What _arguments does about a value; a blank says that it is nothing. */
function actionOf(option: OptionSpec): string {
  const words = option.choices?.join(' ');
  switch (pathOf(option)) {
    case 'file':
      return words === undefined ? '_files' : ` _repkit_path_or ${words}`;
    case 'folder':
      return '_files -/';
    case undefined:
      return words === undefined ? ' ' : `(${words})`;
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
