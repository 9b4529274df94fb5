import { InputError } from '@repkit/bulk';
import type { Arguments } from '../options/arguments.js';
import { named } from '../options/shared-options.js';
import type { Command, Registry } from '../program/command.js';
import type { ExitCode, Io } from '../program/io.js';
import { loadCommands } from '../program/load-command.js';
import { bashCompletion, fishCompletion, zshCompletion } from '../render/completion.js';

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

export const completion = (commands: Registry): Command => ({
  name: 'completion',
  summary: 'A script by which a shell completes the commands, options and values of repkit.',
  positionals: 'bash|zsh|fish',
  completes: { first: Object.keys(SCRIPTS) },
  options: [],
  examples: [
    {
      says: 'Complete in bash, in each new shell',
      command: "echo 'source <(repkit completion bash)' >> ~/.bashrc",
    },
    {
      says: 'In zsh; the line has to stand below the one with compinit',
      command: "echo 'source <(repkit completion zsh)' >> ~/.zshrc",
    },
    {
      says: 'In fish, which looks into that folder by itself',
      command: 'repkit completion fish > ~/.config/fish/completions/repkit.fish',
    },
  ],
  notes: [
    {
      title: 'What is completed',
      lines: [
        'Commands, options, the values that an option can have, and names of files and folders where ' +
          'one is asked for. The script does not run repkit; after an update of repkit it has to be made anew.',
      ],
    },
    {
      title: 'Exit code',
      lines: [
        '0  done',
        '2  a mistake in the options or the input; standard error says what to do',
      ],
    },
  ],
  run: (args, io) => runCompletion(args, io, commands),
});

async function runCompletion(args: Arguments, io: Io, commands: Registry): Promise<ExitCode> {
  const [shell, ...more] = args.positionals;
  if (shell === undefined || more.length > 0) {
    throw new InputError('it is for one shell: write repkit completion bash, zsh or fish.');
  }
  const script = SCRIPTS[named('shell', shell, SCRIPTS)];
  io.stdout.write(script(await loadCommands(commands)));
  return 0;
}
