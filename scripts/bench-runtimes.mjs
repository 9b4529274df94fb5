/**
 * `npm run bench:runtimes [-- --quick]`: one-shot and repeated checks in Node, Deno, Bun, workerd and the browsers that are installed, relative
 * to robots-parser in the same runtime. Installs the other runtimes (350 MB) in a temporary folder.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
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
/** For the race in a browser. */
const MAX_MS = 600_000;
/** Workers have a clock of whole milliseconds. */
const WORKER_OPTIONS = { ...OPTIONS, turnMs: 50 };

const RACE = JSON.stringify(join(ROOT, 'bench/dist/runtime-race.js'));
const PROGRAM = `import { raceInRuntime } from ${RACE};
console.log(JSON.stringify(await raceInRuntime(${JSON.stringify(OPTIONS)})));
`;
const PAGE = `import { raceInRuntime } from ${RACE};
const figures = await raceInRuntime(${JSON.stringify(OPTIONS)});
await fetch('/', { method: 'POST', body: JSON.stringify(figures) });
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

const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
/**
 * WebKit is Debian's webkit2gtk-driver, in a virtual screen (xvfb).
 *
 * @type {[name: string, program: string, args: (profile: string) => string[]][]}
 */
const BROWSERS = [
  [
    'Chromium',
    'chromium',
    (profile) => ['--headless', `--user-data-dir=${profile}`, ...CHROMIUM_ARGS],
  ],
  ['Firefox', 'firefox-esr', (profile) => ['--headless', '--no-remote', '--profile', profile]],
  ['WebKit', 'xvfb-run', () => ['-a', MINI_BROWSER]],
];

/** Isolates the page from other origins: browsers give a precise clock only to such pages. */
const HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};
const page = readFileSync(bundle(temporary(), 'page', PAGE, node), 'utf8');
const server = createServer(async (request, response) => {
  response.writeHead(200, { ...HEADERS, 'Content-Type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><script type="module">${page}</script>`);
  if (request.method === 'POST') server.emit('figures', await json(request));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
for (const [name, program, args] of BROWSERS) {
  const path = findProgram(program);
  if (path === undefined || (name === 'WebKit' && findProgram(MINI_BROWSER) === undefined)) {
    console.log(`\n${name}: not installed`);
    continue;
  }
  const profile = mkdtempSync(join(temporary(), program));
  const url = `http://127.0.0.1:${port}/`;
  const browser = spawn(path, [...args(profile), url], { stdio: 'ignore', detached: true });
  try {
    const [figures] = await once(server, 'figures', { signal: AbortSignal.timeout(MAX_MS) });
    print(name, figures);
  } finally {
    // The browser and the processes that it has started.
    process.kill(-Number(browser.pid));
  }
  await once(browser, 'exit');
}
server.close();
