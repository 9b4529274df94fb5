import { parseArguments } from './arguments.js';
import { type Command, commands } from './command.js';
import { CommandError } from './command-error.js';
import type { ExitCode, Io } from './io.js';
import { nearest } from './nearest.js';
import { visible } from './render/visible.js';
import { VERSION } from './version.js';

/** The command: what was typed after `repkit`, and the world it may touch; the promise never rejects. */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  const [first, ...rest] = argv;
  try {
    switch (first) {
      case undefined:
        io.stderr.write(await overview());
        return 2;
      case '--version':
      case '-V':
        io.stdout.write(`${VERSION}\n`);
        return 0;
      case '--help':
      case '-h':
        io.stdout.write(await overview());
        return 0;
      case 'help':
        io.stdout.write(rest[0] === undefined ? await overview() : await helpOf(rest[0]));
        return 0;
      default: {
        const command = await load(first);
        if (asksForHelp(rest)) {
          io.stdout.write(await helpOf(first));
          return 0;
        }
        return await command.run(parseArguments(rest, command.options), io);
      }
    }
  } catch (error) {
    io.stderr.write(`${complaint(first, error)}\n`);
    return 2;
  }
}

async function load(name: string): Promise<Command> {
  const loader = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (loader !== undefined) return await loader();
  if (name.startsWith('-')) {
    throw new CommandError(`the command comes before its options: write repkit check ${name} ….`);
  }
  if (/[./:]/.test(name)) {
    throw new CommandError(`"${name}" is no command: write repkit check ${name} to ask about it.`);
  }
  const meant = nearest(name, Object.keys(commands));
  throw new CommandError(
    `there is no command "${name}": ` +
      (meant === undefined ? 'see repkit --help for those there are.' : `was "${meant}" meant?`),
  );
}

/** `--help` before a `--`, wherever it stands. */
function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  const options = end === -1 ? argv : argv.slice(0, end);
  return options.includes('--help') || options.includes('-h');
}

async function helpOf(name: string): Promise<string> {
  const command = await load(name);
  const { commandHelp } = await import('./render/help.js');
  return commandHelp(command);
}

async function overview(): Promise<string> {
  const { overviewHelp } = await import('./render/help.js');
  return overviewHelp(await Promise.all(Object.values(commands).map((loader) => loader())));
}

function complaint(first: string | undefined, error: unknown): string {
  if (error instanceof CommandError) {
    const name =
      first !== undefined && Object.hasOwn(commands, first) ? `repkit ${first}` : 'repkit';
    return `${name}: ${visible(error.message)}`;
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `repkit: repkit itself failed; please report this with what you typed: ${detail}`;
}
