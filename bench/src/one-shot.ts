/** Parsing a file and checking one URL. */
import type { Contender, FileWithUrls } from './contender.js';
import { makeInputs, makeUrls, SIZES, type Size } from './inputs.js';
import { type LaneResult, type RaceOptions, race } from './race.js';

/** Returns eight files of a size with different URLs, so that nothing cached from one parse helps the next. */
function oneShotFiles(size: Size): FileWithUrls[] {
  return makeInputs(size).map((input) => ({ input, urls: makeUrls(input).few }));
}

export function raceOneShot(
  contenders: readonly Contender[],
  options: RaceOptions,
): Promise<LaneResult[]> {
  const lanes = SIZES.flatMap((size) => {
    const files = oneShotFiles(size);
    return contenders.flatMap(({ name, oneShot }) =>
      oneShot === undefined
        ? []
        : [
            {
              heat: size,
              contender: name,
              work: (from: number, count: number) => oneShot(files, from, count),
            },
          ],
    );
  });
  return race(lanes, options);
}
