import { Buffer } from 'node:buffer';
import { type Chunks, decompress, fileError, InputError, isSystemError } from '@repkit/bulk';
import type { Provenance } from '@repkit/client';
import { type Access, type Crawler, type DialectName, RobotsTxtParser } from '@repkit/core';
import type { Arguments } from '../options/arguments.js';
import { fetchOptionsOf } from '../options/fetch-options.js';
import { givenOptions } from '../options/shared-options.js';
import { type Io, reporter } from '../program/io.js';
import type { FetchedSource } from './fetch-robots.js';

/** Returns the bytes of a file, or of standard input for `-`, up to the parsing limit. Throws an InputError if the file cannot be read. */
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

export interface RobotsTxtSource {
  /** Returns what the site of a URL permits to a crawler. Does not reject for network errors. */
  accessFor(
    url: string,
    crawler: Crawler,
  ): Promise<{ readonly access: Access; readonly provenance: FileProvenance | Provenance }>;
  close(): Promise<void>;
}

/** Opens the sites under the options for fetching. */
export async function openSites(command: string, args: Arguments, io: Io): Promise<FetchedSource> {
  const options = fetchOptionsOf(args, io.env);
  // Loaded on demand: the client takes longer to load than everything else.
  const { fetchedRobotsTxt } = await import('./fetch-robots.js');
  return await fetchedRobotsTxt(givenOptions(args), options, {
    ...io,
    warn: reporter(command, io),
  });
}

export function isFromFile(provenance: FileProvenance | Provenance): provenance is FileProvenance {
  return 'file' in provenance;
}
