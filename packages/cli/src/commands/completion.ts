import { oneOf } from '../options/arguments.js';
import { type Command, loadCommands, type Registry } from '../options/command.js';
import { bashCompletion } from '../render/completion-bash.js';
import { fishCompletion } from '../render/completion-fish.js';
import { powershellCompletion } from '../render/completion-powershell.js';
import { zshCompletion } from '../render/completion-zsh.js';

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
const SCRIPTS = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
  powershell: powershellCompletion,
} as const;

export const completion = (commands: Registry): Command => ({
  name: 'completion',
  summary: 'Print a script that completes commands, options and values in a shell.',
  positionals: [{ name: 'SHELL', required: true, choices: SHELLS }],
  options: {},
  examples: {
    'Enable completion in bash': "echo 'source <(repkit completion bash)' >> ~/.bashrc",
    'Enable completion in zsh; add the line after compinit': "echo 'source <(repkit completion zsh)' >> ~/.zshrc",
    'Enable completion in fish': 'repkit completion fish > ~/.config/fish/completions/repkit.fish',
    'Enable completion in PowerShell; add the line to $PROFILE': 'repkit completion powershell | Out-String | Invoke-Expression',
  },
  notes: {
    Shells: 'bash, zsh, fish and powershell (PowerShell 7).',
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
