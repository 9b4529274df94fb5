import { oneOf } from '../options/arguments.js';
import { type Command, loadCommands, type Registry } from '../options/command.js';
import { bashCompletion, fishCompletion, zshCompletion } from '../render/completion.js';

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;
const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const completion = (commands: Registry): Command => ({
  name: 'completion',
  summary: 'Print a script that completes repkit commands, options and values in a shell.',
  positionals: 'bash|zsh|fish',
  completes: { first: SHELLS },
  options: {},
  examples: {
    'Enable completion in bash': "echo 'source <(repkit completion bash)' >> ~/.bashrc",
    'Enable completion in zsh; add the line after compinit':
      "echo 'source <(repkit completion zsh)' >> ~/.zshrc",
    'Enable completion in fish': 'repkit completion fish > ~/.config/fish/completions/repkit.fish',
  },
  notes: {
    Updating: 'The script does not run repkit. Recreate a saved script after updating repkit.',
  },
  exitCodes: { 0: 'done' },
  async run(args, io) {
    const [shell] = args.positionals;
    const script = SCRIPTS[oneOf('shell', shell, SHELLS)];
    io.stdout.write(script(await loadCommands(commands)));
    return 0;
  },
});
