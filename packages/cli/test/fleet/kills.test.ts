/**
 * Checks half a million URLs of 2,000 origins on a real server with 8 worker processes, with kill -9 in mid-run
 * of the submitter, a worker and Redis. No URL is lost, no row is repeated, and each origin is fetched once.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type FleetJob, FleetRun, partFile, QUEUE_NAME, runFolder } from '@repkit/fleet';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { type RedisProcess, startRedisServer } from '../../../../scripts/lib/redis-server.mjs';
import { temporaryFolder } from '../../../../test/support/temporary.js';
import { describeWithRedis } from '../../../../test/support/with-redis.js';
import { FleetProcess } from '../support/fleet-process.js';
import { startVirtualSites, type VirtualSite } from '../support/virtual-sites.js';

const ORIGINS = 2000;
const WORKERS = 8;
/** Origins with far more URLs than a piece, so that a worker can be killed in the middle of a job. */
const LARGE = 6;
const URLS_OF_LARGE = 30_000;
const URLS_OF_OTHERS = 170;
const PIECE_URLS = 1000;
const TOKEN = 'ExampleBot';
const PATHS = ['/a', '/private/', '/x.pdf', '/b?q='];

/** Every URL with its expected verdict; the URLs of an origin are far apart. */
function rowsOf(sites: readonly VirtualSite[]): { url: string; verdict: string }[] {
  const rows: { url: string; verdict: string }[] = [];
  for (let round = 0; round < URLS_OF_LARGE; round++) {
    const targets = round < URLS_OF_OTHERS ? sites : sites.slice(0, LARGE);
    for (const site of targets) {
      const path = PATHS[round % PATHS.length];
      const url = `${site.origin}${path}${path === '/x.pdf' ? '' : round}`;
      rows.push({ url, verdict: site.verdict(url, TOKEN) });
    }
  }
  return rows;
}

interface Place {
  readonly run: FleetRun;
  readonly queue: Queue<FleetJob>;
  readonly folderOf: (worker: number) => string;
}

/** Waits for a condition, ignoring failures of Redis. */
async function until<Result>(what: () => Promise<Result | undefined>): Promise<Result> {
  for (;;) {
    // Redis is away for a while.
    const result = await what().catch(() => undefined);
    if (result !== undefined) return result;
    await sleep(10);
  }
}

async function doneParts(run: FleetRun): Promise<number> {
  return (await run.read())?.donePieces ?? 0;
}

/** Kills the submitter while it queues pieces. */
async function killSubmitter(submitter: FleetProcess, { run }: Place): Promise<void> {
  await until(async () => ((await run.read())?.submittedPieces ?? 0) >= 16 || undefined);
  await submitter.kill();
  expect((await run.read())?.pieces).toBeUndefined();
}

/**
 * Kills a worker in the middle of a job of one origin with a cached robots.txt. A request that is running when a worker
 * is killed must be repeated by another worker.
 */
async function killWorker(workers: readonly FleetProcess[], place: Place): Promise<number> {
  const { run, queue, folderOf } = place;
  return await until(async () => {
    for (const { data } of await queue.getActive()) {
      const last = data.first + data.count - 1;
      const record = await run.read();
      if (data.count < 10 || record === undefined) continue;
      const [victim = -1, ...others] = [...workers.keys()].filter((at) =>
        existsSync(partFile(runFolder(folderOf(at), 'proof', record), data.first + 1)),
      );
      const worker = workers[victim];
      // With several active jobs the owner is unknown.
      if (worker === undefined || others.length > 0) continue;
      // Pause it during the inspection.
      worker.signal('SIGSTOP');
      if ((await run.piece(last)).kind === 'open') {
        await worker.kill();
        return victim;
      }
      worker.signal('SIGCONT');
    }
    return undefined;
  });
}

async function restartRedis(server: RedisProcess, { run }: Place): Promise<void> {
  await until(async () => (await doneParts(run)) >= 60 || undefined);
  await server.kill();
  await sleep(300);
  await server.restart();
  const { pieces, donePieces } = (await run.read()) ?? {};
  expect(donePieces).toBeGreaterThanOrEqual(60);
  expect(donePieces).toBeLessThan(pieces ?? Number.POSITIVE_INFINITY);
}

describeWithRedis('a fleet with killed processes', () => {
  test(`${WORKERS} workers, ${ORIGINS} origins, over 500,000 URLs: each URL once, one request per origin`, {
    timeout: 240_000,
  }, async () => {
    const sites = await startVirtualSites(ORIGINS, 30);
    const rows = rowsOf(sites);
    expect(rows.length).toBeGreaterThan(500_000);
    const folder = temporaryFolder();
    const input = join(folder, 'urls.gz');
    writeFileSync(input, gzipSync(rows.map(({ url }) => `${url}\n`).join(''), { level: 1 }));

    const server = await startRedisServer(['--appendonly', 'yes', '--appendfsync', 'always']);
    onTestFinished(() => server.stop());
    const redis = new Redis(server.url, { maxRetriesPerRequest: null });
    redis.on('error', () => {});
    onTestFinished(() => redis.disconnect());
    const run = new FleetRun(redis, 'proof');
    const queue = new Queue<FleetJob>(QUEUE_NAME, { connection: redis, prefix: run.prefix });
    queue.on('error', () => {});
    onTestFinished(() => queue.close());
    const folderOf = (worker: number) => join(folder, `worker-${worker}`);
    const place = { run, queue, folderOf };
    const start = (...argv: string[]) =>
      new FleetProcess([...argv, '--redis', server.url, '--name', 'proof']);
    const submit = () =>
      start(
        ...['submit', input, '--agent', TOKEN],
        ...['--job-urls', String(PIECE_URLS), '--ahead', '150000'],
      );

    const workers = Array.from({ length: WORKERS }, (_, at) =>
      start(
        ...['work', '--output', folderOf(at), '--jobs', '1', '--lock', '5', '--timeout', '5'],
        // Workers share cached copies only with the same header.
        ...['--allow', '127.0.0.1', '--user-agent', `${TOKEN}/1.0`],
      ),
    );
    const killed = killWorker(workers, place);
    const restarted = restartRedis(server, place);
    await killSubmitter(submit(), place);
    const submitter = submit();
    const victim = await killed;
    await restarted;
    expect(await submitter.ended(), submitter.err).toBe(0);
    const survivors = workers.filter((_, at) => at !== victim);
    for (const worker of survivors) expect(await worker.ended(), worker.err).toBe(0);

    const output = join(folder, 'verdicts.tsv');
    const folders = workers.map((_, at) => folderOf(at));
    const collector = start('collect', '--output', output, ...folders);
    expect(await collector.ended(), collector.err).toBe(0);
    const lines = readFileSync(output, 'utf8').split('\n');
    expect(lines.pop()).toBe('');
    const wrong = rows.findIndex(
      ({ url, verdict }, at) => lines[at] !== `${url}\t${TOKEN}\t${verdict}`,
    );
    expect([lines.length, wrong, lines[wrong], rows[wrong]]).toEqual([
      rows.length,
      -1,
      undefined,
      undefined,
    ]);
    const logs = sites.map(({ log }) => log);
    expect(logs).toEqual(Array(ORIGINS).fill([`/robots.txt ${TOKEN}/1.0`]));
    // Every worker has done some work.
    const written = folders.map((of) => readdirSync(of, { recursive: true }).length);
    // The folder of the run, the folder of its parts, and a part.
    expect(Math.min(...written)).toBeGreaterThan(2);
  });
});
