import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { archiveFolder } from '../../src/filter/archive-folder.js';

test('a pipe is rejected without opening it', async () => {
  const folder = temporaryFolder();
  execFileSync('mkfifo', [join(folder, 'a.example')]);
  const load = archiveFolder(folder, () => ({ kind: 'unreachable' }));
  await expect(load('http://a.example/', ['a'])).rejects.toThrow('is a pipe, socket or device');
});
