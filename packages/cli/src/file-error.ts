import { CommandError } from './command-error.js';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file; check the path',
  EISDIR: 'it is a folder; name the file in it',
  EACCES: 'that is not permitted; check its mode and owner',
};

/** Whether the world outside is to blame. */
export function isSystemError(error: unknown): error is Error & { readonly code: unknown } {
  return error instanceof Error && 'code' in error;
}

/** What the user is told of a file that cannot be read or written; a mistake of our own stays what it is. */
export function fileError(
  what: string,
  error: unknown,
  deed: 'read' | 'written' = 'read',
): unknown {
  if (!isSystemError(error)) return error;
  const reason = REASONS[String(error.code)] ?? `${error.message}; check the file`;
  return new CommandError(`${what} cannot be ${deed}: ${reason}.`);
}
