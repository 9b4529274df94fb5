import { type Archive, type ArchiveEntry, ArchiveReport } from '../../src/archive/entry.js';

/** Reads all entries and the report. */
export async function readAll(archive: Archive) {
  const report = new ArchiveReport();
  const entries: ArchiveEntry[] = [];
  for await (const entry of archive.entries(report)) entries.push(entry);
  return { entries, report };
}

function textOf({ body }: Pick<ArchiveEntry, 'body'>): string {
  return new TextDecoder().decode(body);
}

/** Formats each entry as a line. */
export function inShort(entries: readonly ArchiveEntry[]): string[] {
  return entries.map((entry) => `${entry.site} ${entry.status} ${textOf(entry)}`);
}
