import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { openArchive } from '../../src/archive/open-archive.js';
import { InputError } from '../../src/bytes/input-error.js';

if (process.platform !== 'win32')
  test('a pipe is rejected without opening it', async () => {
    const path = `${temporaryFolder()}/pipe`;
    execFileSync('mkfifo', [path]);
    await expect(openArchive(path)).rejects.toThrow(
      new InputError(`"${path}" is a pipe, socket or device, not a file. Save its contents to a file first.`),
    );
  });
