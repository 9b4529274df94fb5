/** The service under load for minutes, while its store and the sites that it asks fail. */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeInput, makeUrls, TOKEN } from './inputs.js';
import { residentMebibytes } from './load-hostile.js';
import { type LoadSite, startLoadSites } from './load-sites.js';
import { closedLoop, openLoop } from './open-loop.js';
import { type Running, startProcess } from './running.js';

const COMMAND = fileURLToPath(new URL('../../packages/cli/dist/bin.js', import.meta.url));
/** Of the limit. */
const PART = 0.8;
const AT_ONCE = 64;
/** Every so many requests one is about a site. */
const LIVE_EVERY = 20;
/** Questions about one site that wait for it at one time. */
const LIVE_AT_ONCE = 8;
/** How often a site is forgotten, so that it is asked again. */
const FORGET_MS = 250;
const SAMPLE_MS = 1000;

export interface LoadOptions {
  readonly seconds: number;
  /** The limit is what the service answers in the slowest of so many goes of so many seconds: machines have bad moments. */
  readonly limitGoes: number;
  readonly limitSeconds: number;
}

export interface LoadFigures {
  /** Requests a second that the service answers at most, and that it was given. */
  readonly limit: number;
  readonly rate: number;
  readonly seconds: number;
  /** Milliseconds, from when each was due, in that order. */
  readonly latencies: readonly number[];
  /** How often each came, such as `200 given`, `200 slow unreachable`. */
  readonly answers: ReadonlyMap<string, number>;
  /** Those of them that must not be. */
  readonly wrong: ReadonlyMap<string, number>;
  /** MiB of the service, once a second. */
  readonly rss: readonly number[];
  /** What /readyz said of the store, in the order of its changes. */
  readonly store: readonly string[];
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Throws where redis-server is not installed. */
export async function runLoad({
  seconds,
  limitGoes,
  limitSeconds,
}: LoadOptions): Promise<LoadFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'repkit-load-'));
  const { sites, close: closeSites } = await startLoadSites();
  const redis = await startRedis(folder);
  const store = ['--store', `redis://127.0.0.1:${redis.port}`, '--log-level', 'warn'];
  const open = ['--port', '0', '--allow', '127.0.0.1', '--rate-limit', 'none'];
  const service = await startProcess(
    process.execPath,
    [COMMAND, 'serve', ...open, ...store],
    /http:\/\/\S+(?=\/ )/,
  );
  const agent = new Agent({ keepAlive: true });
  const ask = (method: string, path: string, body?: string) =>
    asked(agent, method, `${service.found}${path}`, body);
  const tally = new Tally();
  const send = senderOf(ask, sites, tally);
  const watching = new AbortController();
  const rss: number[] = [];
  const storeStates: string[] = [];
  try {
    // What is not compiled yet is no limit.
    await closedLoop({ seconds: limitSeconds, atOnce: AT_ONCE }, send);
    let limit = Number.POSITIVE_INFINITY;
    for (let go = 0; go < limitGoes; go++) {
      limit = Math.min(limit, await closedLoop({ seconds: limitSeconds, atOnce: AT_ONCE }, send));
    }
    const rate = limit * PART;
    const watches = [
      every(SAMPLE_MS, watching.signal, async () => {
        rss.push(residentMebibytes(service.pid));
      }),
      every(SAMPLE_MS, watching.signal, async () => {
        const { body } = await ask('GET', '/readyz');
        const { state } = JSON.parse(body).store;
        if (storeStates.at(-1) !== state) storeStates.push(state);
      }),
      every(FORGET_MS, watching.signal, async () => {
        const site = sites[Math.floor(Math.random() * sites.length)];
        // Not waited for: it has to wait for a fetch that runs.
        ask('DELETE', `/v1/robots?origin=${site?.origin}`).then(({ status }) => {
          // While the store is down it cannot be updated, and the service reports that.
          tally.count(`${status} forget`, status === 204 || status === 503);
        });
      }),
      failures(seconds, redis, sites, watching.signal),
    ];
    const { latencies } = await openLoop({ perSecond: rate, seconds, atOnce: AT_ONCE }, send);
    watching.abort();
    await Promise.all(watches);
    // Those that still wait for a silent site come to nothing with the end.
    const answers = new Map(tally.answers);
    const wrong = new Map(tally.wrong);
    return { limit, rate, seconds, latencies, answers, wrong, rss, store: storeStates };
  } finally {
    watching.abort();
    agent.destroy();
    await service.end();
    await redis.stop();
    await closeSites();
    rmSync(folder, { recursive: true });
  }
}

class Tally {
  readonly answers = new Map<string, number>();
  readonly wrong = new Map<string, number>();

  count(name: string, isRight: boolean): void {
    this.answers.set(name, (this.answers.get(name) ?? 0) + 1);
    if (!isRight) this.wrong.set(name, (this.wrong.get(name) ?? 0) + 1);
  }
}

type Ask = (method: string, path: string, body?: string) => Promise<Answer>;

/** Mostly a robots.txt that is given; now and then a site. The answers are looked at. */
function senderOf(ask: Ask, sites: readonly LoadSite[], tally: Tally) {
  const input = makeInput('typical', 0);
  const urls = makeUrls(input).few.slice(0, 4);
  const given = JSON.stringify({ urls, productTokens: [TOKEN], robotsTxt: input.body });
  let expected: string | undefined;
  const waiting = new Map(sites.map((site) => [site, 0]));
  return async (number: number): Promise<void> => {
    if (number % LIVE_EVERY !== 0) {
      const { status, body } = await ask('POST', '/v1/check', given);
      if (status === 200) expected ??= body;
      tally.count(`${status} given`, status === 200 && body === expected);
      return;
    }
    const site = sites[(number / LIVE_EVERY) % sites.length];
    const before = site === undefined ? LIVE_AT_ONCE : (waiting.get(site) ?? 0);
    if (site === undefined || before >= LIVE_AT_ONCE) return;
    waiting.set(site, before + 1);
    const question = { urls: [`${site.origin}/private/a`], productTokens: [TOKEN] };
    // Not waited for: what a site takes is not what the service takes.
    ask('POST', '/v1/check', JSON.stringify(question)).then(({ status, body }) => {
      waiting.set(site, (waiting.get(site) ?? 1) - 1);
      const verdict = status === 200 ? JSON.parse(body).verdicts[0].verdict : '';
      tally.count(`${status} ${site.kind} ${verdict}`, isRight(site, status, verdict));
    });
  };
}

/** Never open where the site says no: RFC 9309 2.3.1.4. Loops are as 404 (2.3.1.2). */
function isRight({ kind }: LoadSite, status: number, verdict: string): boolean {
  if (status !== 200) return false;
  switch (kind) {
    case 'good':
    case 'bomb':
    case 'endless':
      return verdict === 'disallowed';
    case 'looping':
      return verdict === 'allowed';
    case 'silent':
      return verdict === 'unreachable';
    case 'slow':
    case 'dying':
      return verdict !== 'allowed';
  }
}

/** In the middle: the store dies at two fifths and is back at three; a site dies and comes back twice. */
async function failures(
  seconds: number,
  redis: Redis,
  sites: readonly LoadSite[],
  signal: AbortSignal,
): Promise<void> {
  const dying = sites.find(({ kind }) => kind === 'dying');
  const fifth = (seconds * 1000) / 5;
  const steps = [
    () => dying?.die(),
    () => redis.kill(),
    () => redis.start(),
    () => dying?.revive(),
  ];
  try {
    for (const step of steps) {
      await sleep(fifth, undefined, { signal });
      await step();
    }
  } catch {
    // The load is over.
  }
}

async function every(ms: number, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await work();
    await sleep(ms, undefined, { signal }).catch(() => {});
  }
}

function asked(agent: Agent, method: string, url: string, body?: string): Promise<Answer> {
  return new Promise((resolve) => {
    const headers =
      body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const asking = request(url, { agent, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', (error) => resolve({ status: 0, body: error.message }));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
      );
    });
    asking.on('error', (error) => resolve({ status: 0, body: error.message }));
    asking.end(body);
  });
}

interface Redis {
  readonly port: number;
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

async function startRedis(folder: string): Promise<Redis> {
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  let running: Running | undefined;
  const redis: Redis = {
    port,
    kill: async () => running?.end('SIGKILL'),
    start: async () => {
      running = await startProcess('redis-server', args, /Ready to accept connections/);
    },
    stop: async () => running?.end('SIGKILL'),
  };
  await redis.start();
  return redis;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
