/**
 * Contenders in one process, in turns of a few milliseconds: a machine that slows down slows all of them,
 * so the ratios of one round hold where absolute figures drift. The middle of all rounds is reported.
 */
import { median } from './statistics.js';

/** Does `count` units of work, the first of them number `from`. Answers a figure so that no work can be left out as unused. */
type Work = (from: number, count: number) => number | Promise<number>;

export interface Lane {
  /** Lanes of one heat are compared: a size. */
  readonly heat: string;
  readonly contender: string;
  readonly work: Work;
}

export interface RaceOptions {
  readonly rounds: number;
  /** How long one turn takes, about. A unit that takes longer is done once. */
  readonly turnMs: number;
  /** How long each lane runs before it counts. */
  readonly warmUpMs: number;
}

export interface LaneResult {
  readonly heat: string;
  readonly contender: string;
  /** Units a second, by round. */
  readonly rates: readonly number[];
}

/** Work that the clock cannot see would be doubled without end. */
const MOST_UNITS = 1e6;

async function runTurn(work: Work, from: number, count: number): Promise<number> {
  const start = performance.now();
  const result = work(from, count);
  if (typeof result !== 'number') await result;
  // Never nothing: work too small for the clock still has a rate.
  return Math.max(performance.now() - start, 1e-4);
}

/** Warms a lane up and finds how many units fill a turn. */
async function calibrate(lane: Lane, options: RaceOptions): Promise<number> {
  let count = 1;
  let spent = 0;
  for (;;) {
    const took = await runTurn(lane.work, 0, count);
    spent += took;
    const fitting = Math.max(1, Math.floor((count * options.turnMs) / took));
    if (spent >= options.warmUpMs && (took >= options.turnMs / 2 || fitting <= count)) {
      return fitting;
    }
    if (count === MOST_UNITS) return count;
    count = Math.min(count * 4, fitting, MOST_UNITS);
  }
}

export async function race(lanes: readonly Lane[], options: RaceOptions): Promise<LaneResult[]> {
  const counts: number[] = [];
  for (const lane of lanes) counts.push(await calibrate(lane, options));
  const rates: number[][] = lanes.map(() => []);
  for (let round = 0; round < options.rounds; round++) {
    for (const [index, lane] of lanes.entries()) {
      const count = counts[index] ?? 1;
      const took = await runTurn(lane.work, round, count);
      rates[index]?.push((count * 1000) / took);
    }
  }
  return lanes.map(({ heat, contender }, index) => ({
    heat,
    contender,
    rates: rates[index] ?? [],
  }));
}

function lane(results: readonly LaneResult[], heat: string, contender: string): LaneResult {
  const found = results.find((result) => result.heat === heat && result.contender === contender);
  if (found === undefined) throw new RangeError(`There is no lane of ${contender} at ${heat}.`);
  return found;
}

/** Units a second, the middle of the rounds. */
export function rateOf(results: readonly LaneResult[], heat: string, contender: string): number {
  return median(lane(results, heat, contender).rates);
}

/** How many times as fast as `other`, the middle of the ratios of the rounds. */
export function ratioOf(
  results: readonly LaneResult[],
  heat: string,
  contender: string,
  other: string,
): number {
  const others = lane(results, heat, other).rates;
  return median(
    lane(results, heat, contender).rates.map((rate, round) => rate / (others[round] ?? Number.NaN)),
  );
}

/**
 * How many times as fast the fastest heat of a contender is as its slowest. Of the middles, not the middle of
 * each round's: the largest of several noisy figures over the smallest would always come out too high.
 */
export function spreadOf(
  results: readonly LaneResult[],
  heats: readonly string[],
  contender: string,
): number {
  const rates = heats.map((heat) => rateOf(results, heat, contender));
  return Math.max(...rates) / Math.min(...rates);
}
