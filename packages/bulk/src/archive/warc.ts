/** robots.txt responses in WARC files, uncompressed or compressed with gzip. */
import { originOf } from '@repkit/client/access';
import { ByteFile } from './byte-file.js';
import {
  type Archive,
  type ArchiveEntry,
  ArchiveReport,
  type EntryPosition,
  type Fault,
  isRedirect,
  type UnreadableEntry,
} from './entry.js';
import { findMember, memberChunks, readMember } from './gzip-members.js';
import { readHttpResponse } from './http-response.js';
import { ByteReader, nextRecord, WARC_START, type WarcRecord } from './warc-record.js';

/** In an uncompressed file, a record starts after the line ends of the one before. */
const LINE_END_AND_START = new TextEncoder().encode('\r\n\r\nWARC/');
const LINE_ENDS_BYTES = LINE_END_AND_START.length - WARC_START.length;

const REASONS = {
  cut: 'the file ends in the middle of a record',
  broken: 'a record is damaged; reading continues after it',
  lost: 'the rest of the file cannot be read',
} as const;

interface LocatedRecord {
  readonly record: WarcRecord;
  readonly offset: number;
  readonly memberOffset: number;
}

/** Where the next record starts, if known, and what could not be read. */
interface Progress {
  readonly end?: number | undefined;
  readonly damage?: Pick<Fault, 'offset' | 'reason' | 'isCut'>;
}

function damageAt(offset: number, kind: keyof typeof REASONS): NonNullable<Progress['damage']> {
  return { offset, reason: REASONS[kind], isCut: kind !== 'broken' };
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

  async *entries(report: ArchiveReport): AsyncGenerator<ArchiveEntry> {
    for await (const located of this.#records(0, this.#bytes.size, report)) {
      const entry = await entryOf(located, this.file);
      if (entry === undefined) report.skipped += 1;
      else if ('reason' in entry) report.fault({ file: this.file, offset: located.offset, ...entry });
      else yield entry;
    }
  }

  async readAt({ offset, memberOffset }: EntryPosition): Promise<ArchiveEntry | undefined> {
    for await (const located of this.#records(offset, offset + 1, new ArchiveReport())) {
      if (located.memberOffset !== memberOffset) continue;
      const entry = await entryOf(located, this.file);
      return entry === undefined || 'reason' in entry ? undefined : entry;
    }
    return undefined;
  }

  close(): void {
    this.#bytes.close();
  }

  /** Yields the records that start in [`from`, `to`), the first one at `from`. */
  async *#records(from: number, to: number, report: ArchiveReport): AsyncGenerator<LocatedRecord> {
    let at: number | undefined = from;
    while (at !== undefined && at < to) {
      const progress: Progress = yield* this.#isCompressed ? this.#member(at) : this.#plain(at, to);
      const { end, damage } = progress;
      // A wrong length may span the following records, so search right after the start.
      at = end ?? this.#find((damage?.offset ?? at) + 1, to);
      if (damage === undefined) continue;
      const isLast = at === undefined && damage.isCut !== true;
      report.fault({ file: this.file, ...(isLast ? damageAt(damage.offset, 'lost') : damage) });
    }
  }

  /** Yields the uncompressed records that start before an offset. */
  async *#plain(offset: number, before: number): AsyncGenerator<LocatedRecord, Progress> {
    const reader = new ByteReader(this.#bytes.chunks(offset));
    while (offset + reader.taken < before) {
      const record = await nextRecord(reader);
      const at = offset + reader.taken;
      if (record.kind === 'end') return { end: at };
      if (record.kind !== 'record') return { damage: damageAt(at, record.kind) };
      yield { record, offset: offset + record.start, memberOffset: 0 };
    }
    return { end: offset + reader.taken };
  }

  /** Yields the records of the member at an offset. */
  async *#member(offset: number): AsyncGenerator<LocatedRecord, Progress> {
    const member = readMember(this.#bytes, offset);
    if (member.kind === 'cut' || member.kind === 'broken') {
      return { damage: damageAt(offset, member.kind) };
    }
    let end: number | 'cut' | undefined = member.kind === 'whole' ? member.end : undefined;
    const chunks =
      member.kind === 'whole'
        ? [member.bytes]
        : memberChunks(this.#bytes, member.dataStart, (found) => {
            end = found;
          });
    const reader = new ByteReader(chunks);
    try {
      for (;;) {
        const record = await nextRecord(reader);
        if (record.kind === 'record') yield { record, offset, memberOffset: record.start };
        else {
          const known = end as number | 'cut' | undefined;
          if (known === 'cut') return { damage: damageAt(offset, 'cut') };
          const isWhole = record.kind === 'end' && known !== undefined;
          return { end: known, ...(!isWhole && { damage: damageAt(offset, 'broken') }) };
        }
      }
    } finally {
      await reader.close();
    }
  }

  /** Returns where the first record in [`from`, `before`) starts. */
  #find(from: number, before: number): number | undefined {
    if (this.#isCompressed) return findMember(this.#bytes, from, before, WARC_START);
    // The line ends before the record may start before `from`.
    const start = Math.max(0, from - LINE_ENDS_BYTES);
    const found = this.#bytes.find(LINE_END_AND_START, start, before - LINE_ENDS_BYTES);
    return found === undefined ? undefined : found + LINE_ENDS_BYTES;
  }
}

const ROBOTS_TXT_URL = /^(?:https?|ftp):\/\/[^/?#]+\/robots\.txt(?:[?#]|$)/i;

/** Returns the entry of a record, undefined for a record that is not a robots.txt response, or why its body is unreadable. */
async function entryOf(
  { record, offset, memberOffset }: LocatedRecord,
  file: string,
): Promise<ArchiveEntry | UnreadableEntry | undefined> {
  const { type, url, block, truncated } = record;
  if (!(type === 'response' || type === 'revisit') || !ROBOTS_TXT_URL.test(url)) return undefined;
  const site = originOf(url);
  if (site === undefined) return { site, reason: 'the URL of a robots.txt response is invalid' };
  const fault = (reason: string): UnreadableEntry => ({ site, reason: `the response of ${site} is unreadable: ${reason}` });
  if (type === 'revisit') return fault('it is a revisit record, so its body is in another record');
  const response = await readHttpResponse(block, truncated);
  if (response === undefined) return fault('it has no HTTP status line');
  const { unreadable, ...rest } = response;
  const entry = { position: { file, offset, memberOffset }, site, url, ...rest, truncated };
  return unreadable === undefined || isRedirect(entry) ? entry : fault(unreadable);
}
