/** Finds outputs that would overwrite an input or another output. */
import { InputError } from '@repkit/bulk';
import type { Io } from '../program/io.js';

export interface NamedFile {
  /** For messages: `--output "u.txt"`. */
  readonly label: string;
  /** `-` is standard input. */
  readonly path: string;
}

/** Throws an InputError if an output is also an input or another output. Opens no file. */
export function checkOutputConflicts(
  outputs: readonly NamedFile[],
  inputs: readonly NamedFile[],
  io: Pick<Io, 'fileIdentity'>,
): void {
  const labels = new Map<string, string>();
  for (const { label, path } of inputs) {
    const identity = identityOf(path, io);
    if (identity !== undefined) labels.set(identity, label);
  }
  for (const { label, path } of outputs) {
    const identity = identityOf(path, io);
    if (identity === undefined) continue;
    const target = labels.get(identity);
    if (target !== undefined) {
      throw new InputError(`${label} would overwrite ${target}. Choose another file.`);
    }
    labels.set(identity, label);
  }
}

function identityOf(path: string, io: Pick<Io, 'fileIdentity'>): string | undefined {
  try {
    return io.fileIdentity(path);
  } catch {
    // Opening the file later reports the error.
    return undefined;
  }
}

/** Returns the files named by the given options. */
export function optionFiles(
  args: { value(name: string): string | undefined },
  options: readonly string[],
): NamedFile[] {
  return options.flatMap((option) => {
    const path = args.value(option);
    return path === undefined ? [] : { label: `--${option} "${path}"`, path };
  });
}

/** Returns the files named by positional arguments. */
export function inputFiles(paths: readonly string[]): NamedFile[] {
  return paths.map((path) => ({ label: path === '-' ? 'standard input' : `"${path}"`, path }));
}
