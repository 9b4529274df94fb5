/** The project's performance targets, and the report on whether they are met. */
import type { FilterFigures } from './filter.js';
import type { Growth } from './growth.js';
import type { FloodFigures, LookupFigures } from './hostile-servers.js';
import { SIZES, type Size } from './inputs.js';
import { short, times } from './statistics.js';

export type BySize = Readonly<Record<Size, number>>;

/** Target 1: speed relative to robots-parser, and a more ambitious goal. */
const ONE_SHOT_LEAST = 7;
const ONE_SHOT_AIM = 10;
/** Target 2: speed relative to robots-parser over 2,000 distinct URLs; a sample of 64 would fit into the branch predictor. */
const REPEATED_LEAST: BySize = {
  tiny: 10,
  typical: 13,
  many: 12,
  wild: 280,
  large: 280,
  max: 1000,
};
/** Target 2: ratio of the fastest size to the slowest. */
const SPREAD_MOST = 4;
/** Target 3: time and memory per hostile input. */
const HOSTILE_MOST_MS = 50;
const HOSTILE_MOST_BYTES = 32 * 1024 * 1024;
/** Target 4: memory relative to the body, and bytes per matcher. */
const RETAINED_MOST = 1.5;
const MATCHER_MOST_BYTES = 64 * 1024;

/** Target 5: cached checks per second of one process. */
const CACHED_LEAST = 1.5e6;

/** Target 6: URLs per second, and start time relative to Node alone. */
const ONE_HOST_LEAST = 4e6;
const MANY_HOSTS_LEAST = 2e6;
const START_UP_MOST = 1.3;
/** Speedup of two threads on two cores. */
const TWO_JOBS_LEAST = 1.8;
const TWO_JOBS_MANY_LEAST = 1.7;
/** The rate in random order relative to that grouped by host. */
const RANDOM_ORDER_LEAST = 0.5;

/** Target 7: rate relative to bare Fastify. */
const SERVICE_LEAST = 0.8;
const CACHED_SITE_LEAST = 0.7;

export interface Judgment {
  readonly target: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
  readonly met: boolean;
  /** The results in one line. */
  readonly summary: string;
  /** Additional lines. */
  readonly details: readonly string[];
}

function failing(met: boolean): string {
  return met ? '' : ' <-';
}

function bySize(figures: BySize, least: BySize): string {
  return SIZES.map(
    (size) => `${size} ${times(figures[size])}${failing(figures[size] >= least[size])}`,
  ).join(', ');
}

function all(value: number): BySize {
  return { tiny: value, typical: value, many: value, wild: value, large: value, max: value };
}

/** Judges the body as a string, which is the only form that other libraries accept. */
export function judgeOneShot(ratios: { string: BySize; bytes: BySize }): Judgment {
  const least = all(ONE_SHOT_LEAST);
  const aimed = SIZES.filter((size) => ratios.string[size] >= ONE_SHOT_AIM);
  return {
    target: 1,
    met: SIZES.every((size) => ratios.string[size] >= ONE_SHOT_LEAST),
    summary: bySize(ratios.string, least),
    details: [
      `minimum ${ONE_SHOT_LEAST}x, goal ${ONE_SHOT_AIM}x (reached by ${aimed.length} of ${SIZES.length} sizes)`,
      `body as bytes: ${bySize(ratios.bytes, least)}`,
    ],
  };
}

export interface RepeatedFigures {
  /** `matcher, few` and the like. */
  readonly label: string;
  readonly ratios: BySize;
  readonly spread: number;
  /** Whether the target covers this sample; others are only reported. */
  readonly judged: boolean;
}

/** Judges the matcher and the file. */
export function judgeRepeated(figures: readonly RepeatedFigures[]): Judgment {
  const judged = figures.filter((figure) => figure.judged);
  const fine = ({ ratios, spread }: RepeatedFigures): boolean =>
    spread <= SPREAD_MOST && SIZES.every((size) => ratios[size] >= REPEATED_LEAST[size]);
  const lowest = Object.fromEntries(
    SIZES.map((size) => [size, Math.min(...judged.map(({ ratios }) => ratios[size]))]),
  ) as Record<Size, number>;
  return {
    target: 2,
    met: judged.every(fine),
    summary: `lowest of all: ${bySize(lowest, REPEATED_LEAST)}`,
    details: [
      `minimum ${SIZES.map((size) => `${size} ${REPEATED_LEAST[size]}x`).join(', ')}; slowest size within ${SPREAD_MOST}x of the fastest`,
      ...figures.map(
        ({ label, ratios, spread, judged: isJudged }) =>
          `${label}${isJudged ? '' : ' (not judged)'}: ${bySize(ratios, REPEATED_LEAST)}; spread ${times(spread)}${failing(spread <= SPREAD_MOST)}`,
      ),
    ],
  };
}

export interface HostileResult {
  readonly name: string;
  readonly judged: boolean;
  /** Maximum of parsing with a first check and the slowest further check; infinite if it did not finish. */
  readonly ms: number;
  readonly memoryBytes: number;
}

export function judgeHostile(results: readonly HostileResult[]): Judgment {
  const judged = results.filter((result) => result.judged);
  const over = judged.filter(
    ({ ms, memoryBytes }) => !(ms < HOSTILE_MOST_MS && memoryBytes < HOSTILE_MOST_BYTES),
  );
  const worstMs = Math.max(...judged.map(({ ms }) => ms));
  const worstBytes = Math.max(...judged.map(({ memoryBytes }) => memoryBytes));
  return {
    target: 3,
    met: over.length === 0,
    summary: `${judged.length - over.length} of ${judged.length} inputs under ${HOSTILE_MOST_MS} ms and 32 MiB; worst ${worstMs.toFixed(1)} ms, ${mebibytes(worstBytes)}`,
    details: over.map(
      ({ name, ms, memoryBytes }) =>
        `over: ${name}: ${ms.toFixed(1)} ms, ${mebibytes(memoryBytes)}`,
    ),
  };
}

/** Target 3, for every function of core that reads text. */
export function judgeGrowth(results: readonly Growth[]): Judgment {
  const over = results.filter(({ isOver }) => isOver);
  return {
    target: 3,
    met: over.length === 0,
    summary: `${results.length - over.length} of ${results.length} pairs of a function and a hostile input take time in proportion to its size`,
    details: over.map(
      ({ subject, shape, form, ms }) =>
        `over: ${subject}, ${shape} as ${form}: ${ms.map((time) => time.toFixed(0)).join(', ')} ms`,
    ),
  };
}

/** Target 3, for analyses: the time of their default budget, with a margin for slower machines. */
const ANALYSIS_MOST_MS = 1_000;

export function judgeAnalysis(results: readonly { name: string; ms: number }[]): Judgment {
  const over = results.filter(({ ms }) => !(ms < ANALYSIS_MOST_MS));
  const worst = Math.max(...results.map(({ ms }) => ms));
  return {
    target: 3,
    met: over.length === 0,
    summary: `${results.length - over.length} of ${results.length} analyses under ${ANALYSIS_MOST_MS} ms; worst ${worst.toFixed(0)} ms`,
    details: results.map(({ name, ms }) => `${name}: ${ms.toFixed(0)} ms`),
  };
}

export function mebibytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

export interface RetainedFigures {
  /** `string` or `bytes`: the form of the body. */
  readonly form: string;
  readonly total: number;
  readonly bodyBytes: number;
}

export function judgeMemory(
  files: readonly RetainedFigures[],
  matchers: readonly { readonly size: Size; readonly bytes: number }[],
): Judgment {
  const fileMet = ({ total, bodyBytes }: RetainedFigures): boolean =>
    total <= RETAINED_MOST * bodyBytes;
  // The target covers a typical file. A matcher's index grows with its patterns, so other sizes are only reported.
  const matcherMet = ({ size, bytes }: { size: Size; bytes: number }): boolean =>
    size !== 'typical' || bytes <= MATCHER_MOST_BYTES;
  const byForm = files.map(
    (file) =>
      `${file.form} body ${short(file.total)}B = ${times(file.total / file.bodyBytes)}${failing(fileMet(file))}`,
  );
  const bySizeOfFile = matchers.map(
    (matcher) =>
      `${matcher.size} ${(matcher.bytes / 1024).toFixed(0)} KiB${failing(matcherMet(matcher))}`,
  );
  return {
    target: 4,
    met: files.every(fileMet) && matchers.every(matcherMet),
    summary: `a typical file retains ${byForm.join(', ')}; a matcher retains ${bySizeOfFile.join(', ')}`,
    details: [
      `maximum ${RETAINED_MOST}x the body, including the body if the library retains it; maximum ${MATCHER_MOST_BYTES / 1024} KiB per matcher of a typical file (other sizes are only reported)`,
    ],
  };
}

/** Judges repkit alone; the other client is only for comparison. */
export function judgeClient(
  own: { readonly checksPerSecond: number; readonly requests: number },
  concurrent: number,
): Judgment {
  const { checksPerSecond, requests } = own;
  const isQuick = checksPerSecond >= CACHED_LEAST;
  const isSingle = requests === 1;
  return {
    target: 5,
    met: isQuick && isSingle,
    summary:
      `${short(checksPerSecond)} cached checks/s in one process${failing(isQuick)}, ` +
      `${concurrent} concurrent checks made ${requests} request${requests === 1 ? '' : 's'}${failing(isSingle)}`,
    details: [`minimum ${short(CACHED_LEAST)} checks/s; exactly one request`],
  };
}

/** Judges repkit alone; the plain script is only for comparison. */
export function judgeFilter({ oneHost, manyHosts, orders, startUp }: FilterFigures): Judgment {
  const isQuick = oneHost.repkit >= ONE_HOST_LEAST;
  const isQuickForMany = manyHosts.repkit >= MANY_HOSTS_LEAST;
  const isSoon = startUp <= START_UP_MOST;
  const twoJobs = oneHost.jobs.two / oneHost.jobs.one;
  const isQuicker = twoJobs >= TWO_JOBS_LEAST;
  const twoJobsMany = manyHosts.jobs.two / manyHosts.jobs.one;
  const isQuickerForMany = twoJobsMany >= TWO_JOBS_MANY_LEAST;
  const randomOrder = Math.min(...orders.map(({ grouped, random }) => random / grouped));
  const isAnyOrder = randomOrder >= RANDOM_ORDER_LEAST;
  return {
    target: 6,
    met: isQuick && isQuickForMany && isSoon && isQuicker && isQuickerForMany && isAnyOrder,
    summary:
      `${short(oneHost.repkit)} URLs/s of one host${failing(isQuick)}, ` +
      `${short(manyHosts.repkit)} of many from an archive${failing(isQuickForMany)}; ` +
      `--jobs 2 is ${times(twoJobs)}${failing(isQuicker)} and ${times(twoJobsMany)}${failing(isQuickerForMany)} as fast as --jobs 1; ` +
      `random order is ${times(randomOrder)} as fast as grouped${failing(isAnyOrder)}; ` +
      `check takes ${startUp.toFixed(2)}x the time of bare Node${failing(isSoon)}`,
    details: [
      `minimum ${short(ONE_HOST_LEAST)} and ${short(MANY_HOSTS_LEAST)} URLs/s, ${TWO_JOBS_LEAST}x, ${TWO_JOBS_MANY_LEAST}x and ${RANDOM_ORDER_LEAST}x; maximum ${START_UP_MOST}x; ` +
        `relative to the plain script: ${times(oneHost.repkit / oneHost.plain)} and ${times(manyHosts.repkit / manyHosts.plain)}`,
    ],
  };
}

/** Target 8: robots.txt files per second on two threads, from a WARC file on disk. */
const SURVEY_LEAST = 40_000;

export function judgeSurvey(figures: {
  readonly files: number;
  readonly isReal: boolean;
  readonly two: number;
  readonly one: number;
  readonly plain: number;
}): Judgment {
  const { files, isReal, two, one, plain } = figures;
  const met = two >= SURVEY_LEAST;
  return {
    target: 8,
    met,
    summary: `survey of ${short(files)} ${isReal ? 'real' : 'generated'} files: ${short(two)} files/s on two threads${failing(met)}`,
    details: [
      `minimum ${short(SURVEY_LEAST)} files/s, including the start; ${times(two / one)} as fast as one thread (${short(one)}/s), ${times(two / plain)} as fast as a plain script on robots-parser (${short(plain)}/s)`,
    ],
  };
}

/** Target 9: lint of any file at its default budget. */
const LINT_MOST_MS = 1_000;
const LINT_MOST_BYTES = 200e6;

export function judgeLint(results: readonly HostileResult[]): Judgment {
  const isOver = ({ ms, memoryBytes }: HostileResult): boolean =>
    !(ms < LINT_MOST_MS && memoryBytes < LINT_MOST_BYTES);
  const over = results.filter(isOver);
  const worstMs = Math.max(...results.map(({ ms }) => ms));
  const worstBytes = Math.max(...results.map(({ memoryBytes }) => memoryBytes));
  return {
    target: 9,
    met: over.length === 0,
    summary: `lint of ${results.length - over.length} of ${results.length} files under ${LINT_MOST_MS} ms and 200 MB; worst ${worstMs.toFixed(0)} ms, ${mebibytes(worstBytes)}`,
    details: over.map(
      ({ name, ms, memoryBytes }) =>
        `over: ${name}: ${ms.toFixed(0)} ms, ${mebibytes(memoryBytes)}`,
    ),
  };
}

/** Judges a given robots.txt and a cached site by their rates relative to bare Fastify. */
export function judgeService(parts: { readonly given: number; readonly live: number }): Judgment {
  const isGivenQuick = parts.given >= SERVICE_LEAST;
  const isCachedQuick = parts.live >= CACHED_SITE_LEAST;
  const percent = (part: number): string => `${(part * 100).toFixed(0)} %`;
  return {
    target: 7,
    met: isGivenQuick && isCachedQuick,
    summary: `POST /v1/check of a given file at ${percent(parts.given)}${failing(isGivenQuick)}, of a cached site at ${percent(parts.live)}${failing(isCachedQuick)} of bare Fastify's rate`,
    details: [`minimum ${percent(SERVICE_LEAST)} and ${percent(CACHED_SITE_LEAST)}`],
  };
}

/** Target 9: time per endless response that decodes to nothing, and how much a silent name server may delay other origins. */
const FLOOD_MOST_MS = 2_000;
const FLOOD_MOST_STALL_MS = 100;
const LOOKUP_MOST_DELAY_MS = 1_000;

export function judgeHostileServers(
  floods: readonly FloodFigures[],
  lookups: LookupFigures,
): Judgment {
  const isFine = ({ outcome, ms, stallMs }: FloodFigures): boolean =>
    outcome === 'unreachable' && ms < FLOOD_MOST_MS && stallMs < FLOOD_MOST_STALL_MS;
  const over = floods.filter((figures) => !isFine(figures));
  const { healthy, refused, delayMs } = lookups;
  const worst = (figure: (figures: FloodFigures) => number): string =>
    Math.max(...floods.map(figure)).toFixed(0);
  return {
    target: 9,
    met: over.length === 0 && refused === 0 && delayMs < LOOKUP_MOST_DELAY_MS,
    summary:
      `${floods.length - over.length} of ${floods.length} floods ended in time, worst ${worst(({ ms }) => ms)} ms ` +
      `with the event loop blocked for ${worst(({ stallMs }) => stallMs)} ms; with unresponsive name servers ` +
      `${refused} of ${healthy} origins refused${failing(refused === 0)}, ` +
      `${delayMs.toFixed(0)} ms of delay${failing(delayMs < LOOKUP_MOST_DELAY_MS)}`,
    details: [
      `maximum ${FLOOD_MOST_MS} ms and ${FLOOD_MOST_STALL_MS} ms per flood, no origin refused, maximum ${LOOKUP_MOST_DELAY_MS} ms of delay`,
      ...over.map(
        ({ name, outcome, ms, stallMs }) =>
          `over: ${name}: ${outcome} after ${ms.toFixed(0)} ms, blocked for ${stallMs.toFixed(0)} ms`,
      ),
    ],
  };
}

/** Formats a target as its line and its details. */
export function targetLines({ target, met, summary, details }: Judgment): string {
  return [
    `target ${target}: ${met ? 'met' : 'NOT MET'} — ${summary}`,
    ...details.map((line) => `       ${line}`),
  ].join('\n');
}
