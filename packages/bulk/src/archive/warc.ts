/** robots.txt responses in WARC files, uncompressed or compressed with gzip. */
import { originOf } from '@repkit/client/access';
import { ByteFile } from './byte-file.js';
import {
  type Archive,
  type ArchiveEntry,
  type EntryPosition,
  type Fault,
  type Section,
  SectionReport,
  sectionsOf,
  WHOLE_ARCHIVE,
} from './entry.js';
import { findMember, memberChunks, readMember } from './gzip-members.js';
import { readHttpResponse } from './http-response.js';
import { ByteReader, nextRecord, WARC_START, type WarcRecord } from './warc-record.js';

/** In an uncompressed file, a record starts after the line ends of the one before. */
const LINE_END_AND_START = new TextEncoder().encode('\r\n\r\nWARC/1.');
const LINE_ENDS_BYTES = LINE_END_AND_START.length - WARC_START.length;

const REASONS = {
  cut: 'the file ends in the middle of a record',
  broken: 'a record is damaged; reading continues after it',
} as const;

interface LocatedRecord {
  readonly record: WarcRecord;
  readonly offset: number;
  readonly memberOffset: number;
}

/** Where the next record starts, if known, and what could not be read. */
interface Progress {
  readonly end?: number | undefined;
  readonly damage?: Pick<Fault, 'offset' | 'reason'>;
}

export class WarcArchive implements Archive {
  readonly file: string;
  readonly #bytes: ByteFile;
  readonly #isCompressed: boolean;

  constructor(file: string) {
    this.file = file;
    this.#bytes = new ByteFile(file);
    this.#isCompressed = this.#bytes.from(0, 2)[0] === 0x1f;
  }

  sections(bytes: number): readonly Section[] {
    return sectionsOf(this.#bytes.size, bytes);
  }

  async *entries(section: Section, report: SectionReport): AsyncGenerator<ArchiveEntry> {
    for await (const found of this.#records(section, report)) {
      const entry = entryOf(found, this.file);
      if (entry === undefined) report.skipped += 1;
      else yield entry;
    }
  }

  async readAt({ offset, memberOffset }: EntryPosition): Promise<ArchiveEntry | undefined> {
    const section = { ...WHOLE_ARCHIVE, from: offset, to: offset + 1 };
    for await (const found of this.#records(section, new SectionReport())) {
      if (found.memberOffset === memberOffset) return entryOf(found, this.file);
    }
    return undefined;
  }

  close(): void {
    this.#bytes.close();
  }

  async *#records(section: Section, report: SectionReport): AsyncGenerator<LocatedRecord> {
    const { to } = section;
    const find = (from: number): number | undefined =>
      this.#isCompressed
        ? findMember(this.#bytes, from, to, WARC_START)
        : this.#findRecord(from, to);
    let at = section.exact ? section.from : find(section.from);
    report.began = at;
    while (at !== undefined && at < Math.min(to, this.#bytes.size)) {
      const { end, damage } = yield* this.#isCompressed ? this.#member(at) : this.#plain(at, to);
      if (damage !== undefined) report.fault({ file: this.file, ...damage });
      // A wrong length may span the following records, so search right after the start.
      at = end ?? find((damage?.offset ?? at) + 1);
    }
    report.ended = at;
  }

  /** Yields the uncompressed records that start before an offset. */
  async *#plain(offset: number, before: number): AsyncGenerator<LocatedRecord, Progress> {
    const reader = new ByteReader(this.#bytes.chunks(offset));
    while (offset + reader.taken < before) {
      const record = await nextRecord(reader);
      const at = offset + reader.taken;
      if (record.kind === 'end') return { end: at };
      if (record.kind !== 'record') return { damage: { offset: at, reason: REASONS[record.kind] } };
      yield { record, offset: offset + record.start, memberOffset: 0 };
    }
    return { end: offset + reader.taken };
  }

  /** Yields the records of the member at an offset. */
  async *#member(offset: number): AsyncGenerator<LocatedRecord, Progress> {
    const member = readMember(this.#bytes, offset);
    if (member.kind === 'cut' || member.kind === 'broken') {
      return { damage: { offset, reason: REASONS[member.kind] } };
    }
    let end = member.kind === 'whole' ? member.end : undefined;
    const chunks =
      member.kind === 'whole'
        ? [member.bytes]
        : memberChunks(this.#bytes, member.dataStart, (offset) => {
            end = offset;
          });
    const reader = new ByteReader(chunks);
    try {
      for (;;) {
        const record = await nextRecord(reader);
        if (record.kind === 'record') yield { record, offset, memberOffset: record.start };
        else {
          const isWhole = record.kind === 'end' && end !== undefined;
          return isWhole ? { end } : { end, damage: { offset, reason: REASONS.broken } };
        }
      }
    } finally {
      await reader.close();
    }
  }

  #findRecord(from: number, before: number): number | undefined {
    // The line ends before the record may start before `from`.
    const start = Math.max(0, from - LINE_ENDS_BYTES);
    const found = this.#bytes.find(LINE_END_AND_START, start, before - LINE_ENDS_BYTES);
    return found === undefined ? undefined : found + LINE_ENDS_BYTES;
  }
}

const ROBOTS_TXT_URL = /^(?:https?|ftp):\/\/[^/?#]+\/robots\.txt(?:[?#]|$)/i;

function entryOf(
  { record, offset, memberOffset }: LocatedRecord,
  file: string,
): ArchiveEntry | undefined {
  const { type, url, block, truncated } = record;
  if (type !== 'response' || !ROBOTS_TXT_URL.test(url)) return undefined;
  const site = originOf(url);
  const response = readHttpResponse(block);
  if (site === undefined || response === undefined) return undefined;
  return { position: { file, offset, memberOffset }, site, url, ...response, truncated };
}
