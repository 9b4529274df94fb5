/** The program: commander dispatches to the commands, and prints help and the version. */
import { InputError } from '@repkit/bulk';
import type { Command as Commander, CommanderError, OutputConfiguration } from 'commander';
import type { Arguments } from './options/arguments.js';
import type { Command } from './options/command.js';
import { checkedArguments, parserOf, sentencesOf, silentParser, usageError } from './options/parser.js';
import type { Io } from './program/io.js';
import { VERSION } from './program/version.js';
import { addCommandHelp, addOverview } from './render/help.js';

/** Commands of earlier versions, with the sentence that says what replaced them. */
const REMOVED_COMMANDS: Readonly<Record<string, string>> = {
  worker:
    '"repkit worker" was removed: use "repkit filter --verdict-only", with --robots-column for rows that contain their robots.txt.',
  fleet: '"repkit fleet" was removed: engines that people already run distribute the rows of "repkit filter".',
  minify: '"repkit minify" was removed: "repkit lint --fix" removes redundant rules.',
};

/** The width of help in a file or pipe. */
const DEFAULT_COLUMNS = 80;
/** Longer lines are hard to read. */
const MAX_COLUMNS = 120;

type Run = (command: Command, args: Arguments) => Promise<void>;

/** Returns the parser of the command line after `repkit`, which runs one of the commands. */
export function programOf(commands: readonly Command[], io: Pick<Io, 'stdout' | 'stderr'>, run: Run = async () => {}): Commander {
  // Only help reads it, because opening a terminal takes time.
  const columns = () => Math.min(io.stdout.columns || DEFAULT_COLUMNS, MAX_COLUMNS);
  const output: OutputConfiguration = {
    writeOut: (text) => io.stdout.write(text),
    writeErr: (text) => io.stderr.write(text),
    getOutHelpWidth: columns,
    getErrHelpWidth: columns,
  };
  const program = silentParser('repkit')
    .configureOutput(output)
    // An option before the command belongs to the program, an option after it to the command.
    .enablePositionalOptions()
    .helpCommand(false)
    .helpOption('-h, --help', 'Show this help, or the help of a command.')
    .version(VERSION, '-V, --version', 'Show the version.');
  addOverview(program, commands, columns);
  for (const command of commands) {
    const parser = parserOf(command).configureOutput(output);
    addCommandHelp(parser, command, columns);
    parser.action(async () => await run(command, checkedArguments(parser, command)));
    program.addCommand(parser);
  }
  return program;
}

/** Returns an error of the program, or of the parser of `command`, as an InputError. */
export function inputErrorOf(error: CommanderError, program: Commander, command: Command | undefined): InputError {
  if (command !== undefined) {
    const parser = program.commands.find((one) => one.name() === command.name);
    return usageError(error, parser ?? program, command);
  }
  const [word = ''] = program.args;
  if (error.code === 'commander.unknownOption') {
    return new InputError(sentencesOf(error, program, `Options follow the command: repkit check ${word} ….`));
  }
  if (Object.hasOwn(REMOVED_COMMANDS, word)) return new InputError(REMOVED_COMMANDS[word]);
  if (/[./:]/.test(word)) {
    return new InputError(`"${word}" is not a command. To check a URL, write repkit check ${word}.`);
  }
  return new InputError(sentencesOf(error, program, 'See repkit --help.'));
}
