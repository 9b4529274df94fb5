/** Target 1: parsing a file and checking one URL. */
import type { Contender, Question } from './contender.js';
import { makeInputs, makeUrls, SIZES, type Size } from './inputs.js';
import { type LaneResult, type RaceOptions, race } from './race.js';

/** Eight files of a size, each with URLs of its own, so that nothing kept from one parse serves the next. */
export function oneShotQuestions(size: Size): Question[] {
  return makeInputs(size).map((input) => ({ input, urls: makeUrls(input).few }));
}

export function raceOneShot(
  contenders: readonly Contender[],
  options: RaceOptions,
): Promise<LaneResult[]> {
  const lanes = SIZES.flatMap((size) => {
    const questions = oneShotQuestions(size);
    return contenders.flatMap(({ name, oneShot }) =>
      oneShot === undefined
        ? []
        : [
            {
              heat: size,
              contender: name,
              work: (from: number, count: number) => oneShot(questions, from, count),
            },
          ],
    );
  });
  return race(lanes, options);
}
