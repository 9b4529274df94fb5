/** Parts on the disk: whole or not there, under the name of their piece. */
import { utf8Text } from '../bulk/blocks.js';
import { fileError } from '../file-error.js';
import type { Io } from '../io.js';
import { partFile, partFolder } from './part-files.js';

/** Writes the part of a piece in the place of an earlier one; returns when it is on the disk. */
export function writePart(
  runFolder: string,
  piece: number,
  rows: string,
  io: Pick<Io, 'makeFolder' | 'replaceFile'>,
): void {
  const path = partFile(runFolder, piece);
  try {
    io.makeFolder(partFolder(runFolder, piece));
    io.replaceFile(path, utf8Text(rows) ?? rows);
  } catch (error) {
    throw fileError(`"${path}"`, error, 'written');
  }
}
