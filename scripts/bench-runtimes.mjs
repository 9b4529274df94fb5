/**
 * `npm run bench:runtimes [-- --quick]`: one-shot and repeated checks in Node, Deno, Bun, workerd and Chromium, relative to robots-parser in
 * the same runtime. Installs the runtimes (350 MB) in a temporary folder.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { rateTable } from '../bench/dist/tables.js';
import { CHROMIUM_ARGS } from './lib/chromium.mjs';
import { ROOT } from './lib/commands.mjs';
import { runOn } from './lib/nodes.mjs';
import { temporary } from './lib/packed.mjs';
import { findProgram } from './lib/programs.mjs';
import { bundle, installRuntimes, jsonOf, runInWorkerd } from './lib/runtimes.mjs';

/** @typedef {import('../bench/dist/runtime-race.js').RuntimeFigures} RuntimeFigures */

const OPTIONS = process.argv.includes('--quick')
  ? { rounds: 5, turnMs: 10, warmUpMs: 100 }
  : { rounds: 21, turnMs: 20, warmUpMs: 400 };
/** Workers have a clock of whole milliseconds. */
const WORKER_OPTIONS = { ...OPTIONS, turnMs: 50 };

const RACE = JSON.stringify(join(ROOT, 'bench/dist/runtime-race.js'));
const PROGRAM = `import { raceInRuntime } from ${RACE};
console.log(JSON.stringify(await raceInRuntime(${JSON.stringify(OPTIONS)})));
`;
const PAGE = `import { raceInRuntime } from ${RACE};
globalThis.figures = raceInRuntime(${JSON.stringify(OPTIONS)});
`;
const WORKER = `import { raceInRuntime } from ${RACE};
async function now() {
  await new Promise((resolve) => setTimeout(resolve, 1));
  return Date.now();
}
export default {
  async test() {
    const options = { ...${JSON.stringify(WORKER_OPTIONS)}, now };
    console.log(JSON.stringify(await raceInRuntime(options)));
  },
};
`;
/**
 * @param {string} name
 * @param {RuntimeFigures} figures
 */
function print(name, { oneShot, repeated }) {
  console.log(`\n${rateTable(`${name}: files/s, parse + one verdict`, oneShot)}`);
  console.log(rateTable(`${name}: verdicts/s, 2,000 URLs`, repeated));
}

const node = { name: `Node ${process.versions.node}`, path: process.execPath };
const { likeNode, workerd } = installRuntimes();
const program = bundle(temporary(), 'program', PROGRAM, node);
for (const runtime of [node, ...likeNode]) print(runtime.name, jsonOf(runOn(runtime, [program])));

print('workerd', runInWorkerd(workerd, temporary(), WORKER, node));

const browser = await chromium.launch({
  executablePath: findProgram('chromium') ?? 'chromium',
  args: CHROMIUM_ARGS,
});
const page = await browser.newPage();
await page.addScriptTag({
  content: readFileSync(bundle(temporary(), 'page', PAGE, node), 'utf8'),
  type: 'module',
});
const figures = await page.evaluate(() => /** @type {any} */ (globalThis).figures);
print(`Chromium ${browser.version()}`, figures);
await browser.close();
