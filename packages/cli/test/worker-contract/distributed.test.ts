/** Runs docs/guides/engines.md in GNU parallel and Dask. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findProgram } from '../../../../scripts/lib/programs.mjs';
import { documented } from './commands.js';
import { type Hosts, startHosts } from './hosts.js';

const PAGE = 'guides/engines.md';
const PYTHON = '/usr/bin/python3';

const reason = ['parallel', 'redis-server', '/usr/lib/python3/dist-packages/distributed']
  .filter((program) => findProgram(program) === undefined)
  .join(', ');
if (reason !== '') console.warn(`skipped: not installed: ${reason}`);

/** The hosts, with a `repkit` that lists its process IDs, and the variables of the page. */
async function prepare(): Promise<Hosts> {
  const hosts = await startHosts();
  const script = join(hosts.folder, 'repkit');
  const text = readFileSync(script, 'utf8');
  const logged = text.replace('exec', () => `echo $$ >> '${hosts.folder}/pids'\nexec`);
  writeFileSync(script, logged);
  const given = `export STORE=${hosts.redis}\n${documented('sh', 'export WORKER', PAGE).replace(/.*\n/, '')}`;
  const { stdout } = await promisify(execFile)('sh', ['-c', `${given}echo "$WORKER"`]);
  const WORKER = `${stdout.trim()} --allow 127.0.0.0/8 --timeout 5`;
  return { ...hosts, env: { ...hosts.env, WORKER } };
}

/** Ends the `repkit` that started last, like a crash. Others wait for its sites until its lease ends, 5 s after --timeout. */
async function killWorker({ folder, requested }: Hosts, requests: number): Promise<void> {
  await requested(requests);
  const pids = readFileSync(join(folder, 'pids'), 'latin1').trim().split('\n');
  process.kill(Number(pids.at(-1)), 'SIGKILL');
}

const start = (command: string, { folder, env }: Hosts): ChildProcess =>
  spawn('sh', ['-e', '-c', command], { cwd: folder, env, stdio: 'ignore' });

async function startDask(hosts: Hosts) {
  const port = await freePort();
  const onPort = (text: string) => text.replaceAll('8786', String(port));
  const daemon = (name: string) => {
    const child = start(`exec ${onPort(documented('sh', name, PAGE))}`, hosts);
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  };
  writeFileSync(join(hosts.folder, 'verdicts.py'), onPort(documented('python', 'dask.bag', PAGE)));
  daemon('dask-scheduler');
  const workers = [daemon('dask-worker'), daemon('dask-worker')];
  return {
    workers,
    command: documented('sh', 'python3 verdicts.py', PAGE).replace('python3', PYTHON),
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** The rows of `urls.tsv` with the verdicts of `filter`, in order. */
function expectSameAsFilter({ folder, verdicts }: Hosts): void {
  const urls = readFileSync(join(folder, 'urls.tsv'), 'latin1').trimEnd().split('\n');
  const expected = urls.map((url, at) => `${url}\t${verdicts[at]}\n`).join('');
  expect(readFileSync(join(folder, 'verdicts.tsv'), 'latin1') === expected).toBe(true);
}

/** A killed worker may have sent requests whose results are lost. */
const IN_FLIGHT = 50;

function expectFewMore(hosts: Hosts): void {
  const requests = hosts.requests();
  expect(Math.min(...requests)).toBe(1);
  expect(requests.filter((count) => count > 1).length).toBeLessThanOrEqual(2 * IN_FLIGHT);
}

describe.skipIf(reason !== '' && process.env.CI === undefined)('the guide to engines', () => {
  const pieces = () => documented('sh', 'parallel --joblog', PAGE);

  test('GNU parallel: verdicts equal those of filter, with one request per host', async () => {
    const hosts = await prepare();
    expect(await once(start(pieces(), hosts), 'close')).toEqual([0, null]);
    expectSameAsFilter(hosts);
    expect(new Set(hosts.requests())).toEqual(new Set([1]));
  }, 600_000);

  test('GNU parallel: a killed worker loses and doubles nothing', async () => {
    const hosts = await prepare();
    const run = once(start(pieces(), hosts), 'close');
    await killWorker(hosts, 500);
    expect(await run).toEqual([0, null]);
    expectSameAsFilter(hosts);
    expectFewMore(hosts);
  }, 600_000);

  test('Dask: verdicts equal those of filter, with one request per host', async () => {
    const hosts = await prepare();
    const { command } = await startDask(hosts);
    expect(await once(start(command, hosts), 'close')).toEqual([0, null]);
    expectSameAsFilter(hosts);
    expect(new Set(hosts.requests())).toEqual(new Set([1]));
  }, 600_000);

  test('Dask: killed workers of repkit and Dask lose and double nothing', async () => {
    const hosts = await prepare();
    const { command, workers } = await startDask(hosts);
    const run = once(start(command, hosts), 'close');
    await killWorker(hosts, 500);
    await hosts.requested(1500);
    workers[0]?.kill('SIGKILL');
    expect(await run).toEqual([0, null]);
    expectSameAsFilter(hosts);
    expectFewMore(hosts);
  }, 600_000);
});
