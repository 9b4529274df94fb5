import { type Command, loadCommands, type Registry } from '../options/command.js';
import { programOf } from '../program.js';

export const help = (commands: Registry): Command => ({
  name: 'help',
  summary: 'Show the options and examples of a command, or list all commands.',
  positionals: [{ name: 'COMMAND', choices: Object.keys(commands) }],
  options: {},
  examples: {
    'List all commands': 'repkit help',
    'Show the options of check': 'repkit help check',
  },
  notes: {
    More: 'repkit COMMAND --help prints the same text.',
  },
  exitCodes: { 0: 'done' },
  async run(args, io) {
    const program = programOf(await loadCommands(commands), io);
    const [name] = args.positionals;
    const parser = program.commands.find((command) => command.name() === name) ?? program;
    parser.outputHelp();
    return 0;
  },
});
