/** robots.txt responses in WARC files, compressed member by member or not at all. */
import { originOf } from '@repkit/client/origin';
import { ByteFile } from './byte-file.js';
import {
  type Archive,
  type ArchiveEntry,
  type Fault,
  type Place,
  type Section,
  type SectionReport,
  sectionsOf,
  WHOLE,
} from './entry.js';
import { findMember, type Member, memberChunks, readMember } from './gzip-member.js';
import { readRun } from './gzip-run.js';
import { readHttpResponse } from './http-response.js';
import { ByteReader, nextRecord, WARC_START, type WarcRecord } from './warc-record.js';

/** Where a record can begin in a file that is not compressed: behind the line ends of the one before. */
const LINE_END_AND_START = new TextEncoder().encode('\r\n\r\nWARC/1.');
const LINE_ENDS_BYTES = LINE_END_AND_START.length - WARC_START.length;

const CUT = 'the file ends in the middle of a record';
const BROKEN = 'a record is damaged; what follows the damage is read';

/** A record that was read, and where it began. */
interface LocatedRecord {
  readonly record: WarcRecord;
  readonly offset: number;
  readonly within: number;
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

  async readAt({ offset, within }: Place): Promise<ArchiveEntry | undefined> {
    const section = { ...WHOLE, from: offset, to: offset + 1 };
    for await (const found of this.#records(section)) {
      if (found.within === within) return entryOf(found, this.file);
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
      // A record whose length is wrong claims all that is left: others may lie within.
      at = this.#findRecord(at + 1, to);
    }
    if (report !== undefined) report.ended = at;
  }

  async *#packed(section: Section, report?: SectionReport): AsyncGenerator<LocatedRecord> {
    const { to } = section;
    const find = (from: number) => findMember(this.#bytes, from, to, WARC_START);
    let at = section.exact ? section.from : find(section.from);
    if (report !== undefined) report.began = at;
    /** Up to where the members are read one by one, as something among them is broken, large or cut. */
    let apart = 0;
    while (at !== undefined && at < Math.min(to, this.#bytes.size)) {
      const start: number = at;
      const run = start < apart ? undefined : readRun(this.#bytes, start, to);
      if (run === undefined || run.members.length === 0) {
        apart = Math.max(apart, run?.end ?? 0);
        const end = yield* this.#member(start, readMember(this.#bytes, start), report);
        at = end ?? find(start + 1);
        continue;
      }
      for (const member of run.members) {
        yield* this.#member(at, member, report);
        at = member.end;
      }
    }
    if (report !== undefined) report.ended = at;
  }

  /** The records of a member. Returns where it ends; undefined where that cannot be said. */
  async *#member(
    offset: number,
    member: Member,
    report: SectionReport | undefined,
  ): AsyncGenerator<LocatedRecord, number | undefined> {
    if (member.kind === 'cut' || member.kind === 'broken') {
      report?.fault(this.#fault(offset, member.kind === 'cut' ? CUT : BROKEN));
      return undefined;
    }
    let end = member.kind === 'whole' ? member.end : undefined;
    const chunks =
      member.kind === 'whole' ? undefined : memberChunks(this.#bytes, member.dataStart);
    const watched = chunks === undefined ? undefined : returning(chunks, (value) => (end = value));
    const reader = new ByteReader(
      member.kind === 'whole' ? member.bytes : new Uint8Array(),
      watched,
    );
    try {
      for (;;) {
        const record = await nextRecord(reader);
        if (record.kind === 'record') yield { record, offset, within: record.start };
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
    // The line ends may lie before.
    const start = Math.max(0, from - LINE_ENDS_BYTES);
    const found = this.#bytes.find(LINE_END_AND_START, start, before - LINE_ENDS_BYTES);
    return found === undefined ? undefined : found + LINE_ENDS_BYTES;
  }

  #fault(offset: number, why: string): Fault {
    return { file: this.file, offset, why };
  }
}

/** Records that begin before a place in the input. */
async function* recordsOn(
  reader: ByteReader,
  base: number,
  before: number,
): AsyncGenerator<LocatedRecord, 'read' | 'cut' | 'broken'> {
  while (reader.taken < before) {
    const record = await nextRecord(reader);
    if (record.kind === 'end') return 'read';
    if (record.kind !== 'record') return record.kind;
    yield { record, offset: base + record.start, within: 0 };
  }
  return 'read';
}

/** Tells what a generator returns, which `for await` does not. */
async function* returning<Value, Returned>(
  values: AsyncGenerator<Value, Returned>,
  tell: (returned: Returned) => void,
): AsyncGenerator<Value> {
  tell(yield* values);
}

const ROBOTS_TXT_URL = /^(?:https?|ftp):\/\/[^/?#]+\/robots\.txt(?:[?#]|$)/i;

function entryOf(
  { record, offset, within }: LocatedRecord,
  file: string,
): ArchiveEntry | undefined {
  const { type, url, block, truncated } = record;
  if (type !== 'response' || !ROBOTS_TXT_URL.test(url)) return undefined;
  const site = originOf(url);
  const response = readHttpResponse(block);
  if (site === undefined || response === undefined) return undefined;
  return { place: { file, offset, within }, site, url, ...response, truncated };
}
