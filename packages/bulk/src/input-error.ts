const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder; check the path',
  ENOTDIR: 'part of the path is a file, not a folder; check the path',
  EISDIR: 'it is a folder; name the file in it',
  EACCES: 'permission denied; check its mode and owner',
  EBUSY: 'it is in use or a mount point; mount its folder instead of the file',
  EROFS: 'the file system is read-only; choose another place',
  ENOSPC: 'the disk is full; free some space, then run it again',
  EDQUOT: 'the disk quota is exhausted; free some space, then run it again',
  EFBIG: 'it would exceed the limit on the size of files (ulimit -f); raise the limit',
};

/**
 * Invalid arguments or input: an option, a URL, a file, an archive. The message is one sentence that says what happened
 * and what to do. Anything else that is thrown is a defect.
 */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly code = 'ERR_REPKIT_INPUT';
}

/** Whether an error is an InputError, of whichever copy of this package. */
export function isInputError(error: unknown): error is InputError {
  return error instanceof Error && 'code' in error && error.code === 'ERR_REPKIT_INPUT';
}

/** Whether the operating system reported the error. */
export function isSystemError(error: unknown): error is Error & { readonly code: unknown } {
  return error instanceof Error && 'code' in error && !isInputError(error);
}

/** Turns an error of the file system into an InputError that names the file; returns other errors as they are. */
export function fileError(
  what: string,
  error: unknown,
  action: 'read' | 'written' = 'read',
): unknown {
  if (!isSystemError(error)) return error;
  const isFolderMissing = action === 'written' && error.code === 'ENOENT';
  const reason = isFolderMissing
    ? 'its folder does not exist; create it or check the path'
    : (REASONS[String(error.code)] ?? `${error.message}; check the file`);
  return new InputError(`${what} cannot be ${action}: ${reason}.`);
}

const NO_SPACE: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** The InputError for a full disk if the file has no name, as temporary files; undefined for other errors. */
export function fullDisk(error: unknown): InputError | undefined {
  if (!isSystemError(error) || !NO_SPACE.has(error.code)) return undefined;
  return fileError('a temporary file', error, 'written') as InputError;
}
