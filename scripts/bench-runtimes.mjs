/**
 * `npm run bench:runtimes [quick]`: one-shot and repeated checks in Node, Deno, Bun, workerd and Chromium, relative to robots-parser in
 * the same runtime. Installs the runtimes (350 MB) in a temporary folder.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { rateTable } from '../bench/dist/tables.js';
import { CHROMIUM_ARGS } from './lib/chromium.mjs';
import { nodePath, ROOT, toolPath } from './lib/commands.mjs';
import { runOn } from './lib/nodes.mjs';
import { problemsOf, temporary } from './lib/packed.mjs';
import { findProgram } from './lib/programs.mjs';
import { installRuntimes } from './lib/runtimes.mjs';

/** @typedef {import('../bench/dist/runtime-race.js').RuntimeFigures} RuntimeFigures */

const OPTIONS =
  process.argv[2] === 'quick'
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
const CONFIG = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "race", worker = .race)]);
const race :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "2026-01-01",
);
`;

/**
 * Bundles a program for all runtimes.
 *
 * @param {string} name
 * @param {string} source
 * @returns {string} the path of the bundle
 */
function bundle(name, source) {
  const [entry, file] = [join(temporary(), `${name}.mjs`), join(temporary(), `${name}.js`)];
  writeFileSync(entry, source);
  const node = { name: 'Node', path: nodePath() };
  const [problem] = problemsOf(runOn(node, [toolPath('rolldown'), entry, '--file', file]));
  if (problem !== undefined) throw new Error(problem);
  return file;
}

/** @param {{ status: number | null, stdout: string, stderr: string }} ended */
function figuresOf({ status, stdout, stderr }) {
  const line = stdout.split('\n').find((text) => text.startsWith('{'));
  if (status !== 0 || line === undefined) throw new Error(`${stdout}${stderr}`);
  return JSON.parse(line);
}

/**
 * @param {string} name
 * @param {RuntimeFigures} figures
 */
function print(name, { oneShot, repeated }) {
  console.log(`\n${rateTable(`${name}: files/s, parse + one verdict`, oneShot)}`);
  console.log(rateTable(`${name}: verdicts/s, 2,000 URLs`, repeated));
}

const { likeNode, workerd } = installRuntimes();
const program = bundle('program', PROGRAM);
for (const runtime of [
  { name: `Node ${process.versions.node}`, path: process.execPath },
  ...likeNode,
]) {
  print(runtime.name, figuresOf(runOn(runtime, [program])));
}

bundle('worker', WORKER);
const config = join(temporary(), 'worker.capnp');
writeFileSync(config, CONFIG);
print('workerd', figuresOf(spawnSync(workerd, ['test', config], { encoding: 'utf8' })));

const browser = await chromium.launch({
  executablePath: findProgram('chromium') ?? 'chromium',
  args: CHROMIUM_ARGS,
});
const page = await browser.newPage();
await page.addScriptTag({ content: readFileSync(bundle('page', PAGE), 'utf8'), type: 'module' });
const figures = await page.evaluate(() => /** @type {any} */ (globalThis).figures);
print(`Chromium ${browser.version()}`, figures);
await browser.close();
