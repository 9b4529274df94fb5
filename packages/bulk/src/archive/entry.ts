/** The interface of archives of robots.txt responses. */
import { firstAccess, isRedirect as isRedirectResponse, type Policy, saysNotFound } from '@repkit/client/access';

/** The position of an entry, from which it can be read again. */
export interface EntryPosition {
  /** Path of the archive, as the caller wrote it. */
  readonly file: string;
  /** Byte offset of the record, or of the gzip member that contains it. An index in folders. */
  readonly offset: number;
  /** Offset of the record in its decompressed gzip member; otherwise 0. */
  readonly memberOffset: number;
  /** The file name in a folder. */
  readonly name?: string;
}

/** One robots.txt response. */
export interface ArchiveEntry {
  readonly position: EntryPosition;
  /** An origin such as `https://example.com`; host and port if the archive has no scheme. */
  readonly site: string;
  /** Undefined if the archive has only an origin or a host. */
  readonly url: string | undefined;
  /** HTTP status, if the archive has one. */
  readonly status: number | undefined;
  /** The Location field of a redirect. */
  readonly location: string | undefined;
  /** Without transfer and content codings; empty if there was none. */
  readonly body: Uint8Array;
  /** What the body was converted from to UTF-8; undefined if it is as it was sent. */
  readonly charset?: string;
  /** Whether the body was cut, here or before it was archived. */
  readonly truncated: boolean;
}

export function isRedirect({ status = 200, location }: ArchiveEntry): boolean {
  return isRedirectResponse(status, location);
}

/** Returns what an entry that is not a redirect permits. Archives without statuses contain only successful responses. */
export function entryAccess({ status = 200, body }: ArchiveEntry, policy: Policy): ReturnType<typeof firstAccess> {
  const isErrorPage = policy.softNotFound && status >= 500;
  const page = isErrorPage && saysNotFound(body.subarray(0, MAX_ERROR_PAGE_BYTES));
  return firstAccess({ kind: 'http', status, saysNotFound: page }, policy);
}

/** The message of an error page is at its beginning. */
const MAX_ERROR_PAGE_BYTES = 64 * 1024;

/** An unreadable part of an archive. The rest is still read. */
export interface Fault {
  readonly file: string;
  readonly offset: number;
  /** Line number in NDJSON. */
  readonly line?: number;
  /** The file name in a folder. */
  readonly name?: string;
  /** The site whose response is unreadable; undefined if it is unknown. */
  readonly site?: string | undefined;
  /** A clause without a period. */
  readonly reason: string;
  /** Whether the archive ends here too early. */
  readonly isCut?: boolean;
}

/** Why a record that should be an entry cannot be one. */
export type UnreadableEntry = Pick<Fault, 'reason' | 'site'>;

/** What the reader of an archive reports about it. */
export class ArchiveReport {
  /** Records that are not robots.txt responses. */
  skipped = 0;
  faultCount = 0;
  /** Whether the archive ends too early, so that entries may be missing. */
  isCut = false;
  /** The first 100 faults. */
  faults: readonly Fault[] = [];

  fault(fault: Fault): void {
    this.faultCount += 1;
    this.isCut ||= fault.isCut === true;
    if (this.faults.length < MAX_FAULTS) this.faults = [...this.faults, fault];
  }

  /** Returns what was reported since the last call, as plain data. */
  take() {
    const { skipped, faultCount, isCut, faults } = this;
    this.skipped = 0;
    this.faultCount = 0;
    this.isCut = false;
    this.faults = [];
    return { skipped, faultCount, isCut, faults };
  }
}

const MAX_FAULTS = 100;

export interface Archive {
  readonly file: string;
  /** Yields entries in the order of the archive. Damage is reported and skipped. */
  entries(report: ArchiveReport): AsyncGenerator<ArchiveEntry>;
  /** Reads an entry again; undefined if it can no longer be read. */
  readAt(position: EntryPosition): Promise<ArchiveEntry | undefined>;
  close(): void;
}

/** Longer bodies are cut, which is far beyond the parsing limit (RFC 9309 2.5). */
export const MAX_RECORD_BYTES = 8 * 1024 * 1024;

/** A damaged archive may have millions of faults. */
export const MAX_SHOWN_FAULTS = 10;

export function faultMessage({ file, offset, line, name, reason }: Fault): string {
  const position = name ?? (line === undefined ? `byte ${offset}` : `line ${line}`);
  return `"${file}", ${position}: ${reason}.`;
}
