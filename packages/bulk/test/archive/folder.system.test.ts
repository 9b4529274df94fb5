import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { FolderArchive } from '../../src/archive/folder.js';
import { readAll } from '../support/archive-entries.js';

function folder(): string {
  const path = temporaryFolder();
  writeFileSync(`${path}/a.example`, 'a');
  writeFileSync(`${path}/b.example:8080.txt`, 'b');
  mkdirSync(`${path}/c.example`);
  writeFileSync(`${path}/c.example/robots.txt`, 'c');
  mkdirSync(`${path}/d.example`);
  writeFileSync(`${path}/Read Me`, 'no host');
  return path;
}

// Opening the pipe would block this test forever.
if (process.platform !== 'win32')
  test('reports pipes and devices without opening them', async () => {
    const path = folder();
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
