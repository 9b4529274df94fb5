import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FolderArchive } from '../../src/archive/folder.js';
import { archiveFolder, readAll } from '../support/archive-entries.js';

// Opening the pipe would block this test forever.
if (process.platform !== 'win32')
  test('reports pipes and devices without opening them', async () => {
    const path = archiveFolder();
    execFileSync('mkfifo', [`${path}/e.example`, `${path}/d.example/robots.txt`]);
    symlinkSync('/dev/null', `${path}/f.example.txt`);
    const archive = new FolderArchive(path);
    const { entries, report } = await readAll(archive);
    expect(entries).toHaveLength(3);
    const reason = 'it is a pipe, socket or device, not a file';
    expect(report.faults).toMatchObject([
      { name: 'd.example/robots.txt', reason },
      { name: 'e.example', reason },
      { name: 'f.example.txt', reason },
    ]);
    const position = { file: path, offset: 4, memberOffset: 0, name: 'e.example' };
    expect(await archive.readAt(position)).toBeUndefined();
  });
