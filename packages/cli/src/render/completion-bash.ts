import { type OptionSpec, pathOf } from '../arguments.js';
import type { Command } from '../command.js';
import { VERSION } from '../version.js';

/**
 * The script that completes `repkit` in bash, from 3.2 (macOS) on. Words are names of commands, options and choices,
 * which hold nothing that a shell would read as more than a word.
 */
export function bashCompletion(commands: readonly Command[]): string {
  const names = commands.map(({ name }) => name);
  return `# bash completion of repkit ${VERSION}, made by: repkit completion bash
_repkit() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  local words= paths= options= end= i line
  COMPREPLY=()
  # To bash --option=value is three words.
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
${commands.map(commandCase).join('\n')}
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

/** What follows an option: words, paths, or something that nobody can know. */
function valueCases({ name, options }: Command): readonly string[] {
  return options.flatMap((option) => {
    if (option.value === undefined) return [];
    return [`    '${name} --${option.name}') ${followedBy(option)} ;;`];
  });
}

function followedBy(option: OptionSpec): string {
  const path = pathOf(option);
  const sets = [
    ...(option.choices === undefined ? [] : [`words='${option.choices.join(' ')}'`]),
    ...(path === undefined ? [] : [`paths=${path === 'file' ? 'f' : 'd'}`]),
  ];
  return sets.length === 0 ? 'return' : sets.join(' ');
}

function commandCase({ name, options, completes }: Command): string {
  const known = [...options.map((option) => `--${option.name}`), '--help'].join(' ');
  const first = completes?.first ?? [];
  const paths = completes?.files === true ? 'paths=f' : 'paths=';
  return [
    `      ${name})`,
    `        options='${known}' ${paths}`,
    ...(first.length === 0
      ? []
      : [`        if ((COMP_CWORD == 2)); then words='${first.join(' ')}' paths=; fi`]),
    '        ;;',
  ].join('\n');
}
