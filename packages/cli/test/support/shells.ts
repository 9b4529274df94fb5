/** Completions that real shells offer with the scripts of `repkit completion`. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { programPath } from '../../../../test/support/program.js';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { run } from '../../src/run.js';
import { fakeIo } from './fake-io.js';

export type Shell = 'bash' | 'zsh' | 'fish';

/** Returns the script that the command prints. */
export async function scriptFor(shell: Shell): Promise<string> {
  const io = fakeIo();
  await run(['completion', shell], io);
  return io.written.out;
}

/** Returns the sorted completions of the last word of a line. */
export function completions(shell: Shell, script: string, line: string, folder: string): string[] {
  const path = join(temporaryFolder(), 'script');
  writeFileSync(path, script);
  return ASK[shell](line, path, folder).sort();
}

const ASK: Readonly<Record<Shell, (line: string, script: string, folder: string) => string[]>> = {
  bash: askBash,
  zsh: askZsh,
  fish: askFish,
};

function ask(program: string, args: readonly string[], folder: string, home: string): string {
  const { status, stdout, stderr, error } = spawnSync(programPath(program), args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: 120_000,
    // Interactive, but without the configuration of this user.
    env: { PATH: process.env.PATH, HOME: home, ZDOTDIR: home, TERM: 'xterm', LC_ALL: 'C.UTF-8' },
  });
  if (error !== undefined || status !== 0) throw new Error(`${program}: ${error ?? stderr}`);
  if (stderr !== '') throw new Error(`${program} complains: ${stderr}`);
  return stdout;
}

/** Calls the completion function with the words as readline splits them. */
function askBash(line: string, script: string, folder: string): string[] {
  const program = `
    source "$0" || exit
    words=("$@")
    COMP_WORDS=("\${words[@]}") COMP_CWORD=$(($# - 1))
    _repkit repkit "\${COMP_WORDS[COMP_CWORD]}" "\${COMP_WORDS[COMP_CWORD-1]}"
    (( \${#COMPREPLY[@]} )) && printf '%s\\n' "\${COMPREPLY[@]}"
    exit 0
  `;
  const words = line.split(/ |(=)/).filter((word) => word !== undefined);
  const home = temporaryFolder();
  return lines(ask('bash', ['--norc', '--noprofile', '-c', program, script, ...words], folder, home));
}

function askFish(line: string, script: string, folder: string): string[] {
  const program = `source ${script}; complete -C '${line}'`;
  const home = temporaryFolder();
  return lines(ask('fish', ['--no-config', '-c', program], folder, home)).map((found) => found.split('\t')[0] ?? '');
}

/** zsh takes a second to index its functions; the index is cached. */
const zshFolder = mkdtempSync(join(tmpdir(), 'repkit-zsh-'));
afterAll(() => rmSync(zshFolder, { recursive: true, force: true }));

/** zsh completes only at a prompt, so this runs one in a pseudo-terminal and records every match. */
function askZsh(line: string, script: string, folder: string): string[] {
  const home = temporaryFolder();
  const found = join(home, 'found');
  writeFileSync(found, '');
  writeFileSync(
    join(home, '.zshrc'),
    `
      PROMPT=
      autoload -U compinit && compinit -u -d ${join(zshFolder, 'dump')}
      source ${script}
      compadd() {
        # With -O, -A and -D it fills arrays and adds nothing.
        if [[ -z \${(M)@[1,(i)(-|--)]:#-[OAD]*} ]]; then
          local -a hits
          builtin compadd -O hits "$@"
          (( $#hits )) && print -rl -- $hits >> ${found}
        fi
        builtin compadd "$@"
      }
      written() { print -r -- "com""plete" }
      bindkey '^I' complete-word
      zle-line-init() { comppostfuncs=(written) }
      zle -N zle-line-init
    `,
  );
  const program = `
    zmodload zsh/zpty
    zpty shell zsh -d -i
    zpty -w -n shell "$1"$'\\t'
    zpty -r shell line '*complete*'
    zpty -d shell
    exit 0
  `;
  ask('zsh', ['-f', '-c', program, 'ask', line], folder, home);
  const offered = lines(readFileSync(found, 'utf8')).map((word) => word.replaceAll('\\', ''));
  return [...new Set(offered)];
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
