/**
 * Runs docs/guides/engines.md in GNU parallel, Dask and ClickHouse, and in a program that pipes partitions as Spark does. With
 * REPKIT_ENGINE_URLS, prints figures.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findProgram } from '../../../../scripts/lib/programs.mjs';
import { freePort } from '../../../../test/support/free-port.js';
import { query } from './clickhouse.js';
import { installClickHouse } from './clickhouse-install.js';
import { documented } from './commands.js';
import { SPARK } from './engines.js';
import { HOSTS, type Hosts, startHosts, URLS } from './hosts.js';
import { withLogins } from './logins.js';

const PYTHON = '/usr/bin/python3';

const reason = ['parallel', 'redis-server', 'sshd', '/usr/lib/python3/dist-packages/distributed']
  .filter((program) => findProgram(program) === undefined)
  .join(', ');
if (reason !== '') console.warn(`skipped: not installed: ${reason}`);
const clickHouse = installClickHouse();
if (clickHouse !== undefined) console.warn(`skipped: no ClickHouse: ${clickHouse}`);

/** The hosts, with a `repkit` that lists its process IDs, and the variables of the page. */
async function prepare(): Promise<Hosts> {
  const hosts = await startHosts();
  const script = join(hosts.folder, 'repkit');
  const text = readFileSync(script, 'utf8');
  const logged = text.replace('exec', () => `echo $$ >> '${hosts.folder}/pids'\nexec`);
  writeFileSync(script, logged);
  const given = `export STORE=${hosts.redis}\n${documented('sh', 'export FILTER').replace(/.*\n/, '')}`;
  const { stdout } = await promisify(execFile)('sh', ['-c', `${given}echo "$FILTER"`]);
  const FILTER = `${stdout.trim()} --allow 127.0.0.0/8 --timeout 5`;
  return { ...hosts, env: { ...hosts.env, FILTER } };
}

/** Ends the `repkit` that started last, like a crash. Others wait for its sites until its lock lapses, 5 s after --timeout. */
async function killFilter({ folder, heldFrom }: Hosts, requests: number): Promise<void> {
  // Every process needs every host, so none can end meanwhile.
  const release = await heldFrom(requests);
  const pids = readFileSync(join(folder, 'pids'), 'latin1').trim().split('\n');
  process.kill(Number(pids.at(-1)), 'SIGKILL');
  release();
}

const start = (command: string, { folder, env }: Hosts): ChildProcess =>
  spawn('sh', ['-e', '-c', command], { cwd: folder, env, stdio: 'ignore' });

/** Prints the figures of a large run. */
async function measured<T>(name: string, hosts: Hosts, run: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await run();
  if (process.env.REPKIT_ENGINE_URLS === undefined) return result;
  const seconds = (performance.now() - started) / 1000;
  const perRow = (1e6 * seconds) / URLS;
  const requests = [...new Set(hosts.requests())].join(', ');
  console.log(`${name}: ${seconds.toFixed(1)} s, ${perRow.toFixed(1)} µs per row, requests per host: ${requests}`);
  return result;
}

/** Ends a process that may have ended. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

const isSmall = URLS < 1_000_000;
const linesPerPiece = isSmall ? Math.ceil(URLS / 5) : 50_000;

/** Adapts the sizes of pieces and partitions to a small run. */
const sized = (text: string): string =>
  text.replace('--lines=50000', `--lines=${linesPerPiece}`).replace('4MiB', `${isSmall ? 200 : 4096}KiB`);

async function startDask(hosts: Hosts) {
  const port = await freePort();
  const onPort = (text: string) => text.replaceAll('8786', String(port));
  const daemon = (name: string) => {
    const child = start(`exec ${onPort(documented('sh', name))}`, hosts);
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  };
  writeFileSync(join(hosts.folder, 'verdicts.py'), sized(onPort(documented('python', 'dask.bag'))));
  daemon('dask-scheduler');
  const workers = [daemon('dask-worker'), daemon('dask-worker')];
  return {
    workers,
    command: documented('sh', 'python3 verdicts.py').replace('python3', PYTHON),
  };
}

/** The rows of `filter`, in order. */
function expectSameAsFilter({ folder, rows }: Hosts): void {
  expect(readFileSync(join(folder, 'verdicts.tsv'), 'latin1') === rows).toBe(true);
}

/** A killed process may have sent requests whose results are lost. */
const IN_FLIGHT = 50;

function expectFewMore(hosts: Hosts, killed: number): void {
  const requests = hosts.requests();
  expect(Math.min(...requests)).toBe(1);
  expect(requests.filter((count) => count > 1).length).toBeLessThanOrEqual(killed * IN_FLIGHT);
}

const ONE = new Set([1]);

/** As a job of Spark: two partitions at a time, each with a process; one whose process fails is repeated up to three times. */
async function pipePartitions(hosts: Hosts): Promise<string> {
  const { folder, env, redis } = hosts;
  const rows = readFileSync(join(folder, 'urls.tsv'), 'latin1').trimEnd().split('\n');
  const size = Math.ceil(rows.length / 8);
  const partitions = Array.from({ length: 8 }, (_, at) => rows.slice(at * size, (at + 1) * size));
  const results: string[][] = [];
  const waiting = [...partitions.entries()];
  const options = `--store ${redis} --agent ExampleBot --allow 127.0.0.0/8 --timeout 5`;
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, partition] = next;
      const attempt = () => SPARK.ask(options, partition, { folder, env });
      results[index] = await attempt().catch(attempt).catch(attempt);
    }
  };
  await Promise.all([work(), work()]);
  return results.flat().join('\n');
}

/** The verdicts of `filter`, in order. */
const verdictsOf = ({ rows }: Hosts) => rows.trimEnd().replace(/^.*\t/gm, '');

describe.skipIf(reason !== '' && process.env.CI === undefined)('the guide to engines', () => {
  const pieces = (logins = '') => sized(documented('sh', 'parallel --joblog')).replace('--joblog', `${logins} --joblog`);
  const logins = () => documented('sh', '--sshlogin').trim().replace('HOST1,HOST2', 'one,two');

  test('filter: verdicts equal those of an archive, with one request per host', async () => {
    const hosts = await prepare();
    const options = `--store ${hosts.redis} --agent ExampleBot --allow 127.0.0.0/8`;
    const run = start(`repkit filter ${options} urls.tsv > verdicts.tsv`, hosts);
    expect(await measured('filter', hosts, () => once(run, 'close'))).toEqual([0, null]);
    expectSameAsFilter(hosts);
    expect(new Set(hosts.requests())).toEqual(ONE);
  }, 600_000);

  test('GNU parallel: verdicts equal those of filter, with one request per host', async () => {
    const hosts = await prepare();
    const run = start(pieces(), hosts);
    expect(await measured('GNU parallel', hosts, () => once(run, 'close'))).toEqual([0, null]);
    expectSameAsFilter(hosts);
    expect(new Set(hosts.requests())).toEqual(ONE);
  }, 600_000);

  test('GNU parallel with two logins: verdicts equal those of filter, with one request per host', async () => {
    const hosts = await withLogins(await prepare());
    const run = start(pieces(logins()), hosts);
    const name = 'GNU parallel, two logins';
    expect(await measured(name, hosts, () => once(run, 'close'))).toEqual([0, null]);
    expectSameAsFilter(hosts);
    expect(new Set(hosts.requests())).toEqual(ONE);
    const jobs = readFileSync(join(hosts.folder, 'jobs.log'), 'latin1').trimEnd().split('\n');
    const used = new Set(jobs.slice(1).map((job) => job.split('\t')[1]));
    expect(used).toEqual(new Set(['one', 'two']));
  }, 600_000);

  test('GNU parallel with two logins: a killed process loses and doubles nothing', async () => {
    const hosts = await withLogins(await prepare());
    const run = once(start(pieces(logins()), hosts), 'close');
    await killFilter(hosts, HOSTS / 4);
    expect(await run).toEqual([0, null]);
    expectSameAsFilter(hosts);
    expectFewMore(hosts, 1);
  }, 600_000);

  test('GNU parallel: a stopped run continues and loses and doubles nothing', async () => {
    const hosts = await prepare();
    const [split = '', ...rest] = pieces().split('\n');
    execFileSync('sh', ['-c', split], { cwd: hosts.folder });
    // On many cores, all pieces could be done before the run is stopped.
    const command = rest.join('\n').replace('--joblog', '--jobs 2 --joblog');
    const first = start(command, hosts);
    const stopped = once(first, 'close');
    const done = () => readFileSync(join(hosts.folder, 'jobs.log'), 'latin1').trim().split('\n');
    await hosts.requested(HOSTS);
    await expect.poll(() => done().length).toBeGreaterThan(1);
    // As when the machine stops: nothing can clean up.
    const parallel = execFileSync('pgrep', ['-P', String(first.pid)], { encoding: 'utf8' });
    const filters = readFileSync(join(hosts.folder, 'pids'), 'latin1').trim().split('\n');
    for (const pid of [...parallel.trim().split('\n'), ...filters]) kill(Number(pid));
    expect(await stopped).not.toEqual([0, null]);
    expect(await once(start(command, hosts), 'close')).toEqual([0, null]);
    expectSameAsFilter(hosts);
    // Pieces that were done are not repeated.
    expect(done().length).toBe(1 + Math.ceil(URLS / linesPerPiece));
    expect(new Set(hosts.requests())).toEqual(ONE);
  }, 600_000);

  test('rdd.pipe: verdicts equal those of filter, with one request per host', async () => {
    const hosts = await prepare();
    const verdicts = await measured('rdd.pipe', hosts, () => pipePartitions(hosts));
    expect(verdicts === verdictsOf(hosts)).toBe(true);
    expect(new Set(hosts.requests())).toEqual(ONE);
  }, 600_000);

  test('rdd.pipe: a killed process loses and doubles nothing', async () => {
    const hosts = await prepare();
    const run = pipePartitions(hosts);
    await killFilter(hosts, HOSTS / 4);
    expect((await run) === verdictsOf(hosts)).toBe(true);
    expectFewMore(hosts, 1);
  }, 600_000);

  test('Dask: verdicts equal those of filter, with one request per host', async () => {
    const hosts = await prepare();
    const { command } = await startDask(hosts);
    const run = start(command, hosts);
    expect(await measured('Dask', hosts, () => once(run, 'close'))).toEqual([0, null]);
    expectSameAsFilter(hosts);
    expect(new Set(hosts.requests())).toEqual(ONE);
  }, 600_000);

  test('Dask: killed workers of repkit and Dask lose and double nothing', async () => {
    const hosts = await prepare();
    const { command, workers } = await startDask(hosts);
    const run = once(start(command, hosts), 'close');
    await killFilter(hosts, HOSTS / 4);
    await hosts.requested((HOSTS * 3) / 4);
    workers[0]?.kill('SIGKILL');
    expect(await run).toEqual([0, null]);
    expectSameAsFilter(hosts);
    expectFewMore(hosts, 2);
  }, 600_000);
});

const withClickHouse = clickHouse === undefined && reason === '';

describe.skipIf(!withClickHouse && process.env.CI === undefined)('the guide to engines', () => {
  /** Configures the function of the page. */
  async function prepareClickHouse(): Promise<Hosts> {
    const hosts = await prepare();
    const { folder } = hosts;
    const functions = documented('xml', 'siteVerdict')
      .replace('redis://127.0.0.1:6379', hosts.redis)
      .replace('--timeout 20', '--timeout 5 --allow 127.0.0.0/8');
    writeFileSync(join(folder, 'sites_function.xml'), functions);
    const path = `${folder}/*_function.xml`;
    const setting = `<user_defined_executable_functions_config>${path}</user_defined_executable_functions_config>`;
    writeFileSync(join(folder, 'config.xml'), `<clickhouse>${setting}</clickhouse>`);
    return hosts;
  }
  const verdicts = (hosts: Hosts) => query(hosts, documented('sql', 'siteVerdict'));

  /** ClickHouse returns rows in any order; their URLs are distinct. */
  function expectSameRows({ rows: expected }: Hosts, result: string): void {
    const rows = expected
      .trimEnd()
      .split('\n')
      .map((row) => row.split('\t'));
    const written = rows.map(([url, , verdict]) => `${url}\t${verdict}`).sort();
    expect(result.trimEnd().split('\n').sort().join('\n') === written.join('\n')).toBe(true);
  }

  test('ClickHouse: verdicts equal those of filter, with one request per host', async () => {
    const hosts = await prepareClickHouse();
    expectSameRows(hosts, await measured('ClickHouse', hosts, () => verdicts(hosts)));
    expect(new Set(hosts.requests())).toEqual(ONE);
  }, 600_000);

  test('ClickHouse: a killed process fails the query, and a repeated query loses and doubles nothing', async () => {
    const hosts = await prepareClickHouse();
    const failed = expect(verdicts(hosts)).rejects.toThrow("'siteVerdict' failed");
    await killFilter(hosts, HOSTS / 4);
    await failed;
    expectSameRows(hosts, await verdicts(hosts));
    expectFewMore(hosts, 2);
  }, 600_000);
});
