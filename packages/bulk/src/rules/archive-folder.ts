/** robots.txt files in a folder, each under the name of its host. */
import { statSync } from 'node:fs';
import type { DialectName } from '@repkit/core';
import { isPlain, NO_FILE } from '../archive/byte-file.js';
import type { FileOpener } from '../file-bytes.js';
import { fileError, InputError } from '../input-error.js';
import type { SiteRules } from './origin-rules.js';
import { parseChunks, type Rules, rulesOf } from './rules.js';

export interface ArchiveOptions {
  readonly folder: string;
  readonly dialect: DialectName;
  readonly productTokens: readonly string[];
  /** Of hosts that have no file. */
  readonly missing: Rules;
}

export function archiveFolder(options: ArchiveOptions, system: FileOpener): SiteRules {
  const { folder, dialect, productTokens, missing } = options;
  async function load(url: string): Promise<Rules> {
    const { protocol, host } = new URL(url);
    if (!/^(?:https?|ftp):$/.test(protocol)) throw new TypeError('The URL is not of a site.');
    for (const name of folderNames(host)) {
      const path = `${folder}/${name}`;
      try {
        const kind = statSync(path, { throwIfNoEntry: false });
        if (kind !== undefined && !isPlain(kind)) {
          throw new InputError(`"${path}" is ${NO_FILE}.`);
        }
        return rulesOf(await parseChunks(system.openFile(path), dialect), productTokens);
      } catch (error) {
        if (!isAbsent(error)) throw fileError(`"${path}"`, error);
      }
    }
    return missing;
  }

  return { load, close: async () => {} };
}

function isAbsent(error: unknown): boolean {
  const absent = ['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG'];
  return error instanceof Error && 'code' in error && absent.includes(String(error.code));
}

/** How the file of a host is named, its port with it where that is not the usual one. */
export function folderNames(host: string): readonly string[] {
  // A host of dots would lead out of the folder.
  return /[^.]/.test(host) ? [host, `${host}.txt`, `${host}/robots.txt`] : [];
}
