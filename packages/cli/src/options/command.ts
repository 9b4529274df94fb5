import type { ExitCode, Io } from '../program/io.js';
import type { Arguments, OptionSpecs } from './arguments.js';

/** One command of `repkit`: one file under commands/ and one line in commands/registry.ts. */
export interface Command {
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  readonly positionals: readonly Positional[];
  /** What standard input contains, for the usage line. */
  readonly stdin?: string;
  readonly options: OptionSpecs;
  /** Options of earlier versions, each with what replaced it: the end of a sentence that starts with its name. */
  readonly removedOptions?: Readonly<Record<string, string>>;
  /** Names of the options that the configuration file can set. */
  readonly configurable?: readonly string[];
  /** Command lines by what they do. */
  readonly examples: Readonly<Record<string, string>>;
  /** Sections of the help by their titles. */
  readonly notes: Readonly<Record<string, Block | readonly Block[]>>;
  /** What 0 and 1 mean, and 2 if it stands for more than invalid options and input. */
  readonly exitCodes: Readonly<Partial<Record<ExitCode, string>>>;
  run(args: Arguments, io: Io): Promise<ExitCode>;
}

/** A paragraph, or texts by their terms. */
export type Block = string | Readonly<Record<string, string>>;

/** A positional argument. */
export interface Positional {
  /** As shown in the usage line. */
  readonly name: string;
  /** At least one; positionals are optional by default. */
  readonly required?: boolean;
  readonly repeatable?: boolean;
  /** All allowed words. */
  readonly choices?: readonly string[];
  /** Whether shells complete file names. */
  readonly files?: boolean;
}

/** Returns the positionals as shown in the usage line: `OLD NEW`, `URL…`, `[FILE…]`, `< ROWS`. */
export function usageOf({ positionals, stdin }: Pick<Command, 'positionals' | 'stdin'>): string {
  const words = positionals.map(({ name, required, repeatable }) => {
    const usage = repeatable ? `${name}…` : name;
    return required ? usage : `[${usage}]`;
  });
  return [...words, ...(stdin === undefined ? [] : [`< ${stdin}`])].join(' ');
}

/** Returns what the exit codes of a command mean. */
export function exitCodeTexts(exitCodes: Command['exitCodes']): Command['exitCodes'] {
  return { 2: 'invalid options or input', ...exitCodes };
}

/** Whether shells complete file names as positionals. */
export function completesFiles(positionals: readonly Positional[]): boolean {
  return positionals.some(({ files }) => files === true);
}

/** All commands by name. Each is loaded on first use, which keeps start-up short. */
export type Registry = Readonly<Record<string, () => Promise<Command>>>;

/** Loads all commands in the order of the registry. */
export async function loadCommands(commands: Registry): Promise<readonly Command[]> {
  return await Promise.all(Object.values(commands).map((load) => load()));
}
