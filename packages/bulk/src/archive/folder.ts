/** A folder of robots.txt files named after their hosts. */
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { originOf } from '@repkit/client/access';
import { isSystemError } from '../bytes/input-error.js';
import { isCompressed } from '../input/decompress.js';
import { isFileOrFolder, NOT_A_FILE } from './byte-file.js';
import type { Archive, ArchiveEntry, ArchiveReport, EntryPosition } from './entry.js';

export class FolderArchive implements Archive {
  readonly file: string;
  readonly #hosts: readonly { readonly host: string; readonly name: string }[];
  /** Number of files and folders that are not named after a host as in URLs: in lower case and Punycode. */
  readonly #others: number;

  constructor(file: string) {
    this.file = file;
    const items = readdirSync(file, { withFileTypes: true });
    const found = items.flatMap((item) => {
      const isFolder = item.isDirectory() || (item.isSymbolicLink() && leadsToFolder(file, item));
      const name = isFolder ? `${item.name}/robots.txt` : item.name;
      const host = isFolder ? item.name : item.name.replace(/\.txt$/, '');
      return isHost(host) ? [{ host, name }] : [];
    });
    this.#hosts = found.sort((a, b) => (a.name < b.name ? -1 : 1));
    this.#others = items.length - found.length;
  }

  /** Offsets are indexes into the sorted list of files. */
  async *entries(report: ArchiveReport): AsyncGenerator<ArchiveEntry> {
    const { file } = this;
    report.skipped += this.#others;
    for (const [offset, { host, name }] of this.#hosts.entries()) {
      const fault = (reason: string): void => report.fault({ file, offset, name, reason });
      try {
        const entry = this.#entry(host, { file, offset, memberOffset: 0, name });
        if (entry === undefined) fault(`it is ${NOT_A_FILE}`);
        else if (isCompressed(entry.body)) fault('it is compressed');
        else yield entry;
      } catch (error) {
        if (!isSystemError(error)) throw error;
        // A subfolder without a robots.txt
        if (error.code === 'ENOENT') report.skipped += 1;
        else fault(error.message);
      }
    }
  }

  async readAt(position: EntryPosition): Promise<ArchiveEntry | undefined> {
    const found = this.#hosts[position.offset];
    return found === undefined ? undefined : this.#entry(found.host, position);
  }

  close(): void {}

  /** Returns undefined for a pipe or device. Throws the errors of the file system. */
  #entry(host: string, position: EntryPosition): ArchiveEntry | undefined {
    const path = `${this.file}/${position.name}`;
    if (!isFileOrFolder(statSync(path))) return undefined;
    const body = readFileSync(path);
    const rest = { url: undefined, status: undefined, location: undefined, truncated: false };
    return { position, site: host, body, ...rest };
  }
}

/** False for a link that leads nowhere, which is reported when it is read. */
function leadsToFolder(file: string, { name }: Dirent): boolean {
  try {
    return statSync(`${file}/${name}`).isDirectory();
  } catch {
    return false;
  }
}

/** A name that begins with a dot, such as `.gitignore`, is hidden. */
function isHost(name: string): boolean {
  return !name.startsWith('.') && originOf(`https://${name}`) === `https://${name}`;
}
