/** A robots.txt as commands are given it: a file, standard input, a site, or a file as it stands in git. */
import { type Chunks, decompress, fileError, InputError, isSystemError } from '@repkit/bulk';
import {
  lineDiagnostics,
  MIN_PARSING_LIMIT_BYTES,
  parseRobotsTxt,
  type RobotsTxt,
} from '@repkit/core';
import type { Arguments } from '../options/arguments.js';
import { fetchOptionsOf, idleFetchOption } from '../options/fetch-options.js';
import { interpretationOf } from '../options/shared-options.js';
import { type GitResult, type Io, MAX_FILE_BYTES } from '../program/io.js';
import { visible, visibleName } from '../render/terminal.js';
import { accessDetail } from './answer.js';
import type { RobotsTxtSource } from './read-robots.js';

export interface RobotsTxtArgument {
  /** As it was given. */
  readonly name: string;
  readonly kind: 'file' | 'stdin' | 'site' | 'revision';
  /** The whole of it, unpacked; of a site as much as was read, which is the parsing limit at most. */
  readonly body: Uint8Array;
  /** Whether gzip or zstd had packed it. */
  readonly isPacked: boolean;
  readonly robotsTxt: RobotsTxt;
}

/** For the help of each command that takes one. */
export const ROBOTS_TXT_ARGUMENT_NOTE = {
  title: 'Where a robots.txt is read from',
  lines: [
    'robots.txt               a file, packed by gzip or zstd, too',
    '-                        standard input',
    'https://example.com      a site (http, https or ftp), asked as repkit check asks it',
    'HEAD~1:robots.txt        a file in git: a revision, a colon, and the path from the top of the',
    '                         repository. With nothing before the colon it is the file that is',
    '                         staged. A file that is itself so named is written ./HEAD~1:robots.txt',
  ],
} as const;

/**
 * Reads them in the order in which they were given, by `--policy`, `--dialect` and the options for fetching.
 * Throws an InputError for the first that cannot be read.
 */
export async function readRobotsTxtArguments(
  command: string,
  names: readonly string[],
  args: Arguments,
  io: Io,
): Promise<readonly RobotsTxtArgument[]> {
  if (names.filter((name) => name === '-').length > 1) {
    throw new InputError('standard input can be read once only: name a file for the other -.');
  }
  const idle = names.some((name) => kindOf(name) === 'site') ? undefined : idleFetchOption(args);
  if (idle !== undefined) {
    throw new InputError(`--${idle} is for fetching, and nothing is fetched here: leave it out.`);
  }
  const { dialect } = interpretationOf(args);
  const sites = new Sites(command, args, io);
  const read: RobotsTxtArgument[] = [];
  try {
    for (const name of names) {
      const kind = kindOf(name);
      if (kind === 'site') {
        const robotsTxt = await sites.read(name);
        const body = joined(robotsTxt.records.map(({ bytes }) => bytes));
        read.push({ name, kind, body, isPacked: false, robotsTxt });
      } else {
        const { body, isPacked } = await READERS[kind](name, io);
        const robotsTxt = parseRobotsTxt(body, { dialect });
        read.push({ name, kind, body, isPacked, robotsTxt });
      }
    }
  } finally {
    await sites.close();
  }
  return read;
}

function kindOf(name: string): RobotsTxtArgument['kind'] {
  if (name === '-') return 'stdin';
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(name)) return 'site';
  // No revision begins so (git-check-ref-format), but paths do, and a drive of Windows is no revision.
  const isPath = /^(?:[./\\]|[a-z]:[\\/])/i.test(name);
  return !isPath && /^[^:]*:./.test(name) ? 'revision' : 'file';
}

/** Throws an InputError where one of the files is packed: an option that writes into it would leave it unpacked. */
export function refusePacked(option: string, read: readonly RobotsTxtArgument[]): void {
  const packed = read.find(({ kind, isPacked }) => kind === 'file' && isPacked);
  if (packed === undefined) return;
  throw new InputError(
    `"${packed.name}" is packed, and --${option} would write it unpacked: unpack it first.`,
  );
}

/** Throws an InputError for a file that is not a robots.txt, or that is only read in part: rewriting would damage it. */
export function refuseRewriting({ name, robotsTxt }: RobotsTxtArgument): void {
  for (const { code, span } of lineDiagnostics(robotsTxt)) {
    if (code === 'over-parsing-limit' || code === 'line-too-long') {
      throw new InputError(
        `"${name}" is not rewritten, because what is beyond the limit on line ${span.line} is not read ` +
          'and would be lost: shorten the file first.',
      );
    }
    if (code === 'html' || code === 'binary') {
      throw notRewritten(name, code === 'html' ? 'is an HTML page' : 'is a binary file');
    }
  }
  if (isOtherText(robotsTxt)) throw notRewritten(name, 'has no line that a crawler understands');
}

function notRewritten(name: string, why: string): InputError {
  return new InputError(`"${name}" ${why}, so it is not rewritten: check that it is a robots.txt.`);
}

/** Whether a text, such as JSON or a script, has lines that are no records, and none that a crawler knows. */
function isOtherText({ records }: RobotsTxt): boolean {
  const lines = records.filter(({ kind }) => kind !== 'blank' && kind !== 'comment');
  const isStrange = lines.some(
    ({ kind, field }) => kind === 'invalid' || !/^[\w -]*$/.test(field?.text ?? ''),
  );
  return isStrange && lines.every(({ kind }) => kind === 'unknown' || kind === 'invalid');
}

/** Puts new content in the place of the file. Throws an InputError if it cannot be written. */
export function writeRobotsTxt(
  { name }: Pick<RobotsTxtArgument, 'name'>,
  body: Uint8Array,
  io: Pick<Io, 'replaceFile'>,
): void {
  try {
    io.replaceFile(name, body);
  } catch (error) {
    throw fileError(`"${name}"`, error, 'written');
  }
}

type Read = Pick<RobotsTxtArgument, 'body' | 'isPacked'>;

const READERS = {
  file: (name: string, io: Io) => readWhole(name, `"${name}"`, () => io.openFile(name)),
  stdin: (_name: string, io: Io) => readWhole('standard input', 'standard input', () => io.stdin()),
  revision: readRevision,
} as const;

async function readWhole(name: string, what: string, open: () => Chunks): Promise<Read> {
  const chunks: Uint8Array[] = [];
  let isPacked = false;
  const onPacked = () => {
    isPacked = true;
  };
  let bytes = 0;
  try {
    for await (const chunk of decompress(name, open(), onPacked)) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MAX_FILE_BYTES) throw tooLong(what);
    }
  } catch (error) {
    throw fileError(what, error);
  }
  return { body: joined(chunks), isPacked };
}

/** The file as git keeps it: `cat-file` runs no filter and no pager of the repository. */
async function readRevision(name: string, io: Io): Promise<Read> {
  if (name.startsWith('-')) {
    throw new InputError(
      `no revision begins with "-", as in "${name}": write ./${name} for a file of that name.`,
    );
  }
  const { exitCode, stdout, stderr } = await runGit(name, io);
  if (exitCode === 0) return await readWhole(name, `"${name}"`, () => [stdout]);
  const [line = ''] = stderr.split('\n');
  throw new InputError(
    `git has no "${name}" (${line.replace(/^fatal: /, '').replace(/\.$/, '')}): check the revision and the ` +
      `path; a URL begins with https://, and ./${name} is a file of that name.`,
  );
}

async function runGit(name: string, io: Io): Promise<GitResult> {
  try {
    return await io.git(['cat-file', 'blob', name]);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') throw tooLong(`"${name}"`);
    throw new InputError(
      error.code === 'ENOENT'
        ? `"${name}" is read by git, which is not on the PATH: install it, or name a file.`
        : `git cannot be run for "${name}" (${error.message}): name a file.`,
    );
  }
}

function tooLong(what: string): InputError {
  return new InputError(`${what} is longer than 64 MiB: check that it is a robots.txt.`);
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((bytes, { length }) => bytes + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** The sites among the arguments; the client is loaded for the first. */
class Sites {
  readonly #command: string;
  readonly #args: Arguments;
  readonly #io: Io;
  #source: RobotsTxtSource | undefined;

  constructor(command: string, args: Arguments, io: Io) {
    this.#command = command;
    this.#args = args;
    this.#io = io;
  }

  async read(name: string): Promise<RobotsTxt> {
    const url = siteUrl(name);
    this.#source ??= await this.#open();
    const { kind, robotsTxt, provenance } = await this.#source.robotsTxtFor(url);
    if (kind === 'rules') return robotsTxt;
    const detail = accessDetail(provenance);
    throw new InputError(
      kind === 'unavailable'
        ? `there is no robots.txt at "${name}" (${detail}): check the URL, or name an empty file, which says the same.`
        : `the robots.txt at "${name}" cannot be read (${detail}): try again later, or name a file.`,
    );
  }

  async close(): Promise<void> {
    await this.#source?.close();
  }

  async #open(): Promise<RobotsTxtSource> {
    const options = fetchOptionsOf(this.#args, this.#io.env);
    const { fetchedRobotsTxt } = await import('./fetch-robots.js');
    const warn = (sentence: string) =>
      this.#io.stderr.write(`repkit ${this.#command}: ${visible(sentence)}\n`);
    return await fetchedRobotsTxt(interpretationOf(this.#args), options, { ...this.#io, warn });
  }
}

/** A site by its origin or its robots.txt; other files of it are not what a crawler reads. */
function siteUrl(name: string): string {
  const url = URL.parse(name);
  if (url === null || !/^(?:https?|ftp):$/.test(url.protocol)) {
    throw new InputError(
      `"${name}" is no URL that is fetched: write one such as https://example.com, or name a file.`,
    );
  }
  if (!/^\/(?:robots\.txt)?$/.test(url.pathname) || url.search !== '') {
    throw new InputError(
      `of a site only its robots.txt is read: write ${url.protocol}//${url.host}/robots.txt, ` +
        `or save "${name}" to a file and name that.`,
    );
  }
  return name;
}

/** Says where a robots.txt is longer than what is read of it: what is printed of it then holds for a part alone. */
export function sayWhatIsUnread(
  command: string,
  { name, robotsTxt }: { readonly name: string; readonly robotsTxt: RobotsTxt },
  { stderr }: Pick<Io, 'stderr'>,
): void {
  if (!robotsTxt.truncated) return;
  stderr.write(
    `repkit ${command}: ${visibleName(name)}: the file is longer than ` +
      `${MIN_PARSING_LIMIT_BYTES} bytes, the parsing limit (RFC 9309 2.5); the rest was not read.\n`,
  );
}
