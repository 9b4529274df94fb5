/** robots.txt files in a folder, each under the name of its host. */
import { statSync } from 'node:fs';
import type { DialectName } from '@repkit/core';
import { folderNames } from '../archive/folder-names.js';
import { CommandError } from '../command-error.js';
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

export function archiveFolder(options: ArchiveOptions, io: Pick<Io, 'openFile'>): LoadRules {
  const { folder, dialect, productTokens, missing } = options;
  return async (url) => {
    const { protocol, host } = new URL(url);
    if (!/^(?:https?|ftp):$/.test(protocol)) throw new TypeError('The URL is not of a site.');
    for (const name of folderNames(host)) {
      const path = `${folder}/${name}`;
      try {
        // Who opens a pipe waits for somebody who writes to it, and a device may never end.
        const kind = statSync(path, { throwIfNoEntry: false });
        if (kind !== undefined && !kind.isFile() && !kind.isDirectory()) {
          throw new CommandError(`"${path}" is a pipe, a socket or a device, and no file.`);
        }
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
