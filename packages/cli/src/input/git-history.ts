/** The versions of a file in git: `--git PATH`. */
import { basename, dirname } from 'node:path';
import { type FileVersion, type History, InputError } from '@repkit/bulk';
import { parseRobotsTxt, type RobotsTxt } from '@repkit/core';
import type { GitResult, Io } from '../program/io.js';
import { gitError, runGit } from './git.js';

export interface GitHistoryOptions {
  /** From the current folder; the file may have been deleted since, but not its folder. */
  readonly path: string;
  /** Default: the commit that is checked out. */
  readonly branch?: string | undefined;
  /** Longest time from a commit to its deployment in milliseconds (default: 0). */
  readonly deployDelayMs?: number | undefined;
}

interface Change {
  readonly commit: string;
  /** Committer date in milliseconds since 1970. */
  readonly date: number;
  /** Undefined if the commit deletes the file. */
  readonly blob: string | undefined;
}

/** A part of the history to read. */
interface Span {
  /** The latest commit. */
  readonly until: string;
  /** The file in that commit. */
  readonly pathspec: string;
}

/** Bounds the output of one `git cat-file`: a robots.txt of more than 500 kB is rare. */
const BLOBS_AT_ONCE = 100;

/** Git writes an object identifier with 40 digits, or with 64 in repositories that use SHA-256. */
const CHANGED = /^:\d{6} (?<mode>\d{6}) [\da-f]{40,64} (?<blob>[\da-f]{40,64}) (?<status>[A-Z])\d*\t/;

const REGULAR_FILE = /^100/;
const DELETED = '000000';

/**
 * Returns the versions of a file in the first-parent history of a branch, also from before it was renamed. A version may be in
 * force from its committer date, and until the next one is deployed; while the file is deleted, robots.txt is unavailable.
 * Rejects with an InputError if there is no version.
 */
export async function gitHistory(
  { path, branch = 'HEAD', deployDelayMs = 0 }: GitHistoryOptions,
  io: Pick<Io, 'git'>,
): Promise<History> {
  const label = `--git "${path}"`;
  const source = { label, advice: 'Name a file in a repository.' };
  const git = (args: readonly string[], input?: string): Promise<GitResult> =>
    runGit(['-C', dirname(path), ...args], source, io, input);
  const resolved = await git([...['rev-parse', '--verify', '--end-of-options'], `${branch}^{commit}`]);
  if (resolved.exitCode !== 0) {
    throw new InputError(`${label}: "${branch}" is not a commit (${gitError(resolved)}). Check --git and --branch.`);
  }
  const tip = textOf(resolved).trim();
  const changes: Change[] = [];
  let incomplete: readonly string[] = [];
  let next: Span | undefined = { until: tip, pathspec: `:(literal)${basename(path)}` };
  while (next !== undefined) {
    const log = await git(logArguments(next));
    if (log.exitCode !== 0) throw new InputError(`${label} cannot be read: ${gitError(log)}.`);
    const read = readLog(textOf(log), path);
    changes.unshift(...read.changes);
    incomplete = read.incomplete;
    next = read.before;
  }
  if (changes.length === 0) {
    const [why = 'the file is in no commit'] = incomplete;
    throw new InputError(`${label} has no version in "${branch}": ${why}. Check the path.`);
  }
  const isShallow = textOf(await git(['rev-parse', '--is-shallow-repository'])).trim() === 'true';
  const files = await filesOf(changes, label, git);
  return {
    source: 'git',
    versions: versionsOf(changes, files, deployDelayMs),
    incomplete: [
      ...(isShallow ? [shallowText(path)] : []),
      ...incomplete.map((why) => `Earlier versions of "${path}" are unknown: ${why}.`),
    ],
  };
}

function logArguments({ until, pathspec }: Span): readonly string[] {
  return [
    'log',
    // Neither runs a program that the repository configures.
    ...['--no-show-signature', '--no-ext-diff'],
    // A merge changes what it changes for the branch that it is merged into.
    ...['--first-parent', '-m', '--follow'],
    ...['--raw', '--no-abbrev', '--no-color', '--no-notes', '--format=commit %H %ct'],
    ...[until, '--', pathspec],
  ];
}

interface LogPart {
  /** The earliest first. */
  readonly changes: readonly Change[];
  readonly incomplete: readonly string[];
  readonly before?: Span;
}

/** Reads the output of `git log`, the latest commit first. Ends where the path was not a file. */
function readLog(log: string, path: string): LogPart {
  const changes: Change[] = [];
  let commit = '';
  let date = 0;
  for (const line of log.split('\n')) {
    const [word, hash, seconds] = line.split(' ');
    if (word === 'commit' && hash !== undefined) {
      commit = hash;
      date = Number(seconds) * 1000;
    }
    const { mode, blob, status } = CHANGED.exec(line)?.groups ?? {};
    if (mode === undefined) continue;
    if (mode !== DELETED && !REGULAR_FILE.test(mode)) {
      const why = `in commit ${shortened(commit)}, "${path}" is a symbolic link or a submodule`;
      return { changes: changes.reverse(), incomplete: [why] };
    }
    changes.push({ commit, date, blob: mode === DELETED ? undefined : blob });
    if (status === 'C') {
      // `--follow` would continue with the original of the copy, which is another file.
      const pathspec = `:(top,literal)${line.slice(line.lastIndexOf('\t') + 1)}`;
      const before = { until: `${commit}^`, pathspec };
      return { changes: changes.reverse(), incomplete: [], before };
    }
  }
  return { changes: changes.reverse(), incomplete: [] };
}

/** Reads and parses each distinct file once. */
async function filesOf(
  changes: readonly Change[],
  label: string,
  git: (args: readonly string[], input: string) => Promise<GitResult>,
): Promise<ReadonlyMap<string, RobotsTxt>> {
  const blobs = [...new Set(changes.flatMap(({ blob }) => blob ?? []))];
  const files = new Map<string, RobotsTxt>();
  for (let at = 0; at < blobs.length; at += BLOBS_AT_ONCE) {
    const batch = blobs.slice(at, at + BLOBS_AT_ONCE);
    const { exitCode, stdout, stderr } = await git(['cat-file', '--batch'], `${batch.join('\n')}\n`);
    let rest = Buffer.from(stdout.buffer, stdout.byteOffset, stdout.length);
    for (const blob of batch) {
      // git-cat-file(1), "BATCH OUTPUT": a line with name, type and size, the content, and a line feed.
      const [header = ''] = rest.subarray(0, 200).toString('latin1').split('\n', 1);
      const [, type, size] = header.split(' ');
      if (exitCode !== 0 || type !== 'blob') {
        const why = gitError({ stderr }) || `the object ${blob} is missing`;
        throw new InputError(`${label} cannot be read: ${why}. Check the repository with git fsck.`);
      }
      const start = header.length + 1;
      const end = start + Number(size);
      files.set(blob, parseRobotsTxt(rest.subarray(start, end)));
      rest = rest.subarray(end + 1);
    }
  }
  return files;
}

/**
 * Dates are those of the committers' clocks and need not ascend. A version may have been in force from the earliest date of
 * itself and its descendants until the latest date of its ancestors and its successor, and while that is deployed. Until the
 * first deployment has ended, an unknown file may be in force.
 */
function versionsOf(changes: readonly Change[], files: ReadonlyMap<string, RobotsTxt>, deployDelayMs: number): FileVersion[] {
  const starts = changes.map(({ date }) => date);
  for (let at = starts.length - 2; at >= 0; at--) {
    starts[at] = Math.min(starts[at] as number, starts[at + 1] as number);
  }
  const knownFrom = (starts[0] as number) + deployDelayMs;
  let latest = Number.NEGATIVE_INFINITY;
  return changes.map(({ commit, date, blob }, index) => {
    latest = Math.max(latest, date);
    const successor = changes[index + 1];
    const until = successor && Math.max(latest, successor.date) + deployDelayMs;
    return {
      name: shortened(commit),
      from: Math.max(starts[index] as number, knownFrom),
      ...(until !== undefined && { until }),
      robotsTxt: (blob === undefined ? undefined : files.get(blob)) ?? 'unavailable',
    };
  });
}

function shallowText(path: string): string {
  return (
    `The history of "${path}" is incomplete, because the clone is shallow. Run git fetch --unshallow; in a workflow, use ` +
    'fetch-depth: 0.'
  );
}

function shortened(commit: string): string {
  return commit.slice(0, 12);
}

function textOf({ stdout }: GitResult): string {
  return new TextDecoder().decode(stdout);
}
