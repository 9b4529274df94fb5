/** Outputs that would destroy what is read, or each other. */
import { InputError } from '@repkit/bulk';
import type { Io } from '../program/io.js';

export interface NamedFile {
  /** As the user gave it: `--output "u.txt"`. */
  readonly said: string;
  /** `-` is standard input. */
  readonly path: string;
}

/** Throws an InputError where an output is one of the inputs, or another output; before anything is opened. */
export function keptApart(
  outputs: readonly NamedFile[],
  inputs: readonly NamedFile[],
  io: Pick<Io, 'fileIdentity'>,
): void {
  const known = new Map<string, string>();
  for (const { said, path } of inputs) {
    const identity = identityOf(path, io);
    if (identity !== undefined) known.set(identity, said);
  }
  for (const { said, path } of outputs) {
    const identity = identityOf(path, io);
    if (identity === undefined) continue;
    const other = known.get(identity);
    if (other !== undefined) {
      throw new InputError(
        `${said} is the same file as ${other}, which would be lost: name another one.`,
      );
    }
    known.set(identity, said);
  }
}

function identityOf(path: string, io: Pick<Io, 'fileIdentity'>): string | undefined {
  try {
    return io.fileIdentity(path);
  } catch {
    // Whoever opens it tells why that cannot be done.
    return undefined;
  }
}

/** The files of options that were given. */
export function filesOf(
  args: { value(name: string): string | undefined },
  options: readonly string[],
): NamedFile[] {
  return options.flatMap((option) => {
    const path = args.value(option);
    return path === undefined ? [] : { said: `--${option} "${path}"`, path };
  });
}

/** Those that are no options. */
export function namedFiles(paths: readonly string[]): NamedFile[] {
  return paths.map((path) => ({ said: path === '-' ? 'standard input' : `"${path}"`, path }));
}
