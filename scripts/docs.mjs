/**
 * `npm run docs`: builds the documentation site into docs/.vitepress/dist. `npm run docs -- dev` serves it and follows changes.
 * The environment variable DOCS_BASE is the folder of the site on its host (default: `/`).
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DOCS, main, ROOT, runNode, SetupError, toolPath } from './lib/commands.mjs';
import { installDocsTools, setUp } from './lib/setup.mjs';

/** @param {string[]} args */
async function run(args) {
  const { exitCode } = await runNode(args, 'inherit');
  if (exitCode !== 0) throw new SetupError('The site could not be built; see the output above.');
}

await main(async () => {
  setUp();
  installDocsTools();
  await run([toolPath('typescript', 'tsc', DOCS), '--project', 'docs']);
  const [command = 'build'] = process.argv.slice(2);
  const tester = join(DOCS, 'public/tester');
  await run([
    toolPath('vite'),
    'build',
    '--config',
    'packages/web/vite.config.ts',
    '--mode=site',
    `--outDir=${tester}`,
    '--logLevel=warn',
  ]);
  cpSync(join(ROOT, 'packages/web/src/icon.svg'), join(DOCS, 'public/icon.svg'));
  cpSync(join(DOCS, 'tester.png'), join(DOCS, 'public/tester.png'));
  await run(['docs/.vitepress/api-pages.ts']);
  await run([toolPath('vitepress', 'vitepress', DOCS), command, 'docs']);
});
