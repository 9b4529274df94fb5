const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder; check the path',
  ENOTDIR: 'part of the path is a file, not a folder; check the path',
  EISDIR: 'it is a folder; name a file in it',
  EACCES: 'permission denied; check its mode and owner',
  EBUSY: 'it is in use or a mount point; mount its folder instead of the file',
  EROFS: 'the file system is read-only; choose another path',
  ENOSPC: 'the disk is full; free some space and try again',
  EDQUOT: 'the disk quota is exhausted; free some space and try again',
  EFBIG: 'it would exceed the file size limit (ulimit -f); raise the limit',
};

/**
 * Reports invalid arguments or input: an option, a URL, a file, an archive. The message says what happened and what to do.
 * Any other error is a defect.
 */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly code = 'ERR_REPKIT_INPUT';
}

/** Whether an error is an InputError of any copy of this package. */
export function isInputError(error: unknown): error is InputError {
  return error instanceof Error && 'code' in error && error.code === 'ERR_REPKIT_INPUT';
}

/** Whether the operating system reported the error. */
export function isSystemError(error: unknown): error is Error & { readonly code: unknown } {
  return error instanceof Error && 'code' in error && !isInputError(error);
}

/** Converts an error of the file system to an InputError that names the file. Returns other errors unchanged. */
export function fileError(what: string, error: unknown, action: 'read' | 'written' = 'read'): unknown {
  if (!isSystemError(error)) return error;
  const isFolderMissing = action === 'written' && error.code === 'ENOENT';
  const reason = isFolderMissing
    ? 'its folder does not exist; create it or check the path'
    : (REASONS[String(error.code)] ?? `${error.message}; check the file`);
  return new InputError(`${what} cannot be ${action}: ${reason}.`);
}

/** Returns the InputError for a file that has lost bytes since it was opened: the rest was never read. */
export function truncatedError(path: string): InputError {
  return new InputError(`"${path}" became shorter while it was read. Run the command again.`);
}

const NO_SPACE: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** Returns the InputError for a full disk while writing an unnamed temporary file; undefined for other errors. */
export function diskFullError(error: unknown): InputError | undefined {
  if (!isSystemError(error) || !NO_SPACE.has(error.code)) return undefined;
  return fileError('A temporary file', error, 'written') as InputError;
}
