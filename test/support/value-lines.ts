/** The convention of code in documents and docstrings: a line `expression; // value` shows the value of the expression. */
import { inspect } from 'node:util';

/** An unindented expression statement with its value, in the notation of `inspect`. */
export const VALUE_LINE = /^(?!const |let |import |\/\/|[ }])(.+); \/\/ (.*)$/;

/** Returns a value in the notation of a value line. */
export function shown(value: unknown): string {
  return inspect(value, { breakLength: Number.POSITIVE_INFINITY, depth: 9 });
}
