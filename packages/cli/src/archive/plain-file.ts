/** What can be opened without harm, and read as often as one likes. */
import { type Stats, statSync } from 'node:fs';
import { CommandError } from '../command-error.js';

/** What anything else is, for a sentence about it. */
export const NO_FILE = 'a pipe, a socket or a device, and no file';

/** A file or a folder: who opens a pipe waits for somebody who writes to it, and a device may never end. */
export function isPlain(kind: Stats): boolean {
  return kind.isFile() || kind.isDirectory();
}

/**
 * What lies where the user says that an archive is. Throws a CommandError for a pipe, since archives are read in several
 * places, and more than once. Other errors are those of the file system.
 */
export function archiveStats(path: string): Stats {
  const kind = statSync(path);
  if (isPlain(kind)) return kind;
  throw new CommandError(
    `"${path}" is ${NO_FILE}: write what comes out of it to a file, and name that.`,
  );
}
