/**
 * `npm run docs`: builds the documentation site into docs/.vitepress/dist. `npm run docs -- dev` serves it and follows changes.
 * The environment variable DOCS_BASE is the folder of the site on its host (default: `/`).
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { main, npm, ROOT, runNode, SetupError, toolPath } from './lib/commands.mjs';
import { isInstalled, setUp } from './lib/setup.mjs';

const DOCS = join(ROOT, 'docs');

/** @param {string[]} args */
function run(args) {
  if (runNode(args) !== 0)
    throw new SetupError('The site could not be built; see the output above.');
}

await main(() => {
  setUp();
  if (!isInstalled(DOCS)) {
    process.stderr.write('repkit: installing the tools of the docs site (once) …\n');
    const { status, stdout, stderr } = npm(['ci'], DOCS);
    if (status !== 0) throw new SetupError(`"npm ci" in docs/ failed:\n${stdout}${stderr}`);
  }
  run([toolPath('typescript', 'tsc', DOCS), '--project', 'docs']);
  const [command = 'build'] = process.argv.slice(2);
  const tester = join(DOCS, 'public/tester');
  run([
    toolPath('vite'),
    'build',
    '--config',
    'packages/web/vite.config.ts',
    '--mode=site',
    `--outDir=${tester}`,
    '--logLevel=warn',
  ]);
  cpSync(join(ROOT, 'packages/web/src/icon.svg'), join(DOCS, 'public/icon.svg'));
  run(['docs/.vitepress/api-pages.ts']);
  run([toolPath('vitepress', 'vitepress', DOCS), command, 'docs']);
});
