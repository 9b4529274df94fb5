import { type Arguments, oneOf } from '../options/arguments.js';
import { type Command, exitCodes, loadCommands, type Registry } from '../options/command.js';
import type { ExitCode, Io } from '../program/io.js';
import { bashCompletion, fishCompletion, zshCompletion } from '../render/completion.js';

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;
const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const completion = (commands: Registry): Command => ({
  name: 'completion',
  summary: 'Print a script that completes repkit commands, options and values in a shell.',
  positionals: 'bash|zsh|fish',
  completes: { first: SHELLS },
  options: [],
  examples: [
    {
      title: 'Enable completion in bash',
      command: "echo 'source <(repkit completion bash)' >> ~/.bashrc",
    },
    {
      title: 'Enable completion in zsh; add the line after compinit',
      command: "echo 'source <(repkit completion zsh)' >> ~/.zshrc",
    },
    {
      title: 'Enable completion in fish',
      command: 'repkit completion fish > ~/.config/fish/completions/repkit.fish',
    },
  ],
  notes: [
    {
      title: 'Updating',
      lines: ['The script does not run repkit. Recreate a saved script after updating repkit.'],
    },
    exitCodes(['0  done']),
  ],
  run: (args, io) => runCompletion(args, io, commands),
});

async function runCompletion(args: Arguments, io: Io, commands: Registry): Promise<ExitCode> {
  const [shell] = args.positionals;
  const script = SCRIPTS[oneOf('shell', shell, SHELLS)];
  io.stdout.write(script(await loadCommands(commands)));
  return 0;
}
