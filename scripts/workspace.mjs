/**
 * `node scripts/workspace.mjs <folder> <script> [argument …]`: installs and builds missing parts, then runs an
 * npm script of a workspace with the pinned Node.
 */
import { spawnSync } from 'node:child_process';
import { childEnv, main, ROOT } from './lib/commands.mjs';
import { setUp } from './lib/setup.mjs';

await main(() => {
  const [folder = '', script = '', ...args] = process.argv.slice(2);
  setUp();
  const { status, error } = spawnSync(
    'npm',
    ['run', '--silent', `--workspace=${folder}`, script, '--', ...args],
    { cwd: ROOT, env: childEnv(), stdio: 'inherit', shell: process.platform === 'win32' },
  );
  if (error) throw error;
  process.exitCode = status ?? 1;
});
