/** What real shells offer to complete a line with, by the scripts that `repkit completion` prints. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { programPath } from '../../../../test/support/program.js';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { run } from '../../src/program/run.js';
import { fakeIo } from './fake-io.js';

export type Shell = 'bash' | 'zsh' | 'fish';

/** The script of the command itself. */
export async function scriptFor(shell: Shell): Promise<string> {
  const io = fakeIo();
  await run(['completion', shell], io);
  return io.written.out;
}

/** Asks the shell, in a folder, about a line whose last word is to be completed; sorted. */
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
    timeout: 30_000,
    // As at a user's prompt, and with nothing of this user's.
    env: { PATH: process.env.PATH, HOME: home, ZDOTDIR: home, TERM: 'xterm', LC_ALL: 'C.UTF-8' },
  });
  if (error !== undefined || status !== 0) throw new Error(`${program}: ${error ?? stderr}`);
  if (stderr !== '') throw new Error(`${program} complains: ${stderr}`);
  return stdout;
}

/** bash says what its function has found; the words are as readline cuts them. */
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
  return lines(
    ask('bash', ['--norc', '--noprofile', '-c', program, script, ...words], folder, home),
  );
}

function askFish(line: string, script: string, folder: string): string[] {
  const program = `source ${script}; complete -C '${line}'`;
  const home = temporaryFolder();
  return lines(ask('fish', ['--no-config', '-c', program], folder, home)).map(
    (found) => found.split('\t')[0] ?? '',
  );
}

/** What zsh knows of its own functions takes a second to gather; it is kept for the next start. */
const zshFolder = mkdtempSync(join(tmpdir(), 'repkit-zsh-'));
afterAll(() => rmSync(zshFolder, { recursive: true, force: true }));

/** zsh completes at a prompt only: one in a terminal of its own, where every match is written down. */
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
