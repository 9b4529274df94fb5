/** The runtimes other than Node that core is tested in, on Linux x64 only. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { CONSUMERS, ROOT, toolPath } from './commands.mjs';
import { readCaseFiles } from './conformance.mjs';
import { runOn } from './nodes.mjs';
import { problemsOf, temporary } from './packed.mjs';

const MODULES = join(CONSUMERS, 'node_modules');
const WORKERD = join(MODULES, '@cloudflare/workerd-linux-64/bin/workerd');

/** Runs a module from disk. @type {import('./nodes.mjs').Node} */
export const DENO = {
  name: 'Deno',
  path: join(MODULES, '@deno/linux-x64-glibc/deno'),
  args: ['run', '--quiet', '--no-remote', '--node-modules-dir=manual', '--allow-read'],
};

/** Runs a module from disk. @type {import('./nodes.mjs').Node} */
export const BUN = {
  name: 'Bun',
  path: join(MODULES, '@oven/bun-linux-x64/bin/bun'),
  args: ['run'],
};

export const haveRuntimes = process.platform === 'linux' && process.arch === 'x64';

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
 * @param {string} folder from which the source imports
 * @param {string} source
 * @param {import('./nodes.mjs').Node} node for the bundler
 */
function runInWorkerd(folder, source, node) {
  bundle(folder, 'worker', source, node);
  const config = join(folder, 'worker.capnp');
  writeFileSync(config, CONFIG);
  // The log of a Worker is on standard output, the result of the test on standard error.
  return jsonOf(spawnSync(WORKERD, ['test', config], { encoding: 'utf8', cwd: temporary() }));
}

/**
 * Runs the conformance cases in workerd, bundled as a Cloudflare Worker is.
 *
 * @param {string} folder where core is installed and the runner is in `runner/`
 * @param {import('./nodes.mjs').Node} node for the bundler
 * @returns {ReturnType<typeof import('./conformance.mjs').runConformance>}
 */
export async function conformanceOnWorkerd(folder, node) {
  writeFileSync(join(folder, 'cases.json'), JSON.stringify(readCaseFiles()));
  return runInWorkerd(folder, WORKER, node);
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
 * @param {string} folder where core is installed
 * @param {import('./nodes.mjs').Node} node for the bundler
 */
export async function problemsOfTheWorker(folder, node) {
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
  const served = spawn(WORKERD, ['serve', config, '--control-fd=3'], {
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

/** Publishes core to JSR without sending anything. JSR compiles the sources; the types of diagnostic codes are inferred. */
export function problemsOfJsr() {
  const copy = join(temporary(), 'jsr');
  for (const name of ['src', 'README.md', 'LICENSE', 'jsr.json']) {
    cpSync(join(ROOT, 'packages/core', name), join(copy, name), { recursive: true });
  }
  const args = ['publish', '--dry-run', '--allow-dirty', '--sloppy-imports', '--allow-slow-types'];
  return problemsOf(spawnSync(DENO.path, args, { encoding: 'utf8', cwd: copy }));
}
