/** Target 2: checking absolute URLs against a parsed file. */
import type { Contender, CountAllowed } from './contender.js';
import { makeInput, makeUrls, SIZES, type Size, TOKEN } from './inputs.js';
import { type Lane, type LaneResult, type RaceOptions, race } from './race.js';

export const SAMPLES = ['few', 'diverse'] as const;
export type Sample = (typeof SAMPLES)[number];

/**
 * Uses only files whose group names the token. The group for `*` differs only in how the group is selected, which
 * happens once per matcher; the one-shot measurement covers both.
 */
export async function raceRepeated(
  contenders: readonly Contender[],
  sample: Sample,
  options: RaceOptions,
): Promise<LaneResult[]> {
  const lanes: Lane[] = [];
  for (const size of SIZES) {
    const input = makeInput(size, 0);
    const urls = makeUrls(input)[sample];
    for (const { name, prepare } of contenders) {
      if (prepare === undefined) continue;
      const countAllowed = await prepare(input.body, TOKEN);
      lanes.push({
        heat: size,
        contender: name,
        work: (from, count) => countAllowed(urls, from * 61, count),
      });
    }
  }
  return race(lanes, options);
}

/**
 * Returns microseconds per check, by pass, with nothing cached: a newly parsed file and 2,000 URLs checked once each.
 * This is the cost for a crawl that never checks a URL twice. It has no target.
 */
export async function firstPass(
  contender: Contender,
  size: Size,
  passes: number,
): Promise<number[]> {
  const took: number[] = [];
  for (let pass = 0; pass < passes; pass++) {
    const input = makeInput(size, pass * 2);
    const urls = makeUrls(input).diverse;
    const countAllowed = await contender.prepare?.(input.body, TOKEN);
    if (countAllowed === undefined) break;
    const start = performance.now();
    countAllowed(urls, 0, urls.length);
    took.push(((performance.now() - start) * 1000) / urls.length);
  }
  return took;
}

/** Returns the percentage of equal verdicts of two contenders, over files that name the token and files that do not. */
export async function agreement(
  contender: Contender,
  other: Contender,
  size: Size,
): Promise<number> {
  let same = 0;
  let all = 0;
  for (const variant of [0, 1]) {
    const input = makeInput(size, variant);
    const { few, diverse } = makeUrls(input);
    const urls: string[] = [...few, ...diverse];
    const [left, right] = await Promise.all([
      verdictsOf(contender, input.body, urls),
      verdictsOf(other, input.body, urls),
    ]);
    all += urls.length;
    left.forEach((verdict, index) => {
      if (verdict === right[index]) same++;
    });
  }
  return (same / all) * 100;
}

async function verdictsOf(
  { prepare }: Contender,
  body: string,
  urls: readonly string[],
): Promise<number[]> {
  const countAllowed: CountAllowed | undefined = await prepare?.(body, TOKEN);
  if (countAllowed === undefined) throw new TypeError('This contender cannot check URLs.');
  return urls.map((_, index) => countAllowed(urls, index, 1));
}
