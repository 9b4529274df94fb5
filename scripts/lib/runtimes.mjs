/** The runtimes other than Node that core is tested in. npm has their programs; here only those for Linux on x64 are used. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { ROOT, toolPath } from './commands.mjs';
import { readCaseFiles } from './conformance.mjs';
import { runOn } from './nodes.mjs';
import { install, problemsOf, temporary } from './packed.mjs';

const DENO = '@deno/linux-x64-glibc';
const BUN = '@oven/bun-linux-x64';
const WORKERD = '@cloudflare/workerd-linux-64';

/** Installed only for this check, because together they take 350 MB. */
const VERSIONS = [`${DENO}@2.9.6`, `${BUN}@1.4.5`, `${WORKERD}@1.20261117.1`];

/**
 * Installs the runtimes.
 *
 * @returns {{ likeNode: import('./nodes.mjs').Node[], deno: string, workerd: string }} those that run a module from disk, and paths
 */
export function installRuntimes() {
  const modules = join(install('runtimes', VERSIONS), 'node_modules');
  const run = ['run', '--quiet', '--no-remote', '--node-modules-dir=manual', '--allow-read'];
  const denoPath = join(modules, DENO, 'deno');
  return {
    likeNode: [
      { name: 'Deno', path: denoPath, args: run },
      { name: 'Bun', path: join(modules, BUN, 'bin/bun'), args: ['run'] },
    ],
    deno: denoPath,
    workerd: join(modules, WORKERD, 'bin/workerd'),
  };
}

const WORKER = `import { checkWithCore } from './runner/core-check.js';
import { isPageFile, runPageFile } from './runner/page-cases.js';
import { parseCases } from './runner/parse-cases.js';
import { runCases } from './runner/run.js';
import files from './cases.json';

export default {
  test() {
    const verdicts = files.filter(({ name }) => !isPageFile(name));
    const cases = verdicts.flatMap(({ name, text }) => parseCases(text, name));
    const pages = files
      .filter(({ name }) => isPageFile(name))
      .map(({ name, text }) => runPageFile(text, name));
    const failures = [...runCases(cases, checkWithCore), ...pages.flatMap((page) => page.failures)];
    const problems = failures.map(({ id, message }) => id + ': ' + message);
    const count = pages.reduce((sum, page) => sum + page.count, cases.length);
    console.log(JSON.stringify({ count, problems }));
  },
};
`;

const CONFIG = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = .main)]);
const main :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "2026-01-01",
);
`;

/**
 * Bundles a program for runtimes without packages. Throws if that fails.
 *
 * @param {string} folder for the source and the bundle
 * @param {string} name of both
 * @param {string} source
 * @param {import('./nodes.mjs').Node} node for the bundler
 * @returns {string} the path of the bundle
 */
function bundle(folder, name, source, node) {
  const [entry, file] = [join(folder, `${name}.mjs`), join(folder, `${name}.js`)];
  writeFileSync(entry, source);
  const [problem] = problemsOf(runOn(node, [toolPath('rolldown'), entry, '--file', file]));
  if (problem !== undefined) throw new Error(problem);
  return file;
}

/**
 * Returns the JSON that a program prints. Throws if it fails.
 *
 * @param {{ status: number | null, stdout: string, stderr: string }} ended
 */
function jsonOf({ status, stdout, stderr }) {
  const line = stdout.split('\n').find((text) => text.startsWith('{'));
  if (status !== 0 || line === undefined) throw new Error(`${stdout}${stderr}`);
  return JSON.parse(line);
}

/**
 * Runs the test of a Worker. Returns the JSON that it logs.
 *
 * @param {string} workerd its path
 * @param {string} folder from which the source imports
 * @param {string} source
 * @param {import('./nodes.mjs').Node} node for the bundler
 */
function runInWorkerd(workerd, folder, source, node) {
  bundle(folder, 'worker', source, node);
  const config = join(folder, 'worker.capnp');
  writeFileSync(config, CONFIG);
  // The log of a Worker is on standard output, the result of the test on standard error.
  return jsonOf(spawnSync(workerd, ['test', config], { encoding: 'utf8', cwd: temporary() }));
}

/**
 * Runs the conformance cases in workerd, bundled as a Cloudflare Worker is.
 *
 * @param {string} workerd its path
 * @param {string} folder where core is installed and the runner is in `runner/`
 * @param {import('./nodes.mjs').Node} node for the bundler
 * @returns {ReturnType<typeof import('./conformance.mjs').runConformance>}
 */
export async function conformanceOnWorkerd(workerd, folder, node) {
  writeFileSync(join(folder, 'cases.json'), JSON.stringify(readCaseFiles()));
  return runInWorkerd(workerd, folder, WORKER, node);
}

const SERVED = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "served.js")],
  compatibilityDate = "2026-01-01",
);
`;

const GUIDE = 'docs/guides/crawler-author.md';

/**
 * Serves the Worker of the guide, which fetches a robots.txt from a local site.
 *
 * @param {string} workerd its path
 * @param {string} folder where core is installed
 * @param {import('./nodes.mjs').Node} node for the bundler
 */
export async function problemsOfTheWorker(workerd, folder, node) {
  const [, text = ''] =
    /```js\n(\/\/ worker\.js\n.*?)```/s.exec(readFileSync(join(ROOT, GUIDE), 'utf8')) ?? [];
  bundle(folder, 'served', text, node);
  const config = join(folder, 'served.capnp');
  writeFileSync(config, SERVED);
  const site = createServer(({ url }, response) => {
    if (url === '/robots.txt') response.end('User-agent: *\nDisallow: /private/\n');
    else response.writeHead(404).end();
  });
  await once(site.listen(0, '127.0.0.1'), 'listening');
  const { port: sitePort } = /** @type {import('node:net').AddressInfo} */ (site.address());
  const served = spawn(workerd, ['serve', config, '--control-fd=3'], {
    cwd: temporary(),
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  try {
    const [started] = await once(
      /** @type {import('node:stream').Readable} */ (served.stdio[3]),
      'data',
    );
    const { port } = JSON.parse(String(started));
    const ask = async (/** @type {string} */ url) => {
      const response = await fetch(`http://127.0.0.1:${port}/?url=${encodeURIComponent(url)}`);
      return response.ok ? JSON.stringify(await response.json()) : String(response.status);
    };
    const origin = `http://127.0.0.1:${sitePort}`;
    const expected = [
      [`${origin}/private/a`, '{"outcome":"disallowed","line":2}'],
      [`${origin}/b`, '{"outcome":"allowed"}'],
      ['http://127.0.0.1:1/', '{"outcome":"unreachable"}'],
      ['nothing', '400'],
    ];
    const answers = await Promise.all(expected.map(([url]) => ask(url)));
    return expected.flatMap(([url, answer], index) =>
      answers[index] === answer ? [] : [`${url}: ${answers[index]} instead of ${answer}`],
    );
  } finally {
    served.kill();
    site.close();
  }
}

/**
 * Publishes core to JSR without sending anything. JSR compiles the sources; the types of diagnostic codes are inferred.
 *
 * @param {string} deno its path
 */
export function problemsOfJsr(deno) {
  const copy = join(temporary(), 'jsr');
  for (const name of ['src', 'README.md', 'LICENSE', 'jsr.json']) {
    cpSync(join(ROOT, 'packages/core', name), join(copy, name), { recursive: true });
  }
  const args = ['publish', '--dry-run', '--allow-dirty', '--sloppy-imports', '--allow-slow-types'];
  return problemsOf(spawnSync(deno, args, { encoding: 'utf8', cwd: copy }));
}
