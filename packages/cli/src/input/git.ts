/** Runs git, with errors that name the argument. */
import { InputError, isSystemError } from '@repkit/bulk';
import { type GitResult, type Io, MAX_FILE_BYTES } from '../program/io.js';

/** What git is to read, for messages. */
interface GitSource {
  readonly label: string;
  /** What to do outside of a repository, as sentences. */
  readonly advice: string;
}

/**
 * Runs git without a shell. Rejects with an InputError that names the source if git cannot be run, prints more than 64 MiB, or
 * finds no repository that it may read.
 *
 * @param input what git reads from its standard input
 */
export async function runGit(
  args: readonly string[],
  { label, advice }: GitSource,
  io: Pick<Io, 'git'>,
  input?: string,
): Promise<GitResult> {
  let result: GitResult;
  try {
    result = await io.git(args, input);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') throw tooLarge(label);
    throw new InputError(
      error.code === 'ENOENT'
        ? `${label} requires git, which is not on the PATH. Install git, or name a file.`
        : `Git cannot be run for ${label}: ${error.message}. Name a file instead.`,
    );
  }
  if (result.exitCode !== 0 && /\bnot a git repository\b/.test(result.stderr)) {
    throw new InputError(`${label} names a file in git, but there is no git repository here. ${advice}`);
  }
  const [, folder] = /\bdubious ownership in repository at '(.+)'/.exec(result.stderr) ?? [];
  if (result.exitCode !== 0 && folder !== undefined) {
    throw new InputError(
      `${label} is in a repository of another user, which git does not trust. Run the command as its owner, or allow it with ` +
        `git config --global --add safe.directory ${folder}`,
    );
  }
  return result;
}

/** Returns what git reported, to embed in a sentence. */
export function gitError({ stderr }: Pick<GitResult, 'stderr'>): string {
  const [line = ''] = stderr.split('\n');
  return line.replace(/^fatal: /, '').replace(/\.$/, '');
}

export function tooLarge(label: string): InputError {
  const limit = MAX_FILE_BYTES / 1024 / 1024;
  return new InputError(`Cannot read ${label}: it exceeds ${limit} MiB. Check that it is a robots.txt.`);
}
