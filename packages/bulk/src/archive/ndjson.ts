/** robots.txt files as lines of JSON: whose it is, and the file as text or in base64. */
import { Buffer } from 'node:buffer';
import { originOf } from '@repkit/client/origin';
import type { Chunks } from '../file-bytes.js';
import { lineBlocks } from '../input/blocks.js';
import { unpacked } from '../input/unpacked.js';
import { InputError } from '../input-error.js';
import { ByteFile } from './byte-file.js';
import {
  type Archive,
  type ArchiveEntry,
  type Place,
  type Section,
  type SectionReport,
  sectionsOf,
  WHOLE,
} from './entry.js';

const LINE_FEED = 0x0a;
const LINE_END = Uint8Array.of(LINE_FEED);
const CURLY = 0x7b;

export class NdjsonArchive implements Archive {
  readonly file: string;
  readonly #bytes: ByteFile;
  readonly #isCompressed: boolean;

  constructor(file: string) {
    this.file = file;
    this.#bytes = new ByteFile(file);
    const first = this.#bytes.from(0, 2);
    this.#isCompressed = first[0] === 0x1f || first[0] === 0x28;
  }

  /** Compressed, it is one section: where a line begins is seen only when all before it is unpacked. */
  sections(bytes: number): readonly Section[] {
    return this.#isCompressed ? [WHOLE] : sectionsOf(this.#bytes.size, bytes);
  }

  async *entries(section: Section, report: SectionReport): AsyncGenerator<ArchiveEntry> {
    const { file } = this;
    const start = section.exact ? section.from : this.#lineStart(section);
    report.began = start;
    report.ended = start;
    if (start === undefined) return;
    let offset = start;
    const bytes = this.#bytes.chunks(start);
    const lines = linesOf(this.#isCompressed ? unpacked(file, bytes) : bytes);
    try {
      for await (const line of lines) {
        if (offset >= section.to) break;
        report.lines += 1;
        const place = { file, offset, within: 0 };
        const entry = entryOf(line, place);
        if (typeof entry === 'object') yield entry;
        else if (entry !== 'empty') report.fault({ file, offset, line: report.lines, why: entry });
        offset += line.length + 1;
      }
    } catch (error) {
      // What came before the damage is worth having.
      if (!(error instanceof InputError)) throw error;
      report.fault({ file, offset, line: report.lines + 1, why: error.message.replace(/\.$/, '') });
    }
    report.ended = offset;
  }

  async readAt(place: Place): Promise<ArchiveEntry | undefined> {
    if (this.#isCompressed) {
      throw new InputError(
        `"${this.file}" is compressed, and single lines of it cannot be looked up: unpack it, by gzip -dk or zstd -d.`,
      );
    }
    for await (const line of linesOf(this.#bytes.chunks(place.offset))) {
      const entry = entryOf(line, place);
      return typeof entry === 'object' ? entry : undefined;
    }
    return undefined;
  }

  close(): void {
    this.#bytes.close();
  }

  #lineStart({ from, to }: Section): number | undefined {
    const found = this.#bytes.find(LINE_END, from - 1, to - 1);
    return found === undefined ? undefined : found + 1;
  }
}

/** Yields lines without their line feeds. Throws an InputError for a line of more than 64 MiB. */
async function* linesOf(chunks: Chunks): AsyncGenerator<Uint8Array> {
  for await (const block of lineBlocks(chunks, 'robots.txt')) {
    for (let at = 0; at < block.length; ) {
      const found = block.indexOf(LINE_FEED, at);
      const end = found === -1 ? block.length : found;
      yield block.subarray(at, end);
      at = end + 1;
    }
  }
}

/** The entry of a line, or why it has none. */
function entryOf(line: Uint8Array, place: Place): ArchiveEntry | string {
  const text = Buffer.from(line.buffer, line.byteOffset, line.length).toString();
  if (text.trim() === '') return 'empty';
  let row: unknown;
  try {
    row = line[0] === CURLY ? JSON.parse(text) : undefined;
  } catch {}
  if (typeof row !== 'object' || row === null) return 'it is no JSON object';
  const { url, origin, host, status, robotsTxt, robotsTxtBase64 } = row as Record<string, unknown>;
  const named = [url, origin, host].find((name) => typeof name === 'string');
  const site =
    typeof named !== 'string' ? undefined : named === host ? hostOf(named) : originOf(named);
  if (site === undefined) return 'it has no "url", "origin" or "host" of a site';
  const isBare = typeof robotsTxt !== 'string' && typeof robotsTxtBase64 !== 'string';
  if (isBare && typeof status !== 'number') {
    return 'it has neither "robotsTxt" nor "robotsTxtBase64", and no "status"';
  }
  return {
    place,
    site,
    url: typeof url === 'string' ? url : undefined,
    status: typeof status === 'number' ? status : undefined,
    location: undefined,
    body:
      typeof robotsTxt === 'string'
        ? Buffer.from(robotsTxt)
        : Buffer.from(typeof robotsTxtBase64 === 'string' ? robotsTxtBase64 : '', 'base64'),
    truncated: false,
  };
}

/** A host with its port, where that is not the usual one, as URLs have it; undefined where it is none. */
function hostOf(host: string): string | undefined {
  return originOf(`https://${host}`)?.slice('https://'.length);
}
