/** Checks that a file can be rewritten, and replaces it. Separate from reading, because the checks of lint load slowly. */
import { Buffer } from 'node:buffer';
import { InputError } from '@repkit/bulk';
import { foreignContent, lineDiagnostics } from '@repkit/core/analysis';
import { naming, writeFile } from '../program/files.js';
import type { Io } from '../program/io.js';
import type { RobotsTxtArgument } from './robots-txt-argument.js';

/** Throws an InputError if an option would replace a compressed file by an uncompressed one. */
export function checkUncompressed(option: string, read: readonly RobotsTxtArgument[]): void {
  const file = read.find(({ kind, isCompressed }) => kind === 'file' && isCompressed);
  if (file === undefined) return;
  throw new InputError(`--${option} cannot write to "${file.name}": it is compressed. Decompress it first.`);
}

/** Throws an InputError if a file cannot be replaced. Called for all files before the first is. */
export function checkWritable(files: readonly Pick<RobotsTxtArgument, 'name'>[], io: Pick<Io, 'checkWritable'>): void {
  for (const { name } of files) naming(`"${name}"`, () => io.checkWritable(name), 'written');
}

/** Throws an InputError for a file that rewriting would damage: it is not a robots.txt, or exceeds a limit. */
export function checkRewritable({ name, robotsTxt }: RobotsTxtArgument): void {
  for (const { code, span } of lineDiagnostics(robotsTxt)) {
    if (code === 'over-parsing-limit' || code === 'line-too-long') {
      throw new InputError(
        `"${name}" cannot be rewritten: text beyond the limit on line ${span.line} would be lost. Shorten the file first.`,
      );
    }
  }
  const content = foreignContent(robotsTxt);
  if (content !== undefined) {
    throw new InputError(`"${name}" ${content} and was not rewritten. Check that it is a robots.txt.`);
  }
}

/** Replaces the content of a file unless it is the same. Returns whether it was replaced; throws an InputError if it cannot be. */
export function writeRobotsTxt(
  { name, body }: Pick<RobotsTxtArgument, 'name' | 'body'>,
  content: Uint8Array,
  io: Pick<Io, 'replaceFile'>,
): boolean {
  if (Buffer.compare(body, content) === 0) return false;
  writeFile(`"${name}"`, name, content, io);
  return true;
}
