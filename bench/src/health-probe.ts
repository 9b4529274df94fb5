/** A thread that requests /healthz, so that the work of clients and sites in this process does not count as latency. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { Running } from './running.js';

/** What the thread measured. */
export interface Health {
  /** Latencies of /healthz in milliseconds. */
  readonly health: readonly number[];
  /** Peak memory of the process in MiB. */
  readonly peakRss: number;
}

const PROBE_MS = 20;

/** Starts the requests, at a fixed rate and without waiting for responses. Returns a function that ends them. */
export function startProbe({ found: url, pid }: Running): () => Promise<Health> {
  const file = fileURLToPath(new URL('../src/health-probe.ts', import.meta.url));
  const worker = new Worker(file, { workerData: { url, pid } });
  return async () => {
    worker.postMessage('end');
    const [health] = await once(worker, 'message');
    await worker.terminate();
    return health;
  };
}

export function residentMebibytes(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kibibytes) / 1024;
}

if (!isMainThread && parentPort !== null && workerData?.pid !== undefined) {
  const { url, pid }: { url: string; pid: number } = workerData;
  const agent = new Agent({ keepAlive: true });
  const health: number[] = [];
  const pending: Promise<void>[] = [];
  let peakRss = 0;
  let hasEnded = false;
  parentPort.once('message', () => {
    hasEnded = true;
  });
  while (!hasEnded) {
    const began = performance.now();
    const ended = new Promise<void>((resolve) => {
      // A request that fails counts with the time until it did.
      const request = get(`${url}/healthz`, { agent }, (response) => response.resume());
      request.on('error', () => {}).on('close', resolve);
    });
    pending.push(ended.then(() => void health.push(performance.now() - began)));
    peakRss = Math.max(peakRss, residentMebibytes(pid));
    await sleep(PROBE_MS);
  }
  await Promise.all(pending);
  parentPort.postMessage({ health, peakRss } satisfies Health);
}
