/**
 * `npm start`: installs and builds missing parts, then runs the service with the pinned Node. Options without a command go to
 * `repkit serve`: `npm start -- --port 8080`. `npm start -s -- check <url> …` runs the command.
 *
 * Without `-s`, npm first prints two lines to stdout. Only `loglevel=silent` prevents it, but in .npmrc that would also
 * hide why `npm ci` failed.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { main, nodePath, ROOT } from './lib/commands.mjs';
import { setUp } from './lib/setup.mjs';

const PARENT_CHECK_MS = 500;
/** Options of `repkit` itself. */
const OWN_OPTIONS = ['--help', '-h', '--version', '-V'];

await main(() => {
  setUp();
  const args = process.argv.slice(2);
  const [first = '--'] = args;
  const isServe = first.startsWith('-') && !OWN_OPTIONS.includes(first);
  const child = spawn(
    nodePath(),
    [join(ROOT, 'packages/cli/dist/bin.js'), ...(isServe ? ['serve'] : []), ...args],
    {
      // npm changes to the root folder; paths in the arguments are relative to the user's folder.
      cwd: process.env.INIT_CWD ?? process.cwd(),
      stdio: 'inherit',
      env: { ...process.env, REPKIT_COMMAND: 'npm start --' },
    },
  );
  // A terminal sends Ctrl-C to both processes; this one waits for the child's exit code.
  process.on('SIGINT', () => {});
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  // npm passes SIGTERM only to its shell, which would exit and leave this process running.
  const parent = process.ppid;
  const isOfNpm = process.env.npm_lifecycle_event !== undefined;
  const watch = setInterval(() => {
    if (isOfNpm && process.ppid !== parent) child.kill('SIGTERM');
  }, PARENT_CHECK_MS);
  child.on('exit', (code, signal) => {
    clearInterval(watch);
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143);
  });
});
