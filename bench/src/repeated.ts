/** Checking absolute URLs against a parsed file. */
import type { Contender } from './contender.js';
import { makeInput, makeUrls, SIZES, TOKEN } from './inputs.js';
import { type Lane, type LaneResult, type RaceOptions, race } from './race.js';

/**
 * Uses only files whose group names the token. The group for `*` differs only in how the group is selected, which
 * happens once per matcher; the one-shot measurement covers both.
 */
export async function raceRepeated(
  contenders: readonly Contender[],
  options: RaceOptions,
): Promise<LaneResult[]> {
  const lanes: Lane[] = [];
  for (const size of SIZES) {
    const input = makeInput(size, 0);
    const urls = makeUrls(input).diverse;
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
