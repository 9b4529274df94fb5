/** The filter command on files of URLs, including process start, and the start of `check`. */
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMMAND, inTemporaryFolder, medians, seconds } from './command.ts';
import { REFERENCE } from './contenders.ts';
import { makeInput, makeUrls, TOKEN } from './inputs.ts';
import { type Part, printTable } from './part.ts';
import { seededRandom } from './random.ts';
import { short } from './statistics.ts';

const PLAIN = fileURLToPath(new URL('./plain-filter.ts', import.meta.url));
/** A thread spends 0.1 s on compiling, so threads are compared over this many times as many URLs. */
const TIMES_FOR_JOBS = 4;
/** The plain script is slow; only rates are compared. */
const PLAIN_SHARE = 10;

export const reportFilter: Part = ({ quick }) =>
  inTemporaryFolder((folder) => {
    const [count, runs] = quick ? [500_000, 1] : [5_000_000, 3];
    const [robots, urls, fewUrls] = ['robots.txt', 'urls', 'few-urls'].map((name) => join(folder, name));
    const input = makeInput('typical', 0);
    const { diverse } = makeUrls('typical', input);
    writeFileSync(robots, input.body);
    writeLines(urls, count, (row) => diverse[row % diverse.length]);
    writeLines(fewUrls, count / PLAIN_SHARE, (row) => diverse[row % diverse.length]);
    const filter = [COMMAND, 'filter', '--agent', TOKEN, '--robots', robots, '--jobs'];
    const lists = Array<string>(TIMES_FOR_JOBS).fill(urls);
    const [oneThread] = medians(runs, folder, [...filter, '1', urls]);
    const [one, two] = medians(runs, folder, [...filter, '1', ...lists], [...filter, '2', ...lists]);
    const [plain] = medians(runs, folder, [PLAIN, robots, TOKEN, fewUrls]);
    const check = [COMMAND, 'check', '--agent', TOKEN, '--robots', robots, '/'];
    const [bare, started] = medians(5 * runs, folder, ['-e', '0'], check);
    const [archiveUrls, hosts] = quick ? [100_000, 2_000] : [1_000_000, 1_000_000];
    const { grouped, random } = measureOrders(archiveUrls, hosts, folder);
    printTable([
      ['URLs/s, whole runs', ''],
      ['repkit filter, one host', short(count / oneThread)],
      ['the same, many more URLs', short((count * TIMES_FOR_JOBS) / one)],
      ['the same on two threads', short((count * TIMES_FOR_JOBS) / two)],
      [`plain script on ${REFERENCE}`, short(count / PLAIN_SHARE / plain)],
      ['an archive, URLs grouped by host', short(archiveUrls / grouped)],
      ['an archive, URLs in random order', short(archiveUrls / random)],
    ]);
    return {
      'filter, URLs of one host, one thread': count / oneThread,
      'filter, two threads relative to one': one / two,
      'filter, random hosts relative to grouped': grouped / random,
      'start of check, relative to bare Node': started / bare,
    };
  });

/** A file of 700 bytes, the size of most on the web. */
const SMALL_FILE = `User-agent: *\n${Array.from({ length: 20 }, (_, at) => `Disallow: /private/section-${at}/\n`).join('')}`;

/** Returns the seconds for the same URLs grouped by host and in random order. */
function measureOrders(urls: number, hosts: number, folder: string): { grouped: number; random: number } {
  const [archive, list, output] = ['hosts.ndjson', 'list', 'output'].map((name) => join(folder, name));
  const hostName = (host: number): string => `h${host}.example.com`;
  writeLines(archive, hosts, (host) => JSON.stringify({ host: hostName(host), robotsTxt: SMALL_FILE }));
  const order = Uint32Array.from({ length: urls }, (_, row) => Math.floor((row * hosts) / urls));
  const measure = (): number => {
    writeLines(list, urls, (row) => `https://${hostName(order[row])}/private/section-${row % 30}/`);
    return seconds([COMMAND, 'filter', '--agent', TOKEN, '--archive', archive, '--jobs', '1', list], output);
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
