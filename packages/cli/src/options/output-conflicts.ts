/** Finds outputs that would overwrite an input or another output. */
import { dirname, resolve } from 'node:path';
import { InputError } from '@repkit/bulk';
import type { Io } from '../program/io.js';

export interface NamedFile {
  /** For messages: `--output "u.txt"`. */
  readonly label: string;
  /** `-` is standard input. */
  readonly path: string;
}

/**
 * Throws an InputError if an output, or the file that it is until it is complete, is also an input, in a folder that is one,
 * or another output. Opens no file.
 */
export function checkOutputConflicts(
  outputs: readonly NamedFile[],
  inputs: readonly NamedFile[],
  io: Pick<Io, 'fileIdentity'>,
): void {
  const labels = new Map<string, string>();
  const labelOf = (path: string) => labels.get(identityOf(path, io) ?? '');
  const add = ({ label, path }: NamedFile) => {
    const identity = identityOf(path, io);
    if (identity !== undefined) labels.set(identity, label);
  };
  for (const input of inputs) add(input);
  for (const { label, path } of outputs) {
    const folder = foldersOf(path)
      .map(labelOf)
      .find((input) => input !== undefined);
    if (folder !== undefined) {
      throw new InputError(`${label} is in ${folder}, whose files are read. Choose another folder.`);
    }
    for (const name of [path, `${path}.partial`]) {
      const target = labelOf(name);
      if (target !== undefined) {
        throw new InputError(`${label} would overwrite ${target}. Choose another file.`);
      }
      add({ label, path: name });
    }
  }
}

/** Returns the folders that contain a file, from the nearest to the root. */
function foldersOf(path: string): readonly string[] {
  const folders: string[] = [];
  for (let name = resolve(path); name !== dirname(name); name = dirname(name)) {
    folders.push(dirname(name));
  }
  return folders;
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
export function optionFiles(args: { value(name: string): string | undefined }, options: readonly string[]): NamedFile[] {
  return options.flatMap((option) => {
    const path = args.value(option);
    return path === undefined ? [] : { label: `--${option} "${path}"`, path };
  });
}

/** Returns the files named by positional arguments. */
export function inputFiles(paths: readonly string[]): NamedFile[] {
  return paths.map((path) => ({ label: path === '-' ? 'standard input' : `"${path}"`, path }));
}
