/** Attacks on what the service depends on: its log, clock, store, disk and file descriptors, while it serves requests. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Attack, rawStream } from './hostile-requests.js';
import { type HostileFigures, measure, startSite } from './load-hostile.js';
import { startRawClients } from './raw-clients.js';
import { startRedis } from './redis.js';
import { type Output, type Running, startService } from './running.js';

/** What changes around a service. */
interface Surroundings {
  readonly name: string;
  /** Of the service (default: a store in memory). */
  readonly options?: readonly string[];
  readonly nodeOptions?: readonly string[];
  /** Of the service; all but `read` also set the log level at which each request is logged. */
  readonly output?: Output;
  readonly statuses?: readonly number[];
  /** Changes them step by step, and tests the service after each step. */
  change?(service: Running, test: Test): Promise<void>;
}

/** Notes a problem if the result is not true in time. */
type Test = (problem: string, isRight: () => Promise<boolean>) => Promise<void>;

const CLOCK_SHIFT = fileURLToPath(new URL('../src/clock-shift.ts', import.meta.url));
/** Requests per client and minute: the clients reach it soon. */
const RATE = 300;
/** The service reports that a store is available 10 s after its last failure. */
const RECOVERY_MS = 20_000;
/** The service finishes running requests for up to 20 s. */
const END_MS = 25_000;
const RULES = 'User-agent: *\nDisallow: /private/\n';
const SITES = 24;
/** Offsets in files up to which the service can write to a full disk. */
const FULL_BYTES = 65_536;

/** Changes each of the surroundings for at least `secondsEach` seconds. Requires redis-server and prlimit. */
export async function runSurroundings(secondsEach: number): Promise<HostileFigures[]> {
  const folder = mkdtempSync(join(tmpdir(), 'repkit-load-'));
  const redis = await startRedis(folder);
  const body = () => `${RULES}# ${randomBytes(50_000).toString('base64')}\n`;
  const sites = await Promise.all(
    Array.from({ length: SITES }, () => startSite((_request, response) => response.end(body()))),
  );
  const origins = sites.map(({ origin }) => origin);
  const figures: HostileFigures[] = [];
  try {
    const all = [
      ...logs(),
      clock(redis, origins),
      disk(join(folder, 'store'), origins),
      files(),
      stoppedRedis(redis, origins),
    ];
    for (const surroundings of all) figures.push(await run(surroundings, secondsEach));
    return figures;
  } finally {
    await redis.kill();
    await Promise.all(sites.map((site) => site.close()));
    rmSync(folder, { recursive: true });
  }
}

async function run(surroundings: Surroundings, seconds: number): Promise<HostileFigures> {
  const { name, options = ['--store', 'memory', '--rate-limit', 'none'], output } = surroundings;
  const level = output === undefined ? 'warn' : 'info';
  const service = await startService(
    [...options, '--log-level', level],
    output,
    surroundings.nodeOptions,
  );
  const problems: string[] = [];
  const test: Test = async (problem, isRight) => {
    const end = performance.now() + RECOVERY_MS;
    while (!(await isRight())) {
      if (performance.now() > end) return void problems.push(problem);
      await sleep(100);
    }
  };
  const attack: Attack = {
    name,
    path: '/v1/check',
    body: Buffer.from(JSON.stringify({ urls: ['/'], productTokens: ['Bot'], robotsTxt: '' })),
    statuses: surroundings.statuses ?? [200],
  };
  try {
    const changed = Promise.all([surroundings.change?.(service, test), sleep(seconds * 1000)]);
    const measured = await measure(
      attack,
      service,
      changed.then(() => problems),
    );
    return { ...measured, problems: [...measured.problems, ...(await endProblems(service))] };
  } catch (error) {
    await service.end('SIGKILL');
    throw error;
  }
}

/** Ends the service. Returns a problem if it takes longer than documented or fails. */
async function endProblems(service: Running): Promise<string[]> {
  const code = await Promise.race([service.end(), sleep(END_MS, 'late', { ref: false })]);
  if (code === 'late') await service.end('SIGKILL');
  return code === 0 ? [] : [`SIGTERM: the exit code is ${code}`];
}

/** Each request is logged. */
function logs(): Surroundings[] {
  return [
    { name: 'a log reader that stalls', output: 'stalls' },
    { name: 'a log reader that has gone', output: 'gone' },
    { name: 'a full disk for the log', output: 'full' },
  ];
}

/** The clock is set back, Redis ends and starts again, and the clock is set right. */
function clock(
  redis: Awaited<ReturnType<typeof startRedis>>,
  [origin = '']: readonly string[],
): Surroundings {
  const store = `redis://127.0.0.1:${redis.port}`;
  return {
    name: 'a clock that is set back by 30 days, while Redis fails',
    options: ['--store', store, '--rate-limit', String(RATE)],
    nodeOptions: ['--import', CLOCK_SHIFT],
    statuses: [200, 429],
    async change(service, test) {
      const shift = () => process.kill(service.pid, 'SIGUSR2');
      const isServing = async () => {
        await test('a verdict is wrong', () => isDisallowed(service, origin));
        await test('a client stays at 429', async () => {
          const { status, retryAfter } = await send(service, '127.0.0.1', '/v1/crawlers');
          return status === 200 || (status === 429 && retryAfter <= 60);
        });
      };
      await test('the store is not available at first', () => storeIs(service, 'available'));
      await isServing();
      shift();
      await isServing();
      await test('/readyz hides Redis', () => storeIs(service, 'available'));
      await redis.kill();
      await test('/readyz says that a dead Redis is available', () => storeIs(service, 'failing'));
      await isServing();
      await redis.start();
      await test('/readyz says that Redis is dead', () => storeIs(service, 'available'));
      shift();
      await isServing();
      await test('/readyz hides Redis', () => storeIs(service, 'available'));
    },
  };
}

/** Redis stops, runs and stops again, while clients cancel streams. The service ends while it is stopped. */
function stoppedRedis(
  redis: Awaited<ReturnType<typeof startRedis>>,
  origins: readonly string[],
): Surroundings {
  return {
    name: 'a Redis that stops, while clients cancel streams',
    options: ['--store', `redis://127.0.0.1:${redis.port}`, '--rate-limit', 'none'],
    async change(service, test) {
      const checks = origins.map((origin) =>
        JSON.stringify({ url: `${origin}/private/a`, productToken: 'Bot' }),
      );
      const first = rawStream(`${checks.join('\n')}\n`);
      const close = startRawClients({ count: 20, first, reconnectMs: 500 }, service.found);
      const [origin = ''] = origins;
      for (const [signal, state] of [
        ['SIGCONT', 'available'],
        ['SIGSTOP', 'failing'],
        ['SIGCONT', 'available'],
        ['SIGSTOP', 'failing'],
      ] as const) {
        redis.signal(signal);
        await test(`the store is not ${state} after ${signal}`, async () => {
          // Uses the store, which a cached check does not.
          const target = `/v1/robots?refresh=true&origin=${encodeURIComponent(origin)}`;
          const { status } = await send(service, '127.0.0.2', target);
          return status === 200 && (await storeIs(service, state));
        });
        await test('a verdict is wrong', () => isDisallowed(service, origin));
      }
      await close();
    },
  };
}

/** The disk becomes full, and then has room again. */
function disk(path: string, origins: readonly string[]): Surroundings {
  return {
    name: 'a full disk for the store',
    options: ['--store', `sqlite:${path}`, '--rate-limit', 'none'],
    async change(service, test) {
      const part = SITES / 3;
      const check = async (from: number, store: string) => {
        for (const origin of origins.slice(from, from + part)) {
          await test(`a site is not checked with the store ${store}`, () =>
            isDisallowed(service, origin, store));
        }
      };
      await check(0, 'sqlite');
      limit(service, 'fsize', FULL_BYTES);
      await check(part, 'none');
      await test('/readyz says that a full disk is available', () => storeIs(service, 'failing'));
      await test('the metric says that a full disk is available', async () => {
        const { body } = await send(service, '127.0.0.2', '/metrics');
        return body.includes('repkit_store_up{store="sqlite"} 0');
      });
      await test('a full disk is not logged', async () => service.output().includes('problem'));
      limit(service, 'fsize', 'unlimited');
      await test('/readyz says that the disk is full', () => storeIs(service, 'available'));
      await check(2 * part, 'sqlite');
    },
  };
}

/** Clients whose bodies drip use all file descriptors. */
function files(): Surroundings {
  return {
    name: 'no free file descriptors',
    async change(service, test) {
      // After the connections of the other clients have been opened.
      await sleep(500);
      limit(service, 'nofile', 64);
      const header = 'POST /x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n';
      const raw = { count: 80, first: header, drip: '1\r\na\r\n' };
      const close = startRawClients(raw, service.found);
      await sleep(1000);
      await test('a new client is locked out', async () => {
        return (await send(service, '127.0.0.1', '/healthz')).status === 200;
      });
      await close();
    },
  };
}

/** Sets a soft limit of the process. */
function limit({ pid }: Running, name: 'fsize' | 'nofile', value: number | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', String(pid), `--${name}=${value}:`]);
}

async function storeIs(service: Running, state: 'available' | 'failing'): Promise<boolean> {
  const { body } = await send(service, '127.0.0.2', '/readyz');
  return JSON.parse(body).store.state === state;
}

/** Returns whether a check of a site has the right verdict, and its robots.txt is in the store of this name. */
async function isDisallowed(service: Running, origin: string, store?: string): Promise<boolean> {
  const check = { urls: [`${origin}/private/a`], productTokens: ['Bot'], explain: true };
  // From another address, because the other clients use up their rate.
  const { status, body } = await send(service, '127.0.0.2', '/v1/check', check);
  if (status !== 200) return false;
  const [{ verdict, provenance }] = JSON.parse(body).verdicts;
  return verdict === 'disallowed' && (store === undefined || provenance.store === store);
}

interface Received {
  readonly status: number;
  /** In seconds. */
  readonly retryAfter: number;
  readonly body: string;
}

/** Sends a request on a new connection: GET, or POST with a body. Without a response, the status is 0. */
function send(
  { found: url }: Running,
  localAddress: string,
  path: string,
  body?: object,
): Promise<Received> {
  return new Promise((resolve) => {
    const method = body === undefined ? 'GET' : 'POST';
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const failed = () => resolve({ status: 0, retryAfter: 0, body: '' });
    const agent = new Agent();
    const sent = request(url + path, { agent, method, headers, localAddress }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk;
      });
      response.on('error', failed);
      response.on('end', () => {
        const retryAfter = Number(response.headers['retry-after'] ?? 0);
        resolve({ status: response.statusCode ?? 0, retryAfter, body: text });
      });
    });
    sent.on('error', failed);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
