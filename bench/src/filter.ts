/** The filter command on files of URLs, including process start, and the start of `check`. */
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMMAND, medians, seconds } from './command.js';
import { makeInput, makeUrls, TOKEN } from './inputs.js';
import { seededRandom } from './random.js';

const PLAIN = fileURLToPath(new URL('../src/plain-filter.ts', import.meta.url));
/** A thread spends 0.1 s on compiling, so threads are compared over this many times as many URLs. */
const TIMES_FOR_JOBS = 4;
/** The plain script is slow; only rates are compared. */
const PLAIN_SHARE = 10;

export interface FilterOptions {
  /** URLs of one host, and of an archive with `hosts` hosts. */
  readonly urls: number;
  readonly archiveUrls: number;
  readonly hosts: number;
  /** Runs per figure; the median counts. */
  readonly runs: number;
}

export interface FilterFigures {
  /** URLs per second of one host: on one thread, on one and two threads over more URLs, and of the plain script. */
  readonly oneThread: number;
  readonly jobs: { readonly one: number; readonly two: number };
  readonly plain: number;
  /** URLs per second of an archive, by the order of the URLs. */
  readonly grouped: number;
  readonly random: number;
  /** The time of `check --robots` relative to `node -e 0`. */
  readonly startUp: number;
}

export function measureFilter(options: FilterOptions): FilterFigures {
  const { urls, runs } = options;
  const folder = mkdtempSync(join(tmpdir(), 'repkit-bench-'));
  const at = (name: string): string => join(folder, name);
  try {
    const input = makeInput('typical', 0);
    const { diverse } = makeUrls('typical', input);
    writeFileSync(at('robots.txt'), input.body);
    writeLines(at('urls'), urls, (row) => diverse[row % diverse.length]);
    writeLines(at('few-urls'), urls / PLAIN_SHARE, (row) => diverse[row % diverse.length]);
    const filter = [COMMAND, 'filter', '--agent', TOKEN, '--robots', at('robots.txt'), '--jobs'];
    const lists = Array<string>(TIMES_FOR_JOBS).fill(at('urls'));
    const [oneThread] = medians(runs, folder, [...filter, '1', at('urls')]);
    const [one, two] = medians(runs, folder, [...filter, '1', ...lists], [...filter, '2', ...lists]);
    const [plain] = medians(runs, folder, [PLAIN, at('robots.txt'), TOKEN, at('few-urls')]);
    const check = [COMMAND, 'check', '--agent', TOKEN, '--robots', at('robots.txt'), '/'];
    const [bare, started] = medians(5 * runs, folder, ['-e', '0'], check);
    const long = urls * TIMES_FOR_JOBS;
    return {
      oneThread: urls / oneThread,
      jobs: { one: long / one, two: long / two },
      plain: urls / PLAIN_SHARE / plain,
      ...measureOrders(options, folder),
      startUp: started / bare,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A file of 700 bytes, the size of most on the web. */
const SMALL_FILE = `User-agent: *\n${Array.from({ length: 20 }, (_, at) => `Disallow: /private/section-${at}/\n`).join('')}`;

/** Measures the same URLs grouped by host and in random order. */
function measureOrders({ hosts, archiveUrls: urls }: FilterOptions, folder: string): Pick<FilterFigures, 'grouped' | 'random'> {
  const [archive, list, output] = ['hosts.ndjson', 'list', 'output'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const hostName = (host: number): string => `h${host}.example.com`;
  writeLines(archive, hosts, (host) => JSON.stringify({ host: hostName(host), robotsTxt: SMALL_FILE }));
  const order = Uint32Array.from({ length: urls }, (_, row) => Math.floor((row * hosts) / urls));
  const measure = (): number => {
    writeLines(list, urls, (row) => `https://${hostName(order[row])}/private/section-${row % 30}/`);
    const command = [COMMAND, 'filter', '--agent', TOKEN, '--archive', archive, '--jobs', '1'];
    return urls / seconds([...command, list], output);
  };
  const grouped = measure();
  const random = seededRandom(hosts);
  for (let last = urls - 1; last > 0; last--) {
    const before = random.below(last + 1);
    [order[last], order[before]] = [order[before], order[last]];
  }
  return { grouped, random: measure() };
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
