/** Attacks on the service: measures the latency of other requests and the memory of the process. */
import { Agent, createServer, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Health, startProbe } from './health-probe.js';
import {
  type Attack,
  type HostileSites,
  hostileRequests,
  MATCHING,
  UNREAD_CLIENTS,
} from './hostile-requests.js';
import { startRawClients } from './raw-clients.js';
import { type Running, startService } from './running.js';
import { quantile } from './statistics.js';

const IN_FLIGHT = 8;
/** For requests of clients that have gone; a busy machine needs long. */
const END_MS = 60_000;

/** Limit of the 99th percentile of /healthz, in milliseconds. */
export const HEALTH_TARGET_MS = 100;
/** The deployment files allow 1 GiB. */
const MEMORY_TARGET_MEBIBYTES = 768;

/** Results of one attack. */
export interface HostileFigures extends Health {
  readonly name: string;
  /** Count per status; 0 stands for a broken connection. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly largestResponse: number;
  /** What the service did wrong. */
  readonly problems: readonly string[];
}

/** Sends each kind of request for `secondsEach` seconds to one process. */
export async function runHostile(secondsEach: number): Promise<HostileFigures[]> {
  const { sites, close } = await startSites();
  const options = ['--store', 'memory', '--rate-limit', 'none', '--log-level', 'warn'];
  const service = await startService(options);
  try {
    const figures: HostileFigures[] = [];
    for (const attack of hostileRequests(sites)) {
      const measured = await measure(attack, service, sleep(secondsEach * 1000, []));
      figures.push({ ...measured, problems: [...measured.problems, ...(await remains(service))] });
    }
    return figures;
  } finally {
    await service.end();
    await close();
  }
}

/** Waits until the service has ended the requests of clients that have gone. Returns a problem if it does not. */
async function remains({ found: url }: Running): Promise<string[]> {
  const end = performance.now() + END_MS;
  while (performance.now() < end) {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    // The request for the metrics itself. Analyses are canceled later than their requests, and fill the queue until then.
    const ended = ['repkit_http_requests_in_flight 1', 'repkit_analyses_waiting 0'];
    if (ended.every((line) => metrics.includes(`\n${line}\n`))) return [];
    await sleep(50);
  }
  return ['requests of clients that have gone do not end'];
}

async function startSites(): Promise<{ sites: HostileSites; close(): Promise<void> }> {
  const markup = `<urlset>${'<a>'.repeat(500_000)}${'</b>'.repeat(500_000)}`;
  const site = await startSite(({ url }, response) => {
    response.setHeader('content-type', 'text/plain').end(url === '/robots.txt' ? MATCHING : markup);
  });
  const silent = await startSite(() => {}, '0.0.0.0');
  const close = async () => void (await Promise.all([site.close(), silent.close()]));
  return { sites: { origin: site.origin, silent: silent.origin }, close };
}

export interface Site {
  readonly origin: string;
  close(): Promise<void>;
}

export async function startSite(handle: RequestListener, host = '127.0.0.1'): Promise<Site> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** Attacks the service until `end` resolves with what else was wrong. */
export async function measure(
  attack: Attack,
  service: Running,
  end: Promise<readonly string[]>,
): Promise<HostileFigures> {
  const finished = new AbortController();
  const statuses = new Map<number, number>();
  /** How the last response of each status begins. */
  const starts = new Map<number, string>();
  let largestResponse = 0;
  const count = ({ status, size, start }: Answer): void => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    starts.set(status, start);
    largestResponse = Math.max(largestResponse, size);
  };
  const { name, path, raw } = attack;
  const closeRaw = raw && startRawClients(raw, service.found);
  const stop = path === '' ? undefined : keepInFlight(attack, service, finished.signal, count);
  const stopProbe = startProbe(service);
  const wrong = [...(await end)];
  finished.abort();
  const { health, peakRss } = await stopProbe();
  await closeRaw?.();
  await stop?.();
  for (const [status, number] of statuses) {
    if (attack.statuses.includes(status)) continue;
    wrong.push(`${number} responses with status ${status}: ${starts.get(status)}`);
  }
  return { name, health, peakRss, statuses, largestResponse, problems: wrong };
}

/** Keeps requests in flight. Returns a function that stops them. */
function keepInFlight(
  { path, body, headers }: Attack,
  { found: url }: Running,
  signal: AbortSignal,
  count: (answer: Answer) => void,
): () => Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const one = async (): Promise<void> => {
    while (!signal.aborted) {
      const method = body === undefined ? 'GET' : 'POST';
      const answer = await send(agent, method, url + path, body, headers);
      const { status } = answer;
      if (!signal.aborted) count(answer);
      // The service is at capacity, or the client has used up its rate: retry later.
      if (status === 503 || status === 429) await sleep(100);
    }
  };
  const all = Promise.all(Array.from({ length: IN_FLIGHT }, one));
  return async () => {
    agent.destroy();
    await all;
  };
}

interface Answer {
  readonly status: number;
  readonly size: number;
  /** The first part of the body. */
  readonly start: string;
}

function send(
  agent: Agent,
  method: string,
  url: string,
  body?: Buffer,
  furtherHeaders: Attack['headers'] = {},
): Promise<Answer> {
  return new Promise((resolve) => {
    const ofBody = body && { 'content-type': 'application/json', 'content-length': body.length };
    const headers = { ...furtherHeaders, ...ofBody };
    const failed = (): void => resolve({ status: 0, size: 0, start: '' });
    const clientRequest = request(url, { agent, method, headers }, (response) => {
      let size = 0;
      let start = '';
      response.on('data', (chunk: Buffer) => {
        if (size === 0) start = chunk.toString('latin1', 0, 300);
        size += chunk.length;
      });
      response.on('error', failed);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, size, start }));
    });
    clientRequest.on('error', failed);
    clientRequest.end(body);
  });
}

export function missesTarget({ health, peakRss, problems }: HostileFigures): boolean {
  const isSlow = quantile(health, 0.99) > HEALTH_TARGET_MS;
  return isSlow || peakRss > MEMORY_TARGET_MEBIBYTES || problems.length > 0;
}

export function hostileLines(all: readonly HostileFigures[]): string[] {
  const title = `hostile requests, ${IN_FLIGHT} in flight or ${UNREAD_CLIENTS} unread: 99 % of /healthz within ${HEALTH_TARGET_MS} ms, and at most ${MEMORY_TARGET_MEBIBYTES} MiB`;
  const lines = all.map((figures) => {
    const { name, health, peakRss, statuses, largestResponse, problems } = figures;
    const counts = [...statuses].map(([status, count]) => `${count} x ${status}`).join(', ');
    const parts = [
      `/healthz 50 % ${quantile(health, 0.5).toFixed(1)} ms, 99 % ${quantile(health, 0.99).toFixed(1)} ms`,
      `${peakRss.toFixed(0)} MiB`,
      ...(counts === '' ? [] : [counts, `largest ${(largestResponse / 1024).toFixed(0)} KiB`]),
      ...problems,
    ];
    return `  ${name}: ${parts.join('; ')}${missesTarget(figures) ? ' <- misses the target' : ''}`;
  });
  return [title, ...lines];
}
