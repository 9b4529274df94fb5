import { diskFullError, isInputError } from '@repkit/bulk';
import { commands } from './commands/registry.js';
import { checkCombinations, parseArguments } from './options/arguments.js';
import { checkPositionals, loadCommand } from './options/command.js';
import type { ExitCode, Io } from './program/io.js';
import { visible } from './program/terminal.js';
import { VERSION } from './program/version.js';

/** Runs the command line after `repkit`. Never rejects: errors are written to standard error. */
export async function run(argv: readonly string[], system: Omit<Io, 'report'>): Promise<ExitCode> {
  const [first, ...rest] = argv;
  const report = (sentence: string) =>
    system.stderr.write(`repkit ${first}: ${visible(sentence)}\n`);
  const io: Io = { ...system, report };
  try {
    if (first === undefined) {
      io.stderr.write(await helpFor());
      return 2;
    }
    if (first === '--version' || first === '-V') {
      io.stdout.write(`${VERSION}\n`);
      return 0;
    }
    const isOverview = first === '--help' || first === '-h';
    const command = isOverview ? undefined : await loadCommand(commands, first);
    if (command === undefined || requestsHelp(rest)) {
      io.stdout.write(await helpFor(command?.name));
      return 0;
    }
    const args = parseArguments(rest, command.options, command.removedOptions);
    checkCombinations(args, command.options);
    checkPositionals(args, command);
    if (command.configurable === undefined) return await command.run(args, io);
    const { withConfig } = await import('./options/config.js');
    return await command.run(await withConfig(args, command, Object.keys(commands), io), io);
  } catch (error) {
    io.stderr.write(`${errorMessage(first, diskFullError(error) ?? error)}\n`);
    return 2;
  }
}

/** Whether `--help` occurs before a `--`. */
function requestsHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  const options = end === -1 ? argv : argv.slice(0, end);
  return options.includes('--help') || options.includes('-h');
}

/** Returns the help of one command or the overview. Loads the renderer on demand. */
async function helpFor(name?: string): Promise<string> {
  const { helpText } = await import('./commands/help.js');
  return await helpText(commands, name);
}

function errorMessage(first: string | undefined, error: unknown): string {
  if (isInputError(error)) {
    const name =
      first !== undefined && Object.hasOwn(commands, first) ? `repkit ${first}` : 'repkit';
    return `${name}: ${visible(error.message)}`;
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `repkit: Internal error. Please report it with the command line that you ran: ${detail}`;
}
