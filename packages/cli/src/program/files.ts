/** Reading, atomic replacement and identity of files. */
import { Buffer } from 'node:buffer';
import type * as fs from 'node:fs';
import { join, resolve } from 'node:path';
import { type Chunks, fileError, InputError } from '@repkit/bulk';
import { type Io, MAX_FILE_BYTES, type OutputFile } from './io.js';

/** robots.txt, robots.staging.txt, example.com-robots.txt. */
const IN_FOLDER = '**/{robots*,*robots}.txt';
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['node_modules', '.git']);

/** Implements `fileSize` of `Io`. */
export function fileSize(path: string, files: Pick<typeof fs, 'statSync'>): number | undefined {
  return statOf(path, files)?.size;
}

/** Returns undefined for a path that does not exist. Throws an InputError for any other failure. */
function statOf(path: string, { statSync }: Pick<typeof fs, 'statSync'>): fs.Stats | undefined {
  return naming(`"${path}"`, () => statSync(path, { throwIfNoEntry: false }));
}

/** Implements `findFiles` of `Io`. */
export function findFiles(
  name: string,
  files: Pick<typeof fs, 'accessSync' | 'constants' | 'globSync' | 'statSync'>,
): readonly string[] | undefined {
  const kind = statOf(name, files);
  const isFolder = kind?.isDirectory() === true;
  if (!isFolder && (kind !== undefined || !/[*?[{]/.test(name))) return undefined;
  const { R_OK, X_OK } = files.constants;
  const exclude = (entry: fs.Dirent): boolean => {
    if (SKIPPED_FOLDERS.has(entry.name)) return true;
    const path = join(entry.parentPath, entry.name);
    // The glob would skip what it cannot read.
    if (entry.isDirectory()) naming(`"${path}"`, () => files.accessSync(path, R_OK | X_OK));
    return false;
  };
  const options = { exclude, withFileTypes: true } as const;
  const found = isFolder ? files.globSync(IN_FOLDER, { ...options, cwd: name }) : files.globSync(name, options);
  // Node returns null for a file that it cannot examine.
  if (found.some((entry) => entry === null)) {
    throw new InputError(
      `A file in "${name}" cannot be read: its name is not UTF-8, or it was just deleted. Rename it, or run the command again.`,
    );
  }
  return (
    found
      .map((entry) => join(entry.parentPath, entry.name))
      // Reading reports a link that leads nowhere.
      .filter((path) => isFolder || statOf(path, files)?.isFile() !== false)
      .sort()
  );
}

/**
 * Returns the files that a pattern such as `u_ex*.log` names, which shells of Windows pass on as it is. Returns any other name
 * unchanged: that of a file or folder, a URL, or `-`. Throws an InputError if no file matches.
 */
export function matchingFiles(name: string, io: Pick<Io, 'fileSize' | 'findFiles'>): readonly string[] {
  if (name === '-' || name.includes('://') || io.fileSize(name) !== undefined) return [name];
  const files = io.findFiles(name);
  if (files?.length === 0) throw new InputError(`No file matches "${name}". Check the path.`);
  return files ?? [name];
}

/**
 * Writes a temporary file and renames it, so that a full disk or a crash leaves the original intact. Follows symbolic
 * links and preserves mode and owner. Writes directly to devices and pipes. Throws file-system errors.
 */
export function replaceFile(path: string, content: string | Uint8Array, processId: number, files: typeof fs): void {
  const before = files.statSync(path, { throwIfNoEntry: false });
  if (before !== undefined && !before.isFile()) {
    files.writeFileSync(path, content);
    return;
  }
  // A rename needs no permission on the file, but read-only files must not be replaced.
  if (before !== undefined) files.accessSync(path, files.constants.W_OK);
  const target = before === undefined ? path : files.realpathSync(path);
  const temporary = `${target}.${processId}.new`;
  try {
    const file = files.openSync(temporary, 'w');
    try {
      files.writeFileSync(file, content);
      if (before !== undefined) {
        const { uid, gid } = files.fstatSync(file);
        if (uid !== before.uid || gid !== before.gid) {
          try {
            files.fchownSync(file, before.uid, before.gid);
          } catch {
            // Only root may change the owner; the content matters more.
          }
        }
        // Must follow fchown, which clears mode bits.
        files.fchmodSync(file, before.mode & 0o7777);
      }
      files.fsyncSync(file);
    } finally {
      files.closeSync(file);
    }
    files.renameSync(temporary, target);
  } catch (error) {
    files.rmSync(temporary, { force: true });
    throw error;
  }
}

const TEMPORARY_NAME = /\.\d+\.new$/;

/**
 * Implements `removeTemporaryFiles` of `Io`: removes the files that `replaceFile` leaves in a folder if its process is killed.
 */
export function removeTemporaryFiles(folder: string, files: Pick<typeof fs, 'readdirSync' | 'rmSync'>): void {
  for (const entry of files.readdirSync(folder, { withFileTypes: true })) {
    if (entry.isFile() && TEMPORARY_NAME.test(entry.name)) files.rmSync(join(folder, entry.name), { force: true });
  }
}

/**
 * Implements `openOutput` of `Io`: writes a file next to the path, with its mode, and renames it when it is complete. Writes
 * directly to devices and pipes. Follows symbolic links. Throws file-system errors, and an InputError if another process has
 * replaced the incomplete file.
 */
export function openOutput(path: string, files: typeof fs): OutputFile {
  const before = files.statSync(path, { throwIfNoEntry: false });
  const isDirect = before?.isFile() === false;
  // A rename needs no permission on the file, but read-only files must not be replaced.
  if (before?.isFile() === true) files.accessSync(path, files.constants.W_OK);
  const target = before === undefined ? path : files.realpathSync(path);
  const partial = `${target}.partial`;
  // Another process may still be writing it: two that wrote the same file would mix their rows.
  if (!isDirect) files.rmSync(partial, { force: true });
  const file = files.openSync(isDirect ? path : partial, 'w');
  if (before !== undefined && !isDirect) files.fchmodSync(file, before.mode & 0o7777);
  const opened = files.fstatSync(file, { bigint: true });
  const isReplaced = (): boolean => {
    const current = files.statSync(partial, { bigint: true, throwIfNoEntry: false });
    return current?.ino !== opened.ino || current.dev !== opened.dev;
  };
  let isOpen = true;
  const closeOnce = (): void => {
    if (isOpen) files.closeSync(file);
    isOpen = false;
  };
  return {
    write(bytes) {
      for (let from = 0; from < bytes.length; ) from += files.writeSync(file, bytes, from);
    },
    close() {
      // Before the file is closed, whose number a third file could have afterwards.
      const isLost = !isDirect && isReplaced();
      closeOnce();
      if (isLost) {
        throw new InputError(`"${partial}" was replaced while it was written. Name another file, or wait for the other run.`);
      }
      if (!isDirect) files.renameSync(partial, target);
    },
    abandon() {
      const isLost = isDirect || isReplaced();
      closeOnce();
      return isLost ? undefined : partial;
    },
  };
}

/**
 * Reads a file whole; of a longer one than `maxBytes`, the beginning that exceeds it by at most one chunk. Rejects with an
 * InputError that begins with `label`.
 */
export async function readFile(label: string, chunks: Chunks, maxBytes = Number.POSITIVE_INFINITY): Promise<Buffer> {
  const read: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of chunks) {
      read.push(chunk);
      length += chunk.length;
      if (length > maxBytes) break;
    }
  } catch (error) {
    throw fileError(label, error);
  }
  return Buffer.concat(read);
}

/**
 * Reads a text file in UTF-8, without its byte-order mark. Rejects with an InputError for other encodings, and for a file of
 * more than 64 MiB.
 */
export async function readText(label: string, chunks: Chunks): Promise<string> {
  const bytes = await readFile(label, chunks, MAX_FILE_BYTES);
  if (bytes.length > MAX_FILE_BYTES) {
    throw new InputError(`${label} exceeds 64 MiB. Check that it is the right file.`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InputError(`${label} is not UTF-8. Save it as UTF-8.`);
  }
}

/** Replaces a file. Throws an InputError that begins with `label` if it cannot be written. */
export function writeFile(label: string, path: string, content: string | Uint8Array, io: Pick<Io, 'replaceFile'>): void {
  naming(label, () => io.replaceFile(path, content), 'written');
}

/** Converts file-system errors of an action to InputErrors that begin with `label`. */
export function naming<Result>(label: string, action: () => Result, verb?: 'read' | 'written'): Result {
  try {
    return action();
  } catch (error) {
    throw fileError(label, error, verb);
  }
}

const STANDARD_INPUT = 0;

/**
 * Returns the same text for all paths of one file or folder, including links; `-` is standard input. Returns undefined for
 * devices and pipes, where writing destroys nothing. Throws file-system errors.
 */
export function fileIdentity(
  path: string,
  { fstatSync, statSync }: Pick<typeof fs, 'fstatSync' | 'statSync'>,
): string | undefined {
  const options = { bigint: true, throwIfNoEntry: false } as const;
  const file = path === '-' ? fstatSync(STANDARD_INPUT, options) : statSync(path, options);
  if (file === undefined) return resolve(path);
  return file.isFile() || file.isDirectory() ? `${file.dev}:${file.ino}` : undefined;
}
