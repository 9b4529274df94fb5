import { InputError } from '@repkit/bulk';
import type { Arguments } from '../options/arguments.js';
import {
  type Command,
  exitCodes,
  loadCommand,
  loadCommands,
  type Registry,
} from '../options/command.js';
import { writeFile } from '../program/files.js';
import type { ExitCode, Io } from '../program/io.js';
import { commandPage, overviewPage } from '../render/man.js';

export const man = (commands: Registry): Command => ({
  name: 'man',
  summary: 'Print the manual page of repkit or of a command.',
  positionals: '[COMMAND]',
  completes: { first: Object.keys(commands) },
  options: [
    {
      name: 'write',
      value: 'FOLDER',
      description: 'Existing folder to write all pages to: repkit.1, repkit-check.1 and so on.',
    },
  ],
  examples: [
    { title: 'Read the page of a command on Linux', command: 'repkit man check | man -l -' },
    { title: 'Read it on macOS and BSD', command: 'repkit man check | mandoc -a' },
    {
      title: 'Write all pages, for a custom package',
      command: 'repkit man --write /usr/local/share/man/man1',
    },
  ],
  notes: [
    {
      title: 'Installed pages',
      lines: [
        'npm install --global repkit installs all pages: try man repkit and man repkit-check. Their content ' +
          'is that of --help. Their date is SOURCE_DATE_EPOCH if it is set, otherwise today.',
      ],
    },
    exitCodes(['0  done']),
  ],
  run: (args, io) => runMan(args, io, commands),
});

async function runMan(args: Arguments, io: Io, commands: Registry): Promise<ExitCode> {
  const { positionals: names } = args;
  const folder = args.value('write');
  if (names.length > (folder === undefined ? 1 : 0)) {
    throw new InputError('Expected one command, or --write FOLDER alone.');
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
  const writePage = (name: string, page: string): void => {
    const path = `${folder}/${name}.1`;
    writeFile(`"${path}"`, path, page, io);
  };
  const all = await loadCommands(commands);
  writePage('repkit', overviewPage(all, date));
  for (const command of all) {
    writePage(`repkit-${command.name}`, commandPage(command, date));
  }
  return 0;
}

/** Returns `YYYY-MM-DD`; reproducible builds set SOURCE_DATE_EPOCH, in seconds since 1970. */
function dateOf(io: Io): string {
  const epoch = io.env.SOURCE_DATE_EPOCH ?? '';
  const time = /^\d{1,11}$/.test(epoch) ? Number(epoch) * 1000 : io.now();
  return new Date(time).toISOString().slice(0, 10);
}
