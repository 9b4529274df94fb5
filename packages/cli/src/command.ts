import type { Arguments, OptionSpec } from './arguments.js';
import type { ExitCode, Io } from './io.js';

/** One command of `repkit`: one file under commands/, and one line in the list below. */
export interface Command {
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** What follows the options, for the help. */
  readonly positionals: string;
  readonly options: readonly OptionSpec[];
  /** Paragraphs of the help: a title and its lines. */
  readonly notes: readonly { readonly title: string; readonly lines: readonly string[] }[];
  readonly examples: readonly { readonly says: string; readonly command: string }[];
  run(args: Arguments, io: Io): Promise<ExitCode>;
}

/** The commands by name, each loaded only when it is asked for: start-up must cost next to nothing. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  check: async () => (await import('./commands/check.js')).check,
  lint: async () => (await import('./commands/lint.js')).lint,
  fmt: async () => (await import('./commands/fmt.js')).fmt,
  diff: async () => (await import('./commands/diff.js')).diff,
  minify: async () => (await import('./commands/minify.js')).minify,
  coverage: async () => (await import('./commands/coverage.js')).coverage,
  sitemaps: async () => (await import('./commands/sitemaps.js')).sitemaps,
  filter: async () => (await import('./commands/filter.js')).filter,
  worker: async () => (await import('./commands/worker.js')).worker,
};
