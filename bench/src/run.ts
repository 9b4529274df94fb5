/**
 * Runs all measurements and prints the results. `--quick`: few, short rounds for a first impression.
 * `--only PART`: only this part (repeatable).
 * Missed targets do not fail the run, because a busy machine must not fail a build.
 */
import { parseArgs } from 'node:util';
import { ANALYSIS_INPUTS, measureAnalysis } from './analysis.js';
import { CACHED_HEAT, CRAWLEE, REPKIT_CLIENT, raceClients } from './client.js';
import { measureFilter } from './filter.js';
import { GROWTH_SUBJECTS, type Growth, measureGrowth } from './growth.js';
import { measureHostile } from './hostile.js';
import { HOSTILE_NAMES, makeHostileInput } from './hostile-inputs.js';
import { measureFloods, measureLookups } from './hostile-servers.js';
import { SIZES, type Size } from './inputs.js';
import { measureLint } from './lint.js';
import { type RetainedByFile, retainedByFile, retainedByMatcher } from './memory.js';
import { raceOneShot } from './one-shot.js';
import { OTHER_LIBRARIES } from './other-libraries.js';
import { type LaneResult, type RaceOptions, rateOf, ratioOf, spreadOf } from './race.js';
import { REFERENCE } from './reference.js';
import { agreement, firstPass, raceRepeated, SAMPLES } from './repeated.js';
import { REPKIT, REPKIT_BYTES, REPKIT_DROP_IN, REPKIT_FILE } from './repkit.js';
import { BARE_FASTIFY, OWN_SERVICE, raceService, SERVICE_HEATS } from './service.js';
import { median, short, table } from './statistics.js';
import { measureSurvey } from './survey.js';
import { type HostileRow, hostileTable, rateTable, retainedTable } from './tables.js';
import {
  type BySize,
  type HostileResult,
  type Judgment,
  judgeAnalysis,
  judgeClient,
  judgeFilter,
  judgeGrowth,
  judgeHostile,
  judgeHostileServers,
  judgeLint,
  judgeMemory,
  judgeOneShot,
  judgeRepeated,
  judgeService,
  judgeSurvey,
  mebibytes,
  type RepeatedFigures,
  targetLines,
} from './targets.js';

const PARTS = [
  'one-shot',
  'repeated',
  'memory',
  'hostile',
  'growth',
  'hostile-servers',
  'lint',
  'analysis',
  'client',
  'filter',
  'survey',
  'service',
] as const;
type Part = (typeof PARTS)[number];

const OTHER_LIMIT_MS = 2_000;
const OWN_LIMIT_MS = 10_000;

interface Settings {
  readonly quick: boolean;
  readonly race: RaceOptions;
}

/** Prints a few lines of the report. */
export type Print = (text: string) => void;

function mapSizes(figure: (size: Size) => number): BySize {
  return Object.fromEntries(SIZES.map((size) => [size, figure(size)])) as Record<Size, number>;
}

function ratios(results: readonly LaneResult[], contender: string): BySize {
  return mapSizes((size) => ratioOf(results, size, contender, REFERENCE));
}

async function reportOneShot({ race }: Settings, print: Print): Promise<Judgment> {
  const results = await raceOneShot(
    [REPKIT, REPKIT_BYTES, REPKIT_DROP_IN, ...OTHER_LIBRARIES],
    race,
  );
  print(`\n${rateTable('files/s, parse + one verdict', results)}`);
  return judgeOneShot({
    string: ratios(results, REPKIT.name),
    bytes: ratios(results, REPKIT_BYTES.name),
  });
}

async function reportRepeated({ race, quick }: Settings, print: Print): Promise<Judgment> {
  const own = [
    { contender: REPKIT.name, form: 'matcher' },
    { contender: REPKIT_FILE.name, form: 'file' },
  ];
  const figures: RepeatedFigures[] = [];
  for (const sample of SAMPLES) {
    const results = await raceRepeated(
      [REPKIT, REPKIT_FILE, REPKIT_DROP_IN, ...OTHER_LIBRARIES],
      sample,
      race,
    );
    const count = sample === 'few' ? '64' : '2,000';
    print(`\n${rateTable(`verdicts/s, ${count} URLs`, results)}`);
    for (const { contender, form } of own) {
      figures.push({
        label: `${form}, ${count} URLs`,
        ratios: ratios(results, contender),
        spread: spreadOf(results, SIZES, contender),
        judged: sample !== 'few',
      });
    }
  }
  const fresh = ['us per check, new URLs'];
  const agreements = OTHER_LIBRARIES.map(({ name }) => [`% same verdicts as ${name}`]);
  for (const size of SIZES) {
    fresh.push(median(await firstPass(REPKIT, size, quick ? 3 : 9)).toFixed(2));
    for (const [index, peer] of OTHER_LIBRARIES.entries()) {
      agreements[index]?.push((await agreement(REPKIT, peer, size)).toFixed(1));
    }
  }
  print(`\n${table([['repkit', ...SIZES], fresh, ...agreements])}`);
  return judgeRepeated(figures);
}

async function reportMemory({ quick }: Settings, print: Print): Promise<Judgment> {
  const files: RetainedByFile[] = [];
  for (const contender of [REPKIT, REPKIT_BYTES, ...OTHER_LIBRARIES]) {
    files.push(await retainedByFile(contender, quick ? 1_000 : 5_000));
  }
  print(`\n${retainedTable(files)}`);
  const sizes: readonly Size[] = ['typical', 'wild', 'large', 'max'];
  const matchers = sizes.map((size) => retainedByMatcher(size, quick ? 2 : 8, 10_000));
  const forms = [
    { form: 'string', contender: REPKIT.name },
    { form: 'bytes', contender: REPKIT_BYTES.name },
  ];
  return judgeMemory(
    forms.flatMap(({ form, contender }) =>
      files.filter((file) => file.contender === contender).map((file) => ({ ...file, form })),
    ),
    matchers,
  );
}

async function reportHostile({ quick }: Settings, print: Print): Promise<Judgment> {
  const others = quick ? [REFERENCE] : OTHER_LIBRARIES.map(({ name }) => name);
  const contenders = [REPKIT.name, ...others];
  const limitMs = (contender: string): number =>
    contender === REPKIT.name ? OWN_LIMIT_MS : OTHER_LIMIT_MS;
  const rows: HostileRow[] = [];
  const results: HostileResult[] = [];
  for (const name of HOSTILE_NAMES) {
    const input = makeHostileInput(name);
    const outcomes = await measureHostile(input, contenders, (contender) => ({
      limitMs: limitMs(contender),
      repeats: quick || contender !== REPKIT.name ? 1 : 3,
    }));
    rows.push({ name, outcomes });
    const own = outcomes.get(REPKIT.name);
    results.push({
      name,
      judged: input.judged,
      ms: Math.max(own?.first?.firstMs ?? Infinity, own?.further?.slowestMs ?? Infinity),
      memoryBytes: own?.further?.memoryBytes ?? Infinity,
    });
  }
  print(`\n${hostileTable(rows, contenders, limitMs)}`);
  return judgeHostile(results);
}

async function reportGrowth(_settings: Settings, print: Print): Promise<Judgment> {
  const results = GROWTH_SUBJECTS.flatMap((subject) => {
    const measured = measureGrowth(subject);
    const last = ({ ms }: Growth): number => ms.at(-1) ?? 0;
    const slowest = measured.reduce((left, right) => (last(right) > last(left) ? right : left));
    return { subject, slowest, measured };
  });
  const rows = results.map(({ subject, slowest: { shape, form, ms } }) => [
    subject,
    `${shape}, ${form}`,
    ms.map((time) => time.toFixed(0)).join(', '),
  ]);
  print(
    `\n${table([['function', 'slowest input', 'CPU ms of 64 kB, or of 8 to 64 kB'], ...rows])}`,
  );
  return judgeGrowth(results.flatMap(({ measured }) => measured));
}

async function reportHostileServers({ quick }: Settings, print: Print): Promise<Judgment> {
  const floods = await measureFloods();
  const rows = floods.map(({ name, outcome, ms, stallMs }) => [
    name,
    outcome,
    ms.toFixed(0),
    stallMs.toFixed(0),
  ]);
  print(`\n${table([['endless response', 'ends as', 'ms', 'event loop blocked, ms'], ...rows])}`);
  const names = quick ? 200 : 1_000;
  return judgeHostileServers(floods, await measureLookups({ names, atOnce: 100, silentEach: 50 }));
}

async function reportLint({ quick }: Settings, print: Print): Promise<Judgment> {
  const results = await measureLint({ limitMs: OWN_LIMIT_MS, repeats: quick ? 1 : 2 });
  const rows = results.map(({ name, ms, memoryBytes }) => [
    name,
    ms.toFixed(0),
    mebibytes(memoryBytes),
  ]);
  print(`\n${table([['lint', 'CPU ms', 'memory'], ...rows])}`);
  return judgeLint(results);
}

async function reportClient({ race }: Settings, print: Print): Promise<Judgment> {
  const contenders = [REPKIT_CLIENT, CRAWLEE];
  const { cached, requests, concurrent } = await raceClients(contenders, race);
  const rate = (name: string): number => rateOf(cached, CACHED_HEAT, name);
  const rows = contenders.map(({ name }) => [
    name,
    short(rate(name)),
    String(requests.get(name) ?? 0),
  ]);
  print(
    `\n${table([['client', `${CACHED_HEAT}/s`, `requests for ${concurrent} concurrent checks`], ...rows])}`,
  );
  const { name } = REPKIT_CLIENT;
  return judgeClient(
    { checksPerSecond: rate(name), requests: requests.get(name) ?? 0 },
    concurrent,
  );
}

async function reportFilter({ quick }: Settings, print: Print): Promise<Judgment> {
  const figures = measureFilter(
    quick
      ? { urls: 500_000, plainUrls: 50_000, orderUrls: 100_000, orderHosts: [2000], runs: 1 }
      : {
          ...{ urls: 5_000_000, plainUrls: 500_000, runs: 3 },
          ...{ orderUrls: 1_000_000, orderHosts: [20_000, 100_000, 1_000_000] },
        },
  );
  const { oneHost, manyHosts } = figures;
  print(
    `\n${table([
      ['URLs/s, whole runs', 'one host', 'many hosts, archive'],
      ['repkit filter, one thread', short(oneHost.repkit), short(manyHosts.repkit)],
      ['the same, four times as many URLs', short(oneHost.jobs.one), short(manyHosts.jobs.one)],
      ['the same, --jobs 2', short(oneHost.jobs.two), short(manyHosts.jobs.two)],
      [`plain script on ${REFERENCE}`, short(oneHost.plain), short(manyHosts.plain)],
    ])}`,
  );
  print(
    `\n${table([
      ['URLs/s, hosts of an archive', 'grouped by host', 'random order'],
      ...figures.orders.map(({ hosts, grouped, random }) => [
        short(hosts),
        short(grouped),
        short(random),
      ]),
    ])}`,
  );
  return judgeFilter(figures);
}

async function reportService({ quick }: Settings, print: Print): Promise<Judgment> {
  const results = await raceService(
    quick
      ? { rounds: 3, turnSeconds: 1, warmUpSeconds: 2 }
      : { rounds: 15, turnSeconds: 2, warmUpSeconds: 6 },
  );
  const rates = [OWN_SERVICE, BARE_FASTIFY].map((contender) => [
    contender,
    ...SERVICE_HEATS.map((heat) => short(rateOf(results, heat, contender))),
  ]);
  print(`\n${table([['requests/s, POST /v1/check', ...SERVICE_HEATS], ...rates])}`);
  const part = (heat: string) => ratioOf(results, heat, OWN_SERVICE, BARE_FASTIFY);
  return judgeService({ given: part('given'), live: part('live') });
}

/** Reports a part. Returns undefined if it has no target. */
type Report = (settings: Settings, print: Print) => Promise<Judgment | undefined>;

const REPORTS: Readonly<Record<Part, Report>> = {
  'one-shot': reportOneShot,
  repeated: reportRepeated,
  memory: reportMemory,
  hostile: reportHostile,
  growth: reportGrowth,
  'hostile-servers': reportHostileServers,
  lint: reportLint,
  analysis: async ({ quick }) =>
    judgeAnalysis(ANALYSIS_INPUTS.map((input) => measureAnalysis(input, quick ? 1 : undefined))),
  client: reportClient,
  filter: reportFilter,
  survey: async ({ quick }) =>
    judgeSurvey(
      measureSurvey(quick ? { files: 30_000, rounds: 1 } : { files: 120_000, rounds: 3 }),
    ),
  service: reportService,
};

function readArguments(args: readonly string[]): Settings & { parts: readonly Part[] } {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
    },
  });
  const unknown = values.only.find((part) => !PARTS.some((known) => known === part));
  if (unknown !== undefined) {
    throw new RangeError(`Unknown part "${unknown}". The parts are ${PARTS.join(', ')}.`);
  }
  return {
    quick: values.quick,
    race: values.quick
      ? { rounds: 7, turnMs: 4, warmUpMs: 60 }
      : { rounds: 41, turnMs: 10, warmUpMs: 300 },
    parts: PARTS.filter((part) => values.only.length === 0 || values.only.includes(part)),
  };
}

/** Throws if the arguments are invalid or a measurement fails; missed targets are only reported. */
export async function run(args: readonly string[], print: Print): Promise<void> {
  const { parts, ...settings } = readArguments(args);
  print(
    `repkit and other libraries on Node ${process.versions.node}${settings.quick ? ', quick run' : ''}; in parentheses: speed relative to ${REFERENCE}`,
  );
  const judgments: Judgment[] = [];
  for (const part of parts) {
    const judgment = await REPORTS[part](settings, print);
    if (judgment !== undefined) judgments.push(judgment);
  }
  judgments.sort((left, right) => left.target - right.target);
  if (judgments.length > 0) print(`\n${judgments.map(targetLines).join('\n')}`);
}
