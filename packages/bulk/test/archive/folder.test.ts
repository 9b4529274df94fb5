import { symlinkSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { FolderArchive } from '../../src/archive/folder.js';
import { archiveFolder, inShort, readAll } from '../support/archive-entries.js';

test('reads files named after their hosts, and each again by its position', async () => {
  const archive = new FolderArchive(archiveFolder());
  const { entries, report } = await readAll(archive);
  expect(inShort(entries)).toEqual(['a.example undefined a', 'b.example:8080 undefined b', 'c.example undefined c']);
  expect(report).toMatchObject({ skipped: 2, faults: [] });
  for (const entry of entries) expect(await archive.readAt(entry.position)).toEqual(entry);
});

test('reads a link to a folder as the folder', async () => {
  const path = archiveFolder();
  symlinkSync('c.example', `${path}/link.example`);
  const { entries } = await readAll(new FolderArchive(path));
  expect(inShort(entries).at(-1)).toBe('link.example undefined c');
});

test('counts files that are not named after a host as in URLs', async () => {
  const path = archiveFolder();
  for (const name of ['A.example', 'é.example', 'a.example:443.txt', '.DS_Store', '.gitignore']) {
    writeFileSync(`${path}/${name}`, '');
  }
  const { entries, report } = await readAll(new FolderArchive(path));
  expect(entries).toHaveLength(3);
  expect(report).toMatchObject({ skipped: 7, faults: [] });
});

test('reports a compressed file, which would allow everything as text', async () => {
  const path = archiveFolder();
  writeFileSync(`${path}/gz.example`, gzipSync('User-agent: *\nDisallow: /\n'));
  const { entries, report } = await readAll(new FolderArchive(path));
  expect(entries).toHaveLength(3);
  expect(report.faults).toMatchObject([{ name: 'gz.example', reason: 'it is compressed' }]);
});

test('reports a file that cannot be read and reads the others', async () => {
  const path = archiveFolder();
  symlinkSync('aa.example', `${path}/aa.example`);
  const { entries, report } = await readAll(new FolderArchive(path));
  expect(entries).toHaveLength(3);
  expect(report.faults).toMatchObject([{ name: 'aa.example', reason: expect.stringContaining('ELOOP') }]);
});
