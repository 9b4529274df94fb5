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

/** Returns a source that applies one robots.txt to every URL. `name` is that of its file. */
export function fileSource(name: string, robotsTxt: RobotsTxt): RobotsTxtSource {
  const lookup = { kind: 'rules', robotsTxt, provenance: { file: name } } as const;
  return { robotsTxtFor: async () => lookup, close: async () => {} };
}

/** Parses a file, or standard input for `-`. Throws an InputError if it cannot be read. */
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

/** Returns the bytes up to the parsing limit. Throws an InputError if the file cannot be read. */
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

function chunksOf(name: string, io: Pick<Io, 'stdin' | 'openFile'>): Chunks {
  return name === '-'
    ? decompress('standard input', io.stdin())
    : decompress(name, io.openFile(name));
}

function readError(name: string, error: unknown): unknown {
  if (isSystemError(error) && error.code === 'ENOENT' && /^https?:\/\//i.test(name)) {
    return new InputError('--robots takes a file. Omit it to fetch the robots.txt of each URL.');
  }
  return fileError(`--robots "${name}"`, error);
}

export interface FileProvenance {
  /** As given; `-` is standard input. */
  readonly file: string;
}

/** The rules for a URL, or the access result if there is no robots.txt (RFC 9309 2.3.1). */
export type RobotsTxtLookup =
  | RobotsTxtResult
  | {
      readonly kind: 'rules';
      readonly robotsTxt: RobotsTxt;
      readonly provenance: FileProvenance;
    };

export interface RobotsTxtSource {
  /** Does not reject for network errors. */
  robotsTxtFor(url: string): Promise<RobotsTxtLookup>;
  close(): Promise<void>;
}

export function isFromFile(provenance: FileProvenance | Provenance): provenance is FileProvenance {
  return 'file' in provenance;
}
