import type { DialectName } from '@repkit/core';
import { CommandError } from './command-error.js';
import type { Io } from './io.js';
import { parseChunks, type RobotsTxtAnswer } from './robots-txt-source.js';

/** The robots.txt in a file, or on standard input where the name is `-`. */
export async function readRobotsTxt(
  name: string,
  dialect: DialectName,
  io: Pick<Io, 'stdin' | 'openFile'>,
): Promise<RobotsTxtAnswer> {
  try {
    const robotsTxt = await parseChunks(name === '-' ? io.stdin() : io.openFile(name), dialect);
    return { kind: 'parsed', provenance: { from: 'file', name }, robotsTxt };
  } catch (error) {
    throw readError(name, error);
  }
}

function readError(name: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (error.code === 'ENOENT' && /^https?:\/\//i.test(name)) {
    return new CommandError(
      '--robots takes a file: leave it out, and the robots.txt of each URL is fetched.',
    );
  }
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file; check the path',
    EISDIR: 'it is a folder; name the file in it',
    EACCES: 'reading it is not permitted; check its mode and owner',
  };
  const reason = reasons[String(error.code)] ?? `${error.message}; check the file`;
  return new CommandError(`--robots "${name}" cannot be read: ${reason}.`);
}
