/** Races of parsing a file and checking one URL, and of checking many URLs against a parsed file. */
import { type Contender, OTHER_LIBRARIES, REFERENCE, REPKIT, REPKIT_BYTES, REPKIT_DROP_IN, REPKIT_FILE } from './contenders.ts';
import { type Body, makeInput, makeUrls, SIZES, type Size, TOKEN, VARIANTS } from './inputs.ts';
import { type Part, printTable } from './part.ts';
import { type Lane, type LaneResult, type RaceOptions, race, rateOf, ratioOf } from './race.ts';
import { short, times } from './statistics.ts';

/** A file and the URLs to check against it. */
export interface FileWithUrls {
  readonly file: Body;
  readonly urls: readonly string[];
}

/** Parses a file and checks one URL, `count` times: all files in turn, then all of them with their next URL. */
export async function checkFiles(
  oneShot: NonNullable<Contender['oneShot']>,
  files: readonly FileWithUrls[],
  from: number,
  count: number,
): Promise<number> {
  let allowed = 0;
  for (let turn = from; turn < from + count; turn++) {
    const { file, urls } = files[turn % files.length] as FileWithUrls;
    const result = oneShot(file, urls[Math.floor(turn / files.length) % urls.length] as string);
    // Waiting for what is there already would take as long as some checks.
    if (result === true || (result !== false && (await result))) allowed++;
  }
  return allowed;
}

/** Uses eight files of a size with different URLs, so that nothing cached from one parse helps the next. */
export function raceOneShot(contenders: readonly Contender[], options: RaceOptions): Promise<LaneResult[]> {
  const lanes: Lane[] = [];
  for (const size of SIZES) {
    const files = Array.from({ length: VARIANTS }, (_, variant) => {
      const file = makeInput(size, variant);
      return { file, urls: makeUrls(size, file).few };
    });
    for (const { name, oneShot } of contenders) {
      if (oneShot === undefined) continue;
      const work: Lane['work'] = (from, count) => checkFiles(oneShot, files, from, count);
      lanes.push({ heat: size, contender: name, work });
    }
  }
  return race(lanes, options);
}

/**
 * Uses only files whose group names the token. The group for `*` differs only in how the group is selected, which
 * happens once per matcher; the one-shot measurement covers both.
 */
export async function raceRepeated(contenders: readonly Contender[], options: RaceOptions): Promise<LaneResult[]> {
  const lanes: Lane[] = [];
  for (const size of SIZES) {
    const input = makeInput(size, 0);
    const urls = makeUrls(size, input).diverse;
    for (const { name, prepare } of contenders) {
      if (prepare === undefined) continue;
      const countAllowed = await prepare(input.body, TOKEN);
      const work: Lane['work'] = (from, count) => countAllowed(urls, from * 61, count);
      lanes.push({ heat: size, contender: name, work });
    }
  }
  return race(lanes, options);
}

/** Prints units per second by contender and size, with the speed relative to the reference in parentheses. */
function printRates(unit: string, results: readonly LaneResult[]): void {
  const contenders = [...new Set(results.map(({ contender }) => contender))];
  const cell = (contender: string, size: Size): string => {
    const rate = short(rateOf(results, size, contender));
    if (contender === REFERENCE) return rate;
    return `${rate} (${times(ratioOf(results, size, contender, REFERENCE))})`;
  };
  printTable([[unit, ...SIZES], ...contenders.map((contender) => [contender, ...SIZES.map((size) => cell(contender, size))])]);
}

export const reportOneShot: Part = async ({ race: options }) => {
  const results = await raceOneShot([REPKIT, REPKIT_BYTES, REPKIT_DROP_IN, ...OTHER_LIBRARIES], options);
  printRates('files/s, parse + one verdict', results);
  const ratio = (size: Size): number => ratioOf(results, size, REPKIT.name, REFERENCE);
  const others = SIZES.filter((size) => size !== 'tiny');
  return {
    'one-shot, tiny file': ratio('tiny'),
    'one-shot, slowest other size': Math.min(...others.map(ratio)),
  };
};

export const reportRepeated: Part = async ({ race: options }) => {
  const results = await raceRepeated([REPKIT, REPKIT_FILE, REPKIT_DROP_IN, ...OTHER_LIBRARIES], options);
  printRates('verdicts/s, 2,000 URLs', results);
  const ratio = (size: Size): number => ratioOf(results, size, REPKIT.name, REFERENCE);
  return {
    'repeated, tiny file': ratio('tiny'),
    'repeated, typical file': ratio('typical'),
    'repeated, many groups': ratio('many'),
    'repeated, wild file': ratio('wild'),
    'repeated, large file': ratio('large'),
    'repeated, max file': ratio('max'),
  };
};
