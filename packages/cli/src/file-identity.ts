/** Which file a path leads to. */
import type * as fs from 'node:fs';
import { resolve } from 'node:path';

const STANDARD_INPUT = 0;

/**
 * The same text for all paths of one file, links included; `-` is standard input. Undefined for a device, a pipe or a
 * folder, of which nothing is lost when one writes to it. Errors are those of the file system.
 */
export function fileIdentity(
  path: string,
  { fstatSync, statSync }: Pick<typeof fs, 'fstatSync' | 'statSync'>,
): string | undefined {
  const options = { bigint: true, throwIfNoEntry: false } as const;
  const file = path === '-' ? fstatSync(STANDARD_INPUT, options) : statSync(path, options);
  if (file === undefined) return resolve(path);
  return file.isFile() ? `${file.dev}:${file.ino}` : undefined;
}
