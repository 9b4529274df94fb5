/**
 * `node scripts/assemble.mjs <folder>`: the built command and what it needs to run, with the versions of the lock file and
 * nothing else, in `<folder>/node_modules`. It runs as `node <folder>/node_modules/repkit/dist/bin.js`.
 */
import { cpSync, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { main, npm, ROOT, SetupError } from './lib/commands.mjs';
import { setUp } from './lib/setup.mjs';

/** The folders below node_modules of what the command depends on when it runs. */
function neededFolders() {
  const list = ['ls', '--all', '--parseable', '--omit=dev', '--workspace=packages/cli'];
  const { status, stdout, stderr } = npm(list);
  if (status !== 0) throw new SetupError(`"npm ls" failed: ${stderr}`);
  return stdout
    .split('\n')
    .map((path) => relative(ROOT, path))
    .filter((path) => path.startsWith('node_modules'));
}

await main(() => {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new SetupError('name the folder: node scripts/assemble.mjs /app');
  setUp();
  const target = resolve(process.env.INIT_CWD ?? process.cwd(), folder);
  if (existsSync(join(target, 'node_modules'))) {
    throw new SetupError(`${target} holds node_modules already: name an empty folder.`);
  }
  mkdirSync(target, { recursive: true });
  for (const path of neededFolders()) {
    const source = realpathSync(join(ROOT, path));
    const isOurs = !relative(ROOT, source).startsWith('node_modules');
    // Of our own packages what is published; what is below another package has a line of its own.
    const parts = isOurs ? ['package.json', 'LICENSE', 'dist'] : ['.'];
    for (const part of parts) {
      cpSync(join(source, part), join(target, path, part), {
        recursive: true,
        filter: (file) =>
          !/\.(?:d\.ts|tsbuildinfo|map)$/.test(file) &&
          !relative(source, file).includes('node_modules'),
      });
    }
  }
});
