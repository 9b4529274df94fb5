import { mkdirSync, writeFileSync } from 'node:fs';
import { temporaryFolder } from '../../../../test/support/temporary.js';
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

/** Creates a folder with robots.txt files named after their hosts, one in a folder of its host, and others. */
export function archiveFolder(): string {
  const path = temporaryFolder();
  writeFileSync(`${path}/a.example`, 'a');
  writeFileSync(`${path}/b.example:8080.txt`, 'b');
  mkdirSync(`${path}/c.example`);
  writeFileSync(`${path}/c.example/robots.txt`, 'c');
  mkdirSync(`${path}/d.example`);
  writeFileSync(`${path}/Read Me`, 'no host');
  return path;
}
