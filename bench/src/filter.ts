/** Target 6: the filter command on files of URLs, including process start. */
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeInput, makeUrls, TOKEN } from './inputs.js';
import { seededRandom } from './random.js';
import { median } from './statistics.js';

const COMMAND = fileURLToPath(new URL('./dist/bin.js', import.meta.resolve('repkit/package.json')));
const PLAIN = fileURLToPath(new URL('../src/plain-filter.ts', import.meta.url));
const HOST = 'www.example.com';
/** Number of hosts in the archive. */
const HOSTS = 500;
/** How often the URLs are repeated when threads are compared, because each thread spends 0.1 s compiling the same code. */
const TIMES_FOR_JOBS = 4;

export interface FilterOptions {
  /** Number of URLs, for one host and for many hosts. */
  readonly urls: number;
  /** Number of URLs for the plain script. Fewer, because it is slow; only rates are compared. */
  readonly plainUrls: number;
  /** Number of URLs, and numbers of hosts, for the comparison of orders. */
  readonly orderUrls: number;
  readonly orderHosts: readonly number[];
  /** Number of runs; the median is reported. */
  readonly runs: number;
}

/** URLs per second. */
interface FilterRates {
  /** On one thread. */
  readonly repkit: number;
  /** On one and on two threads, over `TIMES_FOR_JOBS` times as many URLs. */
  readonly jobs: { readonly one: number; readonly two: number };
  /** The plain script. */
  readonly plain: number;
}

/** URLs per second with an archive file, by the order of the URLs. */
interface OrderRates {
  readonly hosts: number;
  readonly grouped: number;
  readonly random: number;
}

export interface FilterFigures {
  readonly oneHost: FilterRates;
  readonly manyHosts: FilterRates;
  readonly orders: readonly OrderRates[];
  /** Duration of `check --robots` relative to `node -e 0`. */
  readonly startUp: number;
}

export function measureFilter(options: FilterOptions): FilterFigures {
  const { urls, plainUrls, orderUrls, orderHosts, runs } = options;
  const folder = mkdtempSync(join(tmpdir(), 'repkit-bench-'));
  const at = (name: string): string => join(folder, name);
  try {
    const input = makeInput('typical', 0);
    const { diverse } = makeUrls(input);
    writeFileSync(at('robots.txt'), input.body);
    mkdirSync(at('archive'));
    for (let host = 0; host < HOSTS; host++)
      writeFileSync(at(`archive/${hostName(host)}`), input.body);
    writeUrls(at('one'), diverse, urls, () => HOST);
    writeUrls(at('one-plain'), diverse, plainUrls, () => HOST);
    // No two adjacent rows have the same host: the hardest order.
    writeUrls(at('many'), diverse, urls, (row) => hostName((row * 7919) % HOSTS));
    writeUrls(at('many-plain'), diverse, plainUrls, (row) => hostName((row * 7919) % HOSTS));

    const output = at('output');
    const filter = (list: string, ...rules: string[]): Pick<FilterRates, 'repkit' | 'jobs'> => {
      const command = [COMMAND, 'filter', '--agent', TOKEN, ...rules, '--jobs'];
      const lists = Array<string>(TIMES_FOR_JOBS).fill(list);
      // Alternate, so that a slowdown of the machine affects both.
      const turns = Array.from({ length: runs }, () => ({
        one: seconds([...command, '1', ...lists], output),
        two: seconds([...command, '2', ...lists], output),
      }));
      const rate = (took: readonly number[]) => (urls * TIMES_FOR_JOBS) / median(took);
      return {
        repkit: urls / middle(runs, () => seconds([...command, '1', list], output)),
        jobs: { one: rate(turns.map(({ one }) => one)), two: rate(turns.map(({ two }) => two)) },
      };
    };
    const plain = (robots: string, list: string): number =>
      middle(runs, () => seconds([PLAIN, at(robots), TOKEN, at(list)], output));
    const oneHost = {
      ...filter(at('one'), '--robots', at('robots.txt')),
      plain: plainUrls / plain('robots.txt', 'one-plain'),
    };
    const manyHosts = {
      ...filter(at('many'), '--archive', at('archive')),
      plain: plainUrls / plain('archive', 'many-plain'),
    };
    const check = [COMMAND, 'check', '--agent', TOKEN, '--robots', at('robots.txt'), '/'];
    // Alternate, so that a slowdown of the machine affects both.
    const turns = Array.from({ length: 5 * runs }, () => ({
      bare: seconds(['-e', '0'], output),
      check: seconds(check, output),
    }));
    const startUp =
      median(turns.map((turn) => turn.check)) / median(turns.map((turn) => turn.bare));
    const orders = orderHosts.map((hosts) => measureOrders(hosts, orderUrls, folder));
    return { oneHost, manyHosts, orders, startUp };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A file of 700 bytes, the size of most on the web. */
const SMALL_FILE = `User-agent: *\n${Array.from({ length: 20 }, (_, at) => `Disallow: /private/section-${at}/\n`).join('')}`;

/** Measures the same URLs grouped by host and in random order. */
function measureOrders(hosts: number, urls: number, folder: string): OrderRates {
  const [archive, list, output] = ['hosts.ndjson', 'list', 'output'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const lineOf = (host: number) => JSON.stringify({ host: hostName(host), robotsTxt: SMALL_FILE });
  writeLines(archive, hosts, lineOf);
  const order = Uint32Array.from({ length: urls }, (_, row) => Math.floor((row * hosts) / urls));
  const measure = (): number => {
    writeLines(list, urls, (row) => `https://${hostName(order[row])}/private/section-${row % 30}/`);
    const command = [COMMAND, 'filter', '--agent', TOKEN, '--archive', archive, '--jobs', '1'];
    return urls / seconds([...command, list], output);
  };
  const grouped = measure();
  const random = seededRandom(hosts);
  for (let last = urls - 1; last > 0; last--) {
    const other = random.below(last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return { hosts, grouped, random: measure() };
}

function hostName(host: number): string {
  return `h${host}.example.com`;
}

function writeUrls(
  path: string,
  urls: readonly string[],
  count: number,
  hostOf: (row: number) => string,
): void {
  writeLines(path, count, (row) => urls[row % urls.length].replace(HOST, hostOf(row)));
}

function writeLines(path: string, count: number, lineOf: (row: number) => string): void {
  const file = openSync(path, 'w');
  let text = '';
  for (let row = 0; row < count; row++) {
    text += `${lineOf(row)}\n`;
    if (text.length < 1_000_000 && row + 1 < count) continue;
    writeSync(file, text);
    text = '';
  }
  closeSync(file);
}

function middle(runs: number, measure: () => number): number {
  return median(Array.from({ length: runs }, measure));
}

/** Returns the seconds that Node takes with these arguments. Throws if it fails, because failures are fast. */
function seconds(args: readonly string[], output: string): number {
  const file = openSync(output, 'w');
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { stdio: ['ignore', file, 'pipe'] });
  const took = (performance.now() - start) / 1000;
  closeSync(file);
  // `check` exits with 1 if a URL is disallowed.
  if (status === 0 || (status === 1 && readFileSync(output, 'utf8').startsWith('disallowed'))) {
    return took;
  }
  throw new Error(`${args.join(' ')} exited with ${status}: ${stderr}`);
}
