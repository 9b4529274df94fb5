import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../../test/support/temporary.js';

/** Creates a git repository with one commit per robots.txt text; the last one is HEAD. Removed after the test. */
export function repositoryOf(...versions: readonly (string | Uint8Array)[]): string {
  const folder = temporaryFolder();
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.com', ...args], { cwd: folder });
  git('init', '--quiet');
  for (const version of versions) {
    writeFileSync(join(folder, 'robots.txt'), version);
    git('add', 'robots.txt');
    git('commit', '--quiet', '--no-gpg-sign', '--allow-empty', '--message', 'robots.txt');
  }
  return folder;
}
