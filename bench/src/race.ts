/**
 * Runs contenders in one process in turns of a few milliseconds. A slowdown of the machine affects all of them, so the
 * ratios within a round stay valid when absolute figures drift. Reports the median of all rounds.
 */
import { median } from './statistics.ts';

/** Does `count` units of work, starting with number `from`. Returns a number, so that the engine cannot eliminate the work. */
type Work = (from: number, count: number) => number | Promise<number>;

export interface Lane {
  /** Lanes with the same heat are compared; usually a size. */
  readonly heat: string;
  readonly contender: string;
  readonly work: Work;
}

export interface RaceOptions {
  readonly rounds: number;
  /** Approximate duration of one turn. A unit that takes longer runs once. */
  readonly turnMs: number;
  /** How long each lane warms up. */
  readonly warmUpMs: number;
}

export interface LaneResult {
  readonly heat: string;
  readonly contender: string;
  /** Units per second, by round. */
  readonly rates: readonly number[];
}

/** Bounds the calibration of work that is too fast for the clock. */
const MOST_UNITS = 1e6;

async function runTurn(work: Work, from: number, count: number): Promise<number> {
  const start = performance.now();
  const result = work(from, count);
  if (typeof result !== 'number') await result;
  // Never 0, so that the rate is finite.
  return Math.max(performance.now() - start, 1e-4);
}

/** Warms a lane up and returns how many units fill a turn. */
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
  if (found === undefined) throw new RangeError(`Unknown lane: ${contender} at ${heat}.`);
  return found;
}

/** Returns units per second: the median of the rounds. */
export function rateOf(results: readonly LaneResult[], heat: string, contender: string): number {
  return median(lane(results, heat, contender).rates);
}

/** Returns the speed relative to `other`: the median of the ratios per round. */
export function ratioOf(results: readonly LaneResult[], heat: string, contender: string, other: string): number {
  const others = lane(results, heat, other).rates;
  return median(lane(results, heat, contender).rates.map((rate, round) => rate / (others[round] ?? Number.NaN)));
}
