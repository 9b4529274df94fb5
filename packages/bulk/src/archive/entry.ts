/** What an archive of robots.txt responses holds, whatever its kind. */
import { type Access, type AccessFacts, accessOf, type Policy } from '@repkit/client/access';

/** Where an entry lies, so that it can be read again without what is before it. */
export interface Place {
  /** The archive, as it was named. */
  readonly file: string;
  /** Of the first byte of the record, or of the gzip member that holds it. */
  readonly offset: number;
  /** Of the first byte of the record in what its gzip member unpacks to; 0 elsewhere. */
  readonly within: number;
  /** The file in a folder, or the key in a store. */
  readonly name?: string;
}

/** One robots.txt response. */
export interface ArchiveEntry {
  readonly place: Place;
  /** `https://example.com`, as the client writes origins; only the host, with its port, where the archive names no scheme. */
  readonly site: string;
  /** As the archive has it; undefined where it names an origin or a host. */
  readonly url: string | undefined;
  /** Of HTTP; undefined where the archive has none. */
  readonly status: number | undefined;
  /** The Location of a redirect. */
  readonly location: string | undefined;
  /** Without its transfer and content codings; empty where there was none. */
  readonly body: Uint8Array;
  /** Whether the archive has more of the body, or says that there was more. */
  readonly truncated: boolean;
  /** The outcome of the fetch, if it was anything other than an HTTP response with that status. */
  readonly facts?: AccessFacts | undefined;
}

/** RFC 9110 15.4: the responses with a Location to follow. */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** What an entry says about its site. An archive without a status has only what was fetched successfully. */
export function entryAccess(
  { status = 200, facts = { kind: 'http', status } }: ArchiveEntry,
  policy: Policy,
): Access | 'redirect' {
  const isRedirect = facts.kind === 'http' && REDIRECTS.has(facts.status);
  return isRedirect ? 'redirect' : accessOf(facts, policy);
}

/** Something in an archive that cannot be read; the rest is. */
export interface Fault {
  readonly file: string;
  /** In bytes; of a line its number says more. */
  readonly offset: number;
  readonly line?: number;
  /** The file in a folder, or the key in a store. */
  readonly name?: string;
  /** A clause for people. */
  readonly why: string;
}

/** A part of an archive that is read by itself: what begins from the one offset up to before the other. */
export interface Section {
  readonly from: number;
  readonly to: number;
  /** Whether something begins at `from`; else the first beginning behind it is looked for. */
  readonly exact: boolean;
}

export const WHOLE: Section = { from: 0, to: Number.POSITIVE_INFINITY, exact: true };

/** What came of reading a section, filled in by its reader. */
export class SectionReport {
  /** Where the first thing in it began; undefined where nothing does. */
  began: number | undefined;
  /** Where the first thing behind it begins; undefined where that was lost with what is broken. */
  ended: number | undefined;
  /** Records that are no robots.txt response. */
  skipped = 0;
  /** Of an archive that has lines. */
  lines = 0;
  faultCount = 0;
  /** The first of them: where all is broken, nobody reads them all. */
  readonly faults: Fault[] = [];

  fault(fault: Fault): void {
    this.faultCount += 1;
    if (this.faults.length < MOST_FAULTS) this.faults.push(fault);
  }
}

const MOST_FAULTS = 100;

/** Reads entries one by one, in the order of the archive; what is broken goes to the report. */
export interface Archive {
  readonly file: string;
  /** Sections that can be read at once, in order, each of about so many bytes. */
  sections(bytes: number): readonly Section[];
  entries(section: Section, report: SectionReport): AsyncGenerator<ArchiveEntry>;
  /** The entry at a place that `entries` gave; undefined where it cannot be read any more. */
  readAt(place: Place): Promise<ArchiveEntry | undefined>;
  close(): void;
}

/** Longer bodies are cut: a robots.txt is read as far as its parsing limit (RFC 9309 2.5), which is far below. */
export const MOST_RECORD_BYTES = 8 * 1024 * 1024;

/** Millions of them would bury whatever else standard error says. */
export const MOST_SHOWN_FAULTS = 10;

export function faultSentence({ file, offset, line, name, why }: Fault): string {
  const place = name ?? (line === undefined ? `byte ${offset}` : `line ${line}`);
  return `"${file}", ${place}: ${why}.`;
}

/** Sections of a file, each of so many bytes; where something begins is found out when they are read. */
export function sectionsOf(size: number, bytes: number): readonly Section[] {
  const count = Math.max(1, Math.ceil(size / bytes));
  return Array.from({ length: count }, (_, index) => ({
    from: index * bytes,
    to: index === count - 1 ? Number.POSITIVE_INFINITY : (index + 1) * bytes,
    exact: index === 0,
  }));
}
