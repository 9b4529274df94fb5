/**
 * `npm start`: sets up what is missing, then runs the service under the pinned Node. `npm start -s -- check <url> …` runs the
 * command.
 *
 * Without `-s` npm prints two lines of its own on stdout before this script begins, and nothing but
 * `loglevel=silent` stops it; in .npmrc that would also hide why an `npm ci` failed.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { main, nodePath, ROOT } from './lib/commands.mjs';
import { setUp } from './lib/setup.mjs';

await main(() => {
  setUp();
  const args = process.argv.slice(2);
  const child = spawn(
    nodePath(),
    [join(ROOT, 'packages/cli/dist/bin.js'), ...(args.length === 0 ? ['serve'] : args)],
    // npm goes to the root; a path among the arguments is meant from where the user stands.
    { cwd: process.env.INIT_CWD ?? process.cwd(), stdio: 'inherit' },
  );
  // A terminal sends Ctrl-C to both; this one waits for the other's exit code.
  process.on('SIGINT', () => {});
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143);
  });
});
