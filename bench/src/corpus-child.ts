/**
 * Parses the files of a folder and checks one URL of each, with one library in a process of its own.
 * Arguments: contender, folder. Prints the figures as JSON.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contender } from './contender.js';
import { OTHER_LIBRARIES, REPKIT, REPKIT_BYTES, REPKIT_DROP_IN } from './contenders.js';
import { ORIGIN } from './inputs.js';
import { checkFiles, type FileWithUrls } from './speed.js';
import { median } from './statistics.js';

/** Milliseconds. */
export interface CorpusFigures {
  readonly files: number;
  readonly bytes: number;
  /** For the first 100 files of the process, before engines have optimized the code. */
  readonly cold: number;
  /** For all files, once the process has read them often enough. */
  readonly warm: number;
}

const COLD_FILES = 100;
const WARM_UP_PASSES = 5;
const PASSES = 15;

const [, , name, folder = ''] = process.argv;
const contenders = [REPKIT, REPKIT_BYTES, REPKIT_DROP_IN, ...OTHER_LIBRARIES];
const oneShot = contenders.find((contender) => contender.name === name)?.oneShot;
if (oneShot === undefined) throw new RangeError('Arguments: contender, folder.');

const files = readdirSync(folder).map((file): FileWithUrls => {
  const bytes = new Uint8Array(readFileSync(join(folder, file)));
  const body = new TextDecoder().decode(bytes);
  return { file: { body, bytes }, urls: [`${ORIGIN}/news/2026/robots.html?page=2`] };
});

/** Returns the milliseconds for `count` files. */
async function time(check: NonNullable<Contender['oneShot']>, count: number): Promise<number> {
  const start = performance.now();
  await checkFiles(check, files, 0, count);
  return performance.now() - start;
}

const cold = await time(oneShot, Math.min(COLD_FILES, files.length));
for (let pass = 0; pass < WARM_UP_PASSES; pass++) await time(oneShot, files.length);
const passes: number[] = [];
for (let pass = 0; pass < PASSES; pass++) passes.push(await time(oneShot, files.length));
const bytes = files.reduce((sum, { file }) => sum + file.bytes.length, 0);
const figures: CorpusFigures = { files: files.length, bytes, cold, warm: median(passes) };
process.stdout.write(JSON.stringify(figures));
