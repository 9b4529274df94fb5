import { fileError, InputError } from '@repkit/bulk';
import type { Arguments } from '../options/arguments.js';
import type { Command, Registry } from '../program/command.js';
import type { ExitCode, Io } from '../program/io.js';
import { loadCommand, loadCommands } from '../program/load-command.js';
import { commandPage, overviewPage } from '../render/man.js';

export const man = (commands: Registry): Command => ({
  name: 'man',
  summary: 'The manual page of repkit, or of one of its commands, for man to show.',
  positionals: '[COMMAND]',
  completes: { first: Object.keys(commands) },
  options: [
    {
      name: 'write',
      value: 'FOLDER',
      description:
        'Write the pages of all commands into a folder, as repkit.1, repkit-check.1 and so on.',
    },
  ],
  examples: [
    { says: 'Read the page of a command', command: 'repkit man check | man -l -' },
    { says: 'The same on macOS and the BSDs', command: 'repkit man check | mandoc -a' },
    {
      says: 'All pages, for a package of your own',
      command: 'repkit man --write /usr/local/share/man/man1',
    },
  ],
  notes: [
    {
      title: 'Installed pages',
      lines: [
        'npm install --global installs all pages, so that man repkit and man repkit-check show them. They ' +
          'are made from what --help prints. Their date is today, or SOURCE_DATE_EPOCH where that is set.',
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
  run: (args, io) => runMan(args, io, commands),
});

async function runMan(args: Arguments, io: Io, commands: Registry): Promise<ExitCode> {
  const { positionals: names } = args;
  const folder = args.value('write');
  if (names.length > (folder === undefined ? 1 : 0)) {
    throw new InputError(
      'one page is printed at a time, and --write writes all: write repkit man check, or repkit man --write FOLDER.',
    );
  }
  const date = dateOf(io);
  if (folder === undefined) {
    const [name] = names;
    io.stdout.write(
      name === undefined
        ? overviewPage(await loadCommands(commands), date)
        : commandPage(await loadCommand(commands, name), date),
    );
    return 0;
  }
  const all = await loadCommands(commands);
  writePage(`${folder}/repkit.1`, overviewPage(all, date), io);
  for (const command of all) {
    writePage(`${folder}/repkit-${command.name}.1`, commandPage(command, date), io);
  }
  return 0;
}

/** As `YYYY-MM-DD`. SOURCE_DATE_EPOCH, in seconds since 1970, is what builds that are repeatable go by. */
function dateOf(io: Io): string {
  const epoch = io.env.SOURCE_DATE_EPOCH ?? '';
  const time = /^\d{1,11}$/.test(epoch) ? Number(epoch) * 1000 : io.now();
  return new Date(time).toISOString().slice(0, 10);
}

function writePage(path: string, page: string, io: Io): void {
  try {
    io.replaceFile(path, page);
  } catch (error) {
    throw fileError(`"${path}"`, error, 'written');
  }
}
