/** The robots.txt of the commands that check URLs: a file, or sites. */
import type { Buffer } from 'node:buffer';
import { decompress, InputError } from '@repkit/bulk';
import type { Provenance } from '@repkit/client';
import { type Access, type Crawler, MIN_PARSING_LIMIT_BYTES, type RobotsTxt, robotsFile } from '@repkit/core';
import { exceededLimit, otherContent } from '@repkit/core/analysis';
import type { Arguments } from '../options/arguments.js';
import { fetchOptionsOf } from '../options/fetch-options.js';
import { ruleOverrides } from '../options/shared-options.js';
import { readFile } from '../program/files.js';
import type { Io } from '../program/io.js';
import { visibleName } from '../program/terminal.js';
import type { FetchedSource } from './fetch-robots.js';

/**
 * Returns the bytes of a file, or of standard input for `-`, up to the parsing limit. Throws an InputError if the file cannot be
 * read.
 */
export async function readRobotsBytes(name: string, io: Io): Promise<Buffer> {
  if (/^https?:\/\//i.test(name) && io.fileSize(name) === undefined) {
    throw new InputError('--robots takes a file. Omit it to fetch the robots.txt of each URL.');
  }
  const chunks = name === '-' ? decompress('standard input', io.stdin()) : decompress(name, io.openFile(name));
  const bytes = await readFile(`--robots "${name}"`, chunks, MIN_PARSING_LIMIT_BYTES);
  if (name === '-') warnOfEmptyInput(bytes, io);
  return bytes;
}

/** Warns if standard input is empty: a command before a pipe that fails, such as curl, would seem to allow everything. */
export function warnOfEmptyInput({ length }: Uint8Array, { report }: Pick<Io, 'report'>): void {
  if (length > 0) return;
  report('Standard input is empty, which allows everything. Check that the command before the pipe succeeded.');
}

export interface FileProvenance {
  /** As given; `-` is standard input. */
  readonly file: string;
}

export interface SiteAccess {
  readonly access: Access;
  readonly provenance: FileProvenance | Provenance;
}

export interface RobotsTxtSource {
  /** Returns what the site of a URL permits to a crawler. Does not reject for network errors. */
  accessFor(url: string, crawler: Crawler): Promise<SiteAccess>;
  close(): Promise<void>;
}

/** Opens the sites under the options for fetching. */
export async function openSites(args: Arguments, io: Io): Promise<FetchedSource> {
  const options = fetchOptionsOf(args, io.env);
  // Loaded on demand: the client takes longer to load than everything else.
  const { fetchedRobotsTxt } = await import('./fetch-robots.js');
  return await fetchedRobotsTxt(ruleOverrides(args), options, io);
}

export function isFromFile(provenance: FileProvenance | Provenance): provenance is FileProvenance {
  return 'file' in provenance;
}

/** Opens the file of `--robots`, or the sites under the options for fetching. */
export async function openSource(args: Arguments, io: Io): Promise<RobotsTxtSource> {
  const file = args.value('robots');
  if (file !== undefined) {
    const bytes = await readRobotsBytes(file, io);
    const access = { kind: 'file', file: robotsFile(bytes) } as const;
    const result = { access, provenance: { file } };
    return { accessFor: async () => result, close: async () => {} };
  }
  return await openSites(args, io);
}

/** Warns if a file is not a robots.txt, or exceeds the parsing limit, so results apply only to its beginning. */
export function warnOfContent(
  { name, robotsTxt }: { readonly name: string; readonly robotsTxt: RobotsTxt },
  { report }: Pick<Io, 'report'>,
): void {
  const contentType = otherContent(robotsTxt);
  if (contentType !== undefined) {
    report(`${visibleName(name)} is ${contentType}, not a robots.txt, so crawlers ignore nearly all of it.`);
  }
  const limit = exceededLimit(robotsTxt);
  if (limit === 'bytes') {
    report(`Read only the first ${MIN_PARSING_LIMIT_BYTES} bytes of ${visibleName(name)}, the parsing limit (RFC 9309 2.5).`);
  } else if (limit === 'rules') {
    const { name: dialect, maxRules } = robotsTxt.dialect;
    report(`Read only the first ${maxRules} rules of ${visibleName(name)}, the limit of the ${dialect} dialect.`);
  }
}

/** Warns if a site sends UTF-16, of which only a copy in UTF-8 is left. */
export function warnOfUtf16({ robotsTxtUrl, body }: Provenance, { report }: Pick<Io, 'report'>): void {
  if (body?.charset.name.startsWith('utf-16')) {
    report(`${visibleName(robotsTxtUrl)} is UTF-16, so most crawlers cannot read it. Save it as UTF-8.`);
  }
}
