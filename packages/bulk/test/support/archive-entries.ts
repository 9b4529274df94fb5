import { type Archive, type ArchiveEntry, SectionReport, WHOLE } from '../../src/archive/entry.js';

/** All that an archive holds, and what its reader reports. */
export async function readAll(archive: Archive, section = WHOLE) {
  const report = new SectionReport();
  const entries: ArchiveEntry[] = [];
  for await (const entry of archive.entries(section, report)) entries.push(entry);
  return { entries, report };
}

export function textOf({ body }: Pick<ArchiveEntry, 'body'>): string {
  return new TextDecoder().decode(body);
}

/** One line for each entry. */
export function inShort(entries: readonly ArchiveEntry[]): string[] {
  return entries.map((entry) => `${entry.site} ${entry.status} ${textOf(entry)}`);
}
