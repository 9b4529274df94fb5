import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../../test/support/temporary.js';

/** A git repository that ends with the test: each text is its robots.txt in one commit, the last one in HEAD. */
export function repositoryOf(...versions: readonly (string | Uint8Array)[]): string {
  const folder = temporaryFolder();
  const git = (...args: readonly string[]) =>
    execFileSync(
      'git',
      ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.com', ...args],
      { cwd: folder },
    );
  git('init', '--quiet');
  for (const version of versions) {
    writeFileSync(join(folder, 'robots.txt'), version);
    git('add', 'robots.txt');
    git('commit', '--quiet', '--no-gpg-sign', '--allow-empty', '--message', 'robots.txt');
  }
  return folder;
}
