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
import { median } from './statistics.js';

const COMMAND = fileURLToPath(new URL('./dist/bin.js', import.meta.resolve('repkit/package.json')));
const PEER = fileURLToPath(new URL('../src/filter-peer.ts', import.meta.url));
const HOST = 'www.example.com';
/** Hosts of the archive. */
const HOSTS = 500;
/** Repetitions of the URLs when threads are compared: each thread spends 0.1 s on compiling the same code. */
const TIMES_FOR_JOBS = 4;

export interface FilterOptions {
  /** URLs of one host, and of many. */
  readonly urls: number;
  /** URLs of the peer's runs, which would take long; a rate is what is compared. */
  readonly peerUrls: number;
  /** Runs, of which the middle one counts. */
  readonly runs: number;
}

/** URLs a second. */
interface FilterRates {
  /** Of one thread. */
  readonly repkit: number;
  /** Of one thread and of two, over so many more URLs. */
  readonly jobs: { readonly one: number; readonly two: number };
  /** Of the plain script. */
  readonly peer: number;
}

export interface FilterFigures {
  readonly oneHost: FilterRates;
  readonly manyHosts: FilterRates;
  /** How long `check --robots` takes, as times of `node -e 0`. */
  readonly startUp: number;
}

export function measureFilter({ urls, peerUrls, runs }: FilterOptions): FilterFigures {
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
    writeUrls(at('one-peer'), diverse, peerUrls, () => HOST);
    // No two adjacent rows have the same host: the hardest order.
    writeUrls(at('many'), diverse, urls, (row) => hostName((row * 7919) % HOSTS));
    writeUrls(at('many-peer'), diverse, peerUrls, (row) => hostName((row * 7919) % HOSTS));

    const output = at('output');
    const filter = (list: string, ...rules: string[]): Pick<FilterRates, 'repkit' | 'jobs'> => {
      const command = [COMMAND, 'filter', '--agent', TOKEN, ...rules, '--jobs'];
      const lists = Array<string>(TIMES_FOR_JOBS).fill(list);
      // In turns: a machine that slows down slows both.
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
    const peer = (robots: string, list: string): number =>
      middle(runs, () => seconds([PEER, at(robots), TOKEN, at(list)], output));
    const oneHost = {
      ...filter(at('one'), '--robots', at('robots.txt')),
      peer: peerUrls / peer('robots.txt', 'one-peer'),
    };
    const manyHosts = {
      ...filter(at('many'), '--archive', at('archive')),
      peer: peerUrls / peer('archive', 'many-peer'),
    };
    const check = [COMMAND, 'check', '--agent', TOKEN, '--robots', at('robots.txt'), '/'];
    // In turns: a machine that slows down slows both.
    const turns = Array.from({ length: 5 * runs }, () => ({
      bare: seconds(['-e', '0'], output),
      check: seconds(check, output),
    }));
    const startUp =
      median(turns.map((turn) => turn.check)) / median(turns.map((turn) => turn.bare));
    return { oneHost, manyHosts, startUp };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
  const file = openSync(path, 'w');
  let text = '';
  for (let row = 0; row < count; row++) {
    text += `${urls[row % urls.length].replace(HOST, hostOf(row))}\n`;
    if (text.length < 1_000_000 && row + 1 < count) continue;
    writeSync(file, text);
    text = '';
  }
  closeSync(file);
}

function middle(runs: number, measure: () => number): number {
  return median(Array.from({ length: runs }, measure));
}

/** How long Node takes with these arguments. Throws where that goes wrong: a failure is quick. */
function seconds(args: readonly string[], output: string): number {
  const file = openSync(output, 'w');
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { stdio: ['ignore', file, 'pipe'] });
  const took = (performance.now() - start) / 1000;
  closeSync(file);
  // 1 is what `check` ends with where something is disallowed.
  if (status === 0 || (status === 1 && readFileSync(output, 'utf8').startsWith('disallowed'))) {
    return took;
  }
  throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
}
