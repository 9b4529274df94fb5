/** robots.txt responses in WARC files, uncompressed or compressed with gzip. */
import { originOf } from '@repkit/client/origin';
import { ByteFile } from './byte-file.js';
import {
  type Archive,
  type ArchiveEntry,
  type EntryPosition,
  type Fault,
  type Section,
  type SectionReport,
  sectionsOf,
  WHOLE_ARCHIVE,
} from './entry.js';
import { findMember, memberChunks, readMember } from './gzip-members.js';
import { readHttpResponse } from './http-response.js';
import { ByteReader, nextRecord, WARC_START, type WarcRecord } from './warc-record.js';

/** In an uncompressed file, a record starts after the line ends of the one before. */
const LINE_END_AND_START = new TextEncoder().encode('\r\n\r\nWARC/1.');
const LINE_ENDS_BYTES = LINE_END_AND_START.length - WARC_START.length;

const CUT = 'the file ends in the middle of a record';
const BROKEN = 'a record is damaged; reading continues after it';

interface LocatedRecord {
  readonly record: WarcRecord;
  readonly offset: number;
  readonly memberOffset: number;
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
    for await (const found of this.#records(section)) {
      if (found.memberOffset === memberOffset) return entryOf(found, this.file);
    }
    return undefined;
  }

  close(): void {
    this.#bytes.close();
  }

  #records(section: Section, report?: SectionReport): AsyncGenerator<LocatedRecord> {
    return this.#isCompressed ? this.#packed(section, report) : this.#plain(section, report);
  }

  async *#plain(section: Section, report?: SectionReport): AsyncGenerator<LocatedRecord> {
    const { to } = section;
    let at = section.exact ? section.from : this.#findRecord(section.from, to);
    if (report !== undefined) report.began = at;
    while (at !== undefined && at < Math.min(to, this.#bytes.size)) {
      const start: number = at;
      const reader = new ByteReader(new Uint8Array(), this.#bytes.chunks(start));
      const outcome = yield* recordsOn(reader, start, to - start);
      at = start + reader.taken;
      if (outcome === 'read') break;
      report?.fault(this.#fault(at, outcome === 'cut' ? CUT : BROKEN));
      // A wrong length may span the following records, so search right after the start.
      at = this.#findRecord(at + 1, to);
    }
    if (report !== undefined) report.ended = at;
  }

  async *#packed(section: Section, report?: SectionReport): AsyncGenerator<LocatedRecord> {
    const { to } = section;
    const find = (from: number) => findMember(this.#bytes, from, to, WARC_START);
    let at = section.exact ? section.from : find(section.from);
    if (report !== undefined) report.began = at;
    while (at !== undefined && at < Math.min(to, this.#bytes.size)) {
      const start: number = at;
      at = (yield* this.#member(start, report)) ?? find(start + 1);
    }
    if (report !== undefined) report.ended = at;
  }

  /** Yields the records of the member at an offset. Returns the offset of its end, if known. */
  async *#member(
    offset: number,
    report: SectionReport | undefined,
  ): AsyncGenerator<LocatedRecord, number | undefined> {
    const member = readMember(this.#bytes, offset);
    if (member.kind === 'cut' || member.kind === 'broken') {
      report?.fault(this.#fault(offset, member.kind === 'cut' ? CUT : BROKEN));
      return undefined;
    }
    let end = member.kind === 'whole' ? member.end : undefined;
    const reader =
      member.kind === 'whole'
        ? new ByteReader(member.bytes)
        : new ByteReader(
            new Uint8Array(),
            captureReturn(memberChunks(this.#bytes, member.dataStart), (value) => (end = value)),
          );
    try {
      for (;;) {
        const record = await nextRecord(reader);
        if (record.kind === 'record') yield { record, offset, memberOffset: record.start };
        else {
          const isWhole = record.kind === 'end' && end !== undefined;
          if (!isWhole) report?.fault(this.#fault(offset, BROKEN));
          return end;
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

  #fault(offset: number, reason: string): Fault {
    return { file: this.file, offset, reason };
  }
}

/** Yields the records that start before an offset. */
async function* recordsOn(
  reader: ByteReader,
  base: number,
  before: number,
): AsyncGenerator<LocatedRecord, 'read' | 'cut' | 'broken'> {
  while (reader.taken < before) {
    const record = await nextRecord(reader);
    if (record.kind === 'end') return 'read';
    if (record.kind !== 'record') return record.kind;
    yield { record, offset: base + record.start, memberOffset: 0 };
  }
  return 'read';
}

/** Passes the return value of a generator, which `for await` drops, to a callback. */
async function* captureReturn<Value, Returned>(
  values: AsyncGenerator<Value, Returned>,
  onReturn: (returned: Returned) => void,
): AsyncGenerator<Value> {
  onReturn(yield* values);
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
