import type { Arguments, OptionSpec } from '../options/arguments.js';
import type { ExitCode, Io } from './io.js';

/** One command of `repkit`: one file under commands/, and one line in commands/registry.ts. */
export interface Command {
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** What follows the options, for the help. */
  readonly positionals: string;
  /** What shells complete there: words for the first, and whether names of files. */
  readonly completes?: { readonly first?: readonly string[]; readonly files?: boolean };
  readonly options: readonly OptionSpec[];
  /** Sections of the help: a title, and lines as `render/prose.ts` reads them. */
  readonly notes: readonly { readonly title: string; readonly lines: readonly string[] }[];
  readonly examples: readonly { readonly says: string; readonly command: string }[];
  run(args: Arguments, io: Io): Promise<ExitCode>;
}

/** All commands by name, each loaded only when it is asked for. */
export type Registry = Readonly<Record<string, () => Promise<Command>>>;
