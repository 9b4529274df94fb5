/** Loads rules from a folder of robots.txt files named after their hosts. */
import { statSync } from 'node:fs';
import { MIN_PARSING_LIMIT_BYTES, robotsFile } from '@repkit/core';
import { isFileOrFolder, NOT_A_FILE } from '../archive/byte-file.js';
import { fileBytes } from '../bytes/file-bytes.js';
import { fileError, InputError } from '../bytes/input-error.js';
import { isCompressed } from '../input/decompress.js';
import { hostOfOrigin, requiredOrigin } from './origin.js';
import type { LoadSite } from './origin-cache.js';
import type { AccessUnder } from './rules.js';

/** @param missing for hosts without a file */
export function archiveFolder(folder: string, missing: AccessUnder): LoadSite {
  return async (url) => {
    for (const name of folderNames(hostOfOrigin(requiredOrigin(url)))) {
      const path = `${folder}/${name}`;
      try {
        const stats = statSync(path, { throwIfNoEntry: false });
        if (stats !== undefined && !isFileOrFolder(stats)) {
          throw new InputError(`"${path}" is ${NOT_A_FILE}.`);
        }
        const body = beginningOf(path);
        if (isCompressed(body)) throw new InputError(`"${path}" is compressed. Decompress it first.`);
        const file = robotsFile(body);
        return { accessUnder: () => ({ kind: 'file', file }), bytes: body.length };
      } catch (error) {
        if (!isAbsent(error)) throw fileError(`"${path}"`, error);
      }
    }
    return { accessUnder: missing, bytes: 0 };
  };
}

/** Returns the bytes of a file up to the parsing limit, and some more. */
function beginningOf(path: string): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const chunk of fileBytes(path)) {
    parts.push(chunk);
    length += chunk.length;
    if (length > 2 * MIN_PARSING_LIMIT_BYTES) break;
  }
  return Buffer.concat(parts);
}

function isAbsent(error: unknown): boolean {
  const absent = ['ENOENT', 'EISDIR', 'ENAMETOOLONG'];
  return error instanceof Error && 'code' in error && absent.includes(String(error.code));
}

/** Returns the possible file names for a host, which includes its port if that is not the default. */
export function folderNames(host: string): readonly string[] {
  // A host that consists of dots would leave the folder.
  return /[^.]/.test(host) ? [host, `${host}.txt`, `${host}/robots.txt`] : [];
}
