import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VERSIONS } from './month.js';

/** Commits the versions of the month, with their dates, in a new repository. */
export function writeVersions(folder: string): void {
  const git = (args: readonly string[], date = '') =>
    execFileSync('git', ['-c', 'user.name=Tester', '-c', 'user.email=t@example.com', ...args], {
      cwd: folder,
      env: { ...process.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z' },
    });
  git(['init', '--quiet']);
  for (const [time, text] of VERSIONS) {
    writeFileSync(join(folder, 'robots.txt'), text);
    git(['add', 'robots.txt']);
    git(['commit', '--quiet', '--no-gpg-sign', '--message', `Deployed at ${time}`], time);
  }
}
