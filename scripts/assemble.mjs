/**
 * `node scripts/assemble.mjs <folder>`: copies the built command and its run-time dependencies, with the versions of the lock
 * file, to `<folder>/node_modules`. Run it with `node <folder>/node_modules/repkit/dist/bin.js`.
 */
import { cpSync, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { main, npm, ROOT, readJson, SetupError } from './lib/commands.mjs';
import { setUp } from './lib/setup.mjs';

/**
 * Returns the folders of the command's run-time dependencies and where they belong below the target: npm installs a version
 * that only one of our packages needs in the folder of that package.
 *
 * @returns {[from: string, to: string][]}
 */
function neededFolders() {
  const list = ['ls', '--all', '--parseable', '--omit=dev', '--workspace=packages/cli'];
  const { status, stdout, stderr } = npm(list);
  if (status !== 0) throw new SetupError(`"npm ls" failed: ${stderr}`);
  return stdout
    .split('\n')
    .map((path) => relative(ROOT, path).replaceAll('\\', '/'))
    .filter((path) => path.includes('node_modules'))
    .map((path) => {
      const [, folder] = /^(packages\/[^/]+)\/node_modules\//.exec(path) ?? [];
      if (folder === undefined) return [path, path];
      const { name } = readJson(join(ROOT, folder, 'package.json'));
      return [path, path.replace(folder, `node_modules/${name}`)];
    });
}

await main(() => {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new SetupError('Pass the folder: node scripts/assemble.mjs /app');
  setUp();
  const target = resolve(process.env.INIT_CWD ?? process.cwd(), folder);
  if (existsSync(join(target, 'node_modules'))) {
    throw new SetupError(`${target} already contains node_modules. Use an empty folder.`);
  }
  mkdirSync(target, { recursive: true });
  for (const [path, destination] of neededFolders()) {
    const source = realpathSync(join(ROOT, path));
    const isOurs = !relative(ROOT, source).includes('node_modules');
    // Copy only the published files of our own packages. Nested packages have their own lines.
    const parts = isOurs ? ['package.json', 'LICENSE', 'dist'] : ['.'];
    for (const part of parts) {
      cpSync(join(source, part), join(target, destination, part), {
        recursive: true,
        filter: (file) => !/\.(?:d\.ts|tsbuildinfo|map)$/.test(file) && !relative(source, file).includes('node_modules'),
      });
    }
  }
});
