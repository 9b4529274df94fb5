/** Target 2: checking absolute URLs against a parsed file. */
import type { Asker, Contender } from './contender.js';
import { makeInput, makeUrls, SIZES, type Size, TOKEN } from './inputs.js';
import { type Lane, type LaneResult, type RaceOptions, race } from './race.js';

export const SAMPLES = ['few', 'diverse'] as const;
export type Sample = (typeof SAMPLES)[number];

/**
 * The file whose group names the token for both samples. The group of everyone else differs in how the group
 * is found, once a matcher, and not in how a URL is judged; the one-shot measurement goes through both.
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
      const ask = await prepare(input.body, TOKEN);
      lanes.push({
        heat: size,
        contender: name,
        work: (from, count) => ask(urls, from * 61, count),
      });
    }
  }
  return race(lanes, options);
}

/**
 * Microseconds a verdict takes while everything is new: a file just parsed, and each of the 2,000 URLs asked once.
 * Without a target: the cost for a crawl that never checks a URL twice.
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
    const ask = await contender.prepare?.(input.body, TOKEN);
    if (ask === undefined) break;
    const start = performance.now();
    ask(urls, 0, urls.length);
    took.push(((performance.now() - start) * 1000) / urls.length);
  }
  return took;
}

/** How many of a hundred verdicts two contenders agree on, over URLs of a named and of an unnamed token. */
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
      answers(contender, input.body, urls),
      answers(other, input.body, urls),
    ]);
    all += urls.length;
    left.forEach((answer, index) => {
      if (answer === right[index]) same++;
    });
  }
  return (same / all) * 100;
}

async function answers(
  { prepare }: Contender,
  body: string,
  urls: readonly string[],
): Promise<number[]> {
  const ask: Asker | undefined = await prepare?.(body, TOKEN);
  if (ask === undefined) throw new TypeError('A contender that only parses cannot be compared.');
  return urls.map((_, index) => ask(urls, index, 1));
}
