/** Runs Workers on core in workerd, the runtime of Cloudflare Workers, on Linux x64 only. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ROOT, toolPath } from './commands.mjs';
import { problemsOf, runTool, temporary, WORKERD } from './packages.ts';

/** A Worker that may make requests to this machine. */
const CONFIG = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "2026-01-01",
);
`;

/**
 * Bundles a Worker, because workerd has no packages. Returns its configuration.
 *
 * @param folder from which the source imports
 */
function worker(folder: string, source: string) {
  const [entry, bundle, config] = ['worker.mjs', 'worker.js', 'worker.capnp'].map((name) => join(folder, name));
  writeFileSync(entry, source);
  writeFileSync(config, CONFIG);
  const [problem] = problemsOf(runTool([toolPath('rolldown'), entry, '--file', bundle]));
  if (problem !== undefined) throw new Error(problem);
  return config;
}

/**
 * Runs the test that a Worker exports. Throws if it fails.
 *
 * @param folder from which the source imports
 * @returns what the Worker logs
 */
export function testInWorkerd(folder: string, source: string): string {
  const config = worker(folder, source);
  // The log of a Worker is on standard output, the result of the test on standard error.
  const ended = spawnSync(WORKERD, ['test', config], { encoding: 'utf8', cwd: temporary() });
  const [problem] = problemsOf(ended);
  if (problem !== undefined) throw new Error(problem);
  return ended.stdout;
}

/**
 * Serves the Worker of the guide, which fetches a robots.txt from a local site.
 *
 * @param folder where core is installed
 */
export async function problemsOfTheWorker(folder: string) {
  const guide = readFileSync(join(ROOT, 'docs/guides/crawler-author.md'), 'utf8');
  const [, source = ''] = /```js\n(\/\/ worker\.js\n.*?)```/s.exec(guide) ?? [];
  const config = worker(folder, source);
  const site = createServer(({ url }, response) => {
    if (url === '/robots.txt') response.end('User-agent: *\nDisallow: /private/\n');
    else response.writeHead(404).end();
  });
  await once(site.listen(0, '127.0.0.1'), 'listening');
  const { port: sitePort } = site.address() as AddressInfo;
  const served = spawn(WORKERD, ['serve', config, '--control-fd=3'], {
    cwd: temporary(),
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  try {
    const [started] = await once(served.stdio[3] as Readable, 'data');
    const { port } = JSON.parse(String(started));
    const origin = `http://127.0.0.1:${sitePort}`;
    const expected = [
      [`${origin}/private/a`, '{"outcome":"disallowed","line":2}'],
      [`${origin}/b`, '{"outcome":"allowed"}'],
      ['http://127.0.0.1:1/', '{"outcome":"unreachable"}'],
      ['nothing', '400'],
    ];
    const problems = expected.map(async ([url = '', result]) => {
      const response = await fetch(`http://127.0.0.1:${port}/?url=${encodeURIComponent(url)}`);
      const text = response.ok ? JSON.stringify(await response.json()) : String(response.status);
      return text === result ? [] : [`${url}: ${text} instead of ${result}`];
    });
    return (await Promise.all(problems)).flat();
  } finally {
    served.kill();
    site.close();
  }
}
