import { diskFullError, isInputError } from '@repkit/bulk';
import { CommanderError } from 'commander';
import { commands } from './commands/registry.js';
import type { Arguments } from './options/arguments.js';
import { type Command, loadCommands } from './options/command.js';
import { checkValues } from './options/parser.js';
import type { ExitCode, Io } from './program/io.js';
import { visible } from './program/terminal.js';
import { inputErrorOf, programOf } from './program.js';

/** Runs the command line after `repkit`. Never rejects: errors are written to standard error. */
export async function run(argv: readonly string[], system: Omit<Io, 'report'>): Promise<ExitCode> {
  const [first, ...rest] = argv;
  const report = (sentence: string) => system.stderr.write(`repkit ${first}: ${visible(sentence)}\n`);
  const io: Io = { ...system, report };
  const load = first !== undefined && Object.hasOwn(commands, first) ? commands[first] : undefined;
  try {
    const command = await load?.();
    if (command !== undefined) checkValues(rest, command.options);
    return await runProgram(argv, command, io);
  } catch (error) {
    const name = load === undefined ? 'repkit' : `repkit ${first}`;
    io.stderr.write(`${errorMessage(name, diskFullError(error) ?? error)}\n`);
    return 2;
  }
}

/** Only the named command is loaded, and none for the version; the overview and suggestions need them all. */
async function runProgram(argv: readonly string[], command: Command | undefined, io: Io): Promise<ExitCode> {
  let code: ExitCode = 0;
  const isVersion = argv[0] === '--version' || argv[0] === '-V';
  const known = command === undefined ? await loadCommands(isVersion ? {} : commands) : [command];
  const program = programOf(known, io, async (chosen, args) => {
    code = await chosen.run(await withDefaults(args, chosen, io), io);
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Commander has printed the help or the version.
    if (error.exitCode === 0) return 0;
    if (error.code === 'commander.help') return 2;
    throw inputErrorOf(error, program, command);
  }
}

/** Adds the options of the configuration file, for commands that have such options. */
async function withDefaults(args: Arguments, command: Command, io: Io): Promise<Arguments> {
  if (command.configurable === undefined) return args;
  const { withConfig } = await import('./options/config.js');
  return await withConfig(args, command, io);
}

function errorMessage(name: string, error: unknown): string {
  if (isInputError(error)) return `${name}: ${visible(error.message)}`;
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `repkit: Internal error. Please report it with the command line that you ran: ${detail}`;
}
