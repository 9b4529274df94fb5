/** robots.txt files in a folder, each under the name of its host. */
import type { DialectName } from '@repkit/core';
import { fileError } from '../file-error.js';
import type { Io } from '../io.js';
import { parseChunks } from '../read-robots.js';
import type { LoadRules } from './origin-rules.js';
import { type Rules, rulesOf } from './rules.js';

export interface ArchiveOptions {
  readonly folder: string;
  readonly dialect: DialectName;
  readonly productTokens: readonly string[];
  /** Of hosts that have no file. */
  readonly missing: Rules;
}

/** How the file of a host is named, its port with it where that is not the usual one. */
const NAMES: readonly ((host: string) => string)[] = [
  (host) => host,
  (host) => `${host}.txt`,
  (host) => `${host}/robots.txt`,
];

export function archiveFolder(options: ArchiveOptions, io: Pick<Io, 'openFile'>): LoadRules {
  const { folder, dialect, productTokens, missing } = options;
  return async (url) => {
    const { protocol, host } = new URL(url);
    if (!/^(?:https?|ftp):$/.test(protocol)) throw new TypeError('The URL is not of a site.');
    // A host of dots would lead out of the folder.
    if (!/[^.]/.test(host)) return missing;
    for (const name of NAMES) {
      const path = `${folder}/${name(host)}`;
      try {
        return rulesOf(await parseChunks(io.openFile(path), dialect), productTokens);
      } catch (error) {
        if (!isAbsent(error)) throw fileError(`"${path}"`, error);
      }
    }
    return missing;
  };
}

function isAbsent(error: unknown): boolean {
  const absent = ['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG'];
  return error instanceof Error && 'code' in error && absent.includes(String(error.code));
}
