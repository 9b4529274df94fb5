import { Buffer } from 'node:buffer';
import { type DialectName, type RobotsTxt, RobotsTxtParser } from '@repkit/core';
import { unpacked } from './bulk/unpacked.js';
import { CommandError } from './command-error.js';
import { fileError, isSystemError } from './file-error.js';
import type { Chunks, Io } from './io.js';
import type { RobotsTxtSource } from './robots-txt-source.js';

/** The robots.txt in a file, or on standard input where the name is `-`, for whatever URL. */
export async function readRobotsTxt(
  name: string,
  dialect: DialectName,
  io: Pick<Io, 'stdin' | 'openFile'>,
): Promise<RobotsTxtSource> {
  const robotsTxt = await parseRobotsFile(name, dialect, io);
  const answer = { kind: 'rules', robotsTxt, provenance: { file: name } } as const;
  return { robotsTxtFor: async () => answer, close: async () => {} };
}

/** The same, parsed. Throws a CommandError where it cannot be read. */
export async function parseRobotsFile(
  name: string,
  dialect: DialectName,
  io: Pick<Io, 'stdin' | 'openFile'>,
): Promise<RobotsTxt> {
  try {
    return await parseChunks(chunksOf(name, io), dialect);
  } catch (error) {
    throw readError(name, error);
  }
}

/** Its octets, as far as they are read. Throws a CommandError where it cannot be read. */
export async function readRobotsOctets(
  name: string,
  dialect: DialectName,
  io: Pick<Io, 'stdin' | 'openFile'>,
): Promise<Uint8Array> {
  const parser = new RobotsTxtParser({ dialect });
  const read: Uint8Array[] = [];
  try {
    for await (const chunk of chunksOf(name, io)) {
      read.push(chunk);
      if (!parser.push(chunk)) break;
    }
  } catch (error) {
    throw readError(name, error);
  }
  return Buffer.concat(read);
}

/** What gzip or zstd has packed is unpacked, as far as it is asked for. */
function chunksOf(name: string, io: Pick<Io, 'stdin' | 'openFile'>): Chunks {
  return name === '-' ? unpacked('standard input', io.stdin()) : unpacked(name, io.openFile(name));
}

/** Parses octets as they arrive; past the parsing limit the rest is not asked for. */
export async function parseChunks(chunks: Chunks, dialect: DialectName): Promise<RobotsTxt> {
  const parser = new RobotsTxtParser({ dialect });
  for await (const chunk of chunks) {
    if (!parser.push(chunk)) break;
  }
  return parser.end();
}

function readError(name: string, error: unknown): unknown {
  if (isSystemError(error) && error.code === 'ENOENT' && /^https?:\/\//i.test(name)) {
    return new CommandError(
      '--robots takes a file: leave it out, and the robots.txt of each URL is fetched.',
    );
  }
  return fileError(`--robots "${name}"`, error);
}
