import type { Arguments, OptionSpec } from './arguments.js';
import type { ExitCode, Io } from './io.js';

/** One command of `repkit`: one file under commands/, and one line in the list below. */
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
  survey: async () => (await import('./commands/survey.js')).survey,
  worker: async () => (await import('./commands/worker.js')).worker,
  fleet: async () => (await import('./commands/fleet.js')).fleet,
  serve: async () => (await import('./commands/serve.js')).serve,
  completion: async () => (await import('./commands/completion.js')).completion,
  man: async () => (await import('./commands/man.js')).man,
  help: async () => (await import('./commands/help.js')).help,
};
