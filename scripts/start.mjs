/**
 * `npm start`, which builds first: runs the service. Options without a command go to `repkit serve`: `npm start -- --port 8080`.
 * `npm start -s -- check <url> …` runs the command.
 *
 * Without `-s`, npm first prints two lines to stdout. Only `loglevel=silent` prevents it, but in .npmrc that would also
 * hide why `npm ci` failed.
 */

const PARENT_CHECK_MS = 500;
/** Options of `repkit` itself. */
const OWN_OPTIONS = ['--help', '-h', '--version', '-V'];

const [first = '--'] = process.argv.slice(2);
if (first.startsWith('-') && !OWN_OPTIONS.includes(first)) process.argv.splice(2, 0, 'serve');
// Messages suggest this command.
process.env.REPKIT_COMMAND = 'npm start --';
// npm changes to the root folder; paths in the arguments are relative to the user's folder.
process.chdir(process.env.INIT_CWD ?? process.cwd());
// npm passes SIGTERM only to its shell, which would exit and leave this process running.
const parent = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, PARENT_CHECK_MS);
watch.unref();
await import(new URL('dist/bin.js', import.meta.resolve('repkit/package.json')).href);
