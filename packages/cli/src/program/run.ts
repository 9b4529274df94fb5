import { diskFullError, isInputError } from '@repkit/bulk';
import { commands } from '../commands/registry.js';
import { parseArguments } from '../options/arguments.js';
import { visible } from '../render/terminal.js';
import type { ExitCode, Io } from './io.js';
import { loadCommand } from './load-command.js';
import { VERSION } from './version.js';

/** The command: what was typed after `repkit`, and the world it may touch; the promise never rejects. */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  const [first, ...rest] = argv;
  try {
    switch (first) {
      case undefined:
        io.stderr.write(await helpFor());
        return 2;
      case '--version':
      case '-V':
        io.stdout.write(`${VERSION}\n`);
        return 0;
      case '--help':
      case '-h':
        io.stdout.write(await helpFor());
        return 0;
      default: {
        const command = await loadCommand(commands, first);
        if (asksForHelp(rest)) {
          io.stdout.write(await helpFor(first));
          return 0;
        }
        return await command.run(parseArguments(rest, command.options), io);
      }
    }
  } catch (error) {
    io.stderr.write(`${complaint(first, diskFullError(error) ?? error)}\n`);
    return 2;
  }
}

/** `--help` before a `--`, wherever it stands. */
function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  const options = end === -1 ? argv : argv.slice(0, end);
  return options.includes('--help') || options.includes('-h');
}

/** Of the command of that name, or of all; what prints it is loaded only now. */
async function helpFor(name?: string): Promise<string> {
  const { helpText } = await import('../commands/help.js');
  return await helpText(commands, name);
}

function complaint(first: string | undefined, error: unknown): string {
  if (isInputError(error)) {
    const name =
      first !== undefined && Object.hasOwn(commands, first) ? `repkit ${first}` : 'repkit';
    return `${name}: ${visible(error.message)}`;
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `repkit: repkit itself failed; please report this with what you typed: ${detail}`;
}
