import { Buffer } from 'node:buffer';
import {
  type Chunks,
  decompress,
  fileError,
  InputError,
  isSystemError,
  parseChunks,
} from '@repkit/bulk';
import type { Provenance, RobotsTxtResult } from '@repkit/client';
import { type DialectName, type RobotsTxt, RobotsTxtParser } from '@repkit/core';
import type { Io } from '../program/io.js';

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

/** The same, parsed. Throws an InputError where it cannot be read. */
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

/** Its bytes, as far as they are read. Throws an InputError where it cannot be read. */
export async function readRobotsBytes(
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
  return name === '-'
    ? decompress('standard input', io.stdin())
    : decompress(name, io.openFile(name));
}

function readError(name: string, error: unknown): unknown {
  if (isSystemError(error) && error.code === 'ENOENT' && /^https?:\/\//i.test(name)) {
    return new InputError(
      '--robots takes a file: leave it out, and the robots.txt of each URL is fetched.',
    );
  }
  return fileError(`--robots "${name}"`, error);
}

export interface FileProvenance {
  /** The name as it was given; `-` is standard input. */
  readonly file: string;
}

/** What holds for a URL: the rules of a robots.txt, or what its absence means (RFC 9309 2.3.1). */
export type RobotsTxtAnswer =
  | RobotsTxtResult
  | {
      readonly kind: 'rules';
      readonly robotsTxt: RobotsTxt;
      readonly provenance: FileProvenance;
    };

export interface RobotsTxtSource {
  /** Never rejects for what a network does. */
  robotsTxtFor(url: string): Promise<RobotsTxtAnswer>;
  close(): Promise<void>;
}

export function isFromFile(provenance: FileProvenance | Provenance): provenance is FileProvenance {
  return 'file' in provenance;
}
