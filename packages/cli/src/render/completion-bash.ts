/** The script that completes `repkit` in bash. */
import { isPath, type OptionSpec } from '../options/arguments.js';
import { type Command, completesFiles } from '../options/command.js';
import { VERSION } from '../program/version.js';

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

function bashCase({ name, options, positionals }: Command): string {
  const first = positionals[0]?.choices ?? [];
  const known = [...Object.keys(options).map((option) => `--${option}`), '--help'].join(' ');
  const paths = completesFiles(positionals) ? 'paths=f' : 'paths=';
  return [
    `      ${name})`,
    `        options='${known}' ${paths}`,
    ...(first.length === 0 ? [] : [`        if ((COMP_CWORD == 2)); then words='${first.join(' ')}' paths=; fi`]),
    '        ;;',
  ].join('\n');
}
