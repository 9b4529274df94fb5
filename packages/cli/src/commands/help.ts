import { type Command, loadCommand, loadCommands, type Registry } from '../options/command.js';
import { commandHelp, overviewHelp } from '../render/help.js';

export const help = (commands: Registry): Command => ({
  name: 'help',
  summary: 'Show the options and examples of a command, or list all commands.',
  positionals: '[COMMAND]',
  completes: { first: Object.keys(commands) },
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
    io.stdout.write(await helpText(commands, args.positionals[0]));
    return 0;
  },
});

/** Returns the help of a command or the overview. Throws an InputError for an unknown name. */
export async function helpText(commands: Registry, name?: string): Promise<string> {
  if (name !== undefined) return commandHelp(await loadCommand(commands, name));
  return overviewHelp(await loadCommands(commands));
}
