/**
 * A mistake in what the user gave: an option, a URL, a file.
 * The message is one sentence that says what happened and what to do; the command ends with exit code 2.
 */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
