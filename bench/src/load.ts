/** Load test of the service over several minutes, during which its store and the sites it fetches from fail. */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMebibytes } from './health-probe.js';
import { makeInput, makeUrls, TOKEN } from './inputs.js';
import { type LoadSite, startLoadSites } from './load-sites.js';
import { closedLoop, openLoop } from './open-loop.js';
import { type Redis, startRedis } from './redis.js';
import { startService } from './running.js';

/** Load relative to the measured limit. */
const LOAD_FACTOR = 0.8;
const AT_ONCE = 64;
/** One in this many requests checks a live site. */
const LIVE_EVERY = 20;
/** Maximum concurrent checks per live site. */
const LIVE_AT_ONCE = 8;
/** Interval at which a site is removed from the store, so that it is fetched again. */
const FORGET_MS = 250;
const SAMPLE_MS = 1000;

export interface LoadOptions {
  readonly seconds: number;
  /** The limit is the lowest rate of `limitRounds` rounds of `limitSeconds` each, because a shared machine has slow moments. */
  readonly limitRounds: number;
  readonly limitSeconds: number;
}

export interface LoadFigures {
  /** Maximum requests per second. */
  readonly limit: number;
  /** Requests per second that were sent. */
  readonly rate: number;
  readonly seconds: number;
  /** Milliseconds from when each request was due, in that order. */
  readonly latencies: readonly number[];
  /** Count per response, such as `200 given` or `200 slow unreachable`. */
  readonly responses: ReadonlyMap<string, number>;
  /** The counts of wrong responses. */
  readonly wrong: ReadonlyMap<string, number>;
  /** Memory of the service in MiB, once per second. */
  readonly rss: readonly number[];
  /** The store states reported by /readyz, in order of the changes. */
  readonly store: readonly string[];
}

interface HttpResponse {
  readonly status: number;
  readonly body: string;
}

/** Throws if redis-server is not installed. */
export async function runLoad({
  seconds,
  limitRounds,
  limitSeconds,
}: LoadOptions): Promise<LoadFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'repkit-load-'));
  const { sites, close: closeSites } = await startLoadSites();
  const redis = await startRedis(folder);
  const store = ['--store', `redis://127.0.0.1:${redis.port}`];
  const service = await startService([...store, '--rate-limit', 'none', '--log-level', 'warn']);
  const agent = new Agent({ keepAlive: true });
  const send = (method: string, path: string, body?: string) =>
    sendRequest(agent, method, `${service.found}${path}`, body);
  const tally = new Tally();
  const sendNumbered = senderOf(send, sites, tally);
  const watching = new AbortController();
  const rss: number[] = [];
  const storeStates: string[] = [];
  try {
    // Warm-up: compiles the code before the limit is measured.
    await closedLoop({ seconds: limitSeconds, atOnce: AT_ONCE }, sendNumbered);
    let limit = Number.POSITIVE_INFINITY;
    for (let round = 0; round < limitRounds; round++) {
      limit = Math.min(
        limit,
        await closedLoop({ seconds: limitSeconds, atOnce: AT_ONCE }, sendNumbered),
      );
    }
    const rate = limit * LOAD_FACTOR;
    const watches = [
      every(SAMPLE_MS, watching.signal, async () => {
        rss.push(residentMebibytes(service.pid));
      }),
      every(SAMPLE_MS, watching.signal, async () => {
        const { body } = await send('GET', '/readyz');
        const { state } = JSON.parse(body).store;
        if (storeStates.at(-1) !== state) storeStates.push(state);
      }),
      every(FORGET_MS, watching.signal, async () => {
        const site = sites[Math.floor(Math.random() * sites.length)];
        // Not awaited, because it waits for a fetch in progress.
        send('DELETE', `/v1/robots?origin=${site?.origin}`).then(({ status }) => {
          // 503: the store is down and could not be updated.
          tally.count(`${status} forget`, status === 204 || status === 503);
        });
      }),
      failures(seconds, redis, sites, watching.signal),
    ];
    const { latencies } = await openLoop(
      { perSecond: rate, seconds, atOnce: AT_ONCE },
      sendNumbered,
    );
    watching.abort();
    await Promise.all(watches);
    // Copy now: requests that still wait for a silent site fail when the service ends.
    const responses = new Map(tally.responses);
    const wrong = new Map(tally.wrong);
    return { limit, rate, seconds, latencies, responses, wrong, rss, store: storeStates };
  } finally {
    watching.abort();
    agent.destroy();
    await service.end();
    await redis.kill();
    await closeSites();
    rmSync(folder, { recursive: true });
  }
}

class Tally {
  readonly responses = new Map<string, number>();
  readonly wrong = new Map<string, number>();

  count(name: string, isRight: boolean): void {
    this.responses.set(name, (this.responses.get(name) ?? 0) + 1);
    if (!isRight) this.wrong.set(name, (this.wrong.get(name) ?? 0) + 1);
  }
}

type Send = (method: string, path: string, body?: string) => Promise<HttpResponse>;

/** Returns a function that sends mostly checks of a given robots.txt, some of live sites, and verifies the responses. */
function senderOf(send: Send, sites: readonly LoadSite[], tally: Tally) {
  const input = makeInput('typical', 0);
  const urls = makeUrls(input).few.slice(0, 4);
  const given = JSON.stringify({ urls, productTokens: [TOKEN], robotsTxt: input.body });
  let expected: string | undefined;
  const waiting = new Map(sites.map((site) => [site, 0]));
  return async (number: number): Promise<void> => {
    if (number % LIVE_EVERY !== 0) {
      const { status, body } = await send('POST', '/v1/check', given);
      if (status === 200) expected ??= body;
      tally.count(`${status} given`, status === 200 && body === expected);
      return;
    }
    const site = sites[(number / LIVE_EVERY) % sites.length];
    const before = site === undefined ? LIVE_AT_ONCE : (waiting.get(site) ?? 0);
    if (site === undefined || before >= LIVE_AT_ONCE) return;
    waiting.set(site, before + 1);
    const check = { urls: [`${site.origin}/private/a`], productTokens: [TOKEN] };
    // Not awaited, because the site's delay is not the service's.
    send('POST', '/v1/check', JSON.stringify(check)).then(({ status, body }) => {
      waiting.set(site, (waiting.get(site) ?? 1) - 1);
      const verdict = status === 200 ? JSON.parse(body).verdicts[0].verdict : '';
      tally.count(`${status} ${site.kind} ${verdict}`, isRight(site, status, verdict));
    });
  };
}

/** A disallowed URL is never allowed while the site is unreachable (RFC 9309 2.3.1.4). Redirect loops count as 404 (2.3.1.2). */
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

/** After each fifth of the time: the site goes down, the store goes down, the store returns, the site returns. */
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
    // The load test has ended.
  }
}

async function every(ms: number, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await work();
    await sleep(ms, undefined, { signal }).catch(() => {});
  }
}

function sendRequest(
  agent: Agent,
  method: string,
  url: string,
  body?: string,
): Promise<HttpResponse> {
  return new Promise((resolve) => {
    const headers =
      body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const clientRequest = request(url, { agent, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', (error) => resolve({ status: 0, body: error.message }));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
      );
    });
    clientRequest.on('error', (error) => resolve({ status: 0, body: error.message }));
    clientRequest.end(body);
  });
}
