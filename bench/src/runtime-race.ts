/** The one-shot and repeated checks of the bench in any runtime: this module and all that it imports use no Node API. */
import { raceOneShot } from './one-shot.js';
import type { LaneResult, RaceOptions } from './race.js';
import { ROBOTS_PARSER } from './reference.js';
import { raceRepeated } from './repeated.js';
import { REPKIT, REPKIT_BYTES } from './repkit.js';

export interface RuntimeFigures {
  readonly oneShot: readonly LaneResult[];
  readonly repeated: readonly LaneResult[];
}

export async function raceInRuntime(options: RaceOptions): Promise<RuntimeFigures> {
  return {
    oneShot: await raceOneShot([REPKIT, REPKIT_BYTES, ROBOTS_PARSER], options),
    repeated: await raceRepeated([REPKIT, ROBOTS_PARSER], 'diverse', options),
  };
}
