/** Which file a path leads to. */

const STANDARD_INPUT = 0;

/**
 * The same text for all paths of one file, links included; `-` is standard input. Undefined for a device, a pipe or a
 * folder, of which nothing is lost when one writes to it, and where the file system does not say.
 */
export function fileIdentity(path: string): string | undefined {
  const { fstatSync, statSync } = process.getBuiltinModule('node:fs');
  const { resolve } = process.getBuiltinModule('node:path');
  const options = { bigint: true, throwIfNoEntry: false } as const;
  try {
    const file = path === '-' ? fstatSync(STANDARD_INPUT, options) : statSync(path, options);
    if (file === undefined) return resolve(path);
    return file.isFile() ? `${file.dev}:${file.ino}` : undefined;
  } catch {
    return undefined;
  }
}
