import type { Arguments } from '../arguments.js';
import { type Command, commands } from '../command.js';
import { CommandError } from '../command-error.js';
import type { ExitCode, Io } from '../io.js';
import { loadCommand, loadCommands } from '../load-command.js';
import { commandHelp, overviewHelp } from '../render/help.js';

export const help: Command = {
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
  run: runHelp,
};

async function runHelp(args: Arguments, io: Io): Promise<ExitCode> {
  if (args.positionals.length > 1) {
    throw new CommandError('one command is explained at a time: write repkit help check.');
  }
  io.stdout.write(await helpText(args.positionals[0]));
  return 0;
}

/** The help of a command, or the list of all; throws a CommandError where there is none of that name. */
export async function helpText(name?: string): Promise<string> {
  if (name !== undefined) return commandHelp(await loadCommand(name));
  return overviewHelp(await loadCommands());
}
