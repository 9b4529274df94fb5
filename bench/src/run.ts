/**
 * `npm run bench`: runs all measurements, and prints them and how they compare with the targets.
 * `--quick`: few, short rounds for a first impression. `--only PART`: only this part (repeatable).
 * `--corpus FOLDER`: also measures the robots.txt files of a folder, and `--google PROGRAM` Google's parser (google-corpus.cc).
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureAudit } from './audit.js';
import { measureClient } from './client.js';
import { OTHER_LIBRARIES, REFERENCE, REPKIT, REPKIT_BYTES, REPKIT_DROP_IN, REPKIT_FILE } from './contenders.js';
import type { CorpusFigures } from './corpus-child.js';
import { measureFilter } from './filter.js';
import { type HostileOutcome, measureHostile } from './hostile.js';
import { HOSTILE_NAMES, makeHostileInput } from './hostile-inputs.js';
import { SIZES, type Size } from './inputs.js';
import { retainedByFile, retainedByMatcher } from './memory.js';
import { type LaneResult, type RaceOptions, rateOf, ratioOf } from './race.js';
import { raceOneShot, raceRepeated } from './speed.js';
import { short, table, times } from './statistics.js';
import { type Figures, targetTable } from './targets.js';

interface Settings {
  readonly quick: boolean;
  readonly race: RaceOptions;
  /** A folder of robots.txt files. */
  readonly corpus: string | undefined;
  /** The program of google-corpus.cc. */
  readonly google: string | undefined;
}

/** Prints the tables of a part, and returns the figures that have a target. */
type Report = (settings: Settings) => Promise<Figures>;

const OTHER_LIMIT_MS = 2_000;
const OWN_LIMIT_MS = 10_000;

function print(text: string): void {
  process.stdout.write(`${text}\n\n`);
}

/** Units per second by contender and size, with the speed relative to the reference in parentheses. */
function rateTable(unit: string, results: readonly LaneResult[]): string {
  const contenders = [...new Set(results.map(({ contender }) => contender))];
  const cell = (contender: string, size: Size): string => {
    const rate = short(rateOf(results, size, contender));
    if (contender === REFERENCE) return rate;
    return `${rate} (${times(ratioOf(results, size, contender, REFERENCE))})`;
  };
  return table([[unit, ...SIZES], ...contenders.map((contender) => [contender, ...SIZES.map((size) => cell(contender, size))])]);
}

async function reportOneShot({ race }: Settings): Promise<Figures> {
  const contenders = [REPKIT, REPKIT_BYTES, REPKIT_DROP_IN, ...OTHER_LIBRARIES];
  const results = await raceOneShot(contenders, race);
  print(rateTable('files/s, parse + one verdict', results));
  const ratio = (size: Size): number => ratioOf(results, size, REPKIT.name, REFERENCE);
  const others = SIZES.filter((size) => size !== 'tiny');
  return {
    'one-shot, tiny file': ratio('tiny'),
    'one-shot, slowest other size': Math.min(...others.map(ratio)),
  };
}

async function reportRepeated({ race }: Settings): Promise<Figures> {
  const contenders = [REPKIT, REPKIT_FILE, REPKIT_DROP_IN, ...OTHER_LIBRARIES];
  const results = await raceRepeated(contenders, race);
  print(rateTable('verdicts/s, 2,000 URLs', results));
  const ratio = (size: Size): number => ratioOf(results, size, REPKIT.name, REFERENCE);
  return {
    'repeated, tiny file': ratio('tiny'),
    'repeated, typical file': ratio('typical'),
    'repeated, many groups': ratio('many'),
    'repeated, wild file': ratio('wild'),
    'repeated, large file': ratio('large'),
    'repeated, max file': ratio('max'),
  };
}

/** Milliseconds for the files of a folder, each library in its own process. */
async function reportCorpus({ corpus, google }: Settings): Promise<Figures> {
  if (corpus === undefined) return {};
  const child = fileURLToPath(new URL('./corpus-child.js', import.meta.url));
  const contenders = [REPKIT_BYTES, REPKIT, REPKIT_DROP_IN, ...OTHER_LIBRARIES];
  const programs = contenders.map(({ name }) => ({
    name,
    command: [process.execPath, child, name],
  }));
  if (google !== undefined) programs.push({ name: "Google's parser", command: [google] });
  const rows = programs.map(({ name, command: [program, ...args] }) => {
    const { status, stdout } = spawnSync(program, [...args, corpus], { encoding: 'utf8' });
    if (status !== 0) return [name, 'fails', ''];
    const { files, bytes, cold, warm }: CorpusFigures = JSON.parse(stdout);
    return [`${name}, ${files} files, ${short(bytes)}B`, cold.toFixed(1), warm.toFixed(1)];
  });
  print(table([['ms, parse + one verdict', 'first 100 files', 'all, warm'], ...rows]));
  return {};
}

async function reportMemory({ quick }: Settings): Promise<Figures> {
  const count = quick ? 1_000 : 5_000;
  const files = [];
  for (const contender of [REPKIT, REPKIT_BYTES, ...OTHER_LIBRARIES]) {
    files.push(await retainedByFile(contender, count));
  }
  print(
    table([
      ['bytes per typical file', 'total', 'x body'],
      ...files.map(({ contender, total, bodyBytes }) => [contender, total.toFixed(0), times(total / bodyBytes)]),
    ]),
  );
  const [ours] = files;
  const matcher = retainedByMatcher('typical', quick ? 2 : 8, 10_000);
  return {
    'memory of a typical file, relative to its bytes': ours.total / ours.bodyBytes,
    'memory of a matcher of a typical file': matcher / 1024,
  };
}

const mebibytes = (bytes: number): number => bytes / 1024 / 1024;

async function reportHostile({ quick }: Settings): Promise<Figures> {
  const others = quick ? [REFERENCE] : OTHER_LIBRARIES.map(({ name }) => name);
  const contenders = [REPKIT.name, ...others];
  const limitMs = (name: string): number => (name === REPKIT.name ? OWN_LIMIT_MS : OTHER_LIMIT_MS);
  const cell = (name: string, { ended, first, further }: HostileOutcome): string => {
    const end = ended === 'died' ? 'died' : `> ${limitMs(name) / 1000} s`;
    if (first === undefined) return end;
    if (further === undefined) return `${first.firstMs.toFixed(1)} ms / ${end}`;
    const memory = mebibytes(further.memoryBytes).toFixed(1);
    return `${first.firstMs.toFixed(1)} / ${further.slowestMs.toFixed(1)} ms, ${memory} MiB`;
  };
  const rows: string[][] = [];
  let slowest = 0;
  let largest = 0;
  for (const input of HOSTILE_NAMES.map(makeHostileInput)) {
    const outcomes = await measureHostile(input, contenders, (name) => ({
      limitMs: limitMs(name),
      repeats: quick || name !== REPKIT.name ? 1 : 3,
    }));
    rows.push([input.name, ...Array.from(outcomes, ([name, outcome]) => cell(name, outcome))]);
    const { first, further } = outcomes.get(REPKIT.name) ?? {};
    if (!input.judged) continue;
    slowest = Math.max(slowest, first?.firstMs ?? Infinity, further?.slowestMs ?? Infinity);
    largest = Math.max(largest, mebibytes(further?.memoryBytes ?? Infinity));
  }
  print(table([['parse + first check / slowest of 20 more', ...contenders], ...rows]));
  return { 'slowest hostile file or URL': slowest, 'memory of a hostile file or URL': largest };
}

async function reportClient({ race }: Settings): Promise<Figures> {
  return { 'cached checks of the client': await measureClient(race) };
}

async function reportFilter({ quick }: Settings): Promise<Figures> {
  const { oneThread, jobs, plain, grouped, random, startUp } = measureFilter(
    quick
      ? { urls: 500_000, archiveUrls: 100_000, hosts: 2_000, runs: 1 }
      : { urls: 5_000_000, archiveUrls: 1_000_000, hosts: 1_000_000, runs: 3 },
  );
  print(
    table([
      ['URLs/s, whole runs', ''],
      ['repkit filter, one host', short(oneThread)],
      ['the same, many more URLs', short(jobs.one)],
      ['the same on two threads', short(jobs.two)],
      [`plain script on ${REFERENCE}`, short(plain)],
      ['an archive, URLs grouped by host', short(grouped)],
      ['an archive, URLs in random order', short(random)],
    ]),
  );
  return {
    'filter, URLs of one host, one thread': oneThread,
    'filter, two threads relative to one': jobs.two / jobs.one,
    'filter, random hosts relative to grouped': random / grouped,
    'start of check, relative to bare Node': startUp,
  };
}

async function reportAudit({ quick }: Settings): Promise<Figures> {
  const { one, two, plain } = quick ? measureAudit(200e6, 1) : measureAudit(2e9, 3);
  print(
    table([
      ['lines/s, whole runs', ''],
      ['repkit audit', short(one)],
      ['the same on two threads', short(two)],
      ['plain script that counts User-Agents', short(plain)],
    ]),
  );
  return { 'audit, lines of a combined log, one thread': one };
}

const REPORTS: Readonly<Record<string, Report>> = {
  'one-shot': reportOneShot,
  repeated: reportRepeated,
  corpus: reportCorpus,
  memory: reportMemory,
  hostile: reportHostile,
  client: reportClient,
  filter: reportFilter,
  audit: reportAudit,
};

async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: Object.keys(REPORTS) },
      corpus: { type: 'string' },
      google: { type: 'string' },
    },
  });
  const { quick, only, corpus, google } = values;
  const race = quick ? { rounds: 7, turnMs: 4, warmUpMs: 60 } : { rounds: 41, turnMs: 10, warmUpMs: 300 };
  print(`repkit and other libraries on Node ${process.versions.node}${quick ? ', quick run' : ''}`);
  let figures: Figures = {};
  for (const part of only) {
    const report = REPORTS[part];
    if (report === undefined) {
      const parts = Object.keys(REPORTS).join(', ');
      throw new RangeError(`Unknown part "${part}". The parts are ${parts}.`);
    }
    figures = { ...figures, ...(await report({ quick, race, corpus, google })) };
  }
  if (Object.keys(figures).length > 0) print(targetTable(figures));
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
