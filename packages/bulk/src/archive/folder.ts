/** robots.txt files in a folder, each under the name of its host. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { originOf } from '@repkit/client/origin';
import { isSystemError } from '../input-error.js';
import { isPlain, NO_FILE } from './byte-file.js';
import {
  type Archive,
  type ArchiveEntry,
  type Place,
  type Section,
  type SectionReport,
  sectionsOf,
} from './entry.js';

/** A file is opened and read in about the time in which so many bytes are read. */
const BYTES_A_FILE = 4096;

export class FolderArchive implements Archive {
  readonly file: string;
  readonly #hosts: readonly { readonly host: string; readonly name: string }[];

  constructor(file: string) {
    this.file = file;
    const found = readdirSync(file, { withFileTypes: true }).flatMap((item) => {
      const name = item.isDirectory() ? `${item.name}/robots.txt` : item.name;
      const host = item.isDirectory() ? item.name : item.name.replace(/\.txt$/, '');
      return isHost(host) ? [{ host, name }] : [];
    });
    this.#hosts = found.sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  /** Offsets are places in the list of the files, by their names. */
  sections(bytes: number): readonly Section[] {
    return sectionsOf(this.#hosts.length, Math.ceil(bytes / BYTES_A_FILE)).map((section) => ({
      ...section,
      exact: true,
    }));
  }

  async *entries({ from, to }: Section, report: SectionReport): AsyncGenerator<ArchiveEntry> {
    const { file } = this;
    report.began = from;
    const hosts = this.#hosts.slice(from, to);
    for (const [index, { host, name }] of hosts.entries()) {
      const place = { file, offset: from + index, within: 0, name };
      try {
        const entry = this.#entry(host, place);
        if (entry === undefined)
          report.fault({ file, offset: place.offset, name, why: `it is ${NO_FILE}` });
        else yield entry;
      } catch (error) {
        if (!isSystemError(error)) throw error;
        // A folder that has no robots.txt is of something else.
        if (error.code === 'ENOENT') report.skipped += 1;
        else report.fault({ file, offset: place.offset, name, why: error.message });
      }
    }
    report.ended = from + hosts.length;
  }

  async readAt(place: Place): Promise<ArchiveEntry | undefined> {
    const found = this.#hosts[place.offset];
    return found === undefined ? undefined : this.#entry(found.host, place);
  }

  close(): void {}

  /** Undefined for what is no file. Errors are those of the file system. */
  #entry(host: string, place: Place): ArchiveEntry | undefined {
    const path = `${this.file}/${place.name}`;
    if (!isPlain(statSync(path))) return undefined;
    const body = readFileSync(path);
    const rest = { url: undefined, status: undefined, location: undefined, truncated: false };
    return { place, site: host, body, ...rest };
  }
}

function isHost(name: string): boolean {
  return originOf(`https://${name}`) === `https://${name}`;
}
