import { InputError } from '@repkit/bulk';
import type { Arguments } from '../options/arguments.js';
import type { Command, Registry } from '../program/command.js';
import type { ExitCode, Io } from '../program/io.js';
import { loadCommand, loadCommands } from '../program/load-command.js';
import { commandHelp, overviewHelp } from '../render/help.js';

export const help = (commands: Registry): Command => ({
  name: 'help',
  summary: 'The options and examples of one command, or a list of all of them.',
  positionals: '[COMMAND]',
  completes: { first: Object.keys(commands) },
  options: [],
  examples: [
    { says: 'List all commands', command: 'repkit help' },
    { says: 'What does check take?', command: 'repkit help check' },
  ],
  notes: [
    {
      title: 'More',
      lines: [
        'repkit COMMAND --help prints the same. Where repkit was installed with npm install --global, man ' +
          'repkit and man repkit-check show manual pages; for other places see repkit help man.',
      ],
    },
    {
      title: 'Exit code',
      lines: [
        '0  done',
        '2  there is no such command; standard error says which was probably meant',
      ],
    },
  ],
  run: (args, io) => runHelp(args, io, commands),
});

async function runHelp(args: Arguments, io: Io, commands: Registry): Promise<ExitCode> {
  if (args.positionals.length > 1) {
    throw new InputError('one command is explained at a time: write repkit help check.');
  }
  io.stdout.write(await helpText(commands, args.positionals[0]));
  return 0;
}

/** The help of a command, or the list of all; throws an InputError for an unknown name. */
export async function helpText(commands: Registry, name?: string): Promise<string> {
  if (name !== undefined) return commandHelp(await loadCommand(commands, name));
  return overviewHelp(await loadCommands(commands));
}
