/** Loads rules from a folder of robots.txt files named after their hosts. */
import { statSync } from 'node:fs';
import type { DialectName } from '@repkit/core';
import { isFileOrFolder, NOT_A_FILE } from '../archive/byte-file.js';
import type { FileOpener } from '../bytes/file-bytes.js';
import { fileError, InputError } from '../bytes/input-error.js';
import { parseChunks } from '../input/parse-chunks.js';
import { type LoadedRules, rulesBytes, type SiteRules } from './origin-rules.js';
import { type Crawler, type Rules, rulesOf } from './rules.js';

export interface ArchiveOptions {
  readonly folder: string;
  readonly dialect: DialectName;
  readonly crawlers: readonly Crawler[];
  /** For hosts without a file. */
  readonly missing: Rules;
}

export function archiveFolder(options: ArchiveOptions, system: FileOpener): SiteRules {
  const { folder, dialect, crawlers, missing } = options;
  async function load(url: string): Promise<LoadedRules> {
    const { protocol, host } = new URL(url);
    if (!/^(?:https?|ftp):$/.test(protocol)) throw new TypeError('The URL has no origin.');
    for (const name of folderNames(host)) {
      const path = `${folder}/${name}`;
      try {
        const stats = statSync(path, { throwIfNoEntry: false });
        if (stats !== undefined && !isFileOrFolder(stats)) {
          throw new InputError(`"${path}" is ${NOT_A_FILE}.`);
        }
        const rules = rulesOf(await parseChunks(system.openFile(path), dialect), crawlers);
        return { rules, bytes: rulesBytes(stats?.size ?? 0, crawlers.length) };
      } catch (error) {
        if (!isAbsent(error)) throw fileError(`"${path}"`, error);
      }
    }
    return { rules: missing, bytes: 0 };
  }

  return { load, close: async () => {} };
}

function isAbsent(error: unknown): boolean {
  const absent = ['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG'];
  return error instanceof Error && 'code' in error && absent.includes(String(error.code));
}

/** Returns the possible file names for a host, which includes its port if that is not the default. */
export function folderNames(host: string): readonly string[] {
  // A host that consists of dots would leave the folder.
  return /[^.]/.test(host) ? [host, `${host}.txt`, `${host}/robots.txt`] : [];
}
