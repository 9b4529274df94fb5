/** Reads robots.txt arguments: files, standard input, sites and files in git. */
import { Buffer } from 'node:buffer';
import { type Chunks, decompress, InputError } from '@repkit/bulk';
import { dialects, parseRobotsTxt, type RobotsFile, type RobotsTxt } from '@repkit/core';
import type { Arguments, OptionSpecs } from '../options/arguments.js';
import { CREDENTIALS_WARNING, TIME_PATTERN, timeOf, withoutCredentials } from '../options/checked-values.js';
import { FETCH_OPTIONS, refuseFetchOptions } from '../options/fetch-options.js';
import { dialectOf, INTERPRETATION_OPTIONS } from '../options/shared-options.js';
import { naming, readFile } from '../program/files.js';
import { checkStandardInput, type Io, MAX_FILE_BYTES } from '../program/io.js';
import { accessDetail } from './check-result.js';
import type { FetchedSource } from './fetch-robots.js';
import { gitError, runGit, tooLarge } from './git.js';
import { readPastFile } from './history-folder.js';
import { openSites, warnOfEmptyInput, warnOfUtf16 } from './read-robots.js';

export interface RobotsTxtArgument {
  /** As given; a site without its credentials. */
  readonly name: string;
  readonly kind: 'file' | 'stdin' | 'site' | 'revision' | 'snapshot';
  /** Decompressed content; of a site, at most the parsing limit. */
  readonly body: Uint8Array;
  /** With gzip or zstd. */
  readonly isCompressed: boolean;
  readonly robotsTxt: RobotsTxt;
}

/** For each command that takes a robots.txt. */
export const ROBOTS_TXT_OPTIONS: OptionSpecs = { ...INTERPRETATION_OPTIONS, ...FETCH_OPTIONS };

/** The help section of each command that takes a robots.txt. */
export const ROBOTS_TXT_SOURCES: Readonly<Record<string, string>> = {
  'robots.txt': 'a file, optionally compressed with gzip or zstd',
  '-': 'standard input',
  'https://example.com': 'a site (http, https or ftp), fetched and cached as by repkit check',
  'HEAD~1:robots.txt':
    'a file in git: a revision, a colon and the path from the top of the repository. ' +
    'Without a revision, the staged file. For a file with a colon in its name, write ' +
    './HEAD~1:robots.txt',
  'FOLDER@2026-11-01':
    'the version in force at a time, in a folder that repkit watch has written for a site: a date or time in UTC, or now',
};

/** Returns the names with the files of folders and globs. Throws an InputError if there are none. */
export function expandedNames(names: readonly string[], io: Io): readonly string[] {
  return names.flatMap((name) => {
    const files = kindOf(name, io) === 'file' ? io.findFiles(name) : undefined;
    if (files?.length === 0) throw new InputError(`"${name}" has no robots.txt. Check the path.`);
    return files ?? [name];
  });
}

/** Reads robots.txt arguments in the given order. Throws an InputError for the first that cannot be read. */
export async function readRobotsTxtArguments(
  names: readonly string[],
  args: Arguments,
  io: Io,
  readsSitemaps?: boolean,
): Promise<readonly RobotsTxtArgument[]> {
  const read: RobotsTxtArgument[] = [];
  for await (const file of robotsTxtArguments(names, args, io, readsSitemaps)) read.push(file);
  return read;
}

/**
 * Reads robots.txt arguments one by one. Throws an InputError before the first if a file cannot be read.
 * @param readsSitemaps whether the options for fetching have an effect without a site, too
 */
export async function* robotsTxtArguments(
  names: readonly string[],
  args: Arguments,
  io: Io,
  readsSitemaps: boolean = args.has('urls'),
): AsyncGenerator<RobotsTxtArgument> {
  checkStandardInput(names);
  const isFetching = readsSitemaps || args.positionals.some((name) => kindOf(name, io) === 'site');
  if (!isFetching) refuseFetchOptions(args, 'without a site');
  for (const name of names) {
    if (kindOf(name, io) === 'file') naming(`"${name}"`, () => io.checkReadable(name));
  }
  const dialect = dialectOf(args);
  let sites: FetchedSource | undefined;
  try {
    for (const name of names) {
      const kind = kindOf(name, io);
      if (kind === 'site') {
        checkSite(name);
        sites ??= await openSites(args, io);
        const site = withoutCredentials(name);
        if (site !== name) io.report(CREDENTIALS_WARNING);
        const robotsTxt = (await readSite(site, sites, io)).in(dialects[dialect]);
        const body = Buffer.concat(robotsTxt.records.map(({ bytes }) => bytes));
        yield { name: site, kind, body, isCompressed: false, robotsTxt };
      } else {
        const read = await READERS[kind](name, io);
        if (kind === 'stdin') warnOfEmptyInput(read.body, io);
        yield { name, kind, ...read, robotsTxt: parseRobotsTxt(read.body, { dialect }) };
      }
    }
  } finally {
    await sites?.close();
  }
}

const SNAPSHOT = new RegExp(`^(?<folder>.+)@(?<time>now|${TIME_PATTERN})$`);

/** Returns what an argument names. */
export function kindOf(name: string, io: Pick<Io, 'fileSize'>): RobotsTxtArgument['kind'] {
  if (name === '-') return 'stdin';
  if (SNAPSHOT.test(name) && io.fileSize(name) === undefined) return 'snapshot';
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(name)) return 'site';
  // Revisions never begin like this (git-check-ref-format), but paths and Windows drives do.
  const isPath = /^(?:[./\\]|[a-z]:[\\/])/i.test(name);
  return !isPath && /^[^:]*:./.test(name) ? 'revision' : 'file';
}

type Read = Pick<RobotsTxtArgument, 'body' | 'isCompressed'>;

const READERS = {
  file: (name: string, io: Io) => readWhole(name, `"${name}"`, io.openFile(name)),
  stdin: (_name: string, io: Io) => readWhole('standard input', 'standard input', io.stdin()),
  revision: readRevision,
  snapshot: readSnapshot,
} as const;

async function readWhole(name: string, what: string, chunks: Chunks): Promise<Read> {
  let isCompressed = false;
  const onPacked = () => {
    isCompressed = true;
  };
  const body = await readFile(what, decompress(name, chunks, onPacked), MAX_FILE_BYTES);
  if (body.length > MAX_FILE_BYTES) throw tooLarge(what);
  return { body, isCompressed };
}

/** Uses `git cat-file`, which runs no filter or pager of the repository. */
async function readRevision(name: string, io: Io): Promise<Read> {
  if (name.startsWith('-')) {
    throw new InputError(`"${name}" is not a git revision. For a file of that name, write ./${name}.`);
  }
  const advice =
    'Run the command in a repository. URLs begin with https://; for a file with a colon in its name, write ./ before it.';
  const result = await runGit(['cat-file', 'blob', name], { label: `"${name}"`, advice }, io);
  if (result.exitCode === 0) return await readWhole(name, `"${name}"`, [result.stdout]);
  throw new InputError(
    `"${name}" was not found in git (${gitError(result)}). Check the revision and path. ` +
      `URLs begin with https://; for a file of that name, write ./${name}.`,
  );
}

/** While a site has no robots.txt, everything is allowed, as with an empty one. */
async function readSnapshot(name: string, io: Io): Promise<Read> {
  const { folder = '', time = '' } = SNAPSHOT.exec(name)?.groups ?? {};
  const at = time === 'now' ? io.now() : timeOf(time);
  if (at === undefined) {
    throw new InputError(`"${time}" is not a time. Write one such as 2026-11-01T12:00Z, or now.`);
  }
  const { body, without } = await readPastFile(folder, at, name, io);
  if (without !== undefined) io.report(`"${name}" had ${without}, which allows everything.`);
  return { body, isCompressed: false };
}

async function readSite(name: string, sites: FetchedSource, io: Io): Promise<RobotsFile> {
  const { access, provenance } = await sites.accessFor(name, '*');
  if (access.kind === 'file') {
    warnOfUtf16(provenance, io);
    return access.file;
  }
  const detail = accessDetail(provenance);
  throw new InputError(
    access.kind === 'unavailable'
      ? `"${name}" has no robots.txt (${detail}). Check the URL, or name an empty file, which is equivalent.`
      : `The robots.txt of "${name}" cannot be fetched (${detail}). Try again later, or name a file.`,
  );
}

/**
 * Throws an InputError for anything but an origin or the URL of its robots.txt.
 *
 * @param takesFiles whether a file can be named instead
 */
export function checkSite(name: string, takesFiles = true): void {
  const url = URL.parse(name);
  if (url === null || !/^(?:https?|ftp):$/.test(url.protocol)) {
    throw new InputError(
      `"${name}" is not an http, https or ftp URL. Write a URL such as https://example.com${takesFiles ? ', or name a file' : ''}.`,
    );
  }
  if (!/^\/(?:robots\.txt)?$/.test(url.pathname) || url.search !== '') {
    throw new InputError(
      `"${name}" is not the robots.txt of a site. Write ${url.protocol}//${url.host}/robots.txt${takesFiles ? ', or save it to a file first' : ''}.`,
    );
  }
}
