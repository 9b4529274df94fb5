/** Replaces files atomically, and tells which paths name the same file. */
import type * as fs from 'node:fs';
import { resolve } from 'node:path';

/**
 * Writes next to the file and renames, so that a full disk or a crash leaves the file as it was. Follows symbolic links,
 * and keeps mode and owner. A device or a pipe is written to as it is. Errors are those of the file system.
 */
export function replaceFile(
  path: string,
  content: string | Uint8Array,
  processId: number,
  {
    accessSync,
    closeSync,
    constants,
    fchmodSync,
    fchownSync,
    fstatSync,
    fsyncSync,
    openSync,
    realpathSync,
    renameSync,
    rmSync,
    statSync,
    writeFileSync,
  }: typeof fs,
): void {
  const before = statSync(path, { throwIfNoEntry: false });
  if (before !== undefined && !before.isFile()) {
    writeFileSync(path, content);
    return;
  }
  // A rename needs no permission on the file itself, but a read-only file is meant to stay.
  if (before !== undefined) accessSync(path, constants.W_OK);
  const target = before === undefined ? path : realpathSync(path);
  const beside = `${target}.${processId}.new`;
  try {
    const file = openSync(beside, 'w');
    try {
      writeFileSync(file, content);
      if (before !== undefined) {
        const { uid, gid } = fstatSync(file);
        if (uid !== before.uid || gid !== before.gid) {
          try {
            fchownSync(file, before.uid, before.gid);
          } catch {
            // Only root may give files away. The content matters more than the owner.
          }
        }
        // After the owner: a change of owner clears bits of the mode.
        fchmodSync(file, before.mode & 0o7777);
      }
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(beside, target);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

const STANDARD_INPUT = 0;

/**
 * The same text for all paths of one file, links included; `-` is standard input. Undefined for a device, a pipe or a
 * folder, of which nothing is lost when one writes to it. Errors are those of the file system.
 */
export function fileIdentity(
  path: string,
  { fstatSync, statSync }: Pick<typeof fs, 'fstatSync' | 'statSync'>,
): string | undefined {
  const options = { bigint: true, throwIfNoEntry: false } as const;
  const file = path === '-' ? fstatSync(STANDARD_INPUT, options) : statSync(path, options);
  if (file === undefined) return resolve(path);
  return file.isFile() ? `${file.dev}:${file.ino}` : undefined;
}
