/**
 * The time to parse the robots.txt files of a folder and check one URL of each. Each library has its own process, which runs this
 * file with its name and the folder.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OTHER_LIBRARIES, REPKIT, REPKIT_BYTES, REPKIT_DROP_IN } from './contenders.ts';
import { ORIGIN } from './inputs.ts';
import { type Part, printTable } from './part.ts';
import { checkFiles, type FileWithUrls } from './speed.ts';
import { median, short } from './statistics.ts';

/** Milliseconds. google-corpus.cc prints the same. */
interface CorpusFigures {
  readonly files: number;
  readonly bytes: number;
  /** For the first 100 files of the process, before engines have optimized the code. */
  readonly cold: number;
  /** For all files, once the process has read them often enough. */
  readonly warm: number;
}

const FILE = fileURLToPath(import.meta.url);
const COLD_FILES = 100;
const WARM_UP_PASSES = 5;
const PASSES = 15;

const CONTENDERS = [REPKIT_BYTES, REPKIT, REPKIT_DROP_IN, ...OTHER_LIBRARIES];

export const reportCorpus: Part = ({ corpus, google }) => {
  if (corpus === undefined) return {};
  const programs = CONTENDERS.map(({ name }) => ({ name, command: [process.execPath, FILE, name] }));
  if (google !== undefined) programs.push({ name: "Google's parser", command: [google] });
  const rows = programs.map(({ name, command: [program, ...args] }) => {
    const { status, stdout } = spawnSync(program, [...args, corpus], { encoding: 'utf8' });
    if (status !== 0) return [name, 'fails', ''];
    const { files, bytes, cold, warm }: CorpusFigures = JSON.parse(stdout);
    return [`${name}, ${files} files, ${short(bytes)}B`, cold.toFixed(1), warm.toFixed(1)];
  });
  printTable([['ms, parse + one verdict', 'first 100 files', 'all, warm'], ...rows]);
  return {};
};

async function measure(name: string, folder: string): Promise<CorpusFigures> {
  const oneShot = CONTENDERS.find((contender) => contender.name === name)?.oneShot;
  if (oneShot === undefined) throw new RangeError('Arguments: contender, folder.');
  const files = readdirSync(folder).map((file): FileWithUrls => {
    const bytes = new Uint8Array(readFileSync(join(folder, file)));
    const body = new TextDecoder().decode(bytes);
    return { file: { body, bytes }, urls: [`${ORIGIN}/news/2026/robots.html?page=2`] };
  });
  const time = async (count: number): Promise<number> => {
    const start = performance.now();
    await checkFiles(oneShot, files, 0, count);
    return performance.now() - start;
  };
  const cold = await time(Math.min(COLD_FILES, files.length));
  for (let pass = 0; pass < WARM_UP_PASSES; pass++) await time(files.length);
  const passes: number[] = [];
  for (let pass = 0; pass < PASSES; pass++) passes.push(await time(files.length));
  const bytes = files.reduce((sum, { file }) => sum + file.bytes.length, 0);
  return { files: files.length, bytes, cold, warm: median(passes) };
}

if (process.argv[1] === FILE) {
  const [, , name = '', folder = ''] = process.argv;
  process.stdout.write(JSON.stringify(await measure(name, folder)));
}
