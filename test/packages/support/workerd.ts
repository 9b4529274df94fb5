/** Runs Workers in workerd, the runtime of Cloudflare Workers, on Linux x64 only. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { toolPath } from '../../../scripts/lib/commands.mjs';
import { outputOf, program, THIS_NODE, WORKERD } from './packed.js';

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
 * Serves a Worker until the end of the test.
 *
 * @param folder from which the source imports; the Worker is bundled, because workerd has no packages
 * @returns its origin
 */
export async function serveWorker(folder: string, source: string): Promise<string> {
  const entry = program(folder, 'worker.mjs', source);
  const config = program(folder, 'worker.capnp', CONFIG);
  outputOf(THIS_NODE, [toolPath('rolldown'), entry, '--file', join(folder, 'worker.js')]);
  const workerd = spawn(WORKERD, ['serve', config, '--control-fd=3'], { stdio: ['ignore', 'ignore', 'inherit', 'pipe'] });
  onTestFinished(() => void workerd.kill());
  const [started] = await once(workerd.stdio[3] as Readable, 'data');
  return `http://127.0.0.1:${JSON.parse(String(started)).port}`;
}
