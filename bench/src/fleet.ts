/** Cost of `repkit fleet` per million URLs and per million origins: Redis memory and commands, and time. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { makeInput, TOKEN } from './inputs.js';
import { seededRandom } from './random.js';
import { startSites } from './sites.js';
import { short, table } from './statistics.js';
import { path } from './words.js';

const BIN = fileURLToPath(new URL('../../packages/cli/dist/bin.js', import.meta.url));
/** Imported dynamically: the script is plain JavaScript outside the workspaces. */
const SERVER = new URL('../../scripts/lib/redis-server.mjs', import.meta.url).href;

const WORKERS = 2;
const PATH_BYTES = 40;

export interface FleetSize {
  readonly urls: number;
  readonly origins: number;
}

/** Cost of one run; memory in bytes. */
export interface FleetCost extends FleetSize {
  /** After the submission, before any work: the peak. */
  readonly submittedBytes: number;
  /** After all work: the cached robots.txt files. */
  readonly leftBytes: number;
  /** Commands executed by Redis, including those in scripts. */
  readonly submitCommands: number;
  readonly workCommands: number;
  readonly submitMs: number;
  readonly workMs: number;
  readonly collectMs: number;
  /** Requests for robots.txt files. */
  readonly requests: number;
}

interface RedisProcess {
  readonly url: string;
  stop(): Promise<void>;
}

export async function measureFleet(size: FleetSize): Promise<FleetCost> {
  const { startRedisServer } = (await import(SERVER)) as {
    startRedisServer(options: readonly string[]): Promise<RedisProcess>;
  };
  const server = await startRedisServer(['--appendonly', 'yes', '--appendfsync', 'everysec']);
  const sites = await startSites(size.origins, makeInput('typical', 0).body);
  const redis = new Redis(server.url);
  const folder = mkdtempSync(join(tmpdir(), 'repkit-bench-'));
  const place = ['--redis', server.url, '--name', 'bench'];
  const parts = join(folder, 'parts');
  try {
    writeFileSync(join(folder, 'urls'), urlsOf(size, sites.origins));
    const before = await usedMemory(redis);
    const submitted = await measured(redis, () =>
      fleet(['submit', ...place, '--agent', TOKEN, join(folder, 'urls')]),
    );
    const submittedBytes = (await usedMemory(redis)) - before;
    const work = ['work', ...place, '--output', parts, '--allow', '127.0.0.1'];
    const worked = await measured(redis, () =>
      Promise.all(Array.from({ length: WORKERS }, () => fleet(work))),
    );
    const leftBytes = (await usedMemory(redis)) - before;
    const collected = await measured(redis, () =>
      fleet(['collect', ...place, '--output', join(folder, 'verdicts'), parts]),
    );
    return {
      ...size,
      submittedBytes,
      leftBytes,
      submitCommands: submitted.commands,
      workCommands: worked.commands,
      submitMs: submitted.ms,
      workMs: worked.ms,
      collectMs: collected.ms,
      requests: sites.takeRequests(),
    };
  } finally {
    redis.disconnect();
    await sites.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function urlsOf({ urls }: FleetSize, origins: readonly string[]): string {
  const random = seededRandom(1);
  return Array.from(
    { length: urls },
    () => `${random.pick(origins)}${path(random, PATH_BYTES)}\n`,
  ).join('');
}

/** Rejects if the exit code is not 0. */
async function fleet(argv: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [BIN, 'fleet', ...argv], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, NO_PROXY: '*' },
  });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`repkit fleet ${argv[0]} exited with ${code}: ${output}`);
}

async function measured(
  redis: Redis,
  work: () => Promise<unknown>,
): Promise<{ readonly ms: number; readonly commands: number }> {
  await redis.config('RESETSTAT');
  const began = performance.now();
  await work();
  const ms = performance.now() - began;
  const stats = await redis.info('commandstats');
  // Skip the calls of scripts: the commands in them are counted separately.
  const calls = [...stats.matchAll(/^cmdstat_(\S+?):calls=(\d+)/gm)].map(([, name, count]) =>
    /^(?:eval|evalsha|info|config)/.test(name ?? '') ? 0 : Number(count),
  );
  return { ms, commands: calls.reduce((sum, count) => sum + count, 0) };
}

async function usedMemory(redis: Redis): Promise<number> {
  const info = await redis.info('memory');
  return Number(/^used_memory:(\d+)/m.exec(info)?.[1]);
}

const MILLION = 1e6;

/** Returns the cost per million URLs and per million origins, from two runs that differ only in the number of origins. */
export function fleetTable(few: FleetCost, many: FleetCost): string {
  const row = (what: string, figure: (cost: FleetCost) => number): string[] => {
    const anOrigin = Math.max(0, (figure(many) - figure(few)) / (many.origins - few.origins));
    const urls = Math.max(0, figure(few) - anOrigin * few.origins);
    return [what, short((urls / few.urls) * MILLION), short(anOrigin * MILLION)];
  };
  return table([
    [`fleet, ${WORKERS} workers`, 'per million URLs', 'per million origins'],
    row('Redis bytes, submitted', ({ submittedBytes }) => submittedBytes),
    row('Redis bytes, done', ({ leftBytes }) => leftBytes),
    row('Redis commands, submit', ({ submitCommands }) => submitCommands),
    row('Redis commands, work', ({ workCommands }) => workCommands),
    row('submit, seconds', ({ submitMs }) => submitMs / 1000),
    row('work, seconds', ({ workMs }) => workMs / 1000),
    row('collect, seconds', ({ collectMs }) => collectMs / 1000),
    row('robots.txt requests', ({ requests }) => requests),
  ]);
}
