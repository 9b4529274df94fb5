import { InputError } from '@repkit/bulk';
import type { ExitCode, Io } from '../program/io.js';
import { type Arguments, correction, type OptionSpecs, optionUsage } from './arguments.js';

/** One command of `repkit`: one file under commands/ and one line in commands/registry.ts. */
export interface Command {
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /**
   * The positional arguments as shown in the usage line: one word each, in brackets if it is optional, with an ellipsis if it
   * can be repeated; then, after `<`, what standard input contains.
   */
  readonly positionals: string;
  /** How shells complete positionals: words for the first one, and whether they are file names. */
  readonly completes?: { readonly first?: readonly string[]; readonly files?: boolean };
  readonly options: OptionSpecs;
  /** Options of earlier versions, each with what replaced it: the end of a sentence that starts with its name. */
  readonly removedOptions?: Readonly<Record<string, string>>;
  /** Names of the options that the configuration file can set. */
  readonly configurable?: readonly string[];
  /** Command lines by what they do. */
  readonly examples: Readonly<Record<string, string>>;
  /** Sections of the help by their titles. */
  readonly notes: Readonly<Record<string, Block | readonly Block[]>>;
  /** What 0 and 1 mean; 2 is the same for every command. */
  readonly exitCodes: Readonly<Partial<Record<ExitCode, string>>>;
  run(args: Arguments, io: Io): Promise<ExitCode>;
}

/** A paragraph, or texts by their terms. */
export type Block = string | Readonly<Record<string, string>>;

/** Throws an InputError for a missing or an additional positional argument, with the usage of the command. */
export function checkPositionals(args: Arguments, command: Command): void {
  const { name, options, positionals } = command;
  const alone = Object.entries(options).find(
    ([option, { excludes }]) => excludes === 'all' && args.has(option),
  );
  const usage = alone === undefined ? positionals : optionUsage(...alone);
  const [before = ''] = (alone === undefined ? positionals : '').split('<');
  const words = before.split(' ').filter((word) => word !== '');
  const required = words.filter((word) => !word.startsWith('[')).length;
  const stray = before.includes('…') ? undefined : args.positionals[words.length];
  if (args.positionals.length >= required && stray === undefined) return;
  const what = stray === undefined ? 'Missing argument.' : `Unexpected argument "${stray}".`;
  throw new InputError(`${what} Write "${`repkit ${name} ${usage}`.trimEnd()}".`);
}

/** All commands by name. Each is loaded on first use, which keeps start-up short. */
export type Registry = Readonly<Record<string, () => Promise<Command>>>;

/** Commands of earlier versions, with the sentence that says what replaced them. */
const REMOVED_COMMANDS: Readonly<Record<string, string>> = {
  worker:
    '"repkit worker" was removed: use "repkit filter --verdict-only", with --robots-column for rows that contain their robots.txt.',
  minify: '"repkit minify" was removed: "repkit lint --fix" removes redundant rules.',
};

/** Loads a command. Throws an InputError with a suggestion for an unknown name. */
export async function loadCommand(commands: Registry, name: string): Promise<Command> {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load !== undefined) return await load();
  if (Object.hasOwn(REMOVED_COMMANDS, name)) throw new InputError(REMOVED_COMMANDS[name]);
  if (name.startsWith('-')) {
    const otherwise = `Options follow the command: repkit check ${name} ….`;
    const hint = correction(name, ['--help', '--version'], otherwise);
    throw new InputError(`Unknown option ${name}. ${hint}`);
  }
  if (/[./:]/.test(name)) {
    throw new InputError(`"${name}" is not a command. To check a URL, write repkit check ${name}.`);
  }
  const hint = correction(name, Object.keys(commands), 'See repkit --help.');
  throw new InputError(`Unknown command "${name}". ${hint}`);
}

/** Loads all commands in the order of the registry. */
export async function loadCommands(commands: Registry): Promise<readonly Command[]> {
  return await Promise.all(Object.values(commands).map((load) => load()));
}
